import { randomUUID } from 'node:crypto';
import type { LanguageCode } from '@tessera/api/rules';
import type { Sql } from '../../platform/db/database.ts';
import { sendMessage } from '../../platform/mail/messages.ts';
import { withPhrase } from '../../platform/mail/phrase.ts';
import { NOT_YOU, NOTICE_TEXTS, type NoticeKind } from './notice-texts.ts';
import { userById } from './users.ts';
import { contactOfUser } from './wire.ts';

/** What happened, and when; `device` and `address` where it came from. */
export type Notice = {
  readonly kind: NoticeKind;
  /** Unix ms. */
  readonly at: number;
  readonly device?: string;
  readonly address?: string;
};

const timeOf = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Subject and body in the reader's language. */
export function noticeMessage({ kind, at, device = '–', address = '–' }: Notice, language: LanguageCode) {
  const { subject, body } = NOTICE_TEXTS[kind][language];
  const filled = body.replace('{time}', timeOf(at)).replace('{device}', device).replace('{address}', address);
  return { subject, body: `${filled} ${NOT_YOU[language]}` };
}

/** Tells a user of a change that a thief would make, once the transaction is committed. */
export async function sendNotice(tx: Sql, userId: string, notice: Notice): Promise<void> {
  const user = await userById(tx, userId);
  const contact = contactOfUser(user);
  if (!contact) return;
  const { subject, body } = noticeMessage(notice, user.language);
  const channel = contact.kind === 'email' ? 'mail' : 'sms';
  const text = withPhrase(body, user.anti_phishing, user.language);
  await sendMessage(tx, { id: randomUUID(), to: contact.value, channel, subject, body: text });
}
