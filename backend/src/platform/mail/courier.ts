import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Database } from '../db/database.ts';
import type { Settings } from '../settings.ts';

export type Message = {
  /** An e-mail address, or a mobile number in digits with its country code. */
  readonly to: string;
  readonly channel: 'mail' | 'sms';
  readonly subject: string;
  readonly body: string;
};

/** Brings messages to people. */
export type Courier = { send(message: Message): Promise<void> };

/** An SMS gateway; there is none built in. */
export type SmsGateway = { send(to: string, body: string): Promise<void> };

const fileName = (at: number, { channel, to }: Message) =>
  `${new Date(at).toISOString().replaceAll(':', '-')}-${channel}-${to.replace(/[^A-Za-z0-9@._+-]/g, '_').slice(0, 80)}.txt`;

/** Keeps messages as files for whoever runs the platform, and in a table; used where nothing else is configured. */
export const outboxCourier = (database: Database, folder: string, now: () => number): Courier => ({
  async send(message) {
    const at = now();
    await database.query(
      `insert into outbox_message (channel, recipient, subject, body, at)
       values ($1, $2, $3, $4, to_timestamp($5::double precision / 1000))`,
      [message.channel, message.to, message.subject, message.body, at],
    );
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const text = `To: ${message.to}\nSubject: ${message.subject}\nDate: ${new Date(at).toISOString()}\n\n${message.body}\n`;
    await writeFile(join(folder, fileName(at, message)), text, { mode: 0o600 });
  },
});

/** Milliseconds that a mail server may take for each step. */
const SMTP_WAITS = 20_000;

const smtpCourier = (url: string, from: string): Courier => {
  const timeouts = { connectionTimeout: SMTP_WAITS, greetingTimeout: SMTP_WAITS, socketTimeout: SMTP_WAITS };
  const transport = createTransport({ url, ...timeouts }, { from });
  return {
    async send({ to, subject, body }) {
      await transport.sendMail({ to, subject, text: body });
    },
  };
};

/**
 * Delivers behind the answer: one that waited for the mail server would tell by its time which addresses have accounts,
 * and a server that refuses an address is no fault of the call. Who got nothing asks for a new code.
 */
const inBackground = (courier: Courier, onFailure: (error: unknown, message: Message) => void): Courier => ({
  async send(message) {
    courier.send(message).catch((error: unknown) => onFailure(error, message));
  },
});

export type CourierOptions = {
  readonly settings: Pick<Settings, 'dataDir' | 'smtpUrl' | 'mailFrom'>;
  readonly database: Database;
  readonly now: () => number;
  readonly sms?: SmsGateway;
  /** Told of every message that was not delivered. */
  readonly onFailure: (error: unknown, message: Message) => void;
};

/** Mail over SMTP and SMS over a gateway where they are configured, the outbox otherwise. */
export function openCourier({ settings, database, now, sms, onFailure }: CourierOptions): Courier {
  const outbox = outboxCourier(database, join(settings.dataDir, 'outbox'), now);
  const mail = settings.smtpUrl ? inBackground(smtpCourier(settings.smtpUrl, settings.mailFrom), onFailure) : outbox;
  const text = sms ? inBackground({ send: ({ to, body }) => sms.send(to, body) }, onFailure) : outbox;
  return { send: (message) => (message.channel === 'mail' ? mail : text).send(message) };
}
