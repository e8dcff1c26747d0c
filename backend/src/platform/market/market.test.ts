import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { linkedNodes } from '../../../test/linked-nodes.ts';
import { connectTo, createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import type { Database } from '../db/database.ts';
import { leaseLeft } from '../jobs/lease.ts';
import { ONE_NODE } from '../nodes/node-bus.ts';
import type { DeskOptions } from './desk-types.ts';
import { NOTHING_LEFT_OUT } from './left-out.ts';
import { createMarket, type Market } from './market.ts';
import type { RecordedState, Recorder } from './recorder-types.ts';

let database: TestDatabase;
const others: Database[] = [];
const bus = linkedNodes();
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  for (const other of others.splice(0)) await other.close();
  await database.close();
});

const USE = { userId: '1', key: 'a key of a request', callId: 'POST /coin/trade', fingerprint: '00' };

type Node = Market & { readonly desks: DeskOptions[]; readonly events: string[] };

const idleRecorder = (reached: Pick<RecordedState, 'sequence' | 'at'>): Recorder => ({
  load: async () => ({ ...reached, source: undefined, symbols: {} }),
  record: async () => undefined,
  committed: () => undefined,
  discarded: () => undefined,
});

/** A node whose desk only notes what it is asked. */
function node(of: Database = database, pause?: (ms: number) => Promise<void>): Node {
  const desks: DeskOptions[] = [];
  const events: string[] = [];
  const market = createMarket({
    database: of,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    recorder: () => idleRecorder({ sequence: 7, at: null }),
    engine: () => ({}) as never,
    desk(options) {
      desks.push(options);
      return {
        submit: async (_client, command) => `done ${String(command)}`,
        tick: async () => void events.push('tick'),
        async revise() {
          events.push('revise');
          return [];
        },
        leftOut: () => NOTHING_LEFT_OUT,
        stop: async () => void events.push('stop'),
      };
    },
    publish: () => undefined,
    nodes: bus(),
    ...(pause && { pause }),
  });
  market.join([
    {
      name: 'spot',
      restore: async () => void events.push('restore'),
      prepare: async () => null,
      isFollowed: () => true,
      apply: () => ({ fills: [], result: () => null }),
      settle: () => undefined,
      journals: () => [],
      users: () => [],
      traders: () => [],
      write: async () => undefined,
      adopt: () => undefined,
    },
  ]);
  return Object.assign(market, { desks, events });
}

const expire = () =>
  database.query(`update lease set until = clock_timestamp() - interval '1 ms' where name = 'market'`);

describe('the market on several nodes', () => {
  test('is taken over with the end of the lease, not at the next attempt after it', async () => {
    const waited = Promise.withResolvers<number>();
    const over = Promise.withResolvers<void>();
    const nearItsEnd: Database = {
      ...database,
      query: async <Row extends object>(text: string, values?: readonly unknown[]) =>
        text.includes('until - clock_timestamp()') ? ([{ left: 120 }] as Row[]) : database.query<Row>(text, values),
    };
    const [a, b] = [
      node(),
      node(nearItsEnd, (ms) => {
        waited.resolve(ms);
        return over.promise;
      }),
    ];
    await a.turn();
    expect(await leaseLeft(database, 'market')).toBeLessThanOrEqual(1_000);
    await database.query(`update lease set until = clock_timestamp() + interval '30 s' where name = 'market'`);
    expect(await leaseLeft(database, 'market')).toBeGreaterThan(1_000);
    b.start();
    expect(await waited.promise).toBe(121);
    expect(b.holds()).toBe(false);
    await expire();
    expect(await leaseLeft(database, 'market')).toBe(0);
    over.resolve();
    await expect.poll(() => b.holds()).toBe(true);
    await b.stop();
  });

  test('is held by one, restored before its first step, and the others forward', async () => {
    const other = connectTo(database);
    others.push(other);
    const [a, b] = [node(), node(other)];
    await a.turn();
    await b.turn();
    expect([a.holds(), b.holds()]).toEqual([true, false]);
    expect(a.events).toEqual(['restore', 'tick']);
    expect(a.desks[0]?.sequence).toBe(7);
    expect(await a.submit('spot', 'x', USE)).toBe('done x');
    expect(await b.submit('spot', 'x', USE)).toBe('done x');
    await a.stop();
  });

  test('is taken over with a higher token once its lease has run out, and the old holder discards its own', async () => {
    const [a, b] = [node(), node()];
    await a.turn();
    await expire();
    await b.turn();
    expect([a.holds(), b.holds()]).toEqual([true, true]);
    expect(BigInt(b.desks[0]?.lease.token ?? 0)).toBeGreaterThan(BigInt(a.desks[0]?.lease.token ?? 0));
    await a.turn();
    expect(a.holds()).toBe(false);
    expect(a.events).toEqual(['restore', 'tick', 'stop']);
    await b.stop();
  });

  test('takes over new terms, also those that came while it was being loaded', async () => {
    const a = node();
    const begins = a.turn();
    await expect.poll(() => a.events.includes('restore')).toBe(true);
    a.revise([]);
    await begins;
    a.revise([]);
    expect(a.events.filter((event) => event === 'revise')).toHaveLength(2);
    await a.stop();
  });

  test('is free at once after a stop', async () => {
    const [a, b] = [node(), node()];
    await a.turn();
    await a.stop();
    await b.turn();
    expect(b.holds()).toBe(true);
    await expect(a.submit('spot', 'x', USE)).rejects.toMatchObject({ code: 'service_unavailable' });
    await b.stop();
  });

  test('is reloaded under a new token after an unknown outcome: what the old one still commits is fenced off', async () => {
    const a = node();
    await a.turn();
    const before = a.desks[0]?.lease.token;
    a.desks[0]?.onBroken(new Error('connection lost at commit'));
    expect(a.holds()).toBe(false);
    await expect.poll(() => a.events.includes('stop')).toBe(true);
    await expect
      .poll(async () => {
        await a.turn();
        return a.holds();
      })
      .toBe(true);
    expect(BigInt(a.desks[1]?.lease.token ?? 0)).toBeGreaterThan(BigInt(before ?? 0));
    await a.stop();
  });

  test('goes by the clock of the database, which never goes back', async () => {
    let time = 0;
    let reached: number | null = null;
    const a = createMarket({
      database,
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      recorder: () => idleRecorder({ sequence: 0, at: reached }),
      engine: () => ({}) as never,
      desk(options) {
        desks.push(options);
        return {
          submit: async () => null,
          tick: async () => undefined,
          revise: async () => [],
          leftOut: () => NOTHING_LEFT_OUT,
          stop: async () => undefined,
        };
      },
      publish: () => undefined,
      nodes: ONE_NODE,
      monotonic: () => time,
    });
    const desks: DeskOptions[] = [];
    await a.turn();
    const [row] = await database.query<{ now: number }>('select clock_timestamp() as now');
    const { clock } = desks[0] as DeskOptions;
    const first = clock();
    expect(Math.abs(first - (row?.now ?? 0))).toBeLessThan(5_000);
    time = 200;
    expect(clock()).toBe(first + 200);
    time = 100;
    expect(clock()).toBe(first + 200);
    // The record was written by a clock ahead of this one: its minutes are not begun again.
    reached = first + 60_000;
    desks[0]?.onBroken(new Error('connection lost at commit'));
    await expect
      .poll(async () => {
        await a.turn();
        return desks.length;
      })
      .toBe(2);
    expect(desks[1]?.clock()).toBe(reached);
    await a.stop();
  });
});
