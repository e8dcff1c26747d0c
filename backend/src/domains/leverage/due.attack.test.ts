import { afterAll, beforeAll, expect, it } from 'vitest';
import { houseOf, type OrderChanges, opening, storedPosition } from '../../../test/lever-orders.ts';
import { createSpotDesk, grant, type SpotDesk } from '../../../test/spot-desk.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { auditLedger } from '../../platform/ledger/index.ts';

/* Many stop orders that the book has nothing for must not keep the exchange from what it has to close. */

const BTC = 'BTC/USDT-PERP';
const ETH = 'ETH/USDT-PERP';

let database: TestDatabase;
let desk: SpotDesk;
beforeAll(async () => {
  database = await createTestDatabase();
  desk = await createSpotDesk({
    prices: { [BTC]: 50_000, [ETH]: 2_500 },
    terms: houseOf({ depth: 10_000, cap: 1, jump: 1_000 }),
    database,
  });
  await desk.step(5);
});
afterAll(async () => {
  expect(await auditLedger(database)).toEqual({ unbalanced: [], wrongBalances: [] });
  expect(desk.failures).toEqual([]);
  await desk.close();
  await database.close();
});

const open = (userId: string, order: OrderChanges) => desk.lever<{ id: string }>(opening(userId, order));
const count = async (where: string) => {
  const [row] = await database.query<{ count: number }>(
    `select count(*)::int as count from lever_order where ${where}`,
  );
  return row?.count;
};

it('420 stop orders that wait for the book keep no other user from a liquidation', async () => {
  const [rich = '', victim = '', ...flood] = await desk.users(5, {});
  await grant(database, [rich, ...flood], { USDT: '10000000' }, 'lever');
  await grant(database, [victim], { USDT: '1000' }, 'lever');
  const long = await open(victim, { symbol: ETH, mode: 'isolated', multiple: 50, amount: '1' });
  // The house sells no more.
  for (let taken = 0; taken < 20; taken++) {
    const outcome = await open(rich, { amount: '1' }).then(
      () => 'ok',
      (error: { code: string }) => error.code,
    );
    if (outcome === 'no_liquidity') break;
    await desk.step();
  }
  for (const user of flood) {
    await Promise.all(Array.from({ length: 140 }, () => open(user, { kind: 'stop', price: '50100', amount: '0.01' })));
  }
  desk.source.set(BTC, 5_020_000);
  await desk.step(8);
  expect(await count(`kind = 'stop' and status = 'pending' and trigger_tick is not null`)).toBe(420);
  desk.source.set(ETH, 240_000);
  await desk.step(10);
  expect(await storedPosition(database, long.id)).toMatchObject({ status: 'closed', close_reason: 'liquidation' });
  expect(await count(`kind = 'stop' and status = 'pending' and trigger_tick is not null`)).toBe(420);
});
