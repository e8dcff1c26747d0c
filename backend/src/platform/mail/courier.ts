import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MessageChannel, MessageTopic } from '@tessera/api/messages/rules';
import { createTransport } from 'nodemailer';
import type { Database } from '../db/database.ts';
import { PermanentFailure } from '../jobs/queued-job.ts';
import type { Settings } from '../settings.ts';
import type { Letter } from './letter.ts';
import { type PushOptions, pushCourier } from './push-courier.ts';
import { type SmsGateway, smsGateway } from './sms-gateway.ts';

export type Message = {
  /** Unique; a message that is delivered twice has the same id both times. */
  readonly id: string;
  /** An e-mail address, a mobile number in digits with its country code, or the id of a device's subscription. */
  readonly to: string;
  readonly channel: 'mail' | 'sms' | 'push';
  readonly subject: string;
  /** The text part of a mail, the SMS, or what a notification says. */
  readonly body: string;
  /** Where a notification leads: a route of the app. */
  readonly link?: string | undefined;
  /** By whose choice it is sent; absent, it always is. */
  readonly choice?: MessageChoice | undefined;
  /** Where an answer to a mail goes, if not to its sender. */
  readonly replyTo?: string | undefined;
  /** Mails with the same are one conversation in a mailbox. */
  readonly thread?: string | undefined;
  /** What the picture of a mail is made of. */
  readonly letter?: Letter | undefined;
};

/** What a user may have switched off. */
export type MessageChoice = { readonly userId: string; readonly topic: MessageTopic; readonly channel: MessageChannel };

/** Delivers a message, or rejects: with `PermanentFailure` where another attempt cannot succeed. */
export type Courier = { send(message: Message): Promise<void> };

const fileName = (at: number, { channel, to }: Message) =>
  `${new Date(at).toISOString().replaceAll(':', '-')}-${channel}-${to.replace(/[^A-Za-z0-9@._+-]/g, '_').slice(0, 80)}.txt`;

/** Keeps messages as files for the operator, and in a table; used if no other courier is configured. */
export const outboxCourier = (database: Database, folder: string, now: () => number): Courier => ({
  async send(message) {
    const at = now();
    await database.query(
      `insert into outbox_message (channel, recipient, subject, body, at)
       values ($1, $2, $3, $4, $5)`,
      [message.channel, message.to, message.subject, message.body, new Date(at)],
    );
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const text = `To: ${message.to}\nSubject: ${message.subject}\nDate: ${new Date(at).toISOString()}\n\n${message.body}\n`;
    await writeFile(join(folder, fileName(at, message)), text, { mode: 0o600 });
  },
});

/** Milliseconds that a mail server may take for each step. */
const SMTP_WAITS = 20_000;

/**
 * Error of a mail server about this recipient or message, without its text: it names the recipient, and errors are
 * logged. Class 5 is permanent. Other failures, such as a rejected log-in, are for the operator to fix and are
 * rethrown.
 */
function failureOf(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error) || !('responseCode' in error)) return error;
  if (error.code !== 'EENVELOPE' && error.code !== 'EMESSAGE') return error;
  const text = `the mail server rejects the message (${error.code}, ${error.responseCode})`;
  return Number(error.responseCode) >= 500 ? new PermanentFailure(text) : new Error(text);
}

/** `Tessera` of `Tessera <no-reply@tessera.example>`. */
const senderName = (from: string): string => from.replace(/\s*<[^>]*>\s*$/, '').replaceAll('"', '') || from;

const smtpCourier = (url: string, from: string): Courier => {
  const timeouts = { connectionTimeout: SMTP_WAITS, greetingTimeout: SMTP_WAITS, socketTimeout: SMTP_WAITS };
  const transport = createTransport({ url, ...timeouts }, { from });
  return {
    async send({ id, to, subject, body, letter, replyTo, thread }) {
      // Loaded with the first mail: it takes half a second.
      const html = letter && (await (await import('./mail-template.ts')).renderMail(letter, senderName(from)));
      try {
        // The same for each attempt, so that mailboxes can detect a repetition.
        await transport.sendMail({
          // As it is: a text would be read as a list, of which each part gets the mail.
          to: { name: '', address: to },
          subject,
          text: body,
          ...(html && { html }),
          ...(replyTo !== undefined && { replyTo }),
          // The id of a message that was never sent: mailboxes need only that it is the same.
          ...(thread !== undefined && { references: `<${thread}@tessera>`, inReplyTo: `<${thread}@tessera>` }),
          messageId: `<${id}@tessera>`,
        });
      } catch (error) {
        throw failureOf(error);
      }
    },
  };
};

export type CourierOptions = {
  readonly settings: Pick<Settings, 'dataDir' | 'smtpUrl' | 'mailFrom' | 'sms'> & PushOptions['settings'];
  readonly database: Database;
  readonly now: () => number;
  /** Trusts the certificate of a push service on this machine, in tests. */
  readonly agent?: PushOptions['agent'];
};

const smsCourier = (gateway: SmsGateway): Courier => ({ send: ({ to, body }) => gateway.send(to, body) });

/**
 * Mail over SMTP and SMS over a gateway where they are configured, the outbox otherwise; notifications to the push services
 * of the devices.
 */
export function openCourier({ settings, database, now, agent }: CourierOptions): Courier {
  const outbox = outboxCourier(database, join(settings.dataDir, 'outbox'), now);
  const mail = settings.smtpUrl ? smtpCourier(settings.smtpUrl, settings.mailFrom) : outbox;
  const text = settings.sms ? smsCourier(smsGateway(settings.sms)) : outbox;
  const couriers = { mail, sms: text, push: pushCourier({ settings, database, now, agent }) };
  return { send: (message) => couriers[message.channel].send(message) };
}
