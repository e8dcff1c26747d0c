import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Database } from '../postgres/database.ts';
import type { Settings } from '../settings.ts';

export type Message = {
  /** An e-mail address, or a mobile number in digits with its country code. */
  readonly to: string;
  readonly channel: 'mail' | 'sms';
  readonly subject: string;
  readonly body: string;
};

/** Brings messages to people. Rejects when the message was not accepted for delivery. */
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

const smtpCourier = (url: string, from: string): Courier => {
  const transport = createTransport(url, { from });
  return {
    async send({ to, subject, body }) {
      await transport.sendMail({ to, subject, text: body });
    },
  };
};

/** Mail over SMTP and SMS over a gateway where they are configured, the outbox otherwise. */
export function openCourier(settings: Settings, database: Database, now: () => number, sms?: SmsGateway): Courier {
  const outbox = outboxCourier(database, join(settings.dataDir, 'outbox'), now);
  const mail = settings.smtpUrl ? smtpCourier(settings.smtpUrl, settings.mailFrom) : outbox;
  return {
    send: (message) =>
      message.channel === 'mail' ? mail.send(message) : sms ? sms.send(message.to, message.body) : outbox.send(message),
  };
}
