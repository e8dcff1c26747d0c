import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Person, signUp } from '../../../test/people.ts';
import { recurringJobsOf } from '../../../test/recurring-jobs.ts';
import { signInStaff } from '../../../test/staff-people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { readSettings, SettingError } from '../../platform/settings.ts';
import { replyAddress } from './reply-address.ts';

const [SECRET, FORMER] = ['s'.repeat(32), 'f'.repeat(32)];
const MAIL = { INBOUND_MAIL_ADDRESS: 'Support@mail.example', INBOUND_MAIL_SECRETS: `${SECRET},${FORMER}` };

let app: TestApp;
let agent: Awaited<ReturnType<typeof signInStaff>>;
let ann: Person;
let bob: Person;
beforeAll(async () => {
  app = await createTestApp(MAIL);
  agent = await signInStaff(app, 'support');
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.database.query('truncate counted_attempt');
  ann = await signUp(app);
  bob = await signUp(app);
});

type Ticket = { readonly id: string; readonly replyTo: string; readonly email: string };

/** A ticket and where its mails are to be replied to. */
async function ticket(person: Person): Promise<Ticket> {
  const email = `${randomUUID()}@home.example`;
  const { id } = await app.ok(
    'POST /support/ticket',
    { client_id: randomUUID(), email, title: 'Deposit', text: 'where is it?' },
    { token: person.token },
  );
  const letter = app.outbox.find(({ to }) => to === email);
  return { id, email, replyTo: letter?.replyTo ?? '' };
}

let mails = 0;
const mailOf = ({ replyTo, email }: Ticket, body = 'It has come.', headers: Readonly<Record<string, string>> = {}) => {
  mails += 1;
  const all = {
    From: `Ann <${email.toUpperCase()}>`,
    To: replyTo,
    Subject: 'Re: Deposit',
    'Message-ID': `<mail-${mails}@home.example>`,
    'Content-Type': 'text/plain; charset=utf-8',
    ...headers,
  };
  return `${Object.entries(all)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\r\n')}\r\n\r\n${body}`;
};

async function post(raw: string | Buffer, secret: string | null = SECRET, type = 'message/rfc822') {
  const response = await app.app.inject({
    method: 'POST',
    url: '/api/support/mail',
    headers: { 'content-type': type, ...(secret !== null && { authorization: `Bearer ${secret}` }) },
    payload: raw,
  });
  const { outcome = null } = response.json<{ outcome?: string }>();
  return outcome ?? response.statusCode;
}

const said = async ({ id }: Ticket) =>
  (
    await app.database.query<{ body: string }>(
      `select body from support_message where conversation_id = $1 and author = 'user' and seq > 1 order by seq`,
      [id],
    )
  ).map(({ body }) => body);
const statusOf = async ({ id }: Ticket) =>
  (await app.database.query<{ status: string }>('select status from support_conversation where id = $1', [id]))[0]
    ?.status;

test('a reply is read without what it quotes, reopens what is over, and is taken once however often it comes', async () => {
  const own = await ticket(ann);
  expect(own.replyTo).toMatch(/^support\+[0-9a-z]{10}-[0-9a-f]{20}@mail\.example$/);
  await app.ok('POST /staff/support/resolve', { id: own.id, seen: 9 }, { token: agent.token });
  const raw = mailOf(own, 'It has come.\n\nThank you.\n\nOn Monday, Tessera wrote:\n> where is it?\n> ---');
  expect(await Promise.all([1, 2, 3, 4].map(() => post(raw)))).toEqual(
    expect.arrayContaining(['taken', 'repeated', 'repeated', 'repeated']),
  );
  expect(await post(raw, FORMER)).toBe('repeated');
  expect([await said(own), await statusOf(own)]).toEqual([['It has come.\n\nThank you.'], 'waiting']);
  // Addresses that were made with a former secret are valid while it is known.
  const { reference } = await app
    .ok('GET /support/messages', { id: own.id }, { token: ann.token })
    .then(({ conversation }) => conversation);
  const former = replyAddress({ local: 'support', host: 'mail.example', secrets: [FORMER] }, reference);
  expect(await post(mailOf({ ...own, replyTo: former }, 'again'))).toBe('taken');
});

test('a letter that stands unmarked below a reply is left out, and nothing else is', async () => {
  const own = await ticket(ann);
  const body = app.outbox.find(({ to }) => to === own.email)?.body ?? '';
  expect(body).toContain('reference');
  const history = `From: Tessera <${own.replyTo}>\nSent: Monday\nTo: Ann\n\n${body.replace(/(.{60}\S*) /g, '$1\n')}`;
  expect(await post(mailOf(own, `It has come.\n\n${history}`))).toBe('taken');
  expect(await post(mailOf(own, `It has come.\n\n${history}\n\nTxID ab12cd34`))).toBe('taken');
  const [first, second] = await said(own);
  expect(first).toBe('It has come.');
  expect(second).toMatch(/TxID ab12cd34$/);
});

test('nobody writes into a conversation by its reference, a forged signature, or from another address', async () => {
  const [own, other] = [await ticket(ann), await ticket(bob)];
  const [, reference = '', mac = ''] = /\+(\w+)-(\w+)@/.exec(own.replyTo) ?? [];
  const [, foreign = ''] = /\+(\w+)-/.exec(other.replyTo) ?? [];
  for (const replyTo of [
    'support@mail.example',
    `support+${reference}@mail.example`,
    `support+${reference}-${'0'.repeat(20)}@mail.example`,
    `support+${reference}-${mac.slice(0, -1)}@mail.example`,
    // The signature of one conversation is none of another.
    `support+${foreign}-${mac}@mail.example`,
    `support+${reference}-${mac}@evil.example`,
    `support+${reference}-${mac}@mail.example.evil.example`,
  ]) {
    expect(await post(mailOf({ ...own, replyTo }, 'forged', { Subject: `[${reference.toUpperCase()}] x` }))).toBe(
      'unknown',
    );
  }
  expect(await post(mailOf({ ...own, email: other.email }))).toBe('other_sender');
  // Two senders, or none.
  expect(await post(mailOf(own, 'x', { From: `${other.email}, ${own.email}` }))).toBe('other_sender');
  expect(await post(mailOf(own, 'x', { From: '' }))).toBe('unknown');
  // A mail server checks one `From`, and the other is read.
  for (const twice of [`From: ${other.email}\r\n`, `from : ${other.email}\r\n`]) {
    expect(await post(twice + mailOf(own, 'x'))).toBe('unknown');
    expect(
      await post(
        mailOf(own, 'x', { From: other.email }).replace('\r\n', `\r\n${twice.replace(other.email, own.email)}`),
      ),
    ).toBe('unknown');
  }
  expect([await said(own), await said(other)]).toEqual([[], []]);
  for (const secret of [null, '', 'x', SECRET.slice(1)]) expect(await post(mailOf(own), secret)).toBe(401);
});

test('what programs send is no reply: absence notices, bounces, lists', async () => {
  const own = await ticket(ann);
  for (const headers of [
    { 'Auto-Submitted': 'auto-replied' },
    { Precedence: 'bulk' },
    { 'List-Id': '<news.home.example>' },
    { 'Return-Path': '<>' },
    { 'X-Autoreply': 'yes' },
    { From: 'MAILER-DAEMON@home.example' },
    { 'Content-Type': 'multipart/report; report-type=delivery-status; boundary=b' },
  ]) {
    expect(await post(mailOf(own, 'away until Monday', headers))).toBe('automatic');
  }
  expect(await post(mailOf(own, 'I am here', { 'Auto-Submitted': 'no' }))).toBe('taken');
});

test('HTML becomes text, attachments names, and nothing of a mail is markup, unseen or turned around', async () => {
  const own = await ticket(ann);
  const html = '<p>It <b>has</b> come</p><script>alert(1)</script><style>p{}</style><blockquote>old</blockquote>';
  expect(await post(mailOf(own, html, { 'Content-Type': 'text/html' }))).toBe('taken');
  const mixed = [
    '--b',
    'Content-Type: text/plain',
    '',
    'see <img src=x onerror=alert(1)> \u202egpj.exe\u0000\u200b',
    '--b',
    'Content-Type: application/pdf; name="proof\u202e.pdf"',
    'Content-Disposition: attachment; filename="proof.pdf"',
    'Content-Transfer-Encoding: base64',
    '',
    'A'.repeat(400_000),
    '--b--',
  ].join('\r\n');
  expect(await post(mailOf(own, mixed, { 'Content-Type': 'multipart/mixed; boundary=b' }))).toBe('taken');
  const [first, second = ''] = await said(own);
  expect(first).toBe('It has come');
  expect(second).toContain('see < img src=x onerror=alert(1)> gpj.exe');
  expect(second).toMatch(/📎 proof\.pdf$/);
  for (const unseen of ['\u202e', '\u200b', '\0']) expect(second).not.toContain(unseen);
  expect(await post(mailOf(own, '> only\n> quotes'))).toBe('taken');
  expect(await post(mailOf(own, ' \n '))).toBe('empty');
  const before = (await said(own)).length;
  const raw = mailOf(own, 'long '.repeat(5_000));
  expect([await post(raw), await post(raw)]).toEqual(['taken', 'repeated']);
  expect((await said(own)).slice(before).join(' ')).toBe('long '.repeat(5_000).trim());
});

test('a huge mail, a maze of parts and a flood are turned away', async () => {
  const own = await ticket(ann);
  // A row of blanks is read in one pass: its square is minutes, beyond the time of a test.
  expect(await post(mailOf(await ticket(bob), `a${' '.repeat(250_000)}b`))).toBe('taken');
  expect(await post(Buffer.alloc(27_000_000, 97))).toBe(413);
  const parts = mailOf(own, '--b\n\n'.repeat(40_000), { 'Content-Type': 'multipart/mixed; boundary=b' });
  expect(await post(parts)).toBe('unreadable');
  // By a stranger, who knows no address of a conversation, it is not even parsed.
  expect(await post(parts.replace(own.replyTo, 'support@mail.example'))).toBe('unknown');
  // Lines cost the parser time, not their letters: 125,000 of them took seconds in which the node did nothing else.
  const lines = await ticket(bob);
  expect(await post(mailOf(lines, 'a\n'.repeat(125_000)))).toBe('taken');
  expect((await said(lines)).join('\n').length).toBeLessThanOrEqual(10_000);
  expect(await post(mailOf(own, 'x', { Cc: 'a@b.example, '.repeat(8_000) }))).toBe('unreadable');
  expect(await post('')).not.toBe('taken');
  expect(await post(mailOf(own), SECRET, 'application/json')).not.toBe('taken');
  const outcomes: unknown[] = [];
  for (let each = 0; each < 12; each += 1) outcomes.push(await post(mailOf(own, `flood ${each}`)));
  expect(outcomes.filter((each) => each === 'taken')).toHaveLength(10);
  expect(outcomes.at(-1)).toBe('too_many');
  // One user's flood leaves the others.
  expect(await post(mailOf(await ticket(bob)))).toBe('taken');
});

test('a reply to a mailed message of the app continues the conversation that goes on', async () => {
  const token = { token: ann.token };
  const begin = async (text: string) =>
    (await app.ok('POST /support/message', { client_id: randomUUID(), text }, token)).conversation.id;
  const old = await begin('first');
  const reply = { id: old, client_id: randomUUID(), text: 'hello', seen: 9 };
  await app.ok('POST /staff/support/reply', reply, { token: agent.token });
  app.advance(6 * 60_000);
  const jobs = recurringJobsOf(app);
  await jobs.turn('support');
  await jobs.stop();
  await app.queue.drain();
  const letter = app.outbox.findLast(({ to }) => to === ann.email);
  const mail: Ticket = { id: old, email: ann.email, replyTo: letter?.replyTo ?? '' };
  await app.ok('POST /staff/support/resolve', { id: old, seen: 9 }, { token: agent.token });
  await app.database.query(
    `update support_conversation set resolved_at = resolved_at - interval '8 days' where id = $1`,
    [old],
  );
  const next = await begin('second');
  expect(next).not.toBe(old);
  expect(await post(mailOf(mail, 'by mail'))).toBe('taken');
  expect([await said(mail), await said({ ...mail, id: next })]).toEqual([[], ['by mail']]);
  // Nor does a message of the page that names the old one stand beside it.
  const sent = await app.ok('POST /support/message', { id: old, client_id: randomUUID(), text: 'third' }, token);
  expect(sent.conversation.id).toBe(next);
});

test('without the settings there is no such call, and half of them, or a short secret, is no setting', async () => {
  for (const environment of [
    { INBOUND_MAIL_ADDRESS: MAIL.INBOUND_MAIL_ADDRESS },
    { INBOUND_MAIL_SECRETS: SECRET },
    { ...MAIL, INBOUND_MAIL_SECRETS: 'short' },
    { ...MAIL, INBOUND_MAIL_ADDRESS: 'not an address' },
  ]) {
    expect(() => readSettings(environment)).toThrow(SettingError);
  }
  expect(readSettings({}).inboundMail).toBeUndefined();
});
