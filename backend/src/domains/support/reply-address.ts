import { createHmac, timingSafeEqual } from 'node:crypto';
import { REFERENCE } from '@tessera/api/support/rules';
import type { InboundMailSettings } from '../../platform/mail/inbound-settings.ts';

/** Hexadecimal digits of the signature: 80 bits are not guessed through a mail server. */
const DIGITS = 20;
const TOKEN = new RegExp(`^([0-9a-z]{10})-([0-9a-f]{${DIGITS}})$`);
const ADDRESSES = new RegExp(`[a-z0-9._-]{1,30}\\+[0-9a-z]{10}-[0-9a-f]{${DIGITS}}@[a-z0-9.-]{1,255}`, 'gi');
/** Addresses of a text that are looked at. */
const MOST_ADDRESSES = 50;

/** Signed apart from what else the secret authenticates. */
const signed = (secret: string, reference: string): string =>
  createHmac('sha256', secret).update(`support reply address:${reference}`).digest('hex').slice(0, DIGITS);

/** Where replies to a conversation's mails go. References are in upper case; mail servers may change that of an address. */
export const replyAddress = ({ local, host, secrets }: InboundMailSettings, reference: string): string =>
  `${local}+${reference.toLowerCase()}-${signed(secrets[0] ?? '', reference)}@${host}`;

const isSame = (given: string, expected: string): boolean => timingSafeEqual(Buffer.from(given), Buffer.from(expected));

/** The conversation that an address is of; null for an address that this platform has not made. */
export function referenceOf({ local, host, secrets }: InboundMailSettings, address: string): string | null {
  const [prefix, suffix] = [`${local}+`, `@${host}`];
  const lower = address.toLowerCase();
  if (!lower.startsWith(prefix) || !lower.endsWith(suffix)) return null;
  const [, name = '', mac = ''] = TOKEN.exec(lower.slice(prefix.length, -suffix.length)) ?? [];
  const reference = name.toUpperCase();
  if (!REFERENCE.test(reference)) return null;
  return secrets.some((secret) => isSame(mac, signed(secret, reference))) ? reference : null;
}

/** Whether a text has an address that this platform has made. */
export const hasReplyAddress = (settings: InboundMailSettings, text: string): boolean =>
  (text.match(ADDRESSES) ?? []).slice(0, MOST_ADDRESSES).some((address) => referenceOf(settings, address) !== null);
