import { expect, test } from 'vitest';
import type { Sql } from '../db/database.ts';
import { createAccountEvents } from '../events/account-events.ts';
import { rememberSessions } from './session-cache.ts';
import { tokenHash } from './token.ts';

const IDLE = 60_000;
const TOKENS = ['a', 'b', 'c'].map((letter) => letter.repeat(43));
const [ANN = '', BEN = ''] = TOKENS;

/** A cache on one open session a token, user 1 for the first token, with a look-up that can be held up. */
function createCache() {
  let now = 1_000_000;
  const open = new Map(TOKENS.map((_, index) => [index + 1, { id: String(index + 1), expires: now + IDLE * 1_000 }]));
  let reads = 0;
  let held: Promise<void> | null = null;
  let fails = false;
  const database: Sql = {
    async query<Row extends object>(_text: string, values: readonly unknown[] = []) {
      reads++;
      if (fails) throw new Error('the database is away');
      const found = [...open].find(([index]) => hashes[index - 1]?.equals(values[0] as Buffer));
      const rows = found
        ? [
            {
              id: found[1].id,
              uid: 'u',
              session_id: 's',
              level: 2,
              key: null,
              browser: null,
              expires_at: found[1].expires,
              last_seen_at: now,
            },
          ]
        : [];
      await held;
      return rows as unknown as Row[];
    },
  };
  const hashes = TOKENS.map((token) => tokenHash(token));
  const accountEvents = createAccountEvents();
  const settings = { sessionIdleMs: IDLE, staffSessionIdleMs: IDLE };
  const cache = rememberSessions({ database, now: () => now, settings, accountEvents });
  return {
    cache,
    accountEvents,
    reads: () => reads,
    end: (user: number) => open.delete(user),
    fail: (now: boolean) => {
      fails = now;
    },
    expireAt: (user: number, expires: number) => open.set(user, { id: String(user), expires }),
    now: () => now,
    advance: (ms: number) => {
      now += ms;
    },
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return () => {
        held = null;
        resolve();
      };
    },
  };
}

test('ten thousand calls of a session within a second read it once, and each second anew', async () => {
  const { cache, reads, advance } = createCache();
  for (let call = 0; call < 10_000; call++) expect((await cache.read(ANN))?.id).toBe('1');
  expect(reads()).toBe(1);
  advance(999);
  await cache.read(ANN);
  expect(reads()).toBe(1);
  advance(1);
  await cache.read(ANN);
  expect(reads()).toBe(2);
});

test.each(['session', 'profile'] as const)(
  'a session whose user has a %s event is read again at once',
  async (kind) => {
    const { cache, accountEvents, end, reads } = createCache();
    await cache.read(ANN);
    await cache.read(BEN);
    end(1);
    accountEvents.emitHere('1', { kind });
    expect(await cache.read(ANN)).toBeNull();
    expect((await cache.read(BEN))?.id).toBe('2');
    expect(reads()).toBe(3);
  },
);

test('a session that ends while it is looked up is not kept', async () => {
  const { cache, accountEvents, end, hold } = createCache();
  const release = hold();
  const reading = cache.read(ANN);
  end(1);
  accountEvents.emitHere('1', { kind: 'session' });
  release();
  await reading;
  expect(await cache.read(ANN)).toBeNull();
});

test('an ended session of which no event tells is believed for less than a second', async () => {
  const { cache, end, advance } = createCache();
  await cache.read(ANN);
  end(1);
  advance(1_000);
  expect(await cache.read(ANN)).toBeNull();
  expect(await cache.read(ANN)).toBeNull();
});

test('a session that expires within the second is not believed beyond it', async () => {
  const { cache, expireAt, now, advance, end } = createCache();
  expireAt(1, now() + 400);
  await cache.read(ANN);
  end(1);
  advance(399);
  expect(await cache.read(ANN)).not.toBeNull();
  advance(1);
  expect(await cache.read(ANN)).toBeNull();
});

test('a clock that was set back lengthens nothing', async () => {
  const { cache, end, advance } = createCache();
  await cache.read(ANN);
  end(1);
  advance(-5_000);
  expect(await cache.read(ANN)).toBeNull();
});

test('tokens without a session are not remembered', async () => {
  const { cache, reads } = createCache();
  for (let call = 0; call < 100; call++) expect(await cache.read('x'.repeat(43))).toBeNull();
  expect(reads()).toBe(100);
  expect(await cache.read(null)).toBeNull();
});

test('a look-up that is under way is shared by all calls of a session, but by none that came after a change', async () => {
  const { cache, accountEvents, end, hold, reads } = createCache();
  const release = hold();
  const before = Array.from({ length: 100 }, () => cache.read(ANN));
  expect(reads()).toBe(1);
  end(1);
  accountEvents.emitHere('1', { kind: 'session' });
  const after = Array.from({ length: 100 }, () => cache.read(ANN));
  release();
  expect(new Set((await Promise.all(before)).map((each) => each?.id))).toEqual(new Set(['1']));
  expect(new Set(await Promise.all(after))).toEqual(new Set([null]));
  expect(reads()).toBe(2);
});

test('changes of other users have no session read again', async () => {
  const { cache, accountEvents, hold, reads } = createCache();
  const release = hold();
  const early = cache.read(ANN);
  for (let event = 0; event < 100; event++) accountEvents.emitHere('2', { kind: 'session' });
  const late = cache.read(ANN);
  release();
  expect((await Promise.all([early, late])).map((each) => each?.id)).toEqual(['1', '1']);
  expect((await cache.read(ANN))?.id).toBe('1');
  expect(reads()).toBe(1);
});

test('a look-up that fails is made again', async () => {
  const { cache, fail } = createCache();
  fail(true);
  await expect(Promise.all([cache.read(ANN), cache.read(ANN)])).rejects.toThrow('away');
  fail(false);
  expect((await cache.read(ANN))?.id).toBe('1');
});

test('a connection believes nothing that was read before, and shares the look-up under way with calls', async () => {
  const { cache, reads, hold } = createCache();
  await cache.read(ANN);
  expect(reads()).toBe(1);
  const release = hold();
  const both = Promise.all([cache.look(ANN), cache.look(ANN), cache.look(ANN)]);
  release();
  expect((await both).map((user) => user?.id)).toEqual(['1', '1', '1']);
  expect(reads()).toBe(2);
  await cache.look(ANN);
  expect(reads()).toBe(3);
  await cache.read(ANN);
  expect(reads()).toBe(3);
});
