import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Person, signUp } from '../../../test/people.ts';
import { signInStaff } from '../../../test/staff-people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { newPicture, upload, uploaded } from '../../../test/upload-picture.ts';

const MINUTE = 60_000;

let app: TestApp;
type Agent = Awaited<ReturnType<typeof signInStaff>>;
let mara: Agent;
let odo: Agent;
let chief: Agent;
let ann: Person;
let bob: Person;

beforeAll(async () => {
  app = await createTestApp();
  mara = await signInStaff(app, 'support');
  odo = await signInStaff(app, 'support');
  chief = await signInStaff(app, 'admin');
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.database.query('truncate counted_attempt');
  ann = await signUp(app);
  bob = await signUp(app);
});

const write = (user: Person, text: string, changes: Record<string, unknown> = {}) =>
  app.call('POST /support/message', { client_id: randomUUID(), text, ...changes }, { token: user.token });
async function begun(user = ann, text = 'help'): Promise<string> {
  const sent = await write(user, text);
  if (sent.type !== 'ok') throw new Error(sent.error);
  return sent.message.conversation.id;
}
const reply = (agent: Agent, id: string, text = 'hello') =>
  app.call('POST /staff/support/reply', { id, client_id: randomUUID(), text, seen: 99 }, { token: agent.token });
/** `ok`, or why not; the limits reject with HTTP 429. */
const outcomeOf = async (call: Promise<{ readonly type: string; readonly error?: string }>): Promise<string> => {
  try {
    const { type, error } = await call;
    return error ?? type;
  } catch (error) {
    if (String(error).includes('429')) return 'rate_limited';
    throw error;
  }
};
const numbers = async (id: string) =>
  (
    await app.database.query<{ seq: number }>(
      'select seq from support_message where conversation_id = $1 order by seq',
      [id],
    )
  ).map(({ seq }) => seq);

describe('another user’s conversation', () => {
  it.each([
    ['GET /support/messages', {}],
    ['POST /support/message', { client_id: randomUUID(), text: 'I am Ann' }],
    ['POST /support/seen', { seq: 1, shown: true }],
    ['POST /support/typing', {}],
    ['POST /support/end', {}],
    ['POST /support/rate', { rating: 1 }],
  ] as const)('is not there for %s', async (callId, input) => {
    const id = await begun();
    expect(await app.rejection(callId, { id, ...input }, { token: bob.token })).toMatchObject({ error: 'not_found' });
    expect(await numbers(id)).toEqual([1]);
  });

  it('gives up no picture: not to a user, not to an agent who does not have it, not after its end', async () => {
    const picture = await uploaded(app, ann.token);
    const taken = await write(bob, 'mine', { picture });
    expect(taken).toMatchObject({ error: 'upload_unknown' });
    const id = await begun(ann, 'see');
    expect((await write(ann, 'picture', { picture })).type).toBe('ok');
    const statusFor = async (token: string) =>
      (await app.app.inject({ url: picture, headers: { authorization: token } })).statusCode;
    expect([await statusFor(ann.token), await statusFor(bob.token), await statusFor(mara.token)]).toEqual([
      200, 404, 404,
    ]);
    await reply(mara, id);
    expect([await statusFor(mara.token), await statusFor(odo.token)]).toEqual([200, 404]);
    const [seen] = await app.database.query(
      `select 1 from staff_action where action = 'support.view' and subject = $1`,
      [`support:${id}`],
    );
    expect(seen).toBeDefined();
    await app.ok('POST /staff/support/resolve', { id, seen: 99 }, { token: mara.token });
    expect(await statusFor(mara.token)).toBe(404);
  });
});

describe('a picture of an agent', () => {
  const PATH = '/staff/support/picture';
  const drawn = (agent: Agent) => uploaded(app, agent.token, undefined, PATH);
  const send = (agent: Agent, id: string, changes: Record<string, unknown>) =>
    app.call(
      'POST /staff/support/reply',
      { id, client_id: randomUUID(), seen: 99, ...changes },
      { token: agent.token },
    );
  const statusFor = async (picture: string, token?: string) =>
    (await app.app.inject({ url: picture, headers: token ? { authorization: token } : {} })).statusCode;

  it('is seen by nobody before it is sent, then by its user and its agent alone, and is sent once', async () => {
    const id = await begun();
    const picture = await drawn(mara);
    const everywhere = () =>
      Promise.all(
        [undefined, ann.token, bob.token, mara.token, odo.token, chief.token].map((token) => statusFor(picture, token)),
      );
    expect(await everywhere()).toEqual([404, 404, 404, 404, 404, 404]);
    // Another agent cannot send it, nor a user.
    expect(await send(odo, id, { picture })).toMatchObject({ error: 'upload_unknown' });
    expect(await write(ann, 'mine', { picture })).toMatchObject({ error: 'upload_unknown' });
    // At once, under one id and under others: one message has it.
    const client_id = randomUUID();
    const sent = await Promise.all([
      ...[1, 2, 3].map(() => send(mara, id, { picture, client_id })),
      ...[1, 2].map(() => send(mara, id, { picture })),
    ]);
    const [row] = await app.database.query<{ count: number }>(
      'select count(*)::int as count from support_message where picture = $1',
      [picture.split('/').at(-1)],
    );
    expect(row?.count).toBe(1);
    expect(new Set(sent.flatMap((each) => (each.type === 'ok' ? [each.message.seq] : []))).size).toBe(1);
    expect(await everywhere()).toEqual([404, 200, 404, 200, 404, 404]);
    const { list } = await app.ok('GET /support/messages', { id }, { token: ann.token });
    expect(list.filter((each) => each.picture === picture)).toMatchObject([{ author: 'agent', text: '' }]);
    // What was sent stays private: it becomes no avatar, and no picture of a chat room.
    expect(
      await app.call('POST /user/uploadHeadPortrait', { avatar: picture }, { token: ann.token }),
    ).not.toMatchObject({
      type: 'ok',
    });
    expect(await statusFor(picture)).toBe(404);
    await app.ok('POST /staff/support/resolve', { id, seen: 99 }, { token: mara.token });
    expect(await everywhere()).toEqual([404, 200, 404, 404, 404, 404]);
  });

  it('is taken of agents alone, judged as those of users, and goes to no guest', async () => {
    const reviewer = await signInStaff(app, 'reviewer');
    for (const token of [ann.token, reviewer.token, 'none']) {
      expect((await upload(app, token, undefined, PATH)).type).not.toBe('ok');
    }
    const page = Buffer.from('<html><script>alert(1)</script></html>');
    expect(await upload(app, mara.token, page, PATH)).toMatchObject({ error: 'upload_not_an_image' });
    const picture = await drawn(mara);
    await app.ok('POST /sms_mail_kf', { user_string: 'guest@tessera.example', scene: 'forget' });
    const { list } = await app.ok('GET /staff/support/inbox', { box: 'unattended' }, { token: mara.token });
    const guest = list.find(({ contact }) => contact === 'guest@tessera.example');
    expect(await send(mara, guest?.id ?? '', { picture })).toMatchObject({ error: 'invalid_field', field: 'picture' });
    expect(await send(mara, guest?.id ?? '', {})).toMatchObject({ error: 'field_required' });
    // What failed changed nothing: the picture can go to a user.
    expect((await send(mara, await begun(bob), { picture, text: 'see' })).type).toBe('ok');
  });
});

describe('the numbers of a conversation', () => {
  it('have no gap and no double under parallel sends, repetitions and replies', async () => {
    const id = await begun();
    await app.ok('POST /staff/support/take', { id }, { token: mara.token });
    const ids = Array.from({ length: 9 }, () => randomUUID());
    const sent = await Promise.all([
      // Each twice, as after a response that was lost.
      ...[...ids, ...ids].map((client_id) => write(ann, client_id, { client_id })),
      ...Array.from({ length: 8 }, () => reply(mara, id)),
    ]);
    expect(sent.map(({ type }) => type)).toEqual(sent.map(() => 'ok'));
    const all = await numbers(id);
    expect(all).toEqual(Array.from({ length: 2 + 9 + 8 }, (_, index) => index + 1));
    const { list } = await app.ok('GET /support/messages', { id, after: 0, limit: 100 }, { token: ann.token });
    expect(new Set(list.flatMap(({ client_id }) => client_id ?? [])).size).toBe(1 + 9 + 8);

    // A client that was away between any two of them reads the rest, each once.
    for (const after of [0, 3, 10, 18, 19]) {
      const rest: number[] = [];
      for (;;) {
        const page = await app.ok(
          'GET /support/messages',
          { id, after: rest.at(-1) ?? after, limit: 5 },
          { token: ann.token },
        );
        if (page.list.length === 0) break;
        rest.push(...page.list.map(({ seq }) => seq));
      }
      expect(rest).toEqual(all.filter((seq) => seq > after));
    }
  });

  it('begin once where the first messages come at once', async () => {
    const sent = await Promise.all(Array.from({ length: 6 }, (_, index) => write(bob, `first ${index}`)));
    const conversations = new Set(sent.flatMap((each) => (each.type === 'ok' ? each.message.conversation.id : [])));
    expect(conversations.size).toBe(1);
    expect(await numbers([...conversations][0] ?? '')).toEqual([1, 2, 3, 4, 5, 6]);
  });
});

describe('a flood', () => {
  it('of messages is stopped after 20 a minute, while repetitions cost nothing', async () => {
    const client_id = randomUUID();
    for (let each = 0; each < 30; each += 1) expect((await write(ann, 'again', { client_id })).type).toBe('ok');
    const outcomes: string[] = [];
    for (let each = 0; each < 25; each += 1) {
      outcomes.push(await outcomeOf(write(ann, `${each}`)));
    }
    expect(outcomes.filter((each) => each === 'ok')).toHaveLength(19);
    expect(outcomes.at(-1)).toBe('rate_limited');
    app.advance(MINUTE + 1);
    expect((await write(ann, 'later')).type).toBe('ok');
  });

  it('of tickets is stopped, because each sends a mail', async () => {
    const open = () =>
      app.call('POST /support/ticket', { client_id: randomUUID(), title: 't', text: 'x' }, { token: ann.token });
    const outcomes = [];
    for (let each = 0; each < 6; each += 1) outcomes.push(await outcomeOf(open()));
    expect(outcomes).toEqual(['ok', 'ok', 'ok', 'rate_limited', 'rate_limited', 'rate_limited']);
  });

  it('of one ticket at once opens one', async () => {
    const client_id = randomUUID();
    const open = () => app.ok('POST /support/ticket', { client_id, title: 't', text: 'x' }, { token: bob.token });
    const opened = await Promise.all([open(), open(), open()]);
    expect(new Set(opened.map(({ id }) => id)).size).toBe(1);
  });
});

describe('what is written', () => {
  it.each([
    ['an empty message', { text: '   ' }],
    ['nothing', { text: undefined }],
    ['2,001 characters', { text: 'x'.repeat(2_001) }],
    ['markup', { text: '<img src=x onerror=alert(1)>' }],
    ['a script', { text: 'hi <script>alert(1)</script>' }],
    ['an override of direction', { text: 'invoice\u202efdp.exe' }],
    ['an isolate', { text: 'a\u2066b' }],
    ['a NUL', { text: 'a\u0000b' }],
    ['a foreign picture', { text: 'x', picture: 'https://evil.example/x.jpg' }],
    ['a path out of the uploads', { text: 'x', picture: '/api/uploads/../../etc/passwd' }],
    ['a picture that is not there', { text: 'x', picture: `/api/uploads/${'a'.repeat(32)}.jpg` }],
    ['an id that is not one', { text: 'x', client_id: "' or 1=1" }],
  ])('%s is refused', async (_, input) => {
    expect((await write(ann, 'x', input)).type).toBe('error');
    expect((await app.ok('GET /support/current', {}, { token: ann.token })).conversation).toBeNull();
  });

  it('stays what it is: addresses, quotes and signs are stored as they were typed', async () => {
    const text = `https://tessera.example/?a=1&b=2 "5 < 6" 'x' 👩‍👩‍👧 سلام javascript:alert(1)`;
    await begun(ann, text);
    const { conversation } = await app.ok('GET /support/current', {}, { token: ann.token });
    const { list } = await app.ok('GET /support/messages', { id: conversation?.id }, { token: ann.token });
    expect(list[0]?.text).toBe(text);
  });

  it('has pictures that are decoded and made anew, none that claim to be enormous or are none', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    // A PNG header that claims 60,000 × 60,000 pixels.
    const bomb = await newPicture(8, 8);
    bomb.writeUInt32BE(60_000, 16);
    bomb.writeUInt32BE(60_000, 20);
    for (const file of [svg, bomb, Buffer.from('GIF89a'), Buffer.alloc(64)]) {
      expect((await upload(app, ann.token, file)).type).toBe('error');
    }
    const picture = await uploaded(app, ann.token, await newPicture(1, 900));
    expect((await write(ann, '', { picture, text: undefined })).type).toBe('ok');
  });
});

describe('two agents', () => {
  it('who take a conversation at once: one has it, the other is told who', async () => {
    for (let round = 0; round < 5; round += 1) {
      const user = await signUp(app);
      const id = await begun(user);
      const outcomes = await Promise.all([
        app.call('POST /staff/support/take', { id }, { token: mara.token }),
        reply(odo, id),
        app.call('POST /staff/support/take', { id }, { token: mara.token }),
      ]);
      const { list } = await app.ok('GET /support/messages', { id }, { token: user.token });
      expect(list.filter(({ kind }) => kind === 'joined')).toHaveLength(1);
      const [winner] = list.filter(({ kind }) => kind === 'joined').map(({ name }) => name);
      const refused = outcomes.filter(({ type }) => type !== 'ok');
      expect(refused.length).toBe(winner === mara.name ? 1 : 2);
      for (const each of refused) expect(each).toMatchObject({ error: 'claimed_by_other' });
      expect(JSON.stringify(refused[0])).toContain(winner ?? '');
    }
  });

  it.each([
    ['POST /staff/support/reply', { client_id: randomUUID(), text: 'x', seen: 99 }],
    ['POST /staff/support/seen', { seq: 1 }],
    ['POST /staff/support/typing', {}],
    ['POST /staff/support/snooze', { until: 4_000_000_000_000, seen: 99 }],
    ['POST /staff/support/resolve', { seen: 99 }],
    ['POST /staff/support/reopen', {}],
    ['POST /staff/support/restrict', { restricted: true, reason: 'x' }],
    ['POST /staff/support/take', {}],
  ] as const)('%s does nothing to what a colleague has', async (callId, input) => {
    const id = await begun();
    await reply(mara, id);
    const before = await app.database.query('select * from support_conversation where id = $1', [id]);
    expect(await app.rejection(callId, { id, ...input }, { token: odo.token })).toMatchObject({
      error: 'claimed_by_other',
    });
    expect(await app.database.query('select * from support_conversation where id = $1', [id])).toEqual(before);
  });
});

describe('a restricted conversation', () => {
  const READS = ['GET /staff/support/conversation', 'POST /staff/support/take', 'POST /staff/support/note'] as const;

  it('is read by its agent and admins; others see that it is there, and no word of it', async () => {
    const id = await begun(ann, 'my secret matter');
    await reply(mara, id);
    await app.ok('POST /staff/support/restrict', { id, restricted: true, reason: 'a case' }, { token: mara.token });
    for (const callId of READS) {
      const input = { id, client_id: randomUUID(), text: 'x' };
      expect(await app.rejection(callId, input, { token: odo.token })).toMatchObject({ error: 'not_found' });
    }
    const listed = async (agent: Agent) =>
      JSON.stringify(await app.ok('GET /staff/support/inbox', { box: 'all', limit: 100 }, { token: agent.token }));
    expect(await listed(odo)).not.toContain('my secret matter');
    expect(await listed(odo)).toContain(`"id":"${id}"`);
    // Her reply is the last word by now.
    expect(await listed(chief)).toContain('"preview":"hello"');
    const { messages } = await app.ok('GET /staff/support/conversation', { id }, { token: chief.token });
    expect(messages[0]?.text).toBe('my secret matter');
    const released = { id, restricted: false, reason: 'over' };
    await app.ok('POST /staff/support/restrict', released, { token: chief.token });
    expect((await app.call('GET /staff/support/conversation', { id }, { token: odo.token })).type).toBe('ok');
  });

  it.each(['reviewer', 'treasury', 'operator'] as const)('and any other is closed to %s', async (role) => {
    const id = await begun();
    const { token } = await signInStaff(app, role);
    expect(await app.rejection('GET /staff/support/conversation', { id }, { token })).toMatchObject({
      error: 'forbidden',
    });
    expect(await app.rejection('GET /staff/support/inbox', { box: 'all' }, { token })).toMatchObject({
      error: 'forbidden',
    });
    expect(
      await app.rejection(
        'POST /staff/support/assign',
        { id: await begun(bob), staff_id: mara.id, seen: 99, reason: 'x' },
        { token },
      ),
    ).toMatchObject({ error: 'forbidden' });
  });

  it('is handed only to members who may answer', async () => {
    const id = await begun();
    const reviewer = await signInStaff(app, 'reviewer');
    const handed = { id, staff_id: reviewer.id, seen: 99, reason: 'x' };
    expect(await app.rejection('POST /staff/support/assign', handed, { token: mara.token })).toMatchObject({
      error: 'not_found',
    });
  });
});

describe('a guest whose code does not arrive', () => {
  let network = 0;
  const ask = (user_string: string, address?: string) => {
    network += 1;
    return app.call(
      'POST /sms_mail_kf',
      { user_string, scene: 'forget' },
      { address: address ?? `203.0.113.${network % 250}` },
    );
  };
  const shapeOf = ({ type, message }: { type: string; message: unknown }) => [
    type,
    Object.keys(message as object).toSorted(),
  ];

  it('learns nothing of whether there is an account: same answer, same statements, same mail', async () => {
    const statementsOf = async (contact: string) => {
      const heard: string[] = [];
      const { query, transaction } = app.database;
      const heardOf =
        (original: typeof query): typeof query =>
        (text: string, values?: readonly unknown[]) => {
          heard.push(text);
          return original(text, values);
        };
      Object.assign(app.database, {
        query: heardOf(query),
        transaction: ((work) =>
          transaction((tx) => work({ ...tx, query: heardOf(tx.query) }))) satisfies typeof transaction,
      });
      const response = await ask(contact);
      Object.assign(app.database, { query, transaction });
      const rows = await app.database.query<{ user_id: string | null; channel: string; status: string }>(
        'select user_id, channel, status from support_conversation where contact = $1',
        [contact],
      );
      const mails = app.outbox
        .filter(({ to, subject }) => to === contact && subject.startsWith('['))
        .map(({ subject, body }) => [subject, body].map((text) => text.replaceAll(/[0-9A-Z]{10}/g, '…')));
      return { heard, rows, mails, shape: shapeOf(response) };
    };
    const known = await statementsOf(ann.email);
    const unknown = await statementsOf('nobody-at-all@example.com');
    expect(known).toEqual(unknown);
    expect(known.rows).toEqual([{ user_id: null, channel: 'mail', status: 'waiting' }]);
    expect(known.mails).toHaveLength(1);
    expect(known.heard.some((text) => text.includes('support_message'))).toBe(true);
    expect(known.heard.some((text) => text.includes('user_account'))).toBe(false);
  });

  it('asks once in five minutes and three times a day for a contact, from wherever', async () => {
    const outcomes: string[] = [];
    for (let each = 0; each < 6; each += 1) {
      outcomes.push(await outcomeOf(ask('guest@example.com')), await outcomeOf(ask('guest@example.com')));
      app.advance(6 * MINUTE);
    }
    expect(outcomes.filter((each) => each === 'ok')).toHaveLength(3);
    expect(app.outbox.filter(({ to }) => to === 'guest@example.com')).toHaveLength(3);
  });

  it('asks five times an hour from a network, for whomever', async () => {
    const outcomes: string[] = [];
    for (let each = 0; each < 7; each += 1) {
      outcomes.push(await outcomeOf(ask(`guest${each}@example.net`, `2001:db8:1:${each + 1}::1`)));
    }
    expect(outcomes).toEqual(['ok', 'ok', 'ok', 'ok', 'ok', 'rate_limited', 'rate_limited']);
  });
});
