import type { CallKey } from '@tessera/api/contract';

/** Calls a minute from one address, over all calls and over each group of delicate ones. */
export type CallLimits = {
  readonly all: number;
  /** Passwords and codes to be guessed. Guesses at one account are counted besides, wherever they come from. */
  readonly guesses: number;
  /** Messages that cost money and fill other people's inboxes. */
  readonly messages: number;
  /** Pictures to decode and keep. */
  readonly uploads: number;
};

/** A busy screen makes some tens of calls a minute; many people may share one address. */
export const CALL_LIMITS: CallLimits = { all: 1_200, guesses: 60, messages: 30, uploads: 30 };

const GROUPS: { readonly [K in CallKey]?: Exclude<keyof CallLimits, 'all'> } = {
  'POST /user/login': 'guesses',
  'POST /staff/login': 'guesses',
  'POST /user/register': 'guesses',
  'POST /user/forget': 'guesses',
  'POST /user/check_email': 'guesses',
  'POST /safe/update_password': 'guesses',
  'POST /safe/pay_password': 'guesses',
  'POST /sms_mail': 'messages',
  'POST /sms_send': 'messages',
  'POST /contactus': 'messages',
  'POST /upload': 'uploads',
};

/** A route's own limit, as @fastify/rate-limit reads it from the route; none where that of all calls is enough. */
export function limitOf(key: CallKey, limits: CallLimits) {
  const groupId = GROUPS[key];
  return groupId ? { rateLimit: { max: limits[groupId], timeWindow: 60_000, groupId } } : {};
}
