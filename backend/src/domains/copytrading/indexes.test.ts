import { afterAll, beforeAll, expect, test } from 'vitest';
import { planOf } from '../../../test/plans.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import type { Sql } from '../../platform/db/database.ts';
import { nextPlanned } from './follow-market.ts';
import { personsAmong, samePersonAs } from './linked.ts';
import { costlyFollows } from './stop-follows.ts';
import { dueCosts } from './trader-costs.ts';

/*
 * What jobs read every half second and minute: 200 traders with 100 follows each, and costs of 30 days.
 */

const AT = Date.UTC(2026, 10, 20, 15);
const DAY = '2026-11-20';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.query(
    `insert into user_account (id, uid, email, password_hash, nickname, extension_code, created_at)
     overriding system value
     select n, lpad(n::text, 8, '0'), n || '@size.example', '', 'n' || n, 'c' || n, now() from generate_series(1000001, 1020200) n`,
  );
  await database.query(
    `insert into copy_trader (user_id, since, costs_day)
     select n, now(), date '${DAY}' from generate_series(1000001, 1000200) n`,
  );
  await database.query(
    `insert into copy_follow (id, user_id, trader_user_id, type, number, max_amount, slippage, day_cost, agreement, status, started_at)
     overriding system value
     select n, 1000200 + n, 1000001 + n % 200, 'lots', 1, 1000, 0.005, 0.1, 1, 'following', now()
       from generate_series(1, 20000) n`,
  );
  await database.query(
    `insert into copy_cost (follow_id, day, trader_user_id, notional, slippage, bound, fees)
     select f.id, d::date, f.trader_user_id, 100, 0.1, 0.2, 0.1
       from copy_follow f, generate_series(date '${DAY}' - 29, date '${DAY}' - 5, interval '12 days') d`,
  );
  // Today five of a hundred follows have costs, of a few traders, and one has too many.
  await database.query(
    `insert into copy_cost (follow_id, day, trader_user_id, notional, slippage, bound, fees)
     select id, date '${DAY}', trader_user_id, 100, case id when 5 then 101 else 0.1 end, 0.2, 0.1
       from copy_follow where trader_user_id <= 1000010`,
  );
  await database.query('update copy_follow set costly = true where id = 5');
  // A copy of each follow has ended; those of two traders have another one that is planned.
  await database.query(
    `insert into copy_trade (event_id, follow_id, user_id, trader_user_id, source_id, symbol, side, multiple, source_price, rate,
                             lots, target_lots, status, created_at, closed_at)
     select e.id, f.id, f.user_id, f.trader_user_id, e.id, 'BTC/USDT-PERP', 'long', 10, 60000, 1, 1, 1, e.status, now(),
            case e.status when 'closed' then now() end
       from (values (1, 'closed'), (2, 'planned')) as e (id, status), copy_follow f
      where e.id = 1 or f.trader_user_id <= 1000002 order by e.id, f.trader_user_id, f.id`,
  );
  // Some of the followers have a card, each was paid at it.
  await database.query(
    `insert into payee_card (user_id, kind, real_name, bank_name, province_city, branch, phone, created_at, usable_at,
                             card_sealed, card_hash, card_last4)
     select n, 'local', 'A N', 'b', 'c', 'd', '1', now(), now(), '\\x01', n::text::bytea, '1234'
       from generate_series(1000001, 1020200) n`,
  );
  await database.query(
    `insert into withdrawal (user_id, currency, network, way, target, card_id, amount, fee, value_btc, value_usdt, status, created_at)
     select c.user_id, n.currency, n.network, 'card', 't', c.id, 10, 1, 1, 1, 'final', now()
       from payee_card c, (select currency, network from withdrawal_network order by 1, 2 limit 1) n`,
  );
  for (const table of ['copy_trader', 'copy_follow', 'copy_trade', 'copy_cost', 'payee_card', 'withdrawal'])
    await database.query(`vacuum analyze ${table}`);
});
afterAll(() => database.close());

test('follows that cost too much are found by their mark, not among all costs of the day', async () => {
  const plan = await planOf(database, (sql) => costlyFollows(sql, AT));
  expect(plan).toContain('copy_follow_costly');
  expect(plan).toContain('copy_cost_pkey');
  expect(plan).not.toContain('Seq Scan');
  expect((await costlyFollows(database, AT)).map(({ id }) => id)).toEqual(['5']);
});

test('each minute the costs of those traders are added up that have any since yesterday', async () => {
  const plan = await planOf(database, (sql) => dueCosts(sql, AT));
  expect(plan).not.toMatch(/Seq Scan on copy_(cost|follow)/);
  const due = await dueCosts(database, AT);
  expect(due.map(({ trader_user_id }) => Number(trader_user_id))).toEqual(
    Array.from({ length: 10 }, (_, index) => 1_000_001 + index),
  );
  // With the day those of all others change, too.
  expect(await dueCosts(database, AT + 86_400_000)).toHaveLength(200);
});

test('the next copies are those of traders who have planned ones, in turn; others are not looked at', async () => {
  const plan = await planOf(database, (sql) => nextPlanned(sql, []));
  expect(plan).toContain('copy_trade_planned');
  expect(plan).not.toContain('on copy_trader ');
  expect(plan).not.toContain('Seq Scan');
  const next = await nextPlanned(database, []);
  const traders = await database.query<{ trader_user_id: string }>(
    'select c.trader_user_id from unnest($1::bigint[]) with ordinality n (id, place) join copy_trade c using (id) order by n.place',
    [next],
  );
  expect(traders.map(({ trader_user_id }) => Number(trader_user_id))).toEqual(
    Array.from({ length: 64 }, (_, index) => 1_000_001 + (index % 2)),
  );
  const aside = await database.query<{ id: string }>(`select id from copy_trade where status = 'planned'`);
  expect(
    await nextPlanned(
      database,
      aside.map(({ id }) => id),
    ),
  ).toEqual([]);
});

test('whether a user was paid at a card is looked up among the withdrawals of that user', async () => {
  for (const ask of [
    (sql: Sql) => samePersonAs(sql, '1000001'),
    (sql: Sql) => personsAmong(sql, ['1000001', '1000002']),
  ]) {
    const plan = await planOf(database, ask);
    expect(plan).toContain('withdrawal_of_user');
    expect(plan).not.toContain('Seq Scan on withdrawal');
  }
});
