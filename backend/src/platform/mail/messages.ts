import { MESSAGE_CHANNELS, MESSAGE_TOPICS } from '@tessera/api/messages/rules';
import type { FastifyBaseLogger } from 'fastify';
import * as z from 'zod/mini';
import type { Database, Sql } from '../db/database.ts';
import type { DomainFactory } from '../domain.ts';
import { defineTask, enqueue, enqueueAll, handle, PermanentFailure, type QueuedJob } from '../jobs/queued-job.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Ports } from '../ports.ts';
import type { Courier, Message } from './courier.ts';
import { type Letter, letterSchema, letterText } from './letter.ts';
import { dropExpired } from './push-subscriptions.ts';
import {
  countNotice,
  countSms,
  dropOldSmsCounts,
  NOTICES_A_DAY,
  type NoticeOf,
  SMS_KINDS,
  type SmsKind,
  type SmsNotice,
} from './sms-bound.ts';

const NOTICES = Object.keys(NOTICES_A_DAY) as [NoticeOf, ...NoticeOf[]];

const messageTask = defineTask(
  'deliver-message',
  z.object({
    id: z.string(),
    to: z.string(),
    channel: z.enum(['mail', 'sms', 'push']),
    subject: z.string(),
    body: z.string(),
    replyTo: z.optional(z.string()),
    thread: z.optional(z.string()),
    link: z.optional(z.string()),
    choice: z.optional(
      z.object({ userId: z.string(), topic: z.enum(MESSAGE_TOPICS), channel: z.enum(MESSAGE_CHANNELS) }),
    ),
    /** Its parts; a message without them is sent as text. */
    letter: z.optional(letterSchema),
    /** Unix ms after which the message is of no use. */
    expiresAt: z.optional(z.number()),
    discard: z.optional(z.boolean()),
    sms: z.optional(z.enum(['counted', ...SMS_KINDS])),
    /** By itself, so that nodes of the former version, which do not know it, deliver the message. */
    notice: z.optional(z.object({ of: z.enum(NOTICES), kind: z.string() })),
  }),
);

type Sending = {
  readonly expiresAt?: number;
  /**
   * Nothing is delivered, yet it costs the caller the same: response times do not reveal which addresses have accounts.
   */
  readonly discard?: boolean;
  /** What a short message counts as when it is delivered; or that it was counted when it was asked for. */
  readonly sms?: Exclude<SmsKind, 'notice'> | SmsNotice | 'counted';
};

/**
 * Sends a message once the caller's transaction is committed. The caller does not wait for a mail server, and a server
 * that is away does not lose the message. Two messages of one id are one. What is of use for a while alone, a code above all,
 * is delivered before all others, and what a user may choose to have, news, after them: notices that one account causes by
 * the thousand make no code late.
 */
export const sendMessage = (tx: Sql, message: Message, { sms, ...sending }: Sending = {}): Promise<void> =>
  enqueue(
    tx,
    messageTask,
    { ...message, ...sending, ...(typeof sms === 'object' ? { notice: sms } : sms !== undefined && { sms }) },
    { jobKey: message.id, turn: message.choice ? 'last' : sending.expiresAt === undefined ? 'usual' : 'first' },
  );

type Recipient = Pick<Message, 'id' | 'to' | 'channel' | 'replyTo' | 'thread' | 'choice'>;

/** What may go by SMS says what it counts as. */
type SendingOf<R extends Recipient> = R['channel'] extends 'mail'
  ? [sending?: Sending]
  : [sending: Sending & Required<Pick<Sending, 'sms'>>];

/** The same of a message by its parts. */
export const sendLetter = <R extends Recipient>(
  tx: Sql,
  recipient: R,
  letter: Letter,
  ...[sending]: SendingOf<R>
): Promise<void> =>
  sendMessage(tx, { ...recipient, subject: letter.subject, body: letterText(letter), letter }, sending);

type Delivery = {
  readonly database: Database;
  readonly courier: Courier;
  /** Unix ms. */
  readonly now: () => number;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
  readonly metrics: Pick<Metrics, 'counter'>;
  /** Asked when a message is delivered, so that a choice counts for what waits. */
  readonly ports: Pick<Ports, 'wantsMessage'>;
};

/** Attempts to notify a device, half an hour in all: a user may name ten that no push service knows. */
const PUSH_ATTEMPTS = 8;

/** ms that the acceptance of a message is remembered; its job is given up before. */
const REMEMBERED = 30 * 86_400_000;

export function deliveryJob({ database, courier, now, log, metrics, ports }: Delivery): QueuedJob {
  const count = metrics.counter({
    name: 'messages_total',
    help: 'Messages to users, by outcome (delivered, expired, unwanted; by SMS over_bound: a notice beyond those of its country and day, over_number: one beyond those of its number and day, over_guests: a reply to a guest beyond those of its country and day); attempts that failed are in queue_attempt_duration_seconds',
    labels: ['channel', 'outcome'],
  });
  return handle(
    messageTask,
    async ({ expiresAt, discard, sms = 'notice', notice = OTHER, ...message }, { attempt }) => {
      if (discard) return;
      const { id, channel } = message;
      if (expiresAt !== undefined && expiresAt <= now()) {
        count({ channel, outcome: 'expired' });
        log.warn({ message: id, channel }, 'a message expired before it could be delivered');
        return;
      }
      if (message.choice && !(await ports.wantsMessage(database, message.choice))) {
        count({ channel, outcome: 'unwanted' });
        return;
      }
      // A node that ended behind the acceptance left the job as it was; a batch of notifications may be repeated as a whole.
      if ((attempt > 1 || channel === 'push') && (await wasAccepted(database, id))) return;
      const kind = channel !== 'sms' || attempt > 1 ? 'counted' : sms;
      const outcome = await countAs(database, { to: message.to, kind, of: notice.of, now: now() });
      if (outcome !== 'counted') {
        count({ channel, outcome });
        log.warn(
          { message: id, channel, outcome, ...(kind === 'notice' && { notice: notice.kind }) },
          'a short message beyond those of a day was not sent',
        );
        return;
      }
      try {
        await courier.send(message);
      } catch (error) {
        if (channel !== 'push' || attempt < PUSH_ATTEMPTS || !(error instanceof Error)) throw error;
        throw new PermanentFailure(error.message);
      }
      await database.query(
        `insert into message_delivery (id, channel, accepted_at) values ($1, $2, $3) on conflict (id) do nothing`,
        [id, channel, new Date(now())],
      );
      count({ channel, outcome: 'delivered' });
    },
  );
}

const OTHER: SmsNotice = { of: 'service', kind: 'other' };

/** Counts a short message as what it is; else says why it has no room. */
async function countAs(
  database: Database,
  { to, kind, of, now }: { to: string; kind: SmsKind | 'counted'; of: NoticeOf; now: number },
) {
  if (kind === 'counted') return kind;
  if (kind === 'notice') return countNotice(database, { to, of, now });
  return (await countSms(database, { to, kind, now })) ? 'counted' : 'over_guests';
}

async function wasAccepted(database: Database, id: string): Promise<boolean> {
  const [row] = await database.query('select from message_delivery where id = $1', [id]);
  return row !== undefined;
}

const notice = z.object({
  userId: z.string(),
  kind: z.string(),
  named: z.record(z.string(), z.string()),
  reference: z.string(),
  /** Unix ms. */
  at: z.number(),
  /** Whether it is mailed as well; not where absent, as the mail that says it is sent apart. */
  byMail: z.optional(z.boolean()),
});

/** What concerns a user's account, for the message centre. */
export const noticeTask = defineTask('notice-in-centre', notice, { turn: 'last' });

/**
 * Tells users once the transaction is committed, whatever happens to this node: in the message centre, by mail and on
 * devices, as they want it. One statement for all, so that a transaction that moves the money of many takes no longer.
 */
export const tellLater = (tx: Sql, notices: readonly Omit<z.infer<typeof notice>, 'byMail'>[]): Promise<void> =>
  enqueueAll(
    tx,
    noticeTask,
    notices.map((each) => ({
      payload: { ...each, byMail: true },
      jobKey: `${each.kind}:${each.userId}:${each.reference}`,
    })),
  );

/** Brings messages to users. */
export const mail: DomainFactory = (dependencies) => ({
  name: 'mail',
  jobs: [
    deliveryJob(dependencies),
    {
      name: 'messages-clean-up',
      every: 3_600_000,
      exclusive: true,
      whole: 'it deletes by time alone',
      async run() {
        const { database, now } = dependencies;
        await database.query('delete from message_delivery where accepted_at < $1', [new Date(now() - REMEMBERED)]);
        await dropExpired(database, now());
        await dropOldSmsCounts(database, now() - REMEMBERED);
      },
    },
  ],
});
