import type { WirePosition } from '@tessera/api/leverage/wire';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { codeOf, houseOf, type OrderChanges, opening } from '../../../test/lever-orders.ts';
import { createSpotDesk, grant, type SpotDesk } from '../../../test/spot-desk.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { auditLedger } from '../../platform/ledger/index.ts';

/* Orders that rest far from the index move no mark, and what opens there is judged by what mark and index say. */

const SYMBOL = 'BTC/USDT-PERP';

let database: TestDatabase;
let desk: SpotDesk;
let rich: string;
let poor: string;
beforeAll(async () => {
  database = await createTestDatabase();
  desk = await createSpotDesk({
    prices: { [SYMBOL]: 50_000 },
    // A side of one coin, and a house that takes on no more than one.
    terms: houseOf({ depth: 10_000, cap: 1 }),
    database,
  });
  [rich = '', poor = ''] = await desk.users(2, {});
  await grant(database, [rich], { USDT: '10000000' }, 'lever');
  await grant(database, [poor], { USDT: '1000' }, 'lever');
  await desk.step(3);
});
afterAll(async () => {
  expect(await auditLedger(database)).toEqual({ unbalanced: [], wrongBalances: [] });
  expect(desk.failures).toEqual([]);
  await desk.close();
  await database.close();
});

const open = (userId: string, order: OrderChanges) =>
  desk.lever<WirePosition>(opening(userId, { mode: 'isolated', multiple: 100, ...order }));

it('a friend who rests far away raises no mark, and opens nothing that the index would liquidate', async () => {
  // The house sells nothing more, and all that is left to buy is a friend's.
  await open(rich, { amount: '0.1', multiple: 2 });
  await open(rich, { kind: 'limit', price: '50240', amount: '0.1', multiple: 2 });
  await open(rich, { side: 'short', kind: 'limit', price: '50260', amount: '1', multiple: 2 });
  await desk.step(60);
  const [seen] = desk.frames.at(-1)?.symbols ?? [];
  expect(seen?.index).toBe(5_000_000);
  expect(seen?.mark).toBeGreaterThan(5_000_000);
  expect(seen?.mark).toBeLessThan(5_002_000);
  // At 50,260, of which 0.5 % is the margin's half: it is gone at 50,034, and the index says 50,000.
  const there = { kind: 'limit', price: '50260' } as const;
  expect(await codeOf(open(poor, there))).toBe('would_liquidate');
  const rests = await open(poor, { kind: 'limit', price: '49950' });
  const moved = desk.lever<WirePosition>({ kind: 'amend', userId: poor, level: 2, id: rests.id, price: '50260' });
  expect(await codeOf(moved)).toBe('would_liquidate');
  // With twice the margin both prices are far enough.
  expect(await codeOf(open(poor, { ...there, multiple: 50 }))).toBe('ok');
});
