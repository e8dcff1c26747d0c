import type { WirePosition } from '@tessera/api/leverage/wire';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OrderChanges, opening, storedPosition } from '../../../test/lever-orders.ts';
import { createSpotDesk, grant, type SpotDesk } from '../../../test/spot-desk.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { auditLedger } from '../../platform/ledger/index.ts';

/* Three orders that rest once liquidated every position at the highest multiple while the index stood still. */

const SYMBOL = 'USD/TRY';
const VICTIMS = 7;
/** Steps of the market: more than two minutes, twice as long as the mark looks back. */
const STEPS = 640;

let database: TestDatabase;
let desk: SpotDesk;
let rich: string;
let friend: string;
let victims: readonly string[];
beforeAll(async () => {
  database = await createTestDatabase();
  desk = await createSpotDesk({ prices: { [SYMBOL]: 43.86 }, database });
  [rich = '', friend = '', ...victims] = await desk.users(2 + VICTIMS, {});
  await grant(database, [rich, friend], { USDT: '10000000' }, 'lever');
  await grant(database, victims, { USDT: '2000' }, 'lever');
  // The house's ladder begins empty.
  await desk.step(400);
});
afterAll(async () => {
  expect(await auditLedger(database)).toEqual({ unbalanced: [], wrongBalances: [] });
  expect(desk.failures).toEqual([]);
  await desk.close();
  await database.close();
});

const open = (userId: string, order: OrderChanges) =>
  desk.lever<WirePosition>(opening(userId, { symbol: SYMBOL, mode: 'isolated', amount: undefined, ...order }));

it('three resting orders on USD/TRY liquidate nobody at 200× and fire no stop while the index stands still', async () => {
  const opened: WirePosition[] = [];
  for (const victim of victims) {
    opened.push(await open(victim, { side: 'short', multiple: 200, share: 45, stop_loss_price: '43.9' }));
    await desk.step(40);
  }
  await open(friend, { side: 'short', kind: 'limit', price: '44.2898', share: 1, multiple: 10 });
  await open(rich, { kind: 'limit', price: '43.9565', share: 700, multiple: 10 });
  await open(rich, { kind: 'limit', price: '43.9564', share: 800, multiple: 10 });
  const marks: number[] = [];
  for (let step = 0; step < STEPS; step += 20) {
    await desk.step(20);
    const seen = desk.frames.at(-1)?.symbols.find(({ symbol }) => symbol === SYMBOL);
    expect(seen?.index).toBe(438_600);
    marks.push(seen?.mark ?? 0);
  }
  for (const { id } of opened) {
    expect(await storedPosition(database, id)).toMatchObject({ status: 'open', trigger_tick: null });
  }
  // The fifth of the 0.245 % to the liquidation is 215 ticks.
  expect(Math.max(...marks) - 438_600).toBeLessThanOrEqual(214);
  // The house sells no more, and a market order would still find the friend's lot alone.
  expect(Math.max(...marks)).toBeGreaterThan(438_600);
});
