import { afterAll, beforeAll, expect, test } from 'vitest';
import { planOf } from '../../../test/plans.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { blockUsers } from './blocks.ts';
import type { Order } from './position.ts';
import { standing } from './standing.ts';
import { queuedIn, weightedIn } from './store.ts';

/* What calls and steps read with 20,000 positions in 20 instruments, and with as many copies that wait. */

const AT = 1_000_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.query(
    `insert into user_account (id, uid, email, password_hash, nickname, extension_code, created_at)
     overriding system value values (1, '00000001', 'n@size.example', '', 'n', 'c', now())`,
  );
  await database.query(
    `insert into lever_position (id, user_id, symbol, category, currency, side, mode, multiple, rate, threshold, closing_fee_rate,
                                 quantity, entry_exact, opened_quantity, opened_exact, margin, kind, ordered_quantity, status, created_at, updated_at)
     select n, 1, 'S' || n % 20, 'contract', 'USDT', 'long', 'isolated', 10, 1, 0.5, 0.001,
            1, 100, 1, 100, 10, 'market', 1, 'open', now(), now() from generate_series(1, 20000) n`,
  );
  await database.query(
    `insert into lever_order (id, position_id, user_id, symbol, purpose, side, kind, cause, price, quantity, filled_quantity,
                              status, created_at, updated_at)
     select n, n, 1, 'S' || n % 20, 'open', 'buy', 'limit', 'user', 100, 1, case when n % 100 = 0 then 0 else 1 end,
            case when n % 100 = 0 then 'pending' else 'filled' end, now(), now() from generate_series(1, 20000) n`,
  );
  for (const table of ['lever_position', 'lever_order']) await database.query(`vacuum analyze ${table}`);
});
afterAll(() => database.close());

test('positions of one instrument, and what is pending to open in it, are found by their index', async () => {
  for (const ask of [queuedIn, weightedIn]) {
    const plan = await planOf(database, (sql) => ask(sql, 'S7'));
    expect(plan).toContain('lever_position_open');
    expect(plan).not.toContain('Seq Scan');
  }
  expect((await weightedIn(database, 'S0')).long).toBe(1_000 * 100 * 10 + 200 * 100 * 10);
});

test('and are summed once for all who look at it within a second, and anew after a failure', async () => {
  let [reads, now] = [0, AT];
  const read = standing(
    () => now,
    1_000,
    async () => {
      reads += 1;
      if (reads === 2) throw new Error('the database is away');
      return reads;
    },
  );
  const all = await Promise.all(Array.from({ length: 50 }, () => read(database, 'S1')));
  expect(new Set(all)).toEqual(new Set([1]));
  now += 1_000;
  await expect(read(database, 'S1')).rejects.toThrow('away');
  expect(await read(database, 'S1')).toBe(3);
  expect(await read(database, 'S2')).toBe(4);
});

test('of copies that wait a step reads those that it may fill or end', () => {
  const order = (changes: Partial<Order>, n: number): Order =>
    ({
      id: String(n),
      userId: String(n),
      symbol: 'S1',
      side: 'buy',
      purpose: 'close',
      filledQuantity: '0',
      createdAt: 0,
      updatedAt: 0,
      ...changes,
    }) as Order;
  const many = (changes: Partial<Order>) => Array.from({ length: 20_000 }, (_, n) => order(changes, n));
  const none: ReadonlySet<string> = new Set();
  // Those that are never filled keep no others from their turn, and a liquidation waits for none of them.
  const last = order({ cause: 'liquidation', slippage: '0.01' }, 30_000);
  const turns = Array.from({ length: 51 }, (_, n) => blockUsers([...many({}), last], none, AT + n * 500));
  expect(turns.every((users) => users.size === 400 && users.has('30000'))).toBe(true);
  expect(new Set(turns.flatMap((users) => [...users])).size).toBe(20_001);
  expect(blockUsers(many({}), new Set(['S1']), AT).size).toBe(0);
  expect(blockUsers(many({ filledQuantity: '1', updatedAt: AT - 1 }), none, AT).size).toBe(0);
  // What waited too long to be opened ends, also where its market is shut.
  expect(blockUsers([order({ purpose: 'open' }, 7)], new Set(['S1']), AT)).toEqual(new Set(['7']));
  expect(blockUsers([order({ purpose: 'open', createdAt: AT - 1 }, 7)], new Set(['S1']), AT).size).toBe(0);
});
