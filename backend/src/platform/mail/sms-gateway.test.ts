import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KANNEL_PATH, type Kannel, startKannel } from '../../../test/kannel.ts';
import { readSettings, SettingError } from '../settings.ts';
import { smsGateway } from './sms-gateway.ts';

const ACCOUNT = { username: 'tessera', password: 'a&b=c secret', from: '13013' };

/** A gateway that responds as it is told, and what it was asked. */
async function gateway(respond: RequestListener) {
  const asked: URL[] = [];
  const server = createServer((request, response) => {
    asked.push(new URL(request.url ?? '', 'http://x'));
    respond(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    asked,
    url: `http://127.0.0.1:${port}/cgi-bin/sendsms`,
    close: () => new Promise((done) => server.close(done)),
  };
}

const outcomeOf = (url: string, body = 'Your code is 123456') =>
  smsGateway({ ...ACCOUNT, url })
    .send('66812345678', body)
    .then(
      () => 'accepted',
      (error: unknown) => error,
    );

describe('the SMS gateway', () => {
  it('is asked as Kannel is, in 7 bits where the text has no other characters', async () => {
    const { url, asked, close } = await gateway((_, response) =>
      response.writeHead(202).end('0: Accepted for delivery'),
    );
    expect(await outcomeOf(url)).toBe('accepted');
    expect(await outcomeOf(url, 'รหัส 123456')).toBe('accepted');
    expect(asked.map(({ searchParams }) => Object.fromEntries(searchParams))).toEqual([
      { ...ACCOUNT, to: '+66812345678', text: 'Your code is 123456', charset: 'UTF-8', coding: '0' },
      { ...ACCOUNT, to: '+66812345678', text: 'รหัส 123456', charset: 'UTF-8', coding: '2' },
    ]);
    await close();
  });

  it.each([
    ['refuses the message', 400, 'PermanentFailure'],
    ['refuses our account', 403, 'Error'],
    ['is overloaded', 503, 'Error'],
    ['sends us elsewhere', 302, 'Error'],
  ])('that %s (%i) ends the attempts, or does not', async (_, status, name) => {
    const { url, close } = await gateway((__, response) =>
      response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end('+66812345678 is no number'),
    );
    const failure = await outcomeOf(url);
    expect(failure).toMatchObject({ name });
    // Errors are logged; numbers and passwords are not.
    expect(inspect(failure, { depth: 5 })).not.toMatch(/66812345678|secret/);
    await close();
  });

  it('that closes the connection without a word leaves the outcome unknown: it is attempted again', async () => {
    const { url, close } = await gateway((request) => request.socket.destroy());
    const failure = await outcomeOf(url);
    expect(failure).toMatchObject({ name: 'Error', message: 'the SMS gateway could not be reached' });
    expect(inspect(failure, { depth: 5 })).not.toMatch(/66812345678|secret/);
    await close();
  });

  it('needs all of its settings: a start with some of them is refused by name', () => {
    const all = {
      SMS_URL: 'https://sms.example/cgi-bin/sendsms',
      SMS_USERNAME: 'a',
      SMS_PASSWORD: 'b',
      SMS_FROM: 'Tessera',
    };
    const set = { DEMO_USER: '0', ...all };
    expect(readSettings(set).sms).toEqual({ url: all.SMS_URL, username: 'a', password: 'b', from: 'Tessera' });
    expect(readSettings({}).sms).toBeUndefined();
    for (const name of Object.keys(all)) {
      expect(() => readSettings({ ...set, [name]: '' })).toThrow(new RegExp(`needed together; ${name} missing`));
    }
    expect(() => readSettings({ ...set, SMS_FROM: 'far too long a name' })).toThrow(SettingError);
    expect(() => readSettings({ ...set, SMS_URL: 'ftp://sms.example' })).toThrow(SettingError);
  });
});

describe('Kannel', () => {
  let kannel: Kannel | undefined;
  beforeAll(async () => {
    if (KANNEL_PATH) kannel = await startKannel({ username: 'tessera', password: 'secret' });
  });
  afterAll(() => kannel?.close());

  it('delivers what it accepts, in Thai as well, and refuses a wrong password and an empty text', async ({ skip }) => {
    if (!kannel) return skip('kannel is missing (KANNEL_PATH)');
    const { url } = kannel;
    const send = (text: string, password = 'secret') =>
      smsGateway({ url, username: 'tessera', password, from: '13013' }).send('66812345678', text);
    await send('Your code is 123456');
    expect(decodeURIComponent((await kannel.next()).replaceAll('+', ' '))).toContain('Your code is 123456');
    await send('รหัสยืนยัน 123456');
    expect(await kannel.next()).toContain('66812345678');
    await expect(send('x', 'wrong')).rejects.toMatchObject({ name: 'Error', message: expect.stringContaining('403') });
  });
});
