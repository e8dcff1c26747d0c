import type { Call } from '@tessera/api/kit';

/** Calls a minute from one address, over all calls and over each group of delicate ones. */
export type CallLimits = {
  readonly all: number;
  /** Guesses of passwords and codes. Guesses at one account are also counted across addresses. */
  readonly guesses: number;
  /** Messages that cost money and could flood inboxes. */
  readonly messages: number;
  /** Uploads of pictures. */
  readonly uploads: number;
};

/** A busy screen makes some tens of calls a minute; many users may share one address. */
export const CALL_LIMITS: CallLimits = { all: 1_200, guesses: 60, messages: 30, uploads: 30 };

/** A route's own limit, as @fastify/rate-limit reads it from the route; none where that of all calls is enough. */
export function limitOf({ limit }: Pick<Call, 'limit'>, limits: CallLimits) {
  return limit ? { rateLimit: { max: limits[limit], timeWindow: 60_000, groupId: limit } } : {};
}
