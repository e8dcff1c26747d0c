import { createHash } from 'node:crypto';
import { Agent } from 'node:https';
import webPush from 'web-push';
import type { Database } from '../db/database.ts';
import { PermanentFailure } from '../jobs/queued-job.ts';
import type { Settings } from '../settings.ts';
import type { Courier, Message } from './courier.ts';
import { type PushKey, pushKey } from './push-key.ts';
import { deviceOf, dropSubscription } from './push-subscriptions.ts';

export type PushOptions = {
  readonly settings: Pick<Settings, 'dataDir' | 'mailFrom' | 'push' | 'sessionIdleMs'>;
  readonly database: Database;
  readonly now: () => number;
  readonly agent?: Agent | undefined;
};

/** ms that a push service may take: the messages of all users wait meanwhile. */
const WAIT = 10_000;
/** Seconds for which a push service keeps a notification for a device that is off. */
const KEPT_SECONDS = 86_400;
/** Characters: a notification shows a line or two, and a message has 4 KB at most. */
const TITLE = 120;
const BODY = 240;

/** What the worker of the page reads. */
const payloadOf = ({ id, subject, body, link }: Message, tag: string): string =>
  JSON.stringify({ id, tag, title: subject.slice(0, TITLE), body: body.slice(0, BODY), link: link ?? '/' });

/** `no-reply@tessera.example` of `Tessera <no-reply@tessera.example>`. */
const addressOf = (from: string): string => /<([^>]*)>/.exec(from)?.[1] ?? from;

/** Of one message there is one notification on a device, also where it arrives twice (RFC 8030, section 5.4). */
const topicOf = (tag: string): string => createHash('sha256').update(tag).digest('base64url').slice(0, 32);

/** `m12` of `m12:3`, the message 12 on the device 3. */
const tagOf = ({ id }: Message): string => id.split(':', 1)[0] ?? id;

/**
 * Sends notifications by Web Push (RFC 8030), encrypted for the device (RFC 8291) and signed (RFC 8292). A device that is
 * gone is forgotten, and its message counts as delivered. Rejects without the address of the device: errors are logged.
 */
export function pushCourier({ settings, database, now, agent = new Agent({ keepAlive: true }) }: PushOptions): Courier {
  let key: PushKey | undefined;
  return {
    async send(message) {
      const at = now();
      const device = await deviceOf(database, message.to, { now: at, idleSince: at - settings.sessionIdleMs });
      if (!device) return;
      key ??= pushKey(settings);
      const { endpoint, p256dh, auth } = device;
      const tag = tagOf(message);
      try {
        await webPush.sendNotification({ endpoint, keys: { p256dh, auth } }, payloadOf(message, tag), {
          vapidDetails: { subject: `mailto:${addressOf(settings.mailFrom)}`, ...key },
          TTL: KEPT_SECONDS,
          urgency: message.choice?.topic === 'security' ? 'high' : 'normal',
          topic: topicOf(tag),
          timeout: WAIT,
          agent,
        });
      } catch (error) {
        if (!(error instanceof webPush.WebPushError)) {
          // Its key is none: nothing can be encrypted for it.
          const { code = '' } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
          if (code.startsWith('ERR_CRYPTO')) return dropSubscription(database, message.to);
          throw new Error('the push service was not reached');
        }
        const { statusCode } = error;
        if (statusCode === 404 || statusCode === 410) return dropSubscription(database, message.to);
        const text = `the push service rejects the notification (${statusCode})`;
        throw statusCode === 429 || statusCode >= 500 ? new Error(text) : new PermanentFailure(text);
      }
    },
  };
}
