import type { WirePosition } from '@tessera/api/leverage/wire';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  closing,
  codeOf,
  houseOf,
  leverFunds,
  type OrderChanges,
  opening,
  storedPosition,
} from '../../../test/lever-orders.ts';
import { createSpotDesk, grant, type SpotDesk } from '../../../test/spot-desk.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { auditLedger } from '../../platform/ledger/index.ts';

/*
 * Two who trade with each other at a high multiple, and leave the book empty when one of them is liquidated: what the loser
 * does not have was once paid to the winner by insurance.
 */

const SYMBOL = 'BTC/USDT-PERP';

let database: TestDatabase;
let desk: SpotDesk;
let users: readonly string[];

beforeEach(async () => {
  database = await createTestDatabase();
  // The house takes on a hundredth of a coin: the book is nearly what users place.
  desk = await createSpotDesk({
    prices: { [SYMBOL]: 50_000 },
    terms: houseOf({ depth: 1_000, cap: 1, jump: 1_000 }),
    database,
  });
  users = await desk.users(5, {});
  await grant(database, users, { USDT: '100000' }, 'lever');
  await desk.step(3);
});
afterEach(async () => {
  expect(desk.failures).toEqual([]);
  expect(await auditLedger(database)).toEqual({ unbalanced: [], wrongBalances: [] });
  const [negative] = await database.query<{ count: number }>(
    `select count(*)::int as count from ledger_account where owner_kind = 'user' and balance < 0`,
  );
  expect(negative?.count).toBe(0);
  await desk.close();
  await database.close();
});

const { available } = leverFunds(() => database);
const user = (index: number): string => users[index] as string;
const open = (index: number, order: OrderChanges) =>
  desk.lever<WirePosition>(opening(user(index), { mode: 'isolated', amount: '1', ...order }));

/** A short at 50,000 that a long meets: the house quotes outside of it. */
async function pair(
  short: readonly [index: number, order: OrderChanges],
  long: readonly [index: number, order: OrderChanges],
): Promise<{ readonly short: string; readonly long: string }> {
  const rests = await open(short[0], { ...short[1], side: 'short', kind: 'limit', price: '50000' });
  const takes = await open(long[0], { ...long[1], side: 'long', kind: 'limit', price: '50000' });
  return { short: rests.id, long: takes.id };
}

const to = async (price: number, steps = 6) => {
  desk.source.set(SYMBOL, price * 100);
  await desk.step(steps);
};
const stored = (id: string) => storedPosition(database, id);
const house = async (name: string): Promise<number> => {
  const [row] = await database.query<{ sum: number }>(
    `select coalesce(sum(e.amount), 0)::float8 as sum from ledger_entry e join ledger_account a on a.id = e.account_id
      where a.owner_kind = 'house' and a.name = $1`,
    [name],
  );
  return row?.sum ?? 0;
};

describe('a liquidation that the book does not take', () => {
  it('reduces first who has gained most by leverage, at the price at which the loser has nothing left', async () => {
    const insurance = await house('insurance');
    const ring = await pair([0, { multiple: 100 }], [1, { multiple: 100 }]);
    const calm = await pair([2, { multiple: 2 }], [3, { multiple: 2 }]);
    const before = await available(user(0));
    await to(49_700);
    // Liquidated, with half of its margin left, and an empty book: it waits.
    expect(await stored(ring.long)).toMatchObject({ status: 'closing' });
    expect(await stored(ring.short)).toMatchObject({ status: 'open', quantity: '1' });
    await to(49_000);
    expect(await stored(ring.long)).toMatchObject({ status: 'closed', close_reason: 'liquidation', shortfall: '0' });
    const winner = await stored(ring.short);
    const taken = Number(winner.closed_quantity);
    expect(taken).toBeGreaterThan(0.97);
    // 500 of margin at 100x: 49,500 is where it is used up, less what the house took of it at better prices.
    expect(Number(winner.closed_exact) / taken).toBeCloseTo(49_500, -1);
    expect(Number(winner.closed_exact) / taken).toBeLessThanOrEqual(49_500);
    expect(await stored(calm.short)).toMatchObject({ status: 'open', quantity: '1' });
    expect(await house('insurance')).toBe(insurance);
    const [order] = await database.query<{ cause: string; fee: string; profit: string }>(
      `select cause, fee, profit from lever_order where position_id = $1 and purpose = 'close'`,
      [ring.short],
    );
    expect(order).toMatchObject({ cause: 'deleveraging', fee: '0' });
    expect(Number(order?.profit)).toBeCloseTo(500 * taken, -1);
    const gained = Number(await available(user(0))) - Number(before);
    expect(gained).toBeGreaterThan(480);
    // Again and again: it is done once.
    const rows = await database.query('select id from lever_order');
    await desk.step(20);
    expect(await database.query('select id from lever_order')).toHaveLength(rows.length);
  });

  it('also reduces who has a take profit that the book does not fill: closing is no way out of the queue', async () => {
    const insurance = await house('insurance');
    const ring = await pair([0, { multiple: 100, target_profit_price: '49900' }], [1, { multiple: 100 }]);
    await to(49_700);
    expect(await stored(ring.short)).toMatchObject({ status: 'closing' });
    await to(49_000);
    expect(await stored(ring.long)).toMatchObject({ status: 'closed', close_reason: 'liquidation', shortfall: '0' });
    expect(await house('insurance')).toBe(insurance);
    // What is left goes on as it was asked for, and closes no more than there is.
    await desk.step(40);
    const winner = await stored(ring.short);
    expect(Number(winner.closed_quantity)).toBeLessThanOrEqual(1);
    expect(Number(winner.quantity)).toBeGreaterThanOrEqual(0);
    expect(winner.status).not.toBe('open');
  });

  it('leaves what it does not take of such a close going on, for no more than there is', async () => {
    const rests = { side: 'short', kind: 'limit', price: '50000' } as const;
    const short = await open(0, { ...rests, multiple: 100, target_profit_price: '49900' });
    const lost = await open(1, { multiple: 100, amount: '0.4', side: 'long', kind: 'limit', price: '50000' });
    await open(3, { multiple: 2, amount: '0.6', side: 'long', kind: 'limit', price: '50000' });
    await to(49_700);
    await to(49_000);
    expect(await stored(lost.id)).toMatchObject({ status: 'closed', shortfall: '0' });
    const left = await stored(short.id);
    expect(left).toMatchObject({ status: 'closing' });
    expect(Number(left.quantity)).toBeGreaterThan(0.5);
    const orders = await database.query<{ cause: string; status: string; left: string }>(
      `select cause, status, quantity - filled_quantity as left from lever_order
        where position_id = $1 and purpose = 'close' and cause <> 'deleveraging' order by id`,
      [short.id],
    );
    expect(orders.map(({ cause, status }) => [cause, status])).toEqual([
      ['take_profit', 'cancelled'],
      ['take_profit', 'pending'],
    ]);
    expect(Number(orders[1]?.left)).toBeCloseTo(Number(left.quantity), 9);
  });

  it('takes from the next in the queue what the first does not have, cross positions and all', async () => {
    const insurance = await house('insurance');
    const first = await pair([0, { multiple: 100, amount: '0.4' }], [1, { multiple: 100, amount: '0.4' }]);
    const second = await pair([2, { multiple: 20, mode: 'cross' }], [1, { multiple: 100 }]);
    await to(49_000, 12);
    for (const id of [first.long, second.long]) {
      expect(await stored(id)).toMatchObject({ status: 'closed', shortfall: '0' });
    }
    const [one, other] = [await stored(first.short), await stored(second.short)];
    expect(one).toMatchObject({ status: 'closed', close_reason: 'deleveraging' });
    expect(Number(other.closed_quantity)).toBeGreaterThan(0.95);
    expect(await house('insurance')).toBe(insurance);
  });

  it('reduces nobody who does not gain: insurance pays, and at its limit of the day openings stop, closings do not', async () => {
    await desk.close();
    await database.query('update instrument set insurance_cap = 30 where symbol = $1', [SYMBOL]);
    desk = await createSpotDesk({
      prices: { [SYMBOL]: 50_000 },
      terms: houseOf({ depth: 4_000, cap: 1, jump: 1_000 }),
      database,
    });
    await desk.step(20);
    // Both stand across from the house alone.
    const lost = await open(1, { multiple: 100, amount: '0.01' });
    const kept = await open(2, { multiple: 2, amount: '0.005' });
    await to(45_000);
    expect(await stored(lost.id)).toMatchObject({ status: 'closed', close_reason: 'liquidation' });
    const paid = -(await house('insurance'));
    expect(paid).toBeGreaterThan(40);
    const [row] = await database.query<{ paid: number }>(
      'select paid::float8 as paid from lever_insurance where symbol = $1',
      [SYMBOL],
    );
    expect(row?.paid).toBeCloseTo(paid, 6);
    expect(await codeOf(open(3, { multiple: 1, amount: '0.001' }))).toBe('openings_paused');
    expect(await codeOf(open(3, { multiple: 1, amount: '0.001', kind: 'limit', price: '44000' }))).toBe(
      'openings_paused',
    );
    // A node that takes over knows it, and what is open can be closed.
    await desk.market.stop();
    const other = await desk.node();
    other.source.set(SYMBOL, 4_500_000);
    await other.step(5);
    const again = other.lever(opening(user(3), { multiple: 1, amount: '0.001' }));
    expect(await codeOf(again)).toBe('openings_paused');
    expect(await codeOf(other.lever(closing(user(2), kept.id)))).toBe('ok');
    desk.advance(86_400_000);
    await other.step(5);
    expect(await codeOf(other.lever(opening(user(3), { multiple: 1, amount: '0.001' })))).toBe('ok');
  });
});

describe('a side that fills', () => {
  it('takes lower and lower multiples, and at last none; what is open stays, and the other side too', async () => {
    await desk.close();
    await database.query('update instrument set open_interest_cap = 100000 where symbol = $1', [SYMBOL]);
    desk = await createSpotDesk({
      prices: { [SYMBOL]: 50_000 },
      terms: houseOf({ depth: 100_000_000, cap: 3, jump: 1_000 }),
      database,
    });
    await desk.step(20);
    const long = (multiple: number, amount: string, index = 0) =>
      codeOf(open(index, { multiple, amount, side: 'long' }));
    // Half of 100,000 at 125×, a coin being 50,000.
    expect(await long(125, '0.9')).toBe('ok');
    expect(await long(125, '0.2')).toBe('multiple_reduced');
    expect(await long(50, '0.9', 1)).toBe('ok');
    expect(await long(50, '0.8', 2)).toBe('multiple_reduced');
    expect(await long(20, '2', 2)).toBe('ok');
    // Orders that rest count as what is open.
    expect(await codeOf(open(3, { multiple: 20, amount: '2', kind: 'limit', price: '49000' }))).toBe('ok');
    expect(await codeOf(open(4, { multiple: 20, amount: '1', kind: 'limit', price: '49900' }))).toBe(
      'multiple_reduced',
    );
    expect(await long(10, '3', 4)).toBe('ok');
    expect(await long(10, '10', 3)).toBe('ok');
    expect(await long(10, '10', 2)).toBe('ok');
    expect(await long(10, '8', 4)).toBe('open_interest_full');
    expect(await codeOf(open(4, { multiple: 125, amount: '0.1', side: 'short' }))).toBe('ok');
    const statuses = await database.query('select 1 from lever_position where status = $1', ['open']);
    expect(statuses.length).toBe(7);
  });

  it('is kept from no order that opens now by orders that wait: the farthest of them end', async () => {
    await desk.close();
    await database.query('update instrument set open_interest_cap = 100000 where symbol = $1', [SYMBOL]);
    desk = await createSpotDesk({
      prices: { [SYMBOL]: 50_000 },
      terms: houseOf({ depth: 100_000_000, cap: 3, jump: 1_000 }),
      database,
    });
    await desk.step(20);
    const rest = (index: number, price: string, amount = '0.5') =>
      open(index, { multiple: 125, amount, side: 'long', kind: 'limit', price });
    // 0.45 of the side, without a coin of it.
    const far = await rest(0, '45000');
    const near = await rest(0, '46000');
    const held = await available(user(0));
    const stop = await codeOf(open(1, { multiple: 125, amount: '0.2', side: 'long', kind: 'stop', price: '51000' }));
    expect([stop, await codeOf(rest(1, '49900', '0.2'))]).toEqual(['multiple_reduced', 'multiple_reduced']);
    expect(await codeOf(open(1, { multiple: 125, amount: '0.2', side: 'long' }))).toBe('ok');
    expect(await stored(far.id)).toMatchObject({ status: 'cancelled', close_reason: null });
    expect(await stored(near.id)).toMatchObject({ status: 'pending' });
    const [order] = await database.query('select ended from lever_order where position_id = $1', [far.id]);
    expect(order).toEqual({ ended: 'refused' });
    expect(Number(await available(user(0))) - Number(held)).toBeGreaterThan(180);
    // More than all that waits would leave: nothing ends, and it is refused as before.
    expect(await codeOf(open(2, { multiple: 125, amount: '1', side: 'long' }))).toBe('multiple_reduced');
    expect(await stored(near.id)).toMatchObject({ status: 'pending' });
  });
});

it('a position that is in profit is left alone while the loser has funds', async () => {
  const { short, long } = await pair([0, { multiple: 50 }], [1, { multiple: 10 }]);
  await to(47_500);
  expect(await stored(short)).toMatchObject({ status: 'open', closed_quantity: '0' });
  expect(await stored(long)).toMatchObject({ status: 'closing' });
  // At 10× its 5,000 last until 45,000.
  await to(45_500);
  expect(await stored(short)).toMatchObject({ status: 'open', closed_quantity: '0' });
  await to(44_900);
  expect(Number((await stored(short)).closed_quantity)).toBeGreaterThan(0.97);
});

it('another node finishes what the first one began, once', async () => {
  const insurance = await house('insurance');
  const { short, long } = await pair([0, { multiple: 100 }], [1, { multiple: 100 }]);
  await to(49_700);
  expect(await stored(long)).toMatchObject({ status: 'closing' });
  const other = await desk.node();
  await desk.market.stop();
  other.source.set(SYMBOL, 4_900_000);
  await other.step(10);
  expect(await stored(long)).toMatchObject({ status: 'closed', close_reason: 'liquidation', shortfall: '0' });
  const [{ count } = { count: 0 }] = await database.query<{ count: number }>(
    `select count(*)::int as count from lever_order where position_id = $1 and cause = 'deleveraging'`,
    [short],
  );
  expect(count).toBe(1);
  expect(await house('insurance')).toBe(insurance);
  expect(await codeOf(other.lever(closing(user(1), long)))).toBe('position_not_open');
});
