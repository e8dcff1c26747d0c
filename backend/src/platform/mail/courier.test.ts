import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { codeScenes, LOCALES, languageCodes } from '@tessera/api/rules';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../test/test-database.ts';
import type { Database } from '../db/database.ts';
import { codeLetter } from './code-message.ts';
import type { CodeTerms } from './code-terms.ts';
import { type Message, openCourier } from './courier.ts';
import { namedText } from './fill-text.ts';
import { letterText } from './letter.ts';
import { renderMail } from './mail-template.ts';
import { MAIL_TEXTS } from './mail-texts.ts';

const AT = Date.UTC(2026, 10, 20, 15);

let database: Database;
let dataDir: string;
beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'tessera-mail-'));
});
afterAll(async () => {
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const mail: Message = {
  id: 'one',
  to: 'ann@example.com',
  channel: 'mail',
  subject: '您的验证码',
  body: '您的验证码是 123456',
};

const open = (more: { smtpUrl?: string } = {}) =>
  openCourier({
    settings: {
      dataDir,
      sms: undefined,
      smtpUrl: more.smtpUrl,
      mailFrom: 'Tessera <no-reply@tessera.example>',
      push: { key: undefined, services: [] },
      sessionIdleMs: 1,
    },
    database,
    now: () => AT,
  });

/** A mail server on this machine that takes what it is sent, or rejects every recipient. */
async function mailServer(rejection?: Error) {
  const received: string[] = [];
  const recipients: string[] = [];
  let arrived: (text: string) => void = () => undefined;
  const first = new Promise<string>((resolve) => {
    arrived = resolve;
  });
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      recipients.push(address);
      done(rejection);
    },
    onData(stream, _session, done) {
      let text = '';
      stream.on('data', (chunk) => {
        text += String(chunk);
      });
      stream.on('end', () => {
        received.push(text);
        arrived(text);
        done();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    first,
    recipients: () => recipients,
    close: () => new Promise<void>((done) => server.close(done)),
  };
}

describe('a message', () => {
  it('lands in the outbox where nothing is configured: a file that only its owner reads, and a row', async () => {
    await open().send(mail);
    const [name = ''] = readdirSync(join(dataDir, 'outbox'));
    expect(name).toBe('2026-11-20T15-00-00.000Z-mail-ann@example.com.txt');
    const path = join(dataDir, 'outbox', name);
    expect(readFileSync(path, 'utf8')).toContain('您的验证码是 123456');
    expect(statSync(path).mode & 0o077).toBe(0);
    expect(await database.query('select channel, recipient from outbox_message')).toEqual([
      { channel: 'mail', recipient: 'ann@example.com' },
    ]);
  });

  it('goes out over SMTP where that is configured', async () => {
    const server = await mailServer();
    await open({ smtpUrl: server.url }).send(mail);
    const text = await server.first;
    expect(text).toContain('To: ann@example.com');
    expect(text).toContain('no-reply@tessera.example');
    expect(text).toContain('Message-ID: <one@tessera>');
    await server.close();
  });

  it('has one recipient and its own headers, whatever subject and address say', async () => {
    const broken = [
      '\r\nBcc: mallory@example.com',
      '\nBcc: mallory@example.com\r\n\r\nAnother text',
      ', mallory@example.com',
      '; mallory@example.com',
    ];
    for (const more of broken) {
      for (const changes of [{ subject: `Hello${more}` }, { to: `ann@example.com${more}` }]) {
        const server = await mailServer();
        const sent = open({ smtpUrl: server.url }).send({ ...mail, ...changes });
        // One that is not sent has no recipient at all.
        const text = await Promise.race([server.first, sent.then(() => server.first).catch(() => '')]);
        expect(text.split('\r\n\r\n')[0]).not.toMatch(/^(?:bcc|cc):/im);
        expect(server.recipients(), JSON.stringify(changes)).not.toContain('mallory@example.com');
        await server.close();
      }
    }
  });

  it.each([
    ['for good is not attempted again', 550, 'PermanentFailure'],
    ['for now is attempted again', 451, 'Error'],
  ])('that the mail server rejects %s', async (_, code, name) => {
    const server = await mailServer(
      Object.assign(new Error('<ann@example.com>: no such mailbox'), { responseCode: code }),
    );
    const failure = await open({ smtpUrl: server.url })
      .send(mail)
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ name, message: expect.stringContaining(String(code)) });
    // Errors are logged, addresses are not.
    expect(inspect(failure, { depth: 5 })).not.toContain('ann@example.com');
    await server.close();
  });

  it('to a mail server that is away is attempted again', async () => {
    const server = await mailServer();
    await server.close();
    const failure = await open({ smtpUrl: server.url })
      .send(mail)
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'ESOCKET' });
    expect(failure).not.toMatchObject({ name: 'PermanentFailure' });
  });

  it('to an address with odd characters stays in the outbox folder', async () => {
    await open().send({ ...mail, to: '../../x/y' });
    expect(readdirSync(join(dataDir, 'outbox')).some((name) => name.endsWith('.._.._x_y.txt'))).toBe(true);
  });
});

describe('the mail with a code', () => {
  const LINK = 'https://tessera.example/h5/#/pages/common/register?to=ann%40example.com&token=abc';

  it.each(languageCodes)('is worded in %s, as text and as a picture of the same parts', async (language) => {
    const letter = codeLetter('048213', { scene: 'withdraw', language, link: LINK, phrase: 'blue <heron> & co' });
    const text = letterText(letter);
    const html = await renderMail(letter, 'Tessera');
    for (const part of [...letter.paragraphs, letter.link?.text ?? '', MAIL_TEXTS[language].phrase, '048213']) {
      expect(text).toContain(part);
      expect(html).toContain(part);
    }
    expect(html).toContain(`lang="${LOCALES[language]}"`);
    expect(html).toContain(`href="${LINK.replaceAll('&', '&amp;')}"`);
    // What a user wrote is no markup.
    expect(html).toContain('blue &lt;heron&gt; &amp; co');
    expect(text + html).not.toMatch(/\{(code|link)\}/);
    // Nothing is loaded from elsewhere: mailboxes would tell who read it, and when.
    expect(html).not.toMatch(/<img|url\(|<link|@import/);
    if (language !== 'en')
      expect(letter.subject).not.toBe(codeLetter('048213', { scene: 'withdraw', language: 'en' }).subject);
  });

  it('says what it authorises, each scene in other words, in subject and text', () => {
    for (const language of languageCodes) {
      const letters = codeScenes.map((scene) => codeLetter('048213', { scene, language }));
      expect(new Set(letters.map(({ subject }) => subject)).size, language).toBe(codeScenes.length);
      expect(new Set(letters.map(({ paragraphs }) => paragraphs[0])).size, language).toBe(codeScenes.length);
    }
  });

  it.each(languageCodes)(
    'lists in %s what it authorises, in text and picture, with the address in full',
    async (language) => {
      const address = 'TL9NrPZj5mTUkdodTJx9rtD1vqDTxnYZgy';
      const terms: CodeTerms = {
        action: 'withdrawal',
        rows: [
          { label: 'amount', value: '100000 USDT' },
          { label: 'address', value: address },
        ],
      };
      const letter = codeLetter('048213', { scene: 'withdraw', language, terms });
      const { actions, labels } = MAIL_TEXTS[language].terms;
      expect(letter.subject.startsWith(actions.withdrawal)).toBe(true);
      const text = letterText(letter);
      const html = await renderMail(letter, 'Tessera');
      for (const part of [labels.amount, namedText('amount', '100000 USDT', language), labels.address, address]) {
        expect(text).toContain(part);
        expect(html).toContain(part);
      }
      expect(letterText(codeLetter('048213', { scene: 'withdraw', language, terms, short: true }))).not.toContain(
        address,
      );
      expect(new Set(Object.values(actions)).size).toBe(Object.keys(actions).length);
    },
  );

  it('goes out with both parts', async () => {
    const server = await mailServer();
    const letter = codeLetter('048213', { scene: 'withdraw', language: 'de', phrase: 'blauer Reiher' });
    await open({ smtpUrl: server.url }).send({ ...mail, letter, subject: letter.subject, body: letterText(letter) });
    const text = await server.first;
    expect(text).toContain('multipart/alternative');
    expect(text.indexOf('text/plain')).toBeLessThan(text.indexOf('text/html'));
    expect(text.match(/blauer Reiher/g)).toHaveLength(2);
    await server.close();
  });
});
