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
