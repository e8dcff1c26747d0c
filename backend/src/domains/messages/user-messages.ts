import type { MessageTopic } from '@tessera/api/messages/rules';
import type { LanguageCode } from '@tessera/api/rules';
import type { Sql, Transaction } from '../../platform/db/database.ts';
import { countAttempt, type Window } from '../../platform/limits/attempts.ts';
import { sendMessage } from '../../platform/mail/messages.ts';
import { subscriptionsOf } from '../../platform/mail/push-subscriptions.ts';
import type { ScreenLink } from '../../platform/screens/screen-link.ts';
import { mailUser, userById } from '../identity/index.ts';
import { linkOf, topicOf } from './links.ts';
import { readPreferences, wants } from './preferences.ts';
import { discreetText } from './push-texts.ts';
import { type MessageKind, type MessageText, messageText } from './texts.ts';

/** ms after which a notification is of no use. */
const USEFUL = 86_400_000;

export type DeviceNotice = {
  /** Unique to the message, without a colon. Of one id there is one notification on a device. */
  readonly id: string;
  readonly topic: MessageTopic;
  readonly link: ScreenLink;
  /** Its words; null for those of the topic. */
  readonly words: ((language: LanguageCode) => MessageText) | null;
  /** Whether the words name nothing of the user: they are shown whatever the user has chosen. */
  readonly isPublic?: boolean;
  /** Unix ms. */
  readonly at: number;
};

const HOUR = 3_600_000;
const DAY = 86_400_000;
/**
 * Notifications of a topic on a user's devices: what is beyond them is in the app alone. All users share what delivers them,
 * and each is sent to ten devices.
 */
export const NOTIFIED: readonly Window[] = [
  { most: 40, within: HOUR },
  { most: 200, within: DAY },
];

/**
 * Notifies a user's devices once the transaction is committed, where the user wants notifications of the topic. Without the
 * user's leave a notification names no amount and no sender.
 */
export async function notifyDevices(
  tx: Transaction,
  userId: string,
  { id, topic, link, words, isPublic = false, at }: DeviceNotice,
): Promise<void> {
  const devices = await subscriptionsOf(tx, userId);
  if (devices.length === 0) return;
  const counted = { scope: 'notified', subject: `${userId} ${topic}`, windows: NOTIFIED, now: at };
  if (!(await countAttempt(tx, counted)).allowed) return;
  const { language } = await userById(tx, userId);
  const { details } = await readPreferences(tx, userId);
  const { title, body } = words && (details || isPublic) ? words(language) : discreetText(topic, language);
  const choice = { userId, topic, channel: 'push' } as const;
  for (const device of devices) {
    const message = { id: `${id}:${device}`, to: device, channel: 'push', subject: title, body, link, choice } as const;
    await sendMessage(tx, message, { expiresAt: at + USEFUL });
  }
}

/**
 * Messages that anyone can cause, with dust: of a day so many are shown and so many go out by mail, each group together. What
 * is beyond is stored without being shown. Payments and deposits are in their own records besides.
 */
type Bound = { readonly name: string; readonly shown: readonly Window[]; readonly mailed: readonly Window[] };
const boundOf = (name: string): Bound => ({
  name,
  shown: [{ most: 100, within: DAY }],
  mailed: [{ most: 20, within: DAY }],
});
const PAYMENTS = boundOf('payments');
const DEPOSITS = boundOf('deposits');
/** Of a user's own orders, of which the least are small: each ends with a message. */
const PRODUCTS = boundOf('products');
/** Of positions that prices swing around the level of the warning. */
const WARNINGS = boundOf('margin warnings');
/** Of strategies, each of which ends once. */
const STRATEGIES = boundOf('strategies');
const BOUNDS: { readonly [K in MessageKind]?: Bound } = {
  payment_received: PAYMENTS,
  deposit_credited: DEPOSITS,
  deposit_rejected: DEPOSITS,
  invest_matured: PRODUCTS,
  invest_renewed: PRODUCTS,
  dual_settled: PRODUCTS,
  dual_returned: PRODUCTS,
  mining_ended: PRODUCTS,
  mining_renewed: PRODUCTS,
  plan_done: STRATEGIES,
  plan_refused: STRATEGIES,
  position_near: WARNINGS,
  positions_near: WARNINGS,
  account_near: WARNINGS,
};

/** Messages of some kinds that each of some users was sent after a time, Unix ms; in the message centre or not. */
export async function toldSince(
  sql: Sql,
  kinds: readonly MessageKind[],
  userIds: readonly string[],
  after: number,
): Promise<ReadonlyMap<string, number>> {
  const rows = await sql.query<{ user_id: string; count: number }>(
    `select user_id, count(*)::int as count from user_message
      where user_id = any($1) and kind = any($2) and at > $3 group by user_id`,
    [userIds, kinds, new Date(after)],
  );
  return new Map(rows.map(({ user_id, count }) => [user_id, count]));
}

export type UserMessage = {
  readonly userId: string;
  readonly kind: MessageKind;
  /** What the text names. */
  readonly named: Readonly<Record<string, string>>;
  /** What it is about: of one kind and reference there is one message. */
  readonly reference: string;
  /** Unix ms. */
  readonly at: number;
  /** Whether the user gets it by mail as well, where they have an address and want it. */
  readonly byMail: boolean;
};

/**
 * Counts a message of this kind where there is room for one more. In the transaction of the message: one that is taken back,
 * or was there before, has used nothing up.
 */
async function fits(
  tx: Transaction,
  { userId, kind, at }: Pick<UserMessage, 'userId' | 'kind' | 'at'>,
  how: 'shown' | 'mailed',
): Promise<boolean> {
  const bound = BOUNDS[kind];
  if (!bound) return true;
  const { name, [how]: windows } = bound;
  return (await countAttempt(tx, { scope: `${name} ${how}`, subject: userId, windows, now: at })).allowed;
}

/**
 * Tells a user once, where the user wants to be told of its topic: in the message centre, and, once the transaction is
 * committed, by mail and on devices. What anyone can cause is bounded (`BOUNDS`).
 */
export async function tellUser(
  tx: Transaction,
  { userId, kind, named, reference, at, byMail }: UserMessage,
): Promise<void> {
  const topic = topicOf(kind);
  const inCentre = await wants(tx, { userId, topic, channel: 'app' });
  const [row] = await tx.query<{ id: string }>(
    `insert into user_message (user_id, kind, named, reference, at, in_centre) values ($1, $2, $3::jsonb, $4, $5, $6)
     on conflict (user_id, kind, reference) do nothing returning id`,
    [userId, kind, JSON.stringify(named), reference, new Date(at), inCentre],
  );
  if (!row) return;
  if (!(await fits(tx, { userId, kind, at }, 'shown'))) {
    await tx.query('update user_message set in_centre = false where id = $1', [row.id]);
    return;
  }
  if (inCentre) tx.notify(userId, { kind: 'message', id: row.id, status: kind });
  await notifyDevices(tx, userId, {
    id: `m${row.id}`,
    topic,
    link: linkOf(kind, { named, reference }),
    words: (language) => messageText(kind, named, language),
    at,
  });
  if (!byMail || !(await fits(tx, { userId, kind, at }, 'mailed'))) return;
  await mailUser(tx, userId, topic, (language) => {
    const { title, body } = messageText(kind, named, language);
    return { subject: title, paragraphs: [body] };
  });
}
