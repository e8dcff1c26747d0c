import { get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, signUp } from '../../../test/people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { connectTo } from '../../../test/test-database.ts';

/* Calls that all wait for one thing in the database: each holds a connection meanwhile. */

let app: TestApp;
let ann: Person;
let ben: Person;
beforeAll(async () => {
  app = await createTestApp();
  [ann, ben] = [await signUp(app, { level: 1 }), await signUp(app, { level: 1 })];
});
afterAll(() => app.close());

const request = (method: 'GET' | 'POST', url: string, token?: string, key?: string, headers = {}) =>
  app.app.inject({
    method,
    url,
    headers: {
      ...headers,
      ...(token && { authorization: token }),
      ...(key && { 'idempotency-key': key }),
      ...(method === 'POST' && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(method === 'POST' && { payload: 'id=1&user_string=x@example.com&password=wrong-password-1' }),
  });

/** Makes calls while a table is locked. Returns the connections that waited for it, and what else came of it. */
const whileLocked = <T>(table: string, calls: () => Promise<unknown>[], meanwhile: () => Promise<T>) =>
  whileHeld(`lock table ${table} in access exclusive mode`, calls, meanwhile);

/** The same while another transaction holds what a statement locks. */
async function whileHeld<T>(statement: string, calls: () => Promise<unknown>[], meanwhile: () => Promise<T>) {
  const other = connectTo(app.database);
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  const { promise: locked, resolve: isLocked } = Promise.withResolvers<void>();
  const lock = other.transaction(async (tx) => {
    await tx.query(statement);
    isLocked();
    await held;
  });
  try {
    await Promise.race([locked, lock]);
    const made = calls();
    let waiting = -1;
    for (let now = 0; now !== waiting || now === 0; ) {
      waiting = now;
      await wait(300);
      const [row] = await other.query<{ held: number }>(
        `select count(*)::int as held from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      now = row?.held ?? 0;
    }
    const beside = await meanwhile();
    letGo();
    await Promise.all(made);
    return { waiting, beside };
  } finally {
    letGo();
    await lock;
    await other.close();
  }
}

it('calls with a key of one account have a quarter of a node’s connections, and others’ are handled beside them', async () => {
  const calls = () =>
    Array.from({ length: 30 }, (_, index) =>
      request('POST', '/api/user/loan/cancel', ann.token, `a-key-of-its-own-${index}`),
    );
  const { waiting, beside } = await whileLocked('idempotency_key', calls, () =>
    request('GET', '/api/optional/list', ben.token),
  );
  expect(waiting).toBe(4);
  expect(beside.json()).toMatchObject({ type: 'ok' });
});

it('so have all guests of an address', async () => {
  const calls = () => Array.from({ length: 30 }, () => request('POST', '/api/user/login'));
  const { waiting, beside } = await whileLocked('counted_attempt', calls, () =>
    request('GET', '/api/optional/list', ben.token),
  );
  expect(waiting).toBe(4);
  expect(beside.json()).toMatchObject({ type: 'ok' });
});

it.each([
  ['upload', `/api/uploads/${'a'.repeat(32)}.jpg`],
  ['nft_upload_file', `/api/nft/media/${'a'.repeat(64)}.webp`],
  ['nft_metadata', `/api/nft/metadata/${'a'.repeat(64)}.json`],
  ['data_export', `/api/user/export/file/${'a'.repeat(43)}`],
])('and who asks for files by names that are none: of %s', async (table, url) => {
  const calls = () => Array.from({ length: 30 }, () => request('GET', url));
  const { waiting, beside } = await whileLocked(table, calls, () => request('GET', '/api/optional/list', ben.token));
  expect(waiting).toBe(4);
  expect(beside.json()).toMatchObject({ type: 'ok' });
  expect((await request('GET', url)).statusCode).toBe(404);
});

it('nor do they have more where they go at once, and ask again', async () => {
  const origin = await app.app.listen({ host: '127.0.0.1', port: 0 });
  const url = `/api/uploads/${'b'.repeat(32)}.jpg`;
  const calls = () =>
    Array.from({ length: 30 }, async () => {
      const asked = get(`${origin}${url}`, { agent: false });
      asked.on('error', () => undefined);
      await wait(200);
      asked.destroy();
    });
  const { waiting, beside } = await whileLocked('upload', calls, () => request('GET', '/api/optional/list', ben.token));
  expect(waiting).toBe(4);
  expect(beside.json()).toMatchObject({ type: 'ok' });
  // All turns are free again.
  expect(
    (await Promise.all(Array.from({ length: 8 }, () => request('GET', url)))).map((each) => each.statusCode),
  ).toEqual(Array.from({ length: 8 }, () => 404));
});

describe('calls of a session that another transaction holds', () => {
  const OLD = "last_seen_at = last_seen_at - interval '2 minutes'";
  const sessionOf = (person: Person) => `select 1 from session where user_id = ${person.id} for update`;

  it('are answered: that it was seen is noted later', async () => {
    await app.database.query(`update session set ${OLD} where user_id = $1`, [ann.id]);
    const other = connectTo(app.database);
    const { promise: answered, resolve: letGo } = Promise.withResolvers<void>();
    const { promise: held, resolve: isHeld } = Promise.withResolvers<void>();
    const lock = other.transaction(async (tx) => {
      await tx.query(sessionOf(ann));
      isHeld();
      await answered;
    });
    try {
      await held;
      const made = Promise.all(Array.from({ length: 40 }, () => request('GET', '/api/optional/list', ann.token)));
      expect((await request('GET', '/api/optional/list', ben.token)).json()).toMatchObject({ type: 'ok' });
      for (const each of await made) expect(each.json()).toMatchObject({ type: 'ok' });
    } finally {
      letGo();
      await lock;
      await other.close();
    }
    app.advance(2_000);
    await request('GET', '/api/optional/list', ann.token);
    const [row] = await app.database.query<{ last_seen_at: number }>(
      'select last_seen_at from session where user_id = $1',
      [ann.id],
    );
    expect(row?.last_seen_at).toBe(app.now());
  });

  it('hold one connection where each would bind it to a browser', async () => {
    const cookies = Array.from({ length: 40 }, (_, at) => String(at).padStart(43, 'b'));
    const calls = () =>
      cookies.map((cookie) =>
        request('GET', '/api/optional/list', ann.token, undefined, { cookie: `tessera_browser=${cookie}` }),
      );
    const { waiting, beside } = await whileHeld(sessionOf(ann), calls, () =>
      request('GET', '/api/optional/list', ben.token),
    );
    expect(waiting).toBe(1);
    expect(beside.json()).toMatchObject({ type: 'ok' });
  });
});
