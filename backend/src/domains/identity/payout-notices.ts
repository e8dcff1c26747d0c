import { randomUUID } from 'node:crypto';
import type { LanguageCode } from '@tessera/api/rules';
import type { Sql } from '../../platform/db/database.ts';
import { sendMessage } from '../../platform/mail/messages.ts';
import { withPhrase } from '../../platform/mail/phrase.ts';
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

/** Subject and body in the reader's language. */
export function payoutNoticeMessage({ kind, at, values = {} }: PayoutNotice, language: LanguageCode) {
  const { subject, body } = PAYOUT_NOTICE_TEXTS[kind][language];
  const all: Readonly<Record<string, string>> = { ...values, time: timeOf(at) };
  const filled = body.replace(/\{(\w+)\}/g, (slot, name: string) => all[name] ?? slot);
  return { subject, body: `${filled} ${NOT_YOU[language]}` };
}

/** Tells a user of money that leaves or where it may go, once the transaction is committed. */
export async function sendPayoutNotice(tx: Sql, userId: string, notice: PayoutNotice): Promise<void> {
  const user = await userById(tx, userId);
  const contact = contactOfUser(user);
  if (!contact) return;
  const { subject, body } = payoutNoticeMessage(notice, user.language);
  const channel = contact.kind === 'email' ? 'mail' : 'sms';
  const text = withPhrase(body, user.anti_phishing, user.language);
  await sendMessage(tx, { id: randomUUID(), to: contact.value, channel, subject, body: text });
}
