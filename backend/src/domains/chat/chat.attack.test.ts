import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ChatClient } from '../../../test/chat-client.ts';
import { chatStage } from '../../../test/chat-stage.ts';
import { linkedNodes } from '../../../test/linked-nodes.ts';
import { type Person, signUp } from '../../../test/people.ts';
import { recurringJobsOf } from '../../../test/recurring-jobs.ts';
import { signInStaff } from '../../../test/staff-people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { upload, uploaded } from '../../../test/upload-picture.ts';

type Node = { readonly app: TestApp; readonly url: string; close(): Promise<void> };

const link = { cut: false };
const nextBus = linkedNodes(link);
let one: Node;
let two: Node;
let app: TestApp;
let stage: ReturnType<typeof chatStage>;
let mallory: Person;
let ann: Person;

async function startNode(beside?: TestApp): Promise<Node> {
  const node = await createTestApp({}, {}, undefined, nextBus(), beside);
  await node.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = node.app.server.address() as { port: number };
  const stops = node.domains.flatMap((domain) => domain.start?.() ?? []);
  return {
    app: node,
    url: `ws://127.0.0.1:${port}/realtime`,
    async close() {
      await Promise.all(stops.map((stop) => stop()));
      await node.close();
    },
  };
}

beforeAll(async () => {
  one = await startNode();
  two = await startNode(one.app);
  app = one.app;
  stage = chatStage(app);
  await stage.holdWithin(0);
  mallory = await signUp(app, { level: 1 });
  ann = await signUp(app, { level: 1 });
});
afterAll(async () => {
  await two.close();
  await one.close();
});

const client = (person: Person | null, room = 'en') =>
  new ChatClient(
    person?.token ?? null,
    room,
    (after) => app.ok('GET /chat/messages', { room, after }, { token: ann.token }),
    app.now,
  );

describe('a text', () => {
  it.each([
    '{{constructor.constructor("alert(1)")()}}',
    '&lt;script&gt;alert(1)&lt;/script&gt;',
    '" onmouseover="alert(1)',
    '3 < 4 && 5 > 4',
  ])('%s travels as the characters that it is', async (text) => {
    app.advance(11_000);
    expect((await stage.say(mallory, { text })).text).toBe(text);
    const response = await app.app.inject({ url: '/api/chat/messages?room=en', headers: { authorization: ann.token } });
    expect(response.headers['content-type']).toContain('application/json');
    expect(response.headers['x-content-type-options']).toBe('nosniff');
  });

  it.each([
    ['<script>alert(1)</script>', 'field_special_characters'],
    ['<img src=x onerror=alert(1)>', 'field_special_characters'],
    ['<\u200bscript>alert(1)', 'field_special_characters'],
    ['\u200b\u3164\u2800', 'field_required'],
    [`Z${'\u0351\u036b\u0343\u036a\u0302'.repeat(3)} `.repeat(20), 'chat_unreadable'],
    ['A'.repeat(400), 'chat_unreadable'],
    ['word '.repeat(200), 'field_too_long'],
    ['x'.repeat(9_000), 'field_too_long'],
  ])('%j is refused: %s', async (text, error) => {
    expect(await stage.send(mallory, { text })).toMatchObject({ error });
  });

  it('with a link, an address or a look-alike of one waits for a moderator, and no other user sees it', async () => {
    const before = (await stage.room(ann)).seq;
    const links = [
      'https://evil.com',
      'еvіl.соm is great',
      'ｅｖｉｌ。ｃｏｍ',
      'evil [dot] com',
      'пример.рф',
      'javascript:alert(1)',
    ];
    const writers = await Promise.all(links.slice(0, 2).map(() => signUp(app, { level: 1 })));
    for (const [index, text] of links.entries()) {
      const writer = writers[index % 2] as Person;
      expect(await stage.say(writer, { text })).toMatchObject({ seq: 0, held: 'link' });
    }
    const [writer] = writers as [Person, Person];
    expect(await stage.send(writer, { text: 'evil.com' })).toMatchObject({ error: 'chat_waiting' });
    expect((await stage.room(writer)).me.held.map(({ text }) => text)).toEqual([links[0], links[2], links[4]]);
    const seen = await stage.read(ann);
    expect([(await stage.room(ann)).seq, JSON.stringify(seen).includes('evil')]).toEqual([before, false]);
    expect((await stage.room(ann)).me.held).toEqual([]);
  });

  it('cannot turn the direction of what others read', async () => {
    app.advance(11_000);
    const sent = await stage.say(mallory, { text: 'invoice\u202efdp.exe' });
    expect(sent.text).toBe('invoicefdp.exe');
  });
});

describe('who may not write', () => {
  it('is a guest, an unverified user, a frozen one, and one who was banned, in any session', async () => {
    const guest = await app.call('POST /chat/send', { room: 'en', client_id: randomUUID(), text: 'hi' });
    expect(guest).toMatchObject({ type: '999' });
    const fresh = await signUp(app);
    expect(await stage.send(fresh)).toMatchObject({ type: '998' });
    expect(await stage.read(fresh)).toMatchObject({ list: expect.any(Array) });

    const banned = await signUp(app, { level: 1, password: 'a-decent-secret-99' });
    const moderator = await signInStaff(app, 'reviewer');
    await app.ok('POST /staff/chat/ban', { uid: banned.uid, reason: 'spam' }, { token: moderator.token });
    const credentials = { user_string: banned.email, password: 'a-decent-secret-99' };
    const { token } = await app.ok('POST /user/login', credentials);
    for (const session of [banned, { token }]) {
      expect(await stage.send(session)).toMatchObject({ error: 'chat_banned' });
      const react = { room: 'en', seq: 1, emoji: '👍', on: true };
      expect(await app.call('POST /chat/react', react, session)).toMatchObject({ error: 'chat_banned' });
    }

    await app.database.query('update user_account set frozen_at = $2 where id = $1', [fresh.id, new Date(app.now())]);
    await app.database.query('update user_account set verification_level = 1 where id = $1', [fresh.id]);
    expect((await stage.send(fresh)).type).not.toBe('ok');
  });

  it('is support or another role, where it acts as a moderator', async () => {
    const support = await signInStaff(app, 'support');
    const calls = [
      ['POST /staff/chat/delete', { room: 'en', seq: 1 }],
      ['POST /staff/chat/ban', { uid: ann.uid }],
      ['POST /staff/chat/post', { room: 'en', text: 'hi' }],
      ['POST /staff/chat/room', { room: 'en', slow_mode: 5 }],
    ] as const;
    for (const [call, input] of calls) {
      const { error } = await app.rejection(call, { ...input, reason: 'no' }, { token: support.token });
      expect(error, call).toBe('forbidden');
    }
  });
});

describe('what is another’s', () => {
  it('cannot be deleted, and one’s own not be reported', async () => {
    app.advance(11_000);
    const { seq } = await stage.say(ann);
    const ofAnn = { room: 'en', seq };
    expect(await app.rejection('POST /chat/delete', ofAnn, { token: mallory.token })).toMatchObject({
      error: 'not_found',
    });
    const own = await app.rejection('POST /chat/report', { ...ofAnn, reason: 'spam' }, { token: ann.token });
    expect(own.error).toBe('not_found');
    const muted = { handle: (await stage.room(ann)).me.handle, on: true };
    expect(await app.rejection('POST /chat/mute', muted, { token: ann.token })).toMatchObject({ error: 'not_found' });
  });

  it('cannot be shown: a picture of another user, a private one of a case, none at all', async () => {
    app.advance(700_000);
    const theirs = await uploaded(app, ann.token);
    expect(await stage.send(mallory, { picture: theirs })).toMatchObject({ error: 'upload_missing' });
    const evidence = await uploaded(app, mallory.token);
    await app.database.query('update upload set used = true where name = $1', [evidence.split('/').at(-1)]);
    expect(await stage.send(mallory, { picture: evidence })).toMatchObject({ error: 'upload_missing' });
    expect((await app.app.inject(evidence)).statusCode).toBe(404);
    expect(await stage.send(mallory, { picture: 'https://evil.com/x.png' })).toMatchObject({ field: 'picture' });
  });

  it('giant and odd pictures are refused before they are shown', async () => {
    // From bytes: a black picture that sharp creates in colours first computes 3 s in place of 0.2, to the same file.
    const side = 12_000;
    const bomb = await sharp(Buffer.alloc(side * side), { raw: { width: side, height: side, channels: 1 } })
      .toColourspace('b-w')
      .png({ compressionLevel: 1 })
      .toBuffer();
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const page = Buffer.from('<!doctype html><script>alert(1)</script>');
    for (const odd of [bomb, svg, page, Buffer.alloc(11 * 1024 * 1024, 1)]) {
      expect((await upload(app, mallory.token, odd)).type).toBe('error');
    }
  });
});

describe('floods', () => {
  it('of one user are cut, also where they come at once and into many rooms', async () => {
    const flooder = await signUp(app, { level: 1 });
    const rooms = ['en', 'de', 'zh', 'th'];
    const outcomes = await Promise.all(
      Array.from({ length: 24 }, (_, index) => stage.send(flooder, { room: rooms[index % 4] })),
    );
    expect(outcomes.filter(({ type }) => type === 'ok')).toHaveLength(8);
    expect(new Set(outcomes.flatMap((each) => (each.type === 'ok' ? [] : [each.error])))).toEqual(
      new Set(['chat_fast']),
    );
    app.advance(10_001);
    await stage.say(flooder, { text: 'Buy my coin' });
    expect(await stage.send(flooder, { text: 'Buy  my\u200b coin' })).toMatchObject({ error: 'chat_repeated' });
  });

  it('stay behind slow mode, in two sessions at once', async () => {
    const operator = await signInStaff(app, 'operator');
    await app.ok('POST /staff/chat/room', { room: 'kor', slow_mode: 30, reason: 'busy' }, { token: operator.token });
    const eager = await signUp(app, { level: 1 });
    const { token } = await app.ok('POST /user/login', { user_string: eager.email, password: 'a-decent-secret-81' });
    const outcomes = await Promise.all([eager, { token }, eager].map((each) => stage.send(each, { room: 'kor' })));
    expect(outcomes.filter(({ type }) => type === 'ok')).toHaveLength(1);
    expect(outcomes.find(({ type }) => type !== 'ok')).toMatchObject({
      error: 'chat_slow',
      message: expect.stringContaining('30'),
    });
    expect((await stage.room(eager, 'kor')).me.slow_until).toBe(app.now() + 30_000);
  });

  it('of reports end at a daily number and make one case of a message', async () => {
    const reporter = await signUp(app);
    app.advance(700_000);
    const { seq } = await stage.say(ann);
    for (let index = 0; index < 20; index++) {
      app.advance(11_000);
      const { seq: next } = index === 0 ? { seq } : await stage.say(ann);
      await app.ok('POST /chat/report', { room: 'en', seq: next, reason: 'spam' }, { token: reporter.token });
    }
    const more = await app.rejection(
      'POST /chat/report',
      { room: 'en', seq, reason: 'spam' },
      { token: reporter.token },
    );
    expect(more.error).toBe('chat_fast');
  });
});

it('names that pass for staff are not shown, and only staff carry the badge', async () => {
  app.advance(11_000);
  await app.ok('POST /user/editNickname', { nickname: 'Supp0rt' }, { token: mallory.token });
  const { author } = await stage.say(mallory, { text: 'I work here', staff: true, author: 'Tessera' });
  expect(author).toMatchObject({ staff: false, name: `******${mallory.uid.slice(-2)}` });
});

it('floods of links and of first messages at once leave three to review, and one decision of two counts', async () => {
  app.advance(11_000);
  const eager = await signUp(app, { level: 1 });
  const stages = [stage, chatStage(two.app)];
  await stage.holdWithin(24);
  const once = randomUUID();
  const twins = await Promise.all(stages.map((each) => each.send(eager, { text: 'hello', client_id: once })));
  const links = await Promise.all(
    [1, 2, 3, 4].map((index) => stages[index % 2]?.send(eager, { text: `visit evil${index}.com` })),
  );
  await stage.holdWithin(0);
  const heldOf = (sent: typeof links) => sent.filter((each) => each?.type === 'ok' && each.message.held);
  expect([heldOf(twins).length, heldOf(links).length]).toEqual([2, 2]);
  const { held } = (await stage.room(eager)).me;
  expect([held.length, held.filter(({ client_id }) => client_id === once).length]).toEqual([3, 1]);

  const moderators = [await signInStaff(app, 'reviewer'), await signInStaff(two.app, 'admin')] as const;
  const queue = 'chat_held';
  const { list } = await app.ok(
    'GET /staff/queue/list',
    { queue, status: 'pending', limit: 100 },
    { token: moderators[0].token },
  );
  const id = list.find(({ details }) => details.some(({ value }) => value === 'hello'))?.id;
  const decided = await Promise.all(
    moderators.map(({ token }, index) =>
      (index === 0 ? app : two.app).call('POST /staff/queue/approve', { queue, id, reason: 'fine' }, { token }),
    ),
  );
  expect(decided.filter(({ type }) => type === 'ok')).toHaveLength(1);
  const { list: published } = await stage.read(ann);
  expect(published.filter(({ client_id }) => client_id === once)).toMatchObject([{ text: 'hello' }]);
  // The page sends it again after silence: it is the published one.
  expect(await stage.say(eager, { text: 'hello', client_id: once })).toMatchObject({ seq: published.at(-1)?.seq });
});

describe('a room over the realtime connection', () => {
  it('is for signed-in users, and for rooms that exist', async () => {
    const guest = client(null);
    await guest.open(one.url);
    await guest.until(() => guest.errors.length > 0);
    const lost = client(mallory, 'no-such-room');
    await lost.open(one.url);
    await lost.until(() => lost.errors.length > 0);
    const forger = new ChatClient('x'.repeat(43), 'en', () => Promise.reject(new Error('nothing to fetch')));
    await forger.open(one.url);
    await forger.until(() => forger.errors.length > 1);
    expect([guest.errors, lost.errors, forger.errors]).toEqual([
      ['sign_in_required'],
      ['unknown_channel'],
      ['session_invalid', 'sign_in_required'],
    ]);
    expect([guest.revision, lost.revision, forger.revision]).toEqual([null, null, null]);
    for (const each of [guest, lost, forger]) each.cut();
  });

  it('brings each message once and in order to both nodes, with several senders at once, over a cut link and connection', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => signUp(app, { level: 1 })));
    const stages = [stage, chatStage(two.app)];
    const here = client(ann);
    const there = client(mallory);
    await Promise.all([here.open(one.url), there.open(two.url)]);
    await Promise.all([here, there].map((each) => each.until(() => each.revision !== null)));
    const from = (await stage.room(ann)).seq;
    const burst = async () => {
      app.advance(11_000);
      const sent = people.flatMap((person, index) =>
        Array.from({ length: 4 }, () => stages[index % 2]?.say(person) ?? Promise.reject(new Error('no stage'))),
      );
      return (await Promise.all(sent)).map(({ seq }) => seq);
    };
    const all: number[] = [...(await burst())];
    await Promise.all([here, there].map((each) => each.until(() => each.shown.size >= 24)));

    // Hints are lost: the next look finds what they would have told of.
    link.cut = true;
    all.push(...(await burst()));
    for (const node of [one, two]) await recurringJobsOf(node.app).turn('chat-live');
    link.cut = false;
    await Promise.all([here, there].map((each) => each.until(() => each.shown.size >= 48)));

    // The connection of one is cut amid a burst; it comes back at the other node and fetches after its last.
    const during = burst();
    there.cut();
    all.push(...(await during));
    await there.open(one.url);
    await Promise.all([here, there].map((each) => each.until(() => each.shown.size >= 72)));

    const expected = Array.from({ length: 72 }, (_, index) => from + index + 1);
    expect(all.toSorted((a, b) => a - b)).toEqual(expected);
    for (const each of [here, there]) {
      expect([...each.shown.keys()]).toEqual(expected);
      expect(new Set(each.shown.values())).toEqual(new Set([1]));
      each.cut();
    }
  });

  it('counts who listens, over both nodes, a user with two pages once', async () => {
    const pages = [client(ann), client(ann), client(mallory)];
    await Promise.all(pages.map((page, index) => page.open(index === 2 ? two.url : one.url)));
    await Promise.all(pages.map((page) => page.until(() => page.revision !== null)));
    for (const node of [one, two, one]) await recurringJobsOf(node.app).turn('chat-live');
    await pages[0]?.until(() => pages[0]?.present === 2);
    expect((await stage.room(ann)).present).toBe(2);
    for (const page of pages) page.cut();
  });
});
