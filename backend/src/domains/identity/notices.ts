import { randomUUID } from 'node:crypto';
import type { LanguageCode } from '@tessera/api/rules';
import type { Sql } from '../../platform/db/database.ts';
import { enqueue } from '../../platform/jobs/queued-job.ts';
import { fillText, namedTime } from '../../platform/mail/fill-text.ts';
import type { Letter } from '../../platform/mail/letter.ts';
import { noticeTask, sendLetter } from '../../platform/mail/messages.ts';
import type { NoticeOf } from '../../platform/mail/sms-bound.ts';
import type { Contact } from './contact.ts';
import { NOT_YOU, NOTICE_TEXTS, type NoticeKind, STOP_LINK } from './notice-texts.ts';
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
  /** The member who proposed it. */
  readonly member?: string;
  /** Unix ms. */
  readonly until?: number;
  /** Stands in mails and short messages alone: the message centre is behind a log-in. */
  readonly link?: string;
};

/** What the text of a notice names. */
const namedIn = ({
  at,
  device = '–',
  address = '–',
  contact = '–',
  days = 0,
  reason = '–',
  member = '–',
  until,
}: Notice) => ({
  time: namedTime(at),
  device,
  address,
  contact,
  days: String(days),
  reason,
  member,
  until: until === undefined ? '–' : namedTime(until),
});

/** The words of a notice, and what to do where it was not the reader. */
export function noticeText(
  kind: NoticeKind,
  named: Readonly<Record<string, string>>,
  language: LanguageCode,
): { readonly title: string; readonly paragraphs: readonly string[] } {
  const { subject, body } = NOTICE_TEXTS[kind][language];
  const filled = fillText(body, named, language);
  return { title: subject, paragraphs: [filled, NOT_YOU[language]] };
}

/** The mail in the reader's language, with the phrase that they chose. */
export function noticeLetter(notice: Notice, language: LanguageCode, phrase: string | null = null): Letter {
  const { title, paragraphs } = noticeText(notice.kind, namedIn(notice), language);
  const { link } = notice;
  return {
    language,
    subject: title,
    paragraphs: [...paragraphs],
    phrase,
    ...(link !== undefined && { link: { ...STOP_LINK[language], href: link } }),
  };
}

/** Puts a notice into the message centre as well, once the transaction is committed. */
export const tellInCentre = (
  tx: Sql,
  userId: string,
  kind: string,
  named: Readonly<Record<string, string>>,
  at: number,
): Promise<void> => enqueue(tx, noticeTask, { userId, kind, named: { ...named }, reference: randomUUID(), at });

/** Of changes of what approves all contacts are told: a thief who makes one may hold one of them. */
const TO_ALL: ReadonlySet<NoticeKind> = new Set<NoticeKind>([
  'factor_added',
  'factors_changed',
  'pay_password_changed',
  'taken_out',
]);

/** What of a number's short messages of a day each takes. */
const TELLS_OF: Readonly<Record<NoticeKind, NoticeOf>> = {
  new_device: 'log_in',
  password_changed: 'account',
  pay_password_changed: 'account',
  pay_password_locked: 'account',
  factors_changed: 'account',
  factor_added: 'account',
  anti_phishing_changed: 'account',
  contact_changed: 'account',
  frozen: 'account',
  unfrozen: 'account',
  closing: 'account',
  closing_cancelled: 'account',
  data_requested: 'account',
  taken_out: 'staff',
  limits_changed: 'staff',
  closed: 'staff',
  request_rejected: 'staff',
  removal_begun: 'staff',
  removal_stopped: 'staff',
  removal_done: 'staff',
};

/**
 * Tells a user of a change that a thief would make, once the transaction is committed: at the contact that codes go to,
 * those of `TO_ALL` at every contact, or at all of `contacts`.
 */
export async function sendNotice(
  tx: Sql,
  userId: string,
  notice: Notice,
  contacts?: readonly Contact[],
): Promise<void> {
  const user = await userById(tx, userId);
  const own = contactsOfUser(user);
  const letter = noticeLetter(notice, user.language, user.anti_phishing);
  for (const { kind, value } of contacts ?? own.slice(0, TO_ALL.has(notice.kind) ? own.length : 1)) {
    const channel = kind === 'email' ? 'mail' : 'sms';
    const sms = { of: TELLS_OF[notice.kind], kind: notice.kind };
    await sendLetter(tx, { id: randomUUID(), to: value, channel }, letter, { sms });
  }
  // Of a closed account there is no message centre.
  if (notice.kind !== 'closed') await tellInCentre(tx, userId, `security_${notice.kind}`, namedIn(notice), notice.at);
}
