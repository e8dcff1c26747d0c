import { afterAll, beforeAll, expect, test } from 'vitest';
import { linkedNodes } from '../../../test/linked-nodes.ts';
import { connectTo, createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { seededCatalogue } from '../../domains/instruments/seeded.ts';
import type { CatalogueSnapshot } from '../catalogue/catalogue.ts';
import type { Database } from '../db/database.ts';
import { type NodeBus, ONE_NODE } from '../nodes/node-bus.ts';
import { feedSettings } from './feed-settings.ts';
import { type OpenMarket, openMarket } from './open-market.ts';

const SYMBOLS = ['BTC/USDT', 'ETH/USDT'];
/** Two coins: the history of all instruments takes seconds. */
const snapshot: CatalogueSnapshot = {
  ...seededCatalogue,
  marketTerms: () => seededCatalogue.marketTerms().filter(({ symbol }) => SYMBOLS.includes(symbol)),
};

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const open = (
  of: Database = database,
  { nodes = ONE_NODE, ...more }: { readonly nodes?: NodeBus; readonly monotonic?: () => number } = {},
): Promise<OpenMarket> =>
  openMarket({
    ...more,
    database: of,
    readers: database,
    nodes,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    catalogue: { current: () => snapshot, onChange: () => () => undefined, refresh: async () => undefined },
    settings: feedSettings({}),
    houseCap: 1e6,
    lastPrices: async () => new Map([['BTC/USDT', 41_234.5]]),
  });

test('a first start has a history, goes on at the last price, and the next start goes on from there', async () => {
  const first = await open();
  const before = first.feed.quote('BTC/USDT');
  expect(before).toMatchObject({ last: '41234.5', open: false, sequence: 0 });
  expect(Number(before?.high24h)).toBeGreaterThan(Number(before?.low24h));
  for (const interval of ['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w'] as const) {
    expect(await first.feed.bars('ETH/USDT', interval, { limit: 250 }), interval).toHaveLength(250);
  }
  first.market.join([]);
  let turns = 2;
  for (let turn = 0; turn < turns; turn++) await first.market.turn();
  for (; first.feed.trades('BTC/USDT', 0, 1).length === 0 && turns < 5_000; turns++) await first.market.turn();
  const quote = first.feed.quote('BTC/USDT');
  expect(quote?.open).toBe(true);
  expect(Math.abs(Number(quote?.last) / 41_234.5 - 1)).toBeLessThan(0.01);
  expect(first.feed.liveBar('BTC/USDT', '1M')?.[4]).toBe(quote?.last);
  await first.market.stop();
  await first.close();

  const second = await open();
  // The history has no trades; those of the market are shown again.
  const tape = first.feed.trades('BTC/USDT', 0, 50);
  expect(tape).not.toEqual([]);
  expect(second.feed.trades('BTC/USDT', 0, 50)).toEqual(tape);
  expect(second.feed.quote('BTC/USDT')).toMatchObject({
    last: quote?.last,
    high24h: quote?.high24h,
    // With the digits that are less than a tick: a price that went on from a whole one would leap where it is known to.
    index: quote?.index,
  });
  second.market.join([]);
  await second.market.turn();
  await second.market.turn();
  expect(second.feed.sequence).toBeGreaterThan(first.feed.sequence);
  await second.market.stop();
  await second.close();
  const [row] = await database.query(`select count(*)::int as steps from market_step`);
  expect(row).toEqual({ steps: turns + 2 });
  const third = await open();
  const newest = second.feed.trades('BTC/USDT', 0, 50);
  expect(third.feed.trades('BTC/USDT', 0, 100)).toEqual(newest);
  expect(newest.slice(0, tape.length)).toEqual(tape);
  await third.close();
});

test('a node that does not hear the others shows the record within a second, and frames again once it does', async () => {
  const link = { cut: false };
  const bus = linkedNodes(link);
  let time = 0;
  const holder = await open(database, { nodes: bus() });
  const other = await open(database, { nodes: bus(), monotonic: () => time });
  const shown = ({ feed }: OpenMarket) => {
    const { at, last, bid, ask, index, mark, sequence, high24h, volume24h } = feed.quote('BTC/USDT') ?? {};
    return { at, last, bid, ask, index, mark, sequence, high24h, volume24h };
  };
  try {
    holder.market.join([]);
    for (let step = 0; step < 3; step++) await holder.market.turn();
    expect(shown(other)).toEqual(shown(holder));
    const tape = other.feed.trades('BTC/USDT', 0, 10);
    link.cut = true;
    for (let step = 0; step < 3; step++) await holder.market.turn();
    // A frame may be late.
    time += 900;
    await other.follow();
    expect(shown(other)).not.toEqual(shown(holder));
    time += 100;
    const heard: (readonly string[])[] = [];
    const stop = other.feed.listen((symbols) => heard.push(symbols));
    await other.follow();
    expect(shown(other)).toEqual(shown(holder));
    expect(other.feed.liveBar('BTC/USDT', '1m')).toEqual(holder.feed.liveBar('BTC/USDT', '1m'));
    expect(other.feed.depth('BTC/USDT', 5)?.bids).toEqual([[shown(holder).bid, '0']]);
    expect(other.feed.trades('BTC/USDT', 0, 10)).toEqual(tape);
    expect(heard.flat().sort()).toEqual(SYMBOLS);
    await holder.market.turn();
    await other.follow();
    expect(shown(other)).toEqual(shown(holder));
    link.cut = false;
    await holder.market.turn();
    expect(shown(other)).toEqual(shown(holder));
    expect(other.feed.depth('BTC/USDT', 5)).toEqual(holder.feed.depth('BTC/USDT', 5));
    stop();
  } finally {
    for (const each of [holder, other]) {
      await each.market.stop();
      await each.close();
    }
  }
});

test('calls that read bars of long ago take no connection of the market', async () => {
  const own = connectTo(database);
  const { feed, close } = await open(own);
  let free = (): void => undefined;
  const taken = new Promise<void>((resolve) => {
    free = resolve;
  });
  const all = [1, 2].map(() => own.transaction(() => taken));
  try {
    expect(await feed.bars('ETH/USDT', '1m', { from: 0, limit: 3 })).toHaveLength(3);
    expect(own.connections()).toMatchObject({ idle: 0, waiting: 0 });
  } finally {
    free();
    await Promise.all(all);
    await close();
    await own.close();
  }
});
