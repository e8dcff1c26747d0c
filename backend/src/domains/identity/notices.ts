import { randomUUID } from 'node:crypto';
import type { LanguageCode } from '@tessera/api/rules';
import type { Sql } from '../../platform/db/database.ts';
import type { Letter } from '../../platform/mail/letter.ts';
import { sendLetter } from '../../platform/mail/messages.ts';
import type { Contact } from './contact.ts';
import { NOT_YOU, NOTICE_TEXTS, type NoticeKind } from './notice-texts.ts';
import { userById } from './users.ts';
import { contactsOfUser } from './wire.ts';

/** What happened, and when; `device` and `address` where it came from. */
export type Notice = {
  readonly kind: NoticeKind;
  /** Unix ms. */
  readonly at: number;
  readonly device?: string;
  readonly address?: string;
  /** Masked: the address or number that is bound now. */
  readonly contact?: string;
  readonly days?: number;
  readonly reason?: string;
};

const timeOf = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** The mail in the reader's language, with the phrase that they chose. */
export function noticeLetter(
  { kind, at, device = '–', address = '–', contact = '–', days = 0, reason = '–' }: Notice,
  language: LanguageCode,
  phrase: string | null = null,
): Letter {
  const { subject, body } = NOTICE_TEXTS[kind][language];
  // Functions, because `$` in a replacement string has a special meaning.
  const filled = body
    .replace('{time}', timeOf(at))
    .replace('{device}', () => device)
    .replace('{address}', () => address)
    .replace('{contact}', () => contact)
    .replace('{days}', String(days))
    .replace('{reason}', () => reason);
  return { language, subject, paragraphs: [filled, NOT_YOU[language]], phrase };
}

/**
 * Tells a user of a change that a thief would make, once the transaction is committed: at the contact that codes go to, or
 * at all of `contacts`.
 */
export async function sendNotice(
  tx: Sql,
  userId: string,
  notice: Notice,
  contacts?: readonly Contact[],
): Promise<void> {
  const user = await userById(tx, userId);
  const letter = noticeLetter(notice, user.language, user.anti_phishing);
  for (const { kind, value } of contacts ?? contactsOfUser(user).slice(0, 1)) {
    const channel = kind === 'email' ? 'mail' : 'sms';
    await sendLetter(tx, { id: randomUUID(), to: value, channel }, letter);
  }
}
