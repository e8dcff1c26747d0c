import type { WirePosition } from '@tessera/api/leverage/wire';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OrderChanges, opening } from '../../../test/lever-orders.ts';
import { createSpotDesk, grant, type SpotDesk } from '../../../test/spot-desk.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { auditLedger } from '../../platform/ledger/index.ts';
import { seededCatalogue } from '../instruments/seeded.ts';

/*
 * A trader's friend takes the house's side, rests orders where copies would be filled, and does it again before they are
 * closed. Terms, house and fees are those of the catalogue.
 */

const SYMBOL = 'OP/USDT-PERP';
const INDEX = 0.75;
const SLIPPAGE = '0.0005';
const LOTS = 44_000;

let database: TestDatabase;
let desk: SpotDesk;
let trader: string;
let friend: string;
let partner: string;
let followers: readonly string[];
let depth: number;
let lot: string;
/** How far the house's ladder reaches from the index, and a tick. */
let reach: number;

beforeAll(async () => {
  database = await createTestDatabase();
  desk = await createSpotDesk({ prices: { [SYMBOL]: INDEX }, database });
  const terms = seededCatalogue.marketTerms().find(({ symbol }) => symbol === SYMBOL);
  depth = terms?.house.depth ?? 0;
  lot = terms?.lot ?? '1';
  reach = (terms?.house.halfSpread ?? 0) + (terms?.house.width ?? 0) + Number(terms?.tick) / INDEX;
  [trader = '', friend = '', partner = '', ...followers] = await desk.users(11, {});
  await grant(database, [friend, partner], { USDT: '10000000' }, 'lever');
  await grant(database, [trader, ...followers], { USDT: '20000' }, 'lever');
  await desk.step(300);
});
afterAll(async () => {
  expect(await auditLedger(database)).toEqual({ unbalanced: [], wrongBalances: [] });
  expect(desk.failures).toEqual([]);
  await desk.close();
  await database.close();
});

const open = (userId: string, order: OrderChanges) =>
  desk.lever<WirePosition>(
    opening(userId, { symbol: SYMBOL, mode: 'isolated', multiple: 2, ...order, amount: undefined }),
  );
const limitOf = (price: number) => (Math.floor(price * 100_000) / 100_000).toFixed(5);

/** What users have, open positions at the index of now. */
async function worthOf(users: readonly string[], index = INDEX): Promise<number> {
  const [row] = await database.query<{ worth: number }>(
    `select (select coalesce(sum(balance), 0) from ledger_account
              where owner_kind = 'user' and user_id = any($1) and currency = 'USDT')::float8
          + (select coalesce(sum(case side when 'long' then quantity * $2 - entry_exact
                                           else entry_exact - quantity * $2 end), 0)
               from lever_position where user_id = any($1) and status in ('open', 'closing'))::float8 as worth`,
    [users, index],
  );
  return row?.worth ?? Number.NaN;
}

type Filled = { user_id: string; purpose: string; lots: number; price: number; maker: boolean };
const fillsOf = (users: readonly string[]): Promise<Filled[]> =>
  database.query<Filled>(
    `select o.user_id, o.purpose, (f.quantity / $2)::float8 as lots, (f.exact / f.quantity)::float8 as price, f.maker
       from lever_fill f join lever_order o on o.id = f.order_id where o.user_id = any($1) order by f.id`,
    [users, lot],
  );

it('of a round trip followers pay the house what its ladder costs, and the ring gets nothing of it', async () => {
  const ring = [trader, friend, partner];
  const before = { ring: await worthOf(ring), followers: await worthOf(followers) };
  const source = await open(trader, { share: 1, multiple: 20 });
  // The friend takes the asks; a partner offers all that the copies want at their limit, and far more.
  await open(friend, { share: depth });
  await open(partner, { side: 'short', kind: 'limit', price: limitOf(INDEX * 1.003), share: LOTS * 8 });
  await desk.step(3);
  const copies = await Promise.all(
    followers.map((userId) =>
      desk.lever<WirePosition>({
        ...opening(userId, { symbol: SYMBOL, mode: 'isolated', multiple: 20, amount: undefined, share: LOTS }),
        sourceId: source.id,
        slippage: SLIPPAGE,
        worst: limitOf(INDEX * 1.0005),
      }),
    ),
  );
  await desk.step(160);
  const opened = await fillsOf(followers);
  expect(opened.length).toBeGreaterThan(0);
  // Of a block all had one price and, within a lot, the same share.
  const lots = followers.map((user) => opened.reduce((sum, each) => sum + (each.user_id === user ? each.lots : 0), 0));
  expect(Math.max(...lots) - Math.min(...lots)).toBeLessThanOrEqual(opened.length / followers.length + 1);

  await desk.lever({ kind: 'close', userId: trader, id: source.id, share: null, cause: 'user' });
  await open(friend, { side: 'short', share: depth });
  await open(partner, { kind: 'limit', price: limitOf(INDEX * 0.9977), share: LOTS * 8 });
  await desk.step(3);
  for (const [index, { id }] of copies.entries()) {
    await desk.lever({ kind: 'reduce', userId: followers[index] as string, id, keep: 0 });
  }
  await desk.step(600);
  const [left] = await database.query<{ count: number }>(
    `select count(*)::int as count from lever_position where user_id = any($1) and status <> 'closed'`,
    [followers],
  );
  expect(left?.count).toBe(0);

  const fills = await fillsOf(followers);
  for (const { purpose, price, maker } of fills) {
    const away = (purpose === 'open' ? price - INDEX : INDEX - price) / INDEX;
    expect(maker).toBe(false);
    expect(away).toBeGreaterThan(0);
    expect(away).toBeLessThanOrEqual(Number(SLIPPAGE) + 1e-9);
  }
  const notional = fills.reduce((sum, each) => sum + each.lots * Number(lot) * INDEX, 0);
  const after = { ring: await worthOf(ring), followers: await worthOf(followers) };
  // Fees of 0.05 % and the limit of 0.05 %, of all that was traded.
  expect(before.followers - after.followers).toBeLessThanOrEqual(notional * 0.001_001);
  expect(after.ring).toBeLessThan(before.ring);
  // No order of a user was the other side of a copy.
  const [met] = await database.query<{ lots: number }>(
    `select coalesce(sum(f.quantity), 0)::float8 as lots from lever_fill f join lever_order o on o.id = f.order_id
      where o.user_id = $1`,
    [partner],
  );
  expect(met?.lots).toBe(0);
});

it('at the liquidation of copies a ring that rests orders there gets nothing of them', async () => {
  const [leader = '', sweeper = '', resting = '', ...copiers] = await desk.users(7, {});
  const ring = [leader, sweeper, resting];
  // Of the ring before, nothing stands in the way.
  const rests = await database.query<{ id: string }>(
    `select position_id as id from lever_order where user_id = $1 and status = 'pending'`,
    [partner],
  );
  for (const { id } of rests) await desk.lever({ kind: 'cancel', userId: partner, id });
  await grant(database, [sweeper, resting], { USDT: '10000000' }, 'lever');
  await grant(database, [leader, ...copiers], { USDT: '20000' }, 'lever');
  await desk.step(300);
  const source = await open(leader, { share: 1, multiple: 20 });
  const copies = await Promise.all(
    copiers.map((userId) =>
      desk.lever<WirePosition>({
        ...opening(userId, { symbol: SYMBOL, mode: 'isolated', multiple: 20, amount: undefined, share: LOTS / 4 }),
        sourceId: source.id,
        slippage: SLIPPAGE,
        worst: null,
      }),
    ),
  );
  await desk.step(100);
  // Slowly, so that the market is not halted, until they are nearly liquidated.
  const ids = copies.map(({ id }) => id);
  const left = async () => {
    const [row] = await database.query<{ count: number }>(
      `select count(*)::int as count from lever_position where id = any($1) and status in ('open', 'closing')`,
      [ids],
    );
    return row?.count ?? 0;
  };
  let index = INDEX;
  const fall = async (to: number) => {
    while (index > to) {
      index = Math.max(to, index - INDEX * 0.000_5);
      desk.source.set(SYMBOL, Math.round(index * 100_000));
      await desk.step(1);
    }
  };
  await fall(INDEX * 0.977);
  expect(await left()).toBe(copiers.length);
  const before = await worthOf(ring, index);
  const nearby = index;
  // The sweeper takes the house's bids; another offers to buy all of the copies, as low as their margin reaches.
  await open(sweeper, { side: 'short', share: depth });
  await open(resting, { kind: 'limit', price: limitOf(nearby * 0.995), share: LOTS * 4 });
  await fall(INDEX * 0.9725);
  await desk.step(300);
  expect(await left()).toBe(0);
  const [met] = await database.query<{ lots: number }>(
    `select coalesce(sum(f.quantity), 0)::float8 as lots from lever_fill f join lever_order o on o.id = f.order_id
      where o.user_id = $1`,
    [resting],
  );
  expect(met?.lots).toBe(0);
  const closed = await database.query<{ cause: string; away: number }>(
    `select cause, ((index_price - price) / index_price)::float8 as away from leverage_event
      where position_id = any($1) and kind in ('partly_closed', 'closed')`,
    [ids],
  );
  expect(closed.length).toBeGreaterThanOrEqual(copiers.length);
  for (const { cause, away } of closed) {
    expect(cause).toBe('liquidation');
    expect(away).toBeGreaterThan(0);
    expect(away).toBeLessThanOrEqual(reach);
  }
  // At one index, the ring has paid for what it holds.
  expect(await worthOf(ring, nearby)).toBeLessThan(before);
});
