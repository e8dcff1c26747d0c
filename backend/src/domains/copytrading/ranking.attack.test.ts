import { figuresOf } from '@tessera/api/copytrading/rules';
import { afterAll, beforeAll, expect, it, test } from 'vitest';
import { type Person, signUp } from '../../../test/people.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { makeTrader } from './applications.ts';
import { NO_FOLLOWERS } from './statistics.ts';

/* A place in the ranking of traders that is bought: by one lucky position, or by accounts that follow and copy nothing. */

const SORTS = ['return_rate', 'profit', 'accuracy', 'drawdown', 'followers', 'followers_profit'] as const;

let app: TestApp;
let steady: Person;
let lucky: Person;
let popular: Person;

async function trader(margin: string, results: readonly string[]): Promise<Person> {
  const person = await signUp(app, { level: 2 });
  await app.database.transaction((tx) => makeTrader(tx, person.id, { at: app.now() }));
  const closed = results.map((profit, place) => ({
    ...{ symbol: 'BTC/USDT-PERP', side: 'long' as const, margin, profit },
    ...{ openedAt: app.now() + place * 1_000, closedAt: app.now() + place * 1_000 + 500 },
  }));
  await app.database.query(
    'update copy_trader set figures = $2, followers = $3, refreshed_at = $4 where user_id = $1',
    [person.id, JSON.stringify(figuresOf(closed)), JSON.stringify(NO_FOLLOWERS), new Date(app.now())],
  );
  return person;
}

beforeAll(async () => {
  app = await createTestApp();
  const usual = Array.from({ length: 12 }, (_, place) => (place % 3 === 0 ? '-20' : '15'));
  steady = await trader('1000', usual);
  // Six USDT at 200×: doubled.
  lucky = await trader('6', ['6']);
  popular = await trader('1000', usual);
  for (let account = 0; account < 30; account++) {
    const { id } = await signUp(app, { level: 1 });
    await app.database.query(
      `insert into copy_follow (user_id, trader_user_id, type, number, max_amount, slippage, agreement, started_at)
       values ($1, $2, 'multiple', 1, 10, 0.0005, 2, $3)`,
      [id, popular.id, new Date(app.now())],
    );
  }
});
afterAll(() => app.close());

async function ranking(sort: (typeof SORTS)[number]): Promise<readonly string[]> {
  const { list } = await app.ok('GET /follow/index', { sort, status: 'people', limit: 50 });
  return list.map(({ trader_user_id }) => trader_user_id);
}

test.each(SORTS)('one lucky position of six USDT is behind those who trade, by %s', async (sort) => {
  const places = await ranking(sort);
  expect(places.indexOf(lucky.uid)).toBeGreaterThan(places.indexOf(steady.uid));
});

it('thirty accounts that follow and copy nothing raise no place', async () => {
  const places = await ranking('followers');
  expect(places.indexOf(popular.uid)).toBeGreaterThan(places.indexOf(steady.uid));
});
