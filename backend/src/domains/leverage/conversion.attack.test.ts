import type { WirePosition } from '@tessera/api/leverage/wire';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { closing, houseOf, type OrderChanges, opening, storedPosition } from '../../../test/lever-orders.ts';
import { createSpotDesk, grant, type SpotDesk } from '../../../test/spot-desk.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { auditLedger } from '../../platform/ledger/index.ts';

/* Results in a foreign currency: of the pair with the dollar itself, and of one whose rate moves beside it. */

const ZAR = 'USD/ZAR';
const CROSS = 'GBP/JPY';
const YEN = 'USD/JPY';

let database: TestDatabase;
let desk: SpotDesk;
let ann: string;
let bob: string;

beforeEach(async () => {
  database = await createTestDatabase();
  desk = await createSpotDesk({
    prices: { [ZAR]: 17, [CROSS]: 200, [YEN]: 150 },
    terms: houseOf({ depth: 100_000, cap: 3, jump: 1_000 }),
    database,
  });
  [ann = '', bob = ''] = await desk.users(2, {});
  await grant(database, [ann, bob], { USDT: '100000' }, 'lever');
  await desk.step(3);
});
afterEach(async () => {
  expect(desk.failures).toEqual([]);
  expect(await auditLedger(database)).toEqual({ unbalanced: [], wrongBalances: [] });
  await desk.close();
  await database.close();
});

const open = (userId: string, order: OrderChanges) =>
  desk.lever<WirePosition>(opening(userId, { symbol: ZAR, amount: undefined, share: 100, ...order }));
const stored = (id: string) => storedPosition(database, id);
/** What is booked of a position that is closed, and what (close − entry) × quantity is at a rate. */
async function booked(id: string, rate: number): Promise<{ readonly realized: number; readonly at: number }> {
  const row = await stored(id);
  const sign = row.side === 'long' ? 1 : -1;
  const moved = sign * (Number(row.closed_exact) - Number(row.opened_exact));
  return { realized: Number(row.realized), at: moved * rate };
}

it('count by the rate of the moment of the close, whatever the last trade was', async () => {
  const long = await open(ann, { multiple: 5 });
  const short = await open(bob, { multiple: 5, side: 'short' });
  expect(Number((await stored(long.id)).rate)).toBeCloseTo(1 / 17, 6);
  desk.source.set(ZAR, 187_000);
  await desk.step(3);
  const seen = await desk.lever<WirePosition>(closing(ann, long.id));
  await desk.lever(closing(bob, short.id));
  expect(seen.status).toBe(3);
  for (const { id } of [long, short]) {
    const { realized, at } = await booked(id, 1 / 18.7);
    expect(realized).toBeCloseTo(at, 3);
  }
  // A tenth up is a loss of the rand of one in eleven: not a tenth of 100,000 dollars.
  expect((await booked(long.id, 0)).realized).toBeLessThan(9_100);
});

it('of what a former version opened count by the rate that its owner was shown, to its end', async () => {
  const long = await open(ann, { multiple: 5 });
  await desk.market.stop();
  await database.query('update lever_position set rate_fixed = true where id = $1', [long.id]);
  const other = await desk.node();
  other.source.set(ZAR, 187_000);
  await other.step(5);
  await other.lever(closing(ann, long.id));
  const { realized, at } = await booked(long.id, 1 / 17);
  expect(realized).toBeCloseTo(at, 2);
});

it('of a cross follow a rate that moves beside the price: a liquidation comes when it makes it due', async () => {
  const long = await open(ann, { symbol: CROSS, multiple: 50, mode: 'isolated' });
  const before = Number(long.liquidation_price);
  // Of 200 yen and a margin of a fiftieth: a loss of 1.7 yen is below half of it at 150 yen a dollar.
  desk.source.set(CROSS, 198_300);
  await desk.step(400);
  expect(await stored(long.id)).toMatchObject({ status: 'open' });
  // At 120 the same yen are a quarter more dollars, and the margin was paid in dollars.
  desk.source.set(YEN, 120_000);
  await desk.step(6);
  const after = await stored(long.id);
  expect(after).toMatchObject({ status: 'closed', close_reason: 'liquidation', shortfall: '0' });
  expect(before).toBeLessThan(198.3);
});
