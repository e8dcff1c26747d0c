import { randomUUID } from 'node:crypto';
import type { LanguageCode } from '@tessera/api/rules';
import type { Sql } from '../../platform/db/database.ts';
import type { Letter } from '../../platform/mail/letter.ts';
import { sendLetter } from '../../platform/mail/messages.ts';
import { NOT_YOU } from './notice-texts.ts';
import { PAYOUT_NOTICE_TEXTS, type PayoutNoticeKind } from './payout-notice-texts.ts';
import { userById } from './users.ts';
import { contactOfUser } from './wire.ts';

export type PayoutNotice = {
  readonly kind: PayoutNoticeKind;
  /** Unix ms. */
  readonly at: number;
  /** What the text names: `amount`, `target`, `reference`. */
  readonly values?: Readonly<Record<string, string>>;
};

const timeOf = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** The mail in the reader's language, with the phrase that they chose. */
export function payoutLetter(
  { kind, at, values = {} }: PayoutNotice,
  language: LanguageCode,
  phrase: string | null = null,
): Letter {
  const { subject, body } = PAYOUT_NOTICE_TEXTS[kind][language];
  const all: Readonly<Record<string, string>> = { ...values, time: timeOf(at) };
  const filled = body.replace(/\{(\w+)\}/g, (slot, name: string) => all[name] ?? slot);
  return { language, subject, paragraphs: [filled, NOT_YOU[language]], phrase };
}

/** Mails a user what is good to know: no short message is worth its price. Nothing for users without an address. */
export async function mailUser(
  tx: Sql,
  userId: string,
  words: (language: LanguageCode) => Pick<Letter, 'subject' | 'paragraphs'>,
): Promise<void> {
  const { email, language, anti_phishing: phrase } = await userById(tx, userId);
  if (email === null) return;
  await sendLetter(tx, { id: randomUUID(), to: email, channel: 'mail' }, { language, phrase, ...words(language) });
}

/** Tells a user of money that leaves or where it may go, once the transaction is committed. */
export async function sendPayoutNotice(tx: Sql, userId: string, notice: PayoutNotice): Promise<void> {
  const user = await userById(tx, userId);
  const contact = contactOfUser(user);
  if (!contact) return;
  const channel = contact.kind === 'email' ? 'mail' : 'sms';
  const letter = payoutLetter(notice, user.language, user.anti_phishing);
  await sendLetter(tx, { id: randomUUID(), to: contact.value, channel }, letter);
}
