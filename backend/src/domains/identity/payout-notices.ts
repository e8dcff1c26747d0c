import { randomUUID } from 'node:crypto';
import type { MessageTopic } from '@tessera/api/messages/rules';
import type { LanguageCode } from '@tessera/api/rules';
import { cmp, quantize } from '@tessera/money';
import type { Sql } from '../../platform/db/database.ts';
import { fillText, namedTime } from '../../platform/mail/fill-text.ts';
import type { Letter } from '../../platform/mail/letter.ts';
import { sendLetter } from '../../platform/mail/messages.ts';
import type { NoticeOf } from '../../platform/mail/sms-bound.ts';
import type { Leaving } from '../../platform/ways/leave.ts';
import { readConfiguration } from '../site/index.ts';
import { NOT_YOU, PAYOUT_NOTICE_TEXTS, type PayoutNoticeKind } from './notice-texts.ts';
import { tellInCentre } from './notices.ts';
import { userById } from './users.ts';
import { contactOfUser } from './wire.ts';

export type PayoutNotice = {
  readonly kind: PayoutNoticeKind;
  /** Unix ms. */
  readonly at: number;
  /** What the text names: `amount`, `target`, `reference`. */
  readonly values?: Readonly<Record<string, string>>;
};

/** What the text of a notice names. */
const namedIn = ({ at, values = {} }: PayoutNotice): Readonly<Record<string, string>> => ({
  ...values,
  time: namedTime(at),
});

/** The words of a notice, and what to do where it was not the reader. */
export function payoutText(
  kind: PayoutNoticeKind,
  named: Readonly<Record<string, string>>,
  language: LanguageCode,
): { readonly title: string; readonly paragraphs: readonly string[] } {
  const { subject, body } = PAYOUT_NOTICE_TEXTS[kind][language];
  const filled = fillText(body, named, language);
  return { title: subject, paragraphs: [filled, NOT_YOU[language]] };
}

/** The mail in the reader's language, with the phrase that they chose. */
export function payoutLetter(notice: PayoutNotice, language: LanguageCode, phrase: string | null = null): Letter {
  const { title, paragraphs } = payoutText(notice.kind, namedIn(notice), language);
  return { language, subject: title, paragraphs: [...paragraphs], phrase };
}

/**
 * Mails a user what is good to know, unless mails of the topic are switched off: no short message is worth its price. Nothing
 * for users without an address.
 */
export async function mailUser(
  tx: Sql,
  userId: string,
  topic: MessageTopic,
  words: (language: LanguageCode) => Pick<Letter, 'subject' | 'paragraphs'>,
): Promise<void> {
  const { email, language, anti_phishing: phrase } = await userById(tx, userId);
  if (email === null) return;
  const recipient = {
    id: randomUUID(),
    to: email,
    channel: 'mail',
    choice: { userId, topic, channel: 'mail' },
  } as const;
  await sendLetter(tx, recipient, { language, phrase, ...words(language) });
}

/** What of a number's short messages of a day each takes. Adding payees must not hide what goes to them. */
const TELLS_OF: Readonly<Record<PayoutNoticeKind, NoticeOf>> = {
  follow_started: 'payee',
  follow_widened: 'payee',
  payee_added: 'payee',
  whitelist_on: 'payee',
  whitelist_off: 'payee',
  value_sent: 'money',
  withdrawal_requested: 'money',
  withdrawal_sent: 'money',
  withdrawal_rejected: 'money',
  withdrawal_failed: 'money',
};

/** Tells a user of money that leaves or where it may go, once the transaction is committed. */
export async function sendPayoutNotice(tx: Sql, userId: string, notice: PayoutNotice): Promise<void> {
  await tellInCentre(tx, userId, `payout_${notice.kind}`, namedIn(notice), notice.at);
  const user = await userById(tx, userId);
  const contact = contactOfUser(user);
  if (!contact) return;
  const channel = contact.kind === 'email' ? 'mail' : 'sms';
  const letter = payoutLetter(notice, user.language, user.anti_phishing);
  const sms = { of: TELLS_OF[notice.kind], kind: notice.kind };
  await sendLetter(tx, { id: randomUUID(), to: contact.value, channel }, letter, { sms });
}

/** Tells a user of what has gone to another user, from the value of the setting `way_notice` on. */
export async function noticeMoneyOut(tx: Sql, { userId, counts, at }: Leaving): Promise<void> {
  if (counts?.limit !== 'send') return;
  const { wayNotice } = await readConfiguration(tx);
  if (cmp(counts.value, wayNotice) < 0) return;
  const amount = `${quantize(counts.value, 2, 'up')} USDT`;
  await sendPayoutNotice(tx, userId, { kind: 'value_sent', at, values: { amount } });
}
