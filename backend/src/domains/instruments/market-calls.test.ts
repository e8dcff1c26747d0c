import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  app.feed.setPrice('BTC/USDT', '96480.5', { change24h: '0.0123' });
});
afterAll(() => app.close());

describe('GET /currency/quotation_new', () => {
  it('lists about two hundred instruments over every asset class, each symbol once', async () => {
    const { list, feed } = await app.ok('GET /currency/quotation_new');
    expect(feed).toBe('simulated');
    expect(list.length).toBeGreaterThan(190);
    expect(new Set(list.map(({ symbol }) => symbol)).size).toBe(list.length);
    expect(new Set(list.map(({ category }) => category))).toEqual(
      new Set(['crypto', 'stocks', 'futures', 'intl_futures', 'forex', 'metals']),
    );
  });

  it('carries the latest quote, and none where there never was a price', async () => {
    const { list } = await app.ok('GET /currency/quotation_new', { symbols: ['BTC/USDT', 'ETH/USDT'] });
    expect(list.map(({ symbol, latest }) => [symbol, latest?.last])).toEqual([
      ['BTC/USDT', '96480.5'],
      ['ETH/USDT', undefined],
    ]);
  });

  it('tells that a symbol is halted, why, and since when where that is known', async () => {
    const halt = async () => (await app.ok('GET /currency/quotation_new', { symbols: ['BTC/USDT'] })).list[0]?.halt;
    expect(await halt()).toBeNull();
    app.feed.setPrice('BTC/USDT', '96480.5', { halt: 'jump', haltedAt: 1_700_000_000_000 });
    expect(await halt()).toEqual({ reason: 'jump', since: 1_700_000_000_000 });
    app.feed.setPrice('BTC/USDT', '96480.5', { change24h: '0.0123' });
    expect(await halt()).toBeNull();
  });

  it('finds by a part of the name, whatever the case', async () => {
    const { list } = await app.ok('GET /currency/quotation_new', { keyword: 'bitcoin', category: 'crypto' });
    expect(list.map(({ symbol }) => symbol)).toContain('BTC/USDT');
  });

  it('returns when a closed market opens and when an open one closes', async () => {
    const stocks = () => app.ok('GET /currency/quotation_new', { symbols: ['AAPL'] });
    const [open] = (await stocks()).list;
    expect(open).toMatchObject({ open: true, next_open: null, next_close: Date.UTC(2026, 10, 20, 21) });
    app.advance(24 * 3_600_000);
    const [closed] = (await stocks()).list;
    expect(closed).toMatchObject({ open: false, next_close: null, next_open: Date.UTC(2026, 10, 23, 14, 30) });
    app.advance(-24 * 3_600_000);
  });

  it('rejects an asset class that is none, and names the field', async () => {
    expect(await app.rejection('GET /currency/quotation_new', { category: 'bonds' })).toMatchObject({
      error: 'field_unknown_choice',
      field: 'category',
    });
  });
});

describe('GET /currency/new_timeshar', () => {
  it('rejects an unknown instrument and a period that ends before it begins', async () => {
    expect(await app.rejection('GET /currency/new_timeshar', { symbol: 'NOPE/USDT', interval: '1m' })).toMatchObject({
      error: 'instrument_unknown',
      field: 'symbol',
    });
    expect(
      await app.rejection('GET /currency/new_timeshar', { symbol: 'BTC/USDT', interval: '1m', from: 2e12, to: 1e12 }),
    ).toMatchObject({ error: 'invalid_field', field: 'from' });
  });
});

describe('GET /currency/list', () => {
  it('gives bitcoin, ether and tether the ids that deposits know them by', async () => {
    const { list } = await app.ok('GET /currency/list');
    expect(list.slice(0, 3).map(({ id, code }) => [id, code])).toEqual([
      [1, 'BTC'],
      [2, 'ETH'],
      [3, 'USDT'],
    ]);
  });
});
