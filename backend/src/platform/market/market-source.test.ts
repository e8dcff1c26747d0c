import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { SettingError } from '../setting-values.ts';
import { checkMarketSource } from './market-source.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

it('a database keeps the source of its market: a start without FEED=live never simulates a live one', async () => {
  await Promise.all([checkMarketSource(database, 'live'), checkMarketSource(database, 'live')]);
  await expect(checkMarketSource(database, 'simulated')).rejects.toThrow(SettingError);
  await expect(checkMarketSource(database, 'simulated')).rejects.toThrow('FEED=simulated');
  await checkMarketSource(database, 'live');
});

it('a database with trades from before there were live prices stays simulated', async () => {
  const migration = readFileSync(join(import.meta.dirname, '../../../migrations/0750_market_source.sql'), 'utf8');
  const source = () => database.query(`select value from setting where keyword = 'market_source'`);
  await database.query(`delete from setting where keyword = 'market_source'`);
  await database.query(migration);
  expect(await source()).toEqual([]);
  await database.query(
    `with person as (
       insert into user_account (uid, email, password_hash, nickname, extension_code, created_at)
       values ('10000001', 'ann@example.com', 'x', 'Ann', 'AAAA', now()) returning id
     )
     insert into spot_order (id, user_id, symbol, base, quote, side, kind, price, amount, reserved, fee_currency, status,
                             created_at, updated_at)
     select 1, id, 'BTC/USDT', 'BTC', 'USDT', 'buy', 'limit', 1, 1, 1, 'BTC', 'pending', now(), now() from person`,
  );
  await database.query(migration);
  expect(await source()).toEqual([{ value: 'simulated' }]);
  await expect(checkMarketSource(database, 'live')).rejects.toThrow('FEED=live');
  await checkMarketSource(database, 'simulated');
});
