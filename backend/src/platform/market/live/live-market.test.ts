import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../../../test/fake-timing.ts';
import { type LoopbackVenue, loopbackVenue } from '../../../../test/loopback-venue.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/test-database.ts';
import { seededCatalogue } from '../../../domains/instruments/seeded.ts';
import type { CatalogueSnapshot } from '../../catalogue/catalogue.ts';
import { ONE_NODE } from '../../nodes/node-bus.ts';
import type { FeedSettings } from '../feed-settings.ts';
import { openMarket } from '../open-market.ts';

const BTC = 'BTC/USDT';
const snapshot: CatalogueSnapshot = {
  ...seededCatalogue,
  marketTerms: () => seededCatalogue.marketTerms().filter(({ symbol }) => symbol === BTC),
};

let database: TestDatabase;
let venues: readonly LoopbackVenue[];
beforeAll(async () => {
  database = await createTestDatabase();
  venues = [await loopbackVenue('binance', BTC), await loopbackVenue('okx', BTC)];
});
afterAll(async () => {
  await Promise.all(venues.map((venue) => venue.close()));
  await database.close();
});

const open = (settings: FeedSettings) =>
  openMarket({
    database,
    readers: database,
    nodes: ONE_NODE,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    catalogue: { current: () => snapshot, onChange: () => () => undefined, refresh: async () => undefined },
    settings,
    lastPrices: async () => new Map(),
    houseCap: 1e6,
  });

test('a market on live prices has no price of its own: it halts where the venues have none', async () => {
  const live = { venues: venues.map(({ id, url }) => ({ id, url })), hermes: undefined, leadMs: 500, names: {} };
  const { market, feed, close } = await open({ source: 'live', live });
  market.join([]);
  await market.turn();
  await market.turn();
  expect(feed.source).toBe('live');
  expect(feed.sourceOf(BTC)).toBe('binance, okx');
  expect(feed.quote(BTC)).toBeNull();
  expect(await feed.bars(BTC, '1h', { limit: 10 })).toEqual([]);
  await until(() => venues.every((venue) => venue.subscribed().length === 2), 'subscriptions');
  const quotes = () => {
    for (const venue of venues) venue.book(BTC, '61234.50', '61235.50');
  };
  /** Steps of the market until this holds. */
  const steps = async (condition: () => boolean, what: string) => {
    for (let count = 0; count < 500 && !condition(); count++) {
      await market.turn();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(condition(), what).toBe(true);
  };
  await steps(() => {
    quotes();
    return feed.quote(BTC) !== null;
  }, 'a price');
  expect(Math.abs(Number(feed.quote(BTC)?.last) / 61_235 - 1)).toBeLessThan(0.002);
  expect(feed.quote(BTC)).toMatchObject({ halt: null, open: true });
  // The venues contradict each other: which one is wrong is unknown.
  venues[0]?.book(BTC, '71234.50', '71235.50');
  await steps(() => feed.quote(BTC)?.halt === 'age', 'a halt');
  await market.stop();
  await close();

  await expect(open({ source: 'simulated', seed: undefined })).rejects.toThrow('the market of this database is live');
});

test('charts begin with the bars of the first venue that has some, read once and never mixed with own ones', async () => {
  const live = { venues: venues.map(({ id, url }) => ({ id, url })), hermes: undefined, leadMs: 500, names: {} };
  const minute = Math.floor(Date.now() / 60_000) * 60_000;
  const bars = (from: number, count: number) =>
    Array.from({ length: count }, (_, index): [number, string, string, string, string] => {
      const price = 60_000 + index;
      return [from + index * 60_000, `${price}`, `${price + 2}.5`, `${price - 1}`, `${price + 1}`];
    });
  // One that contradicts itself, and one that still forms.
  const wrong: [number, string, string, string, string] = [minute - 46 * 60_000, '1', '0.5', '2', '1'];
  venues[0]?.bars.set(BTC, [wrong, ...bars(minute - 45 * 60_000, 46)]);
  const charts = async () => {
    const { feed, market, backFilled, close } = await open({ source: 'live', live });
    await backFilled;
    const found = {
      minutes: await feed.bars(BTC, '1m', { limit: 100 }),
      fives: await feed.bars(BTC, '5m', { limit: 100 }),
    };
    await market.stop();
    await close();
    return found;
  };
  const { minutes, fives } = await charts();
  expect(minutes.map(([at]) => at).filter((at) => at < minute)).toEqual(
    Array.from({ length: 45 }, (_, index) => minute - (45 - index) * 60_000),
  );
  expect(minutes[0]?.slice(1)).toEqual(['60000', '60002.5', '59999', '60001', '1']);
  expect(fives.length).toBeGreaterThanOrEqual(7);
  expect(fives.every(([at]) => at % 300_000 === 0)).toBe(true);
  venues[0]?.bars.set(BTC, bars(minute - 500 * 60_000, 400));
  expect((await charts()).minutes).toEqual(minutes);
});
