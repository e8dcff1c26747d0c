import { randomUUID } from 'node:crypto';
import { languageCodes } from '@tessera/api/rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chatStage } from '../../../test/chat-stage.ts';
import { type Person, signUp } from '../../../test/people.ts';
import { recurringJobsOf } from '../../../test/recurring-jobs.ts';
import { signInStaff } from '../../../test/staff-people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { uploaded } from '../../../test/upload-picture.ts';

let app: TestApp;
let stage: ReturnType<typeof chatStage>;
let ann: Person;
let bob: Person;
let reader: Person;
let moderator: Awaited<ReturnType<typeof signInStaff>>;
let operator: Awaited<ReturnType<typeof signInStaff>>;

beforeAll(async () => {
  app = await createTestApp();
  stage = chatStage(app);
  await stage.holdWithin(0);
  ann = await signUp(app, { level: 1, funds: { lever: { USDT: '1000' } } });
  bob = await signUp(app, { level: 1 });
  reader = await signUp(app);
  await app.ok('POST /user/editNickname', { nickname: 'Ann' }, { token: ann.token });
  moderator = await signInStaff(app, 'reviewer');
  operator = await signInStaff(app, 'operator');
});
afterAll(() => app.close());

const staff = (member = moderator) => ({ token: member.token });

describe('rooms', () => {
  it('are there at a fresh start, with rules and without talk, the reader’s language first', async () => {
    const { list } = await app.ok('GET /chat/rooms', {}, { token: reader.token, language: 'de' });
    expect(list).toHaveLength(languageCodes.length + 4);
    expect(list[0]).toMatchObject({ id: 'de', kind: 'language', seq: 0, unread: null, present: 0, last: null });
    expect(list.map(({ symbol }) => symbol)).toContain('BTC/USDT');
    const room = await app.ok('GET /chat/room', { room: 'btc-usdt' }, { token: reader.token, language: 'de' });
    expect(room.rules).toContain('Bleiben Sie freundlich');
    expect(room.me).toMatchObject({ verified: false, ban: null, read: null, slow_until: 0 });
  });

  it('are opened and changed by staff with a reason', async () => {
    const opened = await app.ok(
      'POST /staff/chat/room',
      { room: 'eth-talk', symbol: 'AAPL', slow_mode: 20, reason: 'asked for' },
      staff(operator),
    );
    expect(opened.rooms.find(({ id }) => id === 'eth-talk')).toMatchObject({
      symbol: 'AAPL',
      slow_mode: 20,
      open: true,
    });
    await app.ok('POST /staff/chat/room', { room: 'eth-talk', open: false, reason: 'quiet' }, staff(operator));
    expect(await stage.send(ann, { room: 'eth-talk' })).toMatchObject({ error: 'chat_closed' });
    for (const wrong of [
      { room: 'both', symbol: 'ETH/USDT', language: 'en' },
      { room: 'none' },
      { room: 'odd', symbol: 'NO/SUCH' },
      { room: 'again', symbol: 'AAPL' },
    ]) {
      const outcome = await app.rejection('POST /staff/chat/room', { ...wrong, reason: 'no' }, staff(operator));
      expect(['field_required', 'instrument_unknown', 'symbol_taken']).toContain(outcome.error);
    }
    const { list } = await app.ok('GET /staff/chat/log', {}, staff());
    expect(list.slice(0, 2)).toMatchObject([
      { action: 'chat.room.change', reason: 'quiet' },
      { action: 'chat.room.open', reason: 'asked for' },
    ]);
  });
});

describe('messages', () => {
  it('have numbers without gaps, replies, mentions with a notice, and pages by key', async () => {
    const first = await stage.say(ann, { text: 'Who trades BTC?' });
    const me = (await stage.room(ann)).me;
    const reply = await stage.say(bob, { text: '@Ann me', reply_to: first.seq, mentions: me.handle });
    expect(reply).toMatchObject({
      seq: first.seq + 1,
      reply_to: { seq: first.seq, name: 'Ann', text: 'Who trades BTC?' },
      mentions: [{ handle: me.handle, name: 'Ann' }],
    });
    const notices = await app.ok('GET /mailMessage/getList', {}, { token: ann.token });
    expect(notices.list).toContainEqual(
      expect.objectContaining({ title: expect.stringMatching(/ mentioned you$/), read: false }),
    );
    const page = await stage.read(reader, { limit: 1 });
    expect(page).toMatchObject({ list: [{ seq: reply.seq }], more: true, revision: reply.revision });
    const older = await stage.read(reader, { limit: 1, before: reply.seq });
    expect(older).toMatchObject({ list: [{ seq: first.seq, author: { name: 'Ann', staff: false } }], more: false });
    for (const { uid } of [ann, bob]) expect(JSON.stringify([page, older])).not.toContain(uid);
  });

  it('sent again after silence are taken once', async () => {
    const twice = { client_id: randomUUID(), text: 'once' };
    const [one, two] = await Promise.all([stage.say(ann, twice), stage.say(ann, twice)]);
    expect(two).toEqual(one);
    const { list } = await stage.read(reader);
    expect(list.filter(({ text }) => text === 'once')).toHaveLength(1);
  });

  it('are counted as unread until they were read', async () => {
    const { seq } = await stage.room(reader);
    await app.ok('POST /chat/read', { room: 'en', seq }, { token: reader.token });
    app.advance(60_000);
    await stage.say(ann);
    await stage.say(bob);
    const unread = async () =>
      (await app.ok('GET /chat/rooms', {}, { token: reader.token })).list.find(({ id }) => id === 'en')?.unread;
    expect(await unread()).toBe(2);
    await app.ok('POST /chat/read', { room: 'en', seq: seq + 100 }, { token: reader.token });
    expect(await unread()).toBe(0);
    await app.ok('POST /chat/read', { room: 'en', seq: 1 }, { token: reader.token });
    expect((await stage.room(reader)).me.read).toBe(seq + 2);
    expect(await app.rejection('POST /chat/read', { room: 'nowhere', seq: 1 }, { token: reader.token })).toMatchObject({
      error: 'not_found',
    });
  });

  it('take reactions, counted once a user, and tell a reader which are own', async () => {
    app.advance(60_000);
    const { seq } = await stage.say(ann);
    const react = (person: Person, emoji: string, on = true) =>
      app.call('POST /chat/react', { room: 'en', seq, emoji, on }, { token: person.token });
    await react(ann, '👍');
    await react(bob, '👍');
    expect(await react(bob, '👍')).toMatchObject({ message: { reactions: [{ emoji: '👍', count: 2 }] } });
    expect(await react(bob, '👍', false)).toMatchObject({ message: { reactions: [{ emoji: '👍', count: 1 }] } });
    for (const emoji of ['🔥', '🚀']) await react(ann, emoji);
    expect(await react(ann, '😂')).toMatchObject({ error: 'field_too_large' });
    const { list, mine } = await stage.read(ann, { limit: 1 });
    expect(list[0]?.reactions).toHaveLength(3);
    expect(mine.map(({ emoji }) => emoji).toSorted()).toEqual(['👍', '🔥', '🚀'].toSorted());
  });

  it('may be deleted by their author for a while, with what they said and who quoted them', async () => {
    app.advance(60_000);
    const { seq } = await stage.say(ann, { text: 'a slip' });
    const quoting = await stage.say(bob, { reply_to: seq });
    const gone = await app.ok('POST /chat/delete', { room: 'en', seq }, { token: ann.token });
    expect(gone).toMatchObject({ seq, text: '', deleted: 'author' });
    const { list } = await stage.read(reader, { limit: 2 });
    expect(list.find((each) => each.seq === quoting.seq)?.reply_to).toMatchObject({ text: '' });
    expect(await stage.send(bob, { reply_to: seq })).toMatchObject({ error: 'chat_deleted' });
    const old = await stage.say(ann);
    app.advance(16 * 60_000);
    expect(await app.rejection('POST /chat/delete', { room: 'en', seq: old.seq }, { token: ann.token })).toMatchObject({
      error: 'chat_too_late',
    });
  });

  it('bring everything that changed after a revision', async () => {
    const before = await stage.room(reader);
    const one = await stage.say(ann);
    const two = await stage.say(bob);
    await app.ok('POST /chat/react', { room: 'en', seq: one.seq, emoji: '🔥', on: true }, { token: bob.token });
    const missed = await stage.read(reader, { after: before.revision });
    expect(missed.list.map(({ seq }) => seq)).toEqual([two.seq, one.seq]);
    expect(missed).toMatchObject({ more: false, revision: (await stage.room(reader)).revision });
    expect((await stage.read(reader, { after: missed.revision })).list).toEqual([]);
  });

  it('show a picture once it is published, and give it up with the message', async () => {
    app.advance(60_000);
    const picture = await uploaded(app, ann.token);
    expect((await app.app.inject(picture)).statusCode).toBe(404);
    const sent = await stage.say(ann, { text: '', picture });
    expect(sent).toMatchObject({ text: '', picture });
    expect((await app.app.inject(picture)).headers['content-type']).toBe('image/jpeg');
    await app.ok('POST /chat/delete', { room: 'en', seq: sent.seq }, { token: ann.token });
    const [row] = await app.database.query('select used from upload where name = $1', [picture.split('/').at(-1)]);
    expect(row).toEqual({ used: false });
  });
});

describe('cards', () => {
  beforeAll(() => {
    app.feed.setPrice('BTC/USDT', '64000', { change24h: '0.021' });
    app.feed.setPrice('BTC/USDT-PERP', '64000');
  });

  it('have the figures of the market', async () => {
    const { card } = await stage.say(ann, { text: '', symbol: 'BTC/USDT' });
    const quote = app.feed.quote('BTC/USDT');
    expect(card).toEqual({
      kind: 'instrument',
      symbol: 'BTC/USDT',
      price: quote?.last,
      change: quote?.change24h,
      at: app.now(),
    });
    expect(await stage.send(ann, { text: '', symbol: 'NO/SUCH' })).toMatchObject({ error: 'instrument_unknown' });
  });

  it('show an own position as its owner decides, and no other one', async () => {
    const open = { symbol: 'BTC/USDT-PERP', type: 1, multiple: 10, amount: '0.01' };
    const position = await app.ok('POST /lever/submit', open, { token: ann.token, idempotencyKey: randomUUID() });
    const shared = await stage.say(ann, { text: 'look', position: position.id, amounts: false });
    expect(shared.card).toMatchObject({
      kind: 'position',
      symbol: 'BTC/USDT-PERP',
      side: 'long',
      profit: null,
      margin: null,
    });
    app.advance(60_000);
    const whole = await stage.say(ann, { text: 'all of it', position: position.id, amounts: true });
    expect(whole.card).toMatchObject({ margin: expect.any(String), profit: expect.any(String) });
    expect(await stage.send(bob, { position: position.id })).toMatchObject({ error: 'not_found', field: 'position' });
  });
});

describe('moderators', () => {
  it('post, pin and delete with reasons, which the author learns', async () => {
    app.advance(60_000);
    const post = { room: 'en', text: 'Read https://tessera.example/rules', pin: true, reason: 'welcome' };
    const once = { ...post, client_id: randomUUID() };
    // Sent again after a lost response, and at once: it is posted once.
    const posts = await Promise.all([1, 2, 3].map(() => app.ok('POST /staff/chat/post', once, staff())));
    const [notice] = posts as [(typeof posts)[number]];
    expect(posts).toEqual([notice, notice, notice]);
    expect((await stage.room(bob)).pinned).toHaveLength(1);
    expect(notice).toMatchObject({ author: { handle: null, staff: true, name: 'Tessera' }, pinned: true });
    const { seq } = await stage.say(ann, { text: 'something bad' });
    await app.ok('POST /staff/chat/pin', { room: 'en', seq, on: true, reason: 'by mistake' }, staff());
    expect((await stage.room(bob)).pinned.map((each) => each.seq).toSorted()).toEqual([notice.seq, seq].toSorted());
    await app.ok('POST /staff/chat/pin', { room: 'en', seq: notice.seq, on: false, reason: 'old' }, staff());
    expect(await app.ok('POST /staff/chat/delete', { room: 'en', seq, reason: 'insult' }, staff())).toMatchObject({
      deleted: 'staff',
      text: '',
      pinned: false,
    });
    expect((await stage.room(bob)).pinned).toEqual([]);
    const told = await app.ok('GET /mailMessage/getList', {}, { token: ann.token });
    expect(told.list.some(({ content }) => content.includes('insult'))).toBe(true);
    const { list } = await app.ok('GET /staff/chat/messages', { room: 'en' }, staff());
    expect(list.at(-1)).toMatchObject({ seq, uid: ann.uid, deleted: 'staff' });
    const log = await app.ok('GET /staff/chat/log', { limit: 1, page: 2 }, staff());
    expect(log.list[0]?.action).toBe('chat.unpin');
  });

  it('decide reports in the queue', async () => {
    app.advance(60_000);
    const bad = await stage.say(ann, { text: 'give me your seed phrase' });
    const fine = await stage.say(bob, { text: 'I sold' });
    const say = (person: Person, seq: number) =>
      app.ok(
        'POST /chat/report',
        { room: 'en', seq, reason: 'scam', note: 'asks for secrets' },
        { token: person.token },
      );
    await say(bob, bad.seq);
    await say(reader, bad.seq);
    await say(reader, fine.seq);
    const queue = 'chat_report';
    const { list } = await app.ok('GET /staff/queue/list', { queue, status: 'pending' }, staff());
    expect(list).toHaveLength(2);
    expect(list[0]?.details).toContainEqual({ name: 'reports', value: '2' });
    for (const [index, call] of (['POST /staff/queue/approve', 'POST /staff/queue/reject'] as const).entries()) {
      const id = list[index]?.id;
      await app.ok('POST /staff/queue/claim', { queue, id }, staff());
      await app.ok(call, { queue, id, reason: 'by the rules' }, staff());
      expect(await app.ok('GET /staff/queue/show', { queue, id }, staff())).toMatchObject({ reviewer: moderator.name });
    }
    const { list: after } = await stage.read(reader, { limit: 2 });
    expect(after).toMatchObject([
      { seq: bad.seq, deleted: 'staff' },
      { seq: fine.seq, deleted: null },
    ]);
  });

  it('publish or reject what waits for them: its author alone sees it before, and its picture', async () => {
    app.advance(700_000);
    await stage.holdWithin(24);
    const carl = await signUp(app, { level: 1 });
    const picture = await uploaded(app, carl.token);
    const first = await stage.say(carl, { text: `@Ann hello`, picture, mentions: (await stage.room(ann)).me.handle });
    expect(first).toMatchObject({ seq: 0, held: 'first', text: '@Ann hello' });
    expect((await stage.room(carl)).me.held).toMatchObject([{ client_id: first.client_id, picture }]);
    const name = picture.split('/').at(-1);
    const upload = async () =>
      (await app.database.query('select used, private from upload where name = $1', [name]))[0];
    expect(await upload()).toEqual({ used: true, private: true });
    const second = await stage.say(carl, { text: 'see evil.com' });
    expect(second.held).toBe('link');

    const queue = 'chat_held';
    const { list } = await app.ok('GET /staff/queue/list', { queue, status: 'pending' }, staff());
    expect(list.map(({ details }) => details.find(({ name: each }) => each === 'why')?.value)).toEqual([
      'first',
      'link',
    ]);
    const [one, two] = list.map(({ id }) => id);
    const [waiting] = app.ports.queues().filter((each) => each.name === queue);
    expect(await waiting?.itemWith(app.database, name ?? '')).toBe(one);
    const before = (await stage.room(reader)).seq;
    await app.ok('POST /staff/queue/approve', { queue, id: one, reason: 'fine' }, staff());
    await app.ok('POST /staff/queue/reject', { queue, id: two, reason: 'no links' }, staff());
    expect((await stage.read(reader, { limit: 1 })).list).toMatchObject([
      { seq: before + 1, client_id: first.client_id, picture, at: app.now() },
    ]);
    expect(await upload()).toEqual({ used: true, private: false });
    expect((await stage.room(carl)).me.held).toEqual([]);
    const told = await app.ok('GET /mailMessage/getList', {}, { token: carl.token });
    expect(told.list.some(({ content }) => content.includes('no links'))).toBe(true);
    expect((await app.ok('GET /mailMessage/getList', {}, { token: ann.token })).list[0]?.title).toMatch(
      /mentioned you$/,
    );
    expect(await app.call('POST /staff/queue/approve', { queue, id: two }, staff())).toMatchObject({
      error: 'already_reviewed',
    });
    // Who has written once is no newcomer any more.
    app.advance(11_000);
    expect((await stage.say(carl, { text: 'second' })).held).toBeUndefined();
    expect(await stage.say(carl, { text: 'see evil.com', client_id: second.client_id })).toMatchObject({
      deleted: 'staff',
    });
    await stage.holdWithin(0);
  });

  it('decide nothing that its author has taken back, and its author takes back nothing that is decided', async () => {
    app.advance(60_000);
    const picture = await uploaded(app, ann.token);
    const { client_id } = await stage.say(ann, { text: 'see evil.com', picture });
    const queue = 'chat_held';
    const { list } = await app.ok('GET /staff/queue/list', { queue, status: 'pending' }, staff());
    const withdraw = (person: Person) => app.call('POST /chat/withdraw', { client_id }, { token: person.token });
    expect(await withdraw(bob)).toMatchObject({ error: 'not_found' });
    expect((await Promise.all([withdraw(ann), withdraw(ann)])).map(({ type }) => type).toSorted()).toEqual([
      'error',
      'ok',
    ]);
    expect((await stage.room(ann)).me.held).toEqual([]);
    const decision = { queue, id: list[0]?.id, reason: 'x' };
    expect(await app.rejection('POST /staff/queue/approve', decision, staff())).toMatchObject({ error: 'not_found' });
    const [upload] = await app.database.query('select used, private from upload where name = $1', [
      picture.split('/').at(-1),
    ]);
    expect(upload).toEqual({ used: false, private: true });
    const other = await stage.say(ann, { text: 'evil.com' });
    const pending = await app.ok('GET /staff/queue/list', { queue, status: 'pending' }, staff());
    await app.ok('POST /staff/queue/reject', { queue, id: pending.list[0]?.id, reason: 'no' }, staff());
    expect(
      await app.rejection('POST /chat/withdraw', { client_id: other.client_id }, { token: ann.token }),
    ).toMatchObject({ error: 'not_found' });
  });

  it('publish nothing of an author who is banned or frozen by now, and nothing in a room that was closed', async () => {
    app.advance(60_000);
    // The clock has gone further than a member of the staff may be idle.
    operator = await signInStaff(app, 'operator');
    const queue = 'chat_held';
    const eve = await signUp(app, { level: 1 });
    const [{ client_id }, elsewhere] = [
      await stage.say(eve, { text: 'see evil.com' }),
      await stage.say(eve, { text: 'see evil.org', room: 'kor' }),
    ];
    const pending = await app.ok('GET /staff/queue/list', { queue, status: 'pending' }, staff());
    const idOf = (text: string) => pending.list.find(({ details }) => details.some(({ value }) => value === text))?.id;
    const approve = (text: string) => app.call('POST /staff/queue/approve', { queue, id: idOf(text) }, staff());
    const { seq } = await stage.room(reader);

    const { bans } = await app.ok('POST /staff/chat/ban', { uid: eve.uid, room: 'en', reason: 'spam' }, staff());
    expect(await approve('see evil.com')).toMatchObject({ error: 'chat_banned' });
    await app.ok('POST /staff/chat/room', { room: 'kor', open: false, reason: 'quiet' }, staff(operator));
    expect(await approve('see evil.org')).toMatchObject({ error: 'chat_closed' });
    await app.ok('POST /staff/chat/lift', { id: bans[0]?.id, reason: 'appeal' }, staff());
    await app.database.query('update user_account set frozen_at = $2 where id = $1', [eve.id, new Date(app.now())]);
    expect(await approve('see evil.com')).toMatchObject({ error: 'account_frozen' });
    expect((await stage.room(reader)).seq).toBe(seq);
    await app.database.query('update user_account set frozen_at = null where id = $1', [eve.id]);

    // It still waits: what may be written again is published, the rest rejected.
    expect(await approve('see evil.com')).toMatchObject({ type: 'ok' });
    expect((await stage.read(reader, { limit: 1 })).list).toMatchObject([{ seq: seq + 1, client_id }]);
    const id = idOf('see evil.org');
    await app.ok('POST /staff/queue/reject', { queue, id, reason: 'closed' }, staff());
    const told = await app.ok('GET /mailMessage/getList', {}, { token: eve.token });
    expect(told.list.some(({ content }) => content.includes('closed'))).toBe(true);
    expect(elsewhere.held).toBe('link');
    await app.ok('POST /staff/chat/room', { room: 'kor', open: true, reason: 'again' }, staff(operator));
  });

  it('still see a reported picture that its author deleted, until they have decided', async () => {
    app.advance(700_000);
    const picture = await uploaded(app, ann.token);
    const name = picture.split('/').at(-1);
    const { seq } = await stage.say(ann, { text: '', picture });
    await app.ok('POST /chat/report', { room: 'en', seq, reason: 'abuse' }, { token: bob.token });
    await app.ok('POST /chat/delete', { room: 'en', seq }, { token: ann.token });
    const used = async () => (await app.database.query('select used from upload where name = $1', [name]))[0];
    expect(await used()).toEqual({ used: true });
    const [reports] = app.ports.queues().filter((queue) => queue.name === 'chat_report');
    const id = await reports?.itemWith(app.database, name ?? '');
    const shown = await app.ok('GET /staff/queue/show', { queue: 'chat_report', id }, staff());
    expect(shown).toMatchObject({ pictures: [picture] });
    expect(shown.details).toContainEqual({ name: 'deleted', value: 'yes' });
    await app.ok('POST /staff/queue/claim', { queue: 'chat_report', id }, staff());
    await app.ok('POST /staff/queue/reject', { queue: 'chat_report', id, reason: 'harmless' }, staff());
    expect(await used()).toEqual({ used: false });
  });

  it('ban from one room or from all, for a time or for good, and lift bans', async () => {
    const bans = await app.ok('POST /staff/chat/ban', { uid: bob.uid, room: 'en', hours: 2, reason: 'spam' }, staff());
    expect(bans.bans[0]).toMatchObject({ uid: bob.uid, room: 'en', until: app.now() + 7_200_000 });
    expect(await stage.send(bob)).toMatchObject({ error: 'chat_banned', message: expect.stringContaining('spam') });
    expect((await stage.room(bob)).me.ban).toMatchObject({ reason: 'spam' });
    await stage.say(bob, { room: 'de' });
    app.advance(7_200_001);
    moderator = { ...moderator, ...(await moderator.again()) };
    const { seq } = await stage.say(bob);
    const all = await app.ok('POST /staff/chat/ban', { room: 'en', seq, everywhere: true, reason: 'again' }, staff());
    expect(await stage.send(bob, { room: 'de' })).toMatchObject({ error: 'chat_banned' });
    await app.ok('POST /staff/chat/lift', { id: all.bans[0]?.id, reason: 'appeal' }, staff());
    await stage.say(bob, { room: 'de' });
    for (const wrong of [{ uid: '10000000' }, {}, { room: 'en', seq: 99_999 }]) {
      const { error } = await app.rejection('POST /staff/chat/ban', { ...wrong, reason: 'no' }, staff());
      expect(['not_found', 'field_required']).toContain(error);
    }
    const again = await app.rejection('POST /staff/chat/lift', { id: all.bans[0]?.id, reason: 'twice' }, staff());
    expect(again.error).toBe('not_found');
  });

  it('act on the command line as well', async () => {
    const commands = new Map(app.ports.staffCommands().map((command) => [command.name, command]));
    const by = { staffId: moderator.id, at: app.now() };
    const run = (name: string, fields: Record<string, string>) => commands.get(name)?.run(fields, by);
    expect(await run('chat', {})).toContainEqual(expect.objectContaining({ id: 'en', open: true }));
    expect(await run('chat-room', { room: 'en', slow_mode: '5', reason: 'busy' })).toMatchObject([{ slow_mode: 5 }]);
    await run('chat-room', { room: 'en', slow_mode: '0', reason: 'calm' });
    const [made] = ((await run('chat-ban', { uid: bob.uid, everywhere: 'true', reason: 'x' })) ?? []) as {
      id: string;
    }[];
    expect(await run('chat-lift', { id: made?.id ?? '', reason: 'y' })).toEqual([]);
  });
});

it('a muted user is listed, and notifies no other by mentions', async () => {
  app.advance(60_000);
  const { me } = await stage.room(bob);
  const { list } = await app.ok('POST /chat/mute', { handle: me.handle, on: true }, { token: ann.token });
  expect(list).toMatchObject([{ handle: me.handle }]);
  const count = async () => (await app.ok('GET /mailMessage/getList', {}, { token: ann.token })).total;
  const before = await count();
  await stage.say(bob, { text: '@Ann', mentions: (await stage.room(ann)).me.handle });
  expect(await count()).toBe(before);
  expect(await app.ok('GET /chat/muted', {}, { token: ann.token })).toMatchObject({ list: [{ handle: me.handle }] });
  expect(await app.ok('POST /chat/mute', { handle: me.handle, on: false }, { token: ann.token })).toEqual({ list: [] });
});

it('a closed account takes along what it said', async () => {
  const leaving = await signUp(app, { level: 1 });
  const picture = await uploaded(app, leaving.token);
  const { seq } = await stage.say(leaving, { text: 'bye', picture, room: 'fra' });
  await app.ok('POST /chat/react', { room: 'fra', seq, emoji: '🔥', on: true }, { token: leaving.token });
  await app.database.transaction((tx) => app.ports.onClose(tx, leaving.id));
  const { list } = await stage.read(ann, { room: 'fra' });
  expect(list).toMatchObject([{ seq, text: '', picture: null, reactions: [], deleted: 'author' }]);
  expect((await stage.read(ann, { room: 'fra', after: 0 })).list).toHaveLength(1);
});

it('looks for changes that no hint told of', async () => {
  expect(await recurringJobsOf(app).turn('chat-live')).toBe('done');
});

it('mentions of a user by one sender in one room are one notice, and there is an end of them', async () => {
  app.advance(3_600_000);
  await stage.say(ann, { text: 'here' });
  const { handle } = (await stage.room(ann)).me;
  const notices = async () =>
    (
      await app.database.query<{ at: number }>(
        `select at from user_message where user_id = $1 and kind = 'chat_mention' and at > $2`,
        [ann.id, new Date(app.now() - 3_600_000)],
      )
    ).length;
  for (let each = 0; each < 3; each += 1) await stage.say(bob, { text: `@Ann ${each}`, mentions: handle });
  expect(await notices()).toBe(1);
  await stage.say(bob, { text: '@Ann hallo', room: 'de', mentions: handle });
  expect(await notices()).toBe(2);
  app.advance(900_000);
  await stage.say(bob, { text: '@Ann again', mentions: handle });
  expect(await notices()).toBe(3);
  await app.database.query(
    `insert into user_message (user_id, kind, named, reference, at)
     select $1, 'chat_mention', '{}', 'flood' || n, $2 from generate_series(1, 17) n`,
    [ann.id, new Date(app.now())],
  );
  app.advance(900_000);
  await stage.say(bob, { text: '@Ann once more', mentions: handle });
  expect(await notices()).toBe(20);
});

describe('a picture that is used twice', () => {
  it('stays as long as a message, a report, a waiting message or an avatar shows it', async () => {
    app.advance(700_000);
    const dora = await signUp(app, { level: 1 });
    const avatar = (picture: string) => app.ok('POST /user/uploadHeadPortrait', { avatar: picture }, dora);
    const [sent, shared, spare] = [
      await uploaded(app, dora.token),
      await uploaded(app, dora.token),
      await uploaded(app, dora.token),
    ];
    await avatar(sent);
    await stage.say(dora, { text: 'me', picture: sent });
    await avatar(spare);
    const { seq } = await stage.say(dora, { text: 'this', picture: shared });
    await avatar(shared);
    await app.ok('POST /chat/delete', { room: 'en', seq }, { token: dora.token });
    const jobs = recurringJobsOf(app);
    app.advance(2 * 86_400_000);
    expect(await jobs.turn('uploads-clean-up')).toBe('done');
    await jobs.stop();
    // The first is in a message, the second the avatar, the third is nothing any more.
    const statusOf = async (picture: string) => (await app.app.inject(picture)).statusCode;
    expect([await statusOf(sent), await statusOf(shared), await statusOf(spare)]).toEqual([200, 200, 404]);
  });
});
