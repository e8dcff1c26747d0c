import { gunzipSync } from 'node:zlib';
import { contract } from '@tessera/api/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  app.app.inject({ method: 'GET', url: `/api${path}`, headers });
const QUOTES = '/currency/quotation_new';
const quotesOf = (body: string) => contract['GET /currency/quotation_new'].output.parse(JSON.parse(body).message);
const lastOf = (body: string) => quotesOf(body).list.find(({ symbol }) => symbol === 'BTC/USDT')?.latest?.last;

describe('all quotes', () => {
  it('are the same bytes until the market moves, as the contract words them', async () => {
    app.feed.setPrice('BTC/USDT', '60000');
    const first = await get(QUOTES);
    expect(first.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      vary: 'accept-encoding',
    });
    expect(quotesOf(first.body).list.length).toBeGreaterThan(100);
    expect(JSON.parse(first.body)).toMatchObject({ type: 'ok', code: 1 });
    expect((await get(QUOTES)).rawPayload.equals(first.rawPayload)).toBe(true);
    app.feed.setPrice('BTC/USDT', '60123');
    expect([lastOf(first.body), lastOf((await get(QUOTES)).body)]).toEqual(['60000', '60123']);
  });

  it('are packed once for those who take it so, and never for those who do not', async () => {
    const { body, headers } = await get(QUOTES);
    expect(headers['content-encoding']).toBeUndefined();
    for (const accepted of ['gzip', 'br, gzip;q=0.8', 'deflate,gzip']) {
      const packed = await get(QUOTES, { 'accept-encoding': accepted });
      expect(packed.headers['content-encoding']).toBe('gzip');
      expect(gunzipSync(packed.rawPayload).toString()).toBe(body);
      expect(packed.rawPayload.length).toBeLessThan(body.length / 4);
    }
    for (const refused of ['identity', 'gzip;q=0', 'gzip;q=0.0, br', 'gzip;q=0 , br', ''])
      expect((await get(QUOTES, { 'accept-encoding': refused })).headers['content-encoding']).toBeUndefined();
  });

  it('of a category are no others, and a filter by name is answered for itself', async () => {
    const categories = async (path: string) =>
      new Set(quotesOf((await get(path)).body).list.map(({ category }) => category));
    expect(await categories(`${QUOTES}?category=stocks`)).toEqual(new Set(['stocks']));
    expect(await categories(`${QUOTES}?category=forex`)).toEqual(new Set(['forex']));
    expect((await categories(QUOTES)).size).toBeGreaterThan(3);
    const named = quotesOf((await get(`${QUOTES}?symbols=BTC%2FUSDT`)).body).list;
    expect(named.map(({ symbol }) => symbol)).toEqual(['BTC/USDT']);
  });

  it('follow the clock though no price comes: what closes is shown closed', async () => {
    const openStocks = async () =>
      quotesOf((await get(QUOTES)).body).list.filter(({ category, open }) => category === 'stocks' && open).length;
    expect(await openStocks()).toBeGreaterThan(0);
    app.advance(12 * 3_600_000);
    expect(await openStocks()).toBe(0);
  });
});

describe('bars', () => {
  const BARS = '/currency/new_timeshar?symbol=BTC%2FUSDT&interval=1m&limit=50';
  const barsOf = (body: string) => contract['GET /currency/new_timeshar'].output.parse(JSON.parse(body).message);

  it('are what the feed has, as the contract words them', async () => {
    const { symbol, interval, bars } = barsOf((await get(BARS)).body);
    expect([symbol, interval]).toEqual(['BTC/USDT', '1m']);
    expect(bars).toEqual(await app.feed.bars('BTC/USDT', '1m', { limit: 50 }));
  });

  it('are the same bytes until the market moves', async () => {
    const first = await get(BARS);
    expect((await get(BARS)).rawPayload.equals(first.rawPayload)).toBe(true);
    app.feed.setPrice('BTC/USDT', '61111');
    app.advance(60_000);
    app.feed.setPrice('BTC/USDT', '62222');
    const { bars } = barsOf((await get(BARS)).body);
    expect(bars).toEqual(await app.feed.bars('BTC/USDT', '1m', { limit: 50 }));
  });

  it('of another limit, symbol or time are others', async () => {
    const count = async (path: string) => barsOf((await get(path)).body).bars.length;
    const few = BARS.replace('limit=50', 'limit=1');
    expect(await count(few)).toBeLessThanOrEqual(1);
    expect(barsOf((await get(BARS.replace('BTC', 'ETH'))).body).symbol).toBe('ETH/USDT');
    const until = app.now() - 3_600_000;
    const older = barsOf((await get(`${BARS}&to=${until}`)).body).bars;
    expect(older.every(([opening]) => opening <= until)).toBe(true);
  });
});
