import { inboxOfMail } from '../../platform/mail/inbox.ts';
import { mobileOf } from './mobile.ts';

/** An e-mail address or a mobile number, in the one form that it is stored and compared in. */
export type Contact =
  | { readonly kind: 'email'; readonly value: string }
  | { readonly kind: 'mobile'; readonly value: string };

/** Normalizes user input; the contract has validated its shape. `areaCode` precedes a national number. */
export function contactOf(userString: string, areaCode = ''): Contact {
  if (userString.includes('@')) return { kind: 'email', value: userString.toLowerCase() };
  return { kind: 'mobile', value: mobileOf(userString, areaCode) };
}

/** Spellings of an address are one contact. */
export const inboxOf = ({ kind, value }: Contact): string => (kind === 'email' ? inboxOfMail(value) : value);

/** Enough for users to recognise their own, but not to reveal others': `d***o@example.com`, `******4567`. */
export function maskContact({ kind, value }: Contact): string {
  if (kind === 'mobile') return `${'*'.repeat(Math.max(0, value.length - 4))}${value.slice(-4)}`;
  const at = value.lastIndexOf('@');
  const local = value.slice(0, at);
  return `${local.slice(0, 1)}***${local.length > 1 ? local.slice(-1) : ''}${value.slice(at)}`;
}
