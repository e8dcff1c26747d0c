import type { WirePosition } from '@tessera/api/leverage/wire';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closing, codeOf, houseOf, leverFunds, opening, storedPosition } from '../../../test/lever-orders.ts';
import { createSpotDesk, grant, type SpotDesk, type SpotNode } from '../../../test/spot-desk.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { auditLedger } from '../../platform/ledger/index.ts';

/* Orders that wait for blocks of the house: in parts, over a take-over, beside what else may happen to a position. */

const SYMBOL = 'BTC/USDT-PERP';
const INDEX = 50_000;
/** Ticks of 0.01 USDT. */
const TICKS = 5_000_000;
/** A side of the house; a lot is 0.00001 BTC. */
const DEPTH = 10_000;

let database: TestDatabase;
let desk: SpotDesk;
let node: SpotNode;
let ann: string;
let bob: string;

beforeAll(async () => {
  database = await createTestDatabase();
  // One level a side, which comes back within seconds.
  desk = await createSpotDesk({
    prices: { [SYMBOL]: INDEX },
    terms: (each) => {
      const terms = houseOf({ depth: DEPTH, cap: 2, jump: 0.9 })(each);
      return { ...terms, house: { ...terms.house, levels: 1, refill: 2_000 } };
    },
    database,
  });
  node = desk;
});
afterAll(async () => {
  expect(await auditLedger(database)).toEqual({ unbalanced: [], wrongBalances: [] });
  expect(desk.failures).toEqual([]);
  await desk.close();
  await database.close();
});
beforeEach(async () => {
  [ann = '', bob = ''] = await desk.users(2, {});
  await grant(database, [ann, bob], { USDT: '5000' }, 'lever');
  node.source.set(SYMBOL, TICKS);
  await node.step(100);
});

const { available, frozen } = leverFunds(() => database);
/** A copy of so many lots at 10×, from the index to 1 % beyond it. */
const copy = (userId: string, share: number, side: 'long' | 'short' = 'long') =>
  node.lever<WirePosition>({
    ...opening(userId, { symbol: SYMBOL, side, mode: 'isolated', multiple: 10, amount: undefined, share }),
    slippage: '0.0005',
    worst: side === 'long' ? '50500' : '49500',
  });
const reduce = (userId: string, id: string, keep: number, key?: string) =>
  node.lever<WirePosition>({ kind: 'reduce', userId, id, keep }, key);
const stored = (id: string) => storedPosition(database, id);
const lotsOf = async (id: string) => Math.round(Number((await stored(id)).quantity) * 100_000);
const ordersOf = (id: string) =>
  database.query<{ purpose: string; status: string; ended: string | null; cause: string }>(
    'select purpose, status, ended, cause from lever_order where position_id = $1 order by id',
    [id],
  );

describe('an opening', () => {
  it('waits with its money frozen, and is filled in the step after at the index and the half-spread', async () => {
    const { id, status } = await copy(ann, 1_000);
    expect(status).toBe(0);
    expect(Number(await frozen(ann))).toBeGreaterThan(0);
    await node.step();
    expect(await stored(id)).toMatchObject({ status: 'open', slippage: '0.0005' });
    expect(Number((await stored(id)).entry_exact) / 0.01).toBeCloseTo(INDEX * 1.0001, 6);
    expect(await frozen(ann)).toBe(String((await stored(id)).margin));
  });

  it('goes on in parts, as the house refills, and ends after half a minute with what it got', async () => {
    const { id } = await copy(ann, 18_000);
    await node.step();
    const first = await lotsOf(id);
    expect(first).toBeGreaterThan(8_000);
    expect(first).toBeLessThanOrEqual(DEPTH);
    await node.step(40);
    expect(await lotsOf(id)).toBeGreaterThan(first);
    const { id: larger } = await copy(bob, 30_000);
    await node.step(160);
    // The house's cap is two depths.
    const [got, more] = [await lotsOf(id), await lotsOf(larger)];
    expect(got + more).toBeLessThanOrEqual(2 * DEPTH);
    expect(await ordersOf(larger)).toMatchObject([{ status: 'cancelled', ended: 'market' }]);
    expect(await frozen(bob)).toBe(String((await stored(larger)).margin));
    // What the house holds goes back to it.
    for (const [user, position] of [
      [ann, id],
      [bob, larger],
    ] as const) {
      if ((await stored(position)).status === 'open') await reduce(user, position, 0);
    }
    await node.step(300);
    expect([await lotsOf(id), await lotsOf(larger)]).toEqual([0, 0]);
  });

  it('is shared by all of a step at one price, in proportion to what each wants', async () => {
    const [one, two] = await Promise.all([copy(ann, 4_000), copy(bob, 16_000)]);
    await node.step();
    const lots = [await lotsOf(one.id), await lotsOf(two.id)] as const;
    expect(lots[0] + lots[1]).toBeLessThan(20_000);
    expect(Math.abs(lots[0] * 4 - lots[1])).toBeLessThanOrEqual(4);
    const [a, b] = [await stored(one.id), await stored(two.id)];
    expect(Number(a.entry_exact) / Number(a.quantity)).toBeCloseTo(Number(b.entry_exact) / Number(b.quantity), 8);
    await Promise.all([reduce(ann, one.id, 0), reduce(bob, two.id, 0)]);
    await node.step(300);
  });

  it('is not filled beyond the index that it accepts, and gives everything back', async () => {
    const before = await available(ann);
    node.source.set(SYMBOL, TICKS * 1.02);
    const { id } = await copy(ann, 1_000);
    await node.step(160);
    expect(await stored(id)).toMatchObject({ status: 'cancelled' });
    expect([await available(ann), await frozen(ann)]).toEqual([before, '0']);
  });

  it('of more than its owner has ends, and takes nothing from the others of its block', async () => {
    // Frozen is what a sale needs at its limit; it is filled above that, where its margin is more.
    const large = await copy(ann, 100_350, 'short');
    const other = await copy(bob, 1_000, 'short');
    await node.step(60);
    expect(await ordersOf(large.id)).toMatchObject([{ status: 'cancelled', ended: 'insufficient_balance' }]);
    expect(await lotsOf(large.id)).toBeGreaterThan(0);
    expect(await frozen(ann)).toBe(String((await stored(large.id)).margin));
    expect(await lotsOf(other.id)).toBe(1_000);
    await Promise.all([reduce(ann, large.id, 0), reduce(bob, other.id, 0)]);
    await node.step(300);
    expect([await lotsOf(large.id), await lotsOf(other.id)]).toEqual([0, 0]);
  });

  it('cannot be moved to a price, and is cancelled by its owner', async () => {
    node.source.set(SYMBOL, TICKS * 1.02);
    const { id } = await copy(ann, 1_000);
    const amended = node.lever({ kind: 'amend', userId: ann, level: 2, id, price: '49000' });
    expect(await codeOf(amended)).toBe('order_not_open');
    await node.lever({ kind: 'cancel', userId: ann, id });
    expect(await stored(id)).toMatchObject({ status: 'cancelled' });
    expect(await frozen(ann)).toBe('0');
  });
});

describe('a closing', () => {
  it('says what stays: sent twice, or at once with itself, it closes once', async () => {
    const { id } = await copy(ann, 5_000);
    await node.step();
    await Promise.all([reduce(ann, id, 3_000), reduce(ann, id, 3_000), reduce(ann, id, 3_000)]);
    await node.step(20);
    await reduce(ann, id, 3_000);
    await node.step(20);
    expect(await lotsOf(id)).toBe(3_000);
    // A later one that asks for less goes on from there.
    await reduce(ann, id, 1_000);
    await reduce(ann, id, 0);
    await node.step(20);
    expect(await stored(id)).toMatchObject({ status: 'closed', close_reason: 'copy' });
  });

  it('opens no more of what is still opening', async () => {
    const { id } = await copy(ann, 15_000);
    await node.step();
    const opened = await lotsOf(id);
    await reduce(ann, id, 500);
    await node.step(100);
    expect(opened).toBeLessThan(15_000);
    expect(await lotsOf(id)).toBe(500);
    await reduce(ann, id, 0);
    await node.step(20);
  });

  it('of a stop goes in blocks as well, within the limit of the copy', async () => {
    const { id } = await copy(ann, 1_000);
    await node.step();
    await node.lever({ kind: 'stops', userId: ann, id, stopLoss: { by: 'price', value: '49950' } });
    node.source.set(SYMBOL, TICKS * 0.998);
    await node.step(20);
    const closed = await stored(id);
    expect(closed).toMatchObject({ status: 'closed', close_reason: 'stop_loss' });
    expect(Number(closed.closed_exact) / 0.01).toBeCloseTo(INDEX * 0.998 * 0.9999, 1);
  });

  it('gives way to its owner, who may close by hand in the book', async () => {
    const { id } = await copy(ann, 2_000);
    await node.step();
    await reduce(ann, id, 0);
    await node.lever(closing(ann, id));
    expect(await stored(id)).toMatchObject({ status: 'closed', close_reason: 'user' });
    await node.step(5);
    expect((await ordersOf(id)).filter(({ status }) => status === 'pending')).toEqual([]);
  });

  it('gives way to a liquidation', async () => {
    const { id } = await copy(ann, 2_000);
    await node.step();
    await reduce(ann, id, 0);
    node.source.set(SYMBOL, TICKS * 0.9);
    await node.step(400);
    expect(await stored(id)).toMatchObject({ status: 'closed' });
    expect((await ordersOf(id)).filter(({ status }) => status === 'pending')).toEqual([]);
  });
});

describe('a liquidation', () => {
  const events = (id: string) =>
    database.query<{ cause: string; price: number; index: number }>(
      `select cause, price::float8 as price, index_price::float8 as index from leverage_event
        where position_id = $1 and kind in ('partly_closed', 'closed') order by id`,
      [id],
    );
  const fillsOf = async (userId: string) => {
    const [row] = await database.query<{ lots: number }>(
      `select coalesce(sum(f.quantity), 0)::float8 as lots from lever_fill f join lever_order o on o.id = f.order_id
        where o.user_id = $1`,
      [userId],
    );
    return row?.lots;
  };
  /** Rests a bid that a close at the market would meet. */
  const bid = (userId: string, price: string) =>
    node.lever<WirePosition>(
      opening(userId, { kind: 'limit', price, mode: 'isolated', multiple: 2, amount: undefined, share: 100_000 }),
    );

  it('goes in parts as the house takes them, over a take-over, and meets no order of a user', async () => {
    await grant(database, [bob], { USDT: '1000000' }, 'lever');
    const { id } = await copy(ann, 14_000);
    await node.step(80);
    expect(await lotsOf(id)).toBe(14_000);
    await bid(bob, '46990');
    node.source.set(SYMBOL, TICKS * 0.94);
    await node.step(2);
    const left = await lotsOf(id);
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(14_000);
    await node.market.stop();
    node = await desk.node();
    node.source.set(SYMBOL, TICKS * 0.94);
    await node.step(60);
    expect(await stored(id)).toMatchObject({ status: 'closed', close_reason: 'liquidation' });
    const parts = await events(id);
    expect(parts.length).toBeGreaterThan(1);
    for (const { cause, price, index } of parts) {
      expect(cause).toBe('liquidation');
      expect(price).toBeCloseTo(index * 0.9999, 1);
    }
    expect(await fillsOf(bob)).toBe(0);
  });

  it('that the house has no room for waits, then reduces who filled the house, and leaves the book alone', async () => {
    const [filler = ''] = await desk.users(1, {});
    await grant(database, [bob, filler], { USDT: '1000000' }, 'lever');
    const { id } = await copy(ann, 5_000);
    await node.step(20);
    for (let turn = 0; turn < 12; turn++) {
      await node.step(20);
      // What the house has no room for is refused.
      await node
        .lever(opening(filler, { side: 'short', mode: 'isolated', multiple: 10, amount: undefined, share: 8_000 }))
        .catch(() => null);
    }
    const { id: near } = await bid(bob, '46990');
    node.source.set(SYMBOL, TICKS * 0.94);
    await node.step(30);
    expect(await stored(id)).toMatchObject({ status: 'closing' });
    expect(await lotsOf(id)).toBe(5_000);
    await node.lever({ kind: 'cancel', userId: bob, id: near });
    await bid(bob, '44490');
    node.source.set(SYMBOL, TICKS * 0.89);
    await node.step(30);
    expect(await stored(id)).toMatchObject({ status: 'closed', close_reason: 'liquidation' });
    const reduced = await database.query<{ cause: string }>(
      `select cause from lever_order where user_id = $1 and cause = 'deleveraging'`,
      [filler],
    );
    expect(reduced.length).toBeGreaterThan(0);
    expect(await fillsOf(bob)).toBe(0);
  });
});

it('a copy that its owner takes over waits for no block any more', async () => {
  const { id } = await copy(ann, 15_000);
  await node.step();
  const opened = await lotsOf(id);
  await node.lever({ kind: 'detach', userId: ann, id });
  await node.step(60);
  expect(await lotsOf(id)).toBe(opened);
  expect(await stored(id)).toMatchObject({ slippage: null });
  expect(await codeOf(reduce(ann, id, 0))).toBe('position_not_open');
  await node.lever(closing(ann, id));
});

it('another node goes on where the first one stopped', async () => {
  const { id } = await copy(ann, 15_000);
  await node.step();
  const opened = await lotsOf(id);
  await node.market.stop();
  node = await desk.node();
  node.source.set(SYMBOL, TICKS);
  await node.step(60);
  expect(await lotsOf(id)).toBeGreaterThan(opened);
  await reduce(ann, id, 0);
  await node.step(300);
  expect(await stored(id)).toMatchObject({ status: 'closed', close_reason: 'copy' });
});
