import type { FastifyBaseLogger } from 'fastify';
import * as z from 'zod/mini';
import type { Sql } from '../db/database.ts';
import type { DomainFactory } from '../domain.ts';
import { defineTask, enqueue, handle, type QueuedJob } from '../jobs/queued-job.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Courier, Message } from './courier.ts';

const messageTask = defineTask(
  'deliver-message',
  z.object({
    id: z.string(),
    to: z.string(),
    channel: z.enum(['mail', 'sms']),
    subject: z.string(),
    body: z.string(),
    /** Unix ms after which the message is of no use. */
    expiresAt: z.optional(z.number()),
    discard: z.optional(z.boolean()),
  }),
);

type Sending = {
  readonly expiresAt?: number;
  /**
   * Nothing is delivered, yet it costs the caller the same: response times do not reveal which addresses have accounts.
   */
  readonly discard?: boolean;
};

/**
 * Sends a message once the caller's transaction is committed. The caller does not wait for a mail server, and a server
 * that is away does not lose the message. Two messages of one id are one.
 */
export const sendMessage = (tx: Sql, message: Message, sending: Sending = {}): Promise<void> =>
  enqueue(tx, messageTask, { ...message, ...sending }, { jobKey: message.id });

type Delivery = {
  readonly courier: Courier;
  /** Unix ms. */
  readonly now: () => number;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
  readonly metrics: Pick<Metrics, 'counter'>;
};

export function deliveryJob({ courier, now, log, metrics }: Delivery): QueuedJob {
  const count = metrics.counter({
    name: 'messages_total',
    help: 'Messages to users, by outcome (delivered, expired); attempts that failed are in queue_attempt_duration_seconds',
    labels: ['channel', 'outcome'],
  });
  return handle(messageTask, async ({ expiresAt, discard, ...message }) => {
    if (discard) return;
    const { id, channel } = message;
    if (expiresAt !== undefined && expiresAt <= now()) {
      count({ channel, outcome: 'expired' });
      log.warn({ message: id, channel }, 'a message expired before it could be delivered');
      return;
    }
    await courier.send(message);
    count({ channel, outcome: 'delivered' });
  });
}

/** Brings messages to users. */
export const mail: DomainFactory = (dependencies) => ({ name: 'mail', jobs: [deliveryJob(dependencies)] });
