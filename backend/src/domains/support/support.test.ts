import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Person, signUp } from '../../../test/people.ts';
import { recurringJobsOf } from '../../../test/recurring-jobs.ts';
import { signInStaff } from '../../../test/staff-people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { uploaded } from '../../../test/upload-picture.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

let app: TestApp;
type Agent = Awaited<ReturnType<typeof signInStaff>>;
let mara: Agent;
let odo: Agent;
let ann: Person;
let jobs: ReturnType<typeof recurringJobsOf>;
const stops: (() => unknown)[] = [];

beforeAll(async () => {
  app = await createTestApp();
  stops.push(
    ...app.domains.filter(({ name }) => name === 'support').map(({ start }) => start?.() ?? (() => undefined)),
  );
  jobs = recurringJobsOf(app);
  stops.push(() => jobs.stop());
  mara = await signInStaff(app, 'support');
  odo = await signInStaff(app, 'support');
});
afterAll(async () => {
  for (const stop of stops) await stop();
  await app.close();
});
beforeEach(async () => {
  ann = await signUp(app);
  // Sessions of staff end without work; the tests let days pass.
  await app.database.query('update staff_session set last_seen_at = $1, expires_at = $2', [
    new Date(app.now()),
    new Date(app.now() + 60 * DAY),
  ]);
});

const write = (text: string, changes: Record<string, unknown> = {}, user = ann) =>
  app.ok('POST /support/message', { client_id: randomUUID(), text, ...changes }, { token: user.token });
const reply = (id: string, text: string, agent = mara) =>
  app.ok('POST /staff/support/reply', { id, client_id: randomUUID(), text, seen: 99 }, { token: agent.token });
const inbox = (box: string, agent = mara) =>
  app.ok('GET /staff/support/inbox', { box, limit: 100 }, { token: agent.token });
const current = async (user = ann) => (await app.ok('GET /support/current', {}, { token: user.token })).conversation;
const messagesOf = (id: string, changes: Record<string, unknown> = {}) =>
  app.ok('GET /support/messages', { id, ...changes }, { token: ann.token });
const runJobs = () => jobs.turn('support');

describe('a conversation', () => {
  it('goes from the queue to an agent, with marks, counts and events on both sides', async () => {
    const heard: (string | undefined)[] = [];
    stops.push(app.accountEvents.listen((userId, { kind, status }) => userId === ann.id && heard.push(status ?? kind)));
    const picture = await uploaded(app, ann.token);
    const { conversation, message } = await write('where is my deposit?', { picture });
    expect(conversation).toMatchObject({ status: 'waiting', last_seq: 1, delivered_seq: 0, seen_seq: 0, agent: null });
    expect(conversation.position).toBeGreaterThan(0);
    expect(message).toMatchObject({ seq: 1, author: 'user', picture });

    const waiting = (await inbox('unattended')).list.find(({ id }) => id === conversation.id);
    expect(waiting).toMatchObject({
      preview: 'where is my deposit?',
      unseen: 1,
      user: { uid: ann.uid },
      readable: true,
    });
    expect(await current()).toMatchObject({ delivered_seq: 1, seen_seq: 0 });

    await app.ok('POST /staff/support/take', { id: conversation.id }, { token: mara.token });
    await app.ok('POST /staff/support/seen', { id: conversation.id, seq: 1 }, { token: mara.token });
    expect(await current()).toMatchObject({ status: 'open', agent: mara.name, seen_seq: 1, position: null });
    await app.ok('POST /staff/support/typing', { id: conversation.id }, { token: mara.token });
    app.advance(3 * MINUTE);
    expect(await reply(conversation.id, 'Let me look')).toMatchObject({ seq: 3, author: 'agent', name: mara.name });

    expect(await current()).toMatchObject({ unread: 1, last_seq: 3 });
    expect(await app.ok('GET /mailMessage/unread', {}, { token: ann.token })).toMatchObject({ boxes: { support: 1 } });
    await app.ok('POST /support/seen', { id: conversation.id, seq: 3, shown: false }, { token: ann.token });
    const opened = () => app.ok('GET /staff/support/conversation', { id: conversation.id }, { token: mara.token });
    expect(await opened()).toMatchObject({ user_delivered_seq: 3, user_seen_seq: 0 });
    await app.ok('POST /support/seen', { id: conversation.id, seq: 99, shown: true }, { token: ann.token });
    const { messages, conversation: seen, user_seen_seq } = await opened();
    expect(messages.map(({ seq, kind }) => [seq, kind])).toEqual([
      [1, 'text'],
      [2, 'joined'],
      [3, 'text'],
    ]);
    expect([user_seen_seq, seen.first_reply, seen.waiting_since]).toEqual([3, 3 * MINUTE, null]);
    expect(await current()).toMatchObject({ unread: 0 });
    expect(heard).toContain('agent');
    expect(heard.filter((each) => each === 'support').length).toBeGreaterThan(3);
  });

  it('shows an agent that the user writes, for some seconds', async () => {
    const { conversation } = await write('hello');
    const { id } = conversation;
    const typing = async () =>
      (await app.ok('GET /staff/support/conversation', { id, after: 0 }, { token: mara.token })).typing;
    expect(await typing()).toBe(false);
    await app.ok('POST /support/typing', { id }, { token: ann.token });
    expect(await typing()).toBe(true);
    app.advance(6_001);
    expect(await typing()).toBe(false);
  });

  it('has on record who read it, from whatever number they read it, once in ten minutes', async () => {
    const { id } = (await write('hello')).conversation;
    const read = async ({ token }: Agent, after?: number) =>
      (
        await app.ok('GET /staff/support/conversation', { id, ...(after !== undefined && { after }) }, { token })
      ).history
        .filter(({ action }) => action === 'read')
        .map(({ name }) => name);
    expect(await read(mara, 0)).toEqual([mara.name]);
    expect(await read(mara)).toEqual([mara.name]);
    expect(await read(odo, 1)).toEqual([odo.name, mara.name]);
    app.advance(10 * MINUTE + 1);
    expect(await read(mara, 1)).toEqual([mara.name, odo.name, mara.name]);
  });

  it('is read on after the last number, and back before the first', async () => {
    const { conversation } = await write('1');
    for (const text of ['2', '3', '4', '5']) await write(text);
    const texts = async (asked: Record<string, unknown>) =>
      (await messagesOf(conversation.id, asked)).list.map(({ text }) => text);
    expect(await texts({ after: 3 })).toEqual(['4', '5']);
    expect(await texts({ after: 1, limit: 2 })).toEqual(['2', '3']);
    expect(await texts({ limit: 2 })).toEqual(['4', '5']);
    expect(await texts({ before: 4, limit: 2 })).toEqual(['2', '3']);
    expect(await texts({ after: 5 })).toEqual([]);
  });

  it('ends, is rated, goes on within a week, and after it another one begins', async () => {
    const { conversation } = await write('thanks');
    const { id } = conversation;
    const rate = { id, rating: 4, comment: 'quick' };
    expect(await app.rejection('POST /support/rate', rate, { token: ann.token })).toMatchObject({
      error: 'conversation_not_over',
    });
    await reply(id, 'bye');
    expect(await app.ok('POST /staff/support/resolve', { id, seen: 99 }, { token: mara.token })).toMatchObject({
      status: 'resolved',
      resolution: 0,
    });
    expect(await app.ok('POST /support/rate', rate, { token: ann.token })).toMatchObject({ rating: 4 });
    app.advance(6 * DAY);
    const again = await write('one more thing');
    expect(again.conversation).toMatchObject({ id, status: 'open' });
    expect((await messagesOf(id)).list.map(({ kind }) => kind).slice(-3)).toEqual(['resolved', 'reopened', 'text']);
    expect(await app.ok('POST /support/end', { id }, { token: ann.token })).toMatchObject({ status: 'resolved' });
    expect(await app.ok('POST /support/end', { id }, { token: ann.token })).toMatchObject({ status: 'resolved' });
    app.advance(8 * DAY);
    const { token } = await app.ok('POST /user/login', { user_string: ann.email, password: 'a-decent-secret-81' });
    ann = { ...ann, token };
    const other = await write('another matter');
    expect(other.conversation.id).not.toBe(id);
    const { list } = await app.ok('GET /support/list', {}, { token });
    expect(list.map(({ id: each }) => each)).toEqual([other.conversation.id, id]);
  });
});

describe('the queue', () => {
  it('has places in order of waiting, and a wait from real first replies', async () => {
    await app.database.query('delete from support_conversation');
    expect(await app.ok('GET /support/service', {})).toEqual({ staffed: false, queue: 0, wait: null });
    await app.ok('POST /staff/support/duty', { on: true }, { token: mara.token });
    for (let each = 0; each < 4; each += 1) {
      const user = await signUp(app);
      const { conversation } = await write('hi', {}, user);
      app.advance(2 * MINUTE);
      await inbox('mine');
      await reply(conversation.id, 'hi');
    }
    const first = await write('first');
    app.advance(1);
    const bob = await signUp(app);
    const second = await write('second', {}, bob);
    expect([first.conversation.position, second.conversation.position]).toEqual([1, 2]);
    expect([first.conversation.wait, second.conversation.wait]).toEqual([2 * MINUTE, 4 * MINUTE]);
    expect(await app.ok('GET /support/service', {})).toEqual({ staffed: true, queue: 2, wait: 6 * MINUTE });
    const { first_reply, conversations } = await app.ok('GET /staff/support/figures', {}, { token: mara.token });
    expect(first_reply).toEqual({ median: 2 * MINUTE, p90: 2 * MINUTE });
    expect(conversations).toBe(6);
    // Members who stopped polling are not on duty.
    app.advance(91_000);
    expect(await app.ok('GET /support/service', {})).toMatchObject({ staffed: false, wait: null });
  });
});

describe('agents', () => {
  it('hand over, put off, note and reopen, and the history says who did what', async () => {
    const { conversation } = await write('a hard one');
    const { id } = conversation;
    await app.ok('POST /staff/support/take', { id }, { token: mara.token });
    await app.ok(
      'POST /staff/support/note',
      { id, client_id: randomUUID(), text: 'ask treasury' },
      { token: odo.token },
    );
    const handed = { id, seen: 99, staff_id: odo.id, reason: 'speaks German' };
    expect(await app.rejection('POST /staff/support/assign', handed, { token: odo.token })).toMatchObject({
      error: 'claimed_by_other',
    });
    await app.ok('POST /staff/support/assign', handed, { token: mara.token });
    expect((await inbox('mine', odo)).list.map((each) => each.id)).toContain(id);
    expect(
      await app.rejection('POST /staff/support/snooze', { id, seen: 99, until: app.now() - 1 }, { token: odo.token }),
    ).toMatchObject({ error: 'invalid_field' });
    await app.ok('POST /staff/support/snooze', { id, seen: 99, until: app.now() + 10 * MINUTE }, { token: odo.token });
    expect((await inbox('snoozed', odo)).list.map((each) => each.id)).toContain(id);
    app.advance(11 * MINUTE);
    await runJobs();
    await runJobs();
    expect((await inbox('mine', odo)).list.map((each) => each.id)).toContain(id);
    await app.ok('POST /staff/support/resolve', { id, seen: 99 }, { token: odo.token });
    expect((await inbox('resolved', odo)).list[0]?.id).toBe(id);
    expect(await app.ok('POST /staff/support/reopen', { id }, { token: odo.token })).toMatchObject({ status: 'open' });
    const { history, notes } = await app.ok('GET /staff/support/conversation', { id }, { token: odo.token });
    expect(history.map(({ name, action }) => `${name} ${action}`).toReversed()).toEqual([
      `${mara.name} take`,
      `${mara.name} assign`,
      `${odo.name} snooze`,
      `${odo.name} resolve`,
      `${odo.name} reopen`,
      `${odo.name} read`,
    ]);
    expect(notes).toMatchObject([{ name: odo.name, text: 'ask treasury' }]);
    expect(JSON.stringify(await messagesOf(id))).not.toContain('treasury');
    const { list } = await app.ok('GET /staff/support/agents', {}, { token: odo.token });
    expect(list.find(({ staff_id }) => staff_id === odo.id)?.open).toBeGreaterThan(0);
  });

  it('decide nothing over what they have not seen, and what they did not read still waits', async () => {
    const { id } = (await write('one')).conversation;
    await reply(id, 'hello');
    const seen = (await messagesOf(id)).list.length;
    app.advance(MINUTE);
    await write('no, wait');
    const decided = (callId: 'resolve' | 'snooze' | 'assign', upTo: number) =>
      app.call(
        `POST /staff/support/${callId}`,
        { id, seen: upTo, staff_id: odo.id, reason: 'x', until: app.now() + MINUTE },
        { token: mara.token },
      );
    for (const callId of ['resolve', 'snooze', 'assign'] as const) {
      expect(await decided(callId, seen)).toMatchObject({ error: 'conversation_moved' });
    }
    await app.ok(
      'POST /staff/support/reply',
      { id, client_id: randomUUID(), text: 'bye', seen },
      { token: mara.token },
    );
    const opened = () => app.ok('GET /staff/support/conversation', { id }, { token: mara.token });
    expect((await opened()).conversation).toMatchObject({ unseen: 1, waiting_since: app.now(), status: 'open' });
    // What they wrote themselves is nothing new to them.
    expect(await decided('resolve', seen + 1)).toMatchObject({ type: 'ok' });
    expect((await opened()).conversation).toMatchObject({ status: 'resolved' });
  });

  it('go on with what is over by the rules of reopening, however they do it', async () => {
    const { id } = (await write('first')).conversation;
    await reply(id, 'done');
    const resolve = () => app.ok('POST /staff/support/resolve', { id, seen: 99 }, { token: mara.token });
    await resolve();
    await reply(id, 'one more thing');
    expect((await messagesOf(id)).list.map(({ kind }) => kind).slice(-2)).toEqual(['reopened', 'text']);
    const { history } = await app.ok('GET /staff/support/conversation', { id }, { token: mara.token });
    expect(history.filter(({ action }) => action === 'reopen')).toHaveLength(1);
    await resolve();
    await app.database.query(
      `update support_conversation set resolved_at = resolved_at - interval '8 days' where id = $1`,
      [id],
    );
    expect((await write('another')).conversation.id).not.toBe(id);
    const input = { id, client_id: randomUUID(), text: 'x', seen: 99, staff_id: odo.id, reason: 'x' };
    for (const callId of ['reply', 'take', 'assign', 'reopen'] as const) {
      expect(await app.rejection(`POST /staff/support/${callId}`, input, { token: mara.token })).toMatchObject({
        error: 'conversation_replaced',
      });
    }
  });

  it('leave what they have to the queue when they may no longer answer', async () => {
    const gone = await signInStaff(app, 'support');
    const open = (await write('hello')).conversation.id;
    await app.ok('POST /staff/support/take', { id: open }, { token: gone.token });
    const bob = await signUp(app);
    const other = (await write('later', {}, bob)).conversation.id;
    const until = app.now() + DAY;
    await app.ok('POST /staff/support/snooze', { id: other, seen: 99, until }, { token: gone.token });
    await app.database.query('update staff_member set disabled = true where id = $1', [gone.id]);
    await runJobs();
    await runJobs();
    const { list } = await inbox('unattended');
    expect(list.filter(({ id }) => id === open || id === other).map(({ assignee }) => assignee)).toEqual([null, null]);
    await app.ok('POST /staff/support/take', { id: open }, { token: odo.token });
    const { history } = await app.ok('GET /staff/support/conversation', { id: open }, { token: odo.token });
    expect(history.map(({ action }) => action)).toEqual(['read', 'take', 'returned', 'take']);
  });

  it('have canned replies in several languages', async () => {
    const save = (input: Record<string, unknown>) =>
      app.ok('POST /staff/support/replies/save', input, { token: mara.token });
    const saved = await save({ name: 'limits', language: 'en', text: 'Your limit is …' });
    await save({ id: saved.id, name: 'limits', language: 'de', text: 'Ihr Limit ist …' });
    const listed = async () => (await app.ok('GET /staff/support/replies', {}, { token: mara.token })).list;
    expect((await listed()).find(({ id }) => id === saved.id)?.texts).toEqual({
      en: 'Your limit is …',
      de: 'Ihr Limit ist …',
    });
    expect((await listed()).find(({ name }) => name === 'greeting')?.texts).toHaveProperty('zh');
    const rejects = (input: Record<string, unknown>) =>
      app.rejection('POST /staff/support/replies/save', input, { token: mara.token });
    expect(await rejects({ name: 'x', language: 'xx', text: 'x' })).toMatchObject({ error: 'field_unknown_choice' });
    expect(await rejects({ name: 'x', language: 'de', text: 'x' })).toMatchObject({ error: 'field_required' });
    await app.ok('POST /staff/support/replies/remove', { id: saved.id }, { token: mara.token });
    expect((await listed()).some(({ id }) => id === saved.id)).toBe(false);
    expect(
      await app.rejection('POST /staff/support/replies/remove', { id: saved.id }, { token: mara.token }),
    ).toMatchObject({ error: 'not_found' });
  });
});

describe('by mail', () => {
  const ticket = { email: 'ann@post.example', title: 'A letter', text: 'please call me' };

  it('a ticket is opened once, confirmed under its reference, and answered by mail and in the conversation', async () => {
    const input = { ...ticket, client_id: randomUUID() };
    const opened = await app.ok('POST /support/ticket', input, { token: ann.token, language: 'de' });
    const twin = await app.ok('POST /support/ticket', input, { token: ann.token, language: 'de' });
    expect(twin.id).toBe(opened.id);
    expect(opened).toMatchObject({ channel: 'mail', title: 'A letter', status: 'waiting' });
    const toAnn = () => app.outbox.filter(({ to }) => to === 'ann@post.example');
    expect(toAnn()).toHaveLength(1);
    expect(toAnn()[0]?.subject).toContain(`[${opened.reference}]`);
    expect(toAnn()[0]?.body).not.toContain('call me');
    await reply(opened.id, 'We will');
    const [, answered] = toAnn();
    expect(answered).toMatchObject({
      // What its user wrote goes to no address that may be another's.
      subject: `[${opened.reference}] Reply from customer service`,
      thread: `support-${opened.reference}`,
      replyTo: 'support@tessera.example',
    });
    expect(answered?.body).toContain('We will');
    expect((await messagesOf(opened.id)).list.at(-1)).toMatchObject({ text: 'We will' });
    // The user goes on in the app: that is the same ticket.
    expect((await write('thank you', { id: opened.id })).conversation.id).toBe(opened.id);
    expect(await current()).toBeNull();
  });

  it('goes to the address of the account where none is named, and a masked one is refused', async () => {
    const unnamed = { title: 'A letter', text: 'please call me' };
    const opened = await app.ok('POST /support/ticket', { ...unnamed, client_id: randomUUID() }, { token: ann.token });
    expect(app.outbox.at(-1)).toMatchObject({ to: ann.email, thread: `support-${opened.reference}` });
    await reply(opened.id, 'We will');
    expect(app.outbox.at(-1)).toMatchObject({ to: ann.email, subject: `[${opened.reference}] A letter` });
    expect(
      await app.rejection(
        'POST /support/ticket',
        { ...ticket, email: 'a***n@example.com', client_id: randomUUID() },
        { token: ann.token },
      ),
    ).toMatchObject({ error: 'invalid_email', field: 'email' });
    await app.database.query('update user_account set email = null, mobile = $2 where id = $1', [
      ann.id,
      '4915123456789',
    ]);
    expect(
      await app.rejection('POST /support/ticket', { ...unnamed, client_id: randomUUID() }, { token: ann.token }),
    ).toMatchObject({ error: 'field_required', field: 'email' });
    await app.database.query('update user_account set email = $2, mobile = null where id = $1', [ann.id, ann.email]);
  });

  it('has the phrase against phishing at the address of the account alone', async () => {
    const phrase = 'Blue Heron 47';
    await app.database.query('update user_account set anti_phishing = $2 where id = $1', [ann.id, phrase]);
    const sent = async (email: string) => {
      await app.ok('POST /support/ticket', { ...ticket, email, client_id: randomUUID() }, { token: ann.token });
      return app.outbox.findLast(({ to }) => to === email)?.body;
    };
    expect(await sent('mallory@post.example')).not.toContain(phrase);
    expect(await sent(ann.email)).toContain(phrase);
  });

  it('replies that were not seen are mailed once, later', async () => {
    const { conversation } = await write('hello?');
    await reply(conversation.id, 'I am here');
    const mails = () => app.outbox.filter(({ to, body }) => to === ann.email && body.includes('I am here'));
    await runJobs();
    expect(mails()).toHaveLength(0);
    app.advance(6 * MINUTE);
    await runJobs();
    await app.queue.drain();
    await runJobs();
    await app.queue.drain();
    expect(mails()).toHaveLength(1);
  });
});

it('what is old, and what is an account’s that closes, is deleted with its pictures', async () => {
  const picture = await uploaded(app, ann.token);
  const { conversation } = await write('a picture', { picture });
  await app.ok('POST /support/end', { id: conversation.id }, { token: ann.token });
  const used = async () =>
    (
      await app.database.query<{ used: boolean }>('select used from upload where name = $1', [
        picture.replace('/api/uploads/', ''),
      ])
    )[0]?.used;
  expect(await used()).toBe(true);
  await app.database.query(
    `update support_conversation set resolved_at = resolved_at - interval '731 days' where id = $1`,
    [conversation.id],
  );
  await runJobs();
  expect(await used()).toBe(false);
  expect(await current()).toBeNull();

  await write('again');
  await app.database.transaction((tx) => app.ports.onClose(tx, ann.id));
  expect(await current()).toBeNull();
});
