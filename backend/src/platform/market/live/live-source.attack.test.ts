import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { until } from '../../../../test/fake-timing.ts';
import { BTC, ETH, liveStage, MAX_AGE } from '../../../../test/live-stage.ts';
import { type LoopbackVenue, loopbackVenue } from '../../../../test/loopback-venue.ts';
import { indexPrice, OUTLIER_BAND } from './index-price.ts';

/*
 * An attacker controls one venue, or the way to it, and wants the house or resting orders to trade at a false price.
 */

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** Venues of which the first one lies. */
async function stageOf(...ids: readonly LoopbackVenue['id'][]) {
  const venues: LoopbackVenue[] = [];
  for (const id of ids) {
    const venue = await loopbackVenue(id, BTC, ETH);
    closers.push(() => venue.close());
    venues.push(venue);
  }
  const stage = await liveStage({ venues, symbols: [BTC, ETH] });
  closers.push(() => stage.source.close());
  let sent = 0;
  /** Every venue says this of ETH, and all that was sent before is read once it is the price. */
  const flush = async () => {
    const price = `${3_000 + ++sent}`;
    for (const venue of venues) venue.book(ETH, price, price, { at: stage.now() });
    await stage.becomes(Number(price), ETH);
  };
  return { ...stage, venues, liar: venues[0] as LoopbackVenue, honest: venues.slice(1), flush };
}

const LIES = ['100', '49000', '50400', '51000', '100000', '4000000000'];

describe('one venue of three that lies', () => {
  it('moves the price by no more than the honest ones are apart', async () => {
    const { liar, honest, step, flush, now, becomes } = await stageOf('binance', 'okx', 'binanceus');
    for (const [index, venue] of honest.entries()) {
      const price = `${50_000 + 10 * index}`;
      venue.book(BTC, price, price, { at: now() });
    }
    await becomes(50_005, BTC);
    for (const lie of LIES) {
      liar.book(BTC, lie, lie, { at: now() });
      await flush();
      expect(step(BTC), lie).toBeGreaterThanOrEqual(50_000);
      expect(step(BTC), lie).toBeLessThanOrEqual(50_010);
    }
  });

  it('fills no order by false trades, and shows none', async () => {
    const { liar, honest, source, step, now, flush, becomes } = await stageOf('binance', 'okx', 'binanceus');
    const since = now() - 10_000;
    const at = now() - 5_000;
    for (const venue of honest) venue.book(BTC, '50000', '50000', { at: now() });
    await becomes(50_000, BTC);
    for (const venue of honest) {
      venue.trade(BTC, { id: 1, price: '49990', amount: '1', side: 'buy', at });
      venue.trade(BTC, { id: 2, price: '50010', amount: '1', side: 'buy', at });
    }
    liar.trade(BTC, { id: 1, price: '1', amount: '1', side: 'sell', at });
    liar.trade(BTC, { id: 2, price: '9000000', amount: '1', side: 'buy', at });
    const shown: number[] = [];
    await until(() => {
      step(BTC);
      shown.push(...source.prints(BTC).map(({ price }) => price ?? 0));
      return shown.length >= 4;
    }, 'the honest trades');
    await flush();
    expect(source.missed?.(BTC, since)).toEqual({ low: 4_999_000, high: 5_001_000 });
    expect(shown.sort()).toEqual([4_999_000, 4_999_000, 5_001_000, 5_001_000]);
  });

  it('gains nothing by cutting another one off: there is no price rather than its own', async () => {
    const { liar, honest, step, now, flush, becomes, timing, reconnected } = await stageOf(
      'binance',
      'okx',
      'binanceus',
    );
    const [cut, left] = honest as [LoopbackVenue, LoopbackVenue];
    for (const venue of [liar, cut, left]) venue.book(BTC, '50000', '50000', { at: now() });
    await becomes(50_000, BTC);
    cut.down = true;
    cut.cut();
    await timing.pass(MAX_AGE);
    for (const lie of LIES) {
      left.book(BTC, '50000', '50000', { at: now() });
      liar.book(BTC, lie, lie, { at: now() });
      liar.book(ETH, '3000', '3000', { at: now() });
      left.book(ETH, '3000', '3000', { at: now() });
      await until(() => {
        const price = step(BTC);
        // Below the band it moves the median by half of what it is away.
        return price === null || Math.abs(price / 50_000 - 1) <= OUTLIER_BAND;
      }, `no price at ${lie}`);
      await timing.pass(1);
      expect(Math.abs((step(BTC) ?? 50_000) / 50_000 - 1)).toBeLessThanOrEqual(OUTLIER_BAND);
    }
    cut.down = false;
    await reconnected(cut);
    await flush();
  });

  it('gains nothing by cutting connections, skipping numbers and repeating itself at once', async () => {
    const { liar, honest, step, now, flush, becomes, reconnected } = await stageOf('binance', 'okx', 'binanceus');
    for (const venue of honest) venue.book(BTC, '50000', '50000', { at: now() });
    await becomes(50_000, BTC);
    for (let round = 0; round < 3; round++) {
      liar.cut();
      await reconnected(liar);
      for (const sequence of [90, 7, 7, 1_000_000]) liar.book(BTC, `${4_000 * (round + 1)}`, '99999', { sequence });
      for (const id of [5, 900, 900, 3]) liar.trade(BTC, { id, price: '7', amount: '9', side: 'sell', at: now() });
      liar.raw('garbage');
      for (const venue of honest) venue.book(BTC, '50000', '50000', { at: now() });
      await until(() => step(BTC) === 50_000, 'the honest price');
    }
    await reconnected(liar);
    await flush();
    expect(step(BTC)).toBe(50_000);
    expect(liar.calls.filter((call) => call.includes('aggTrades')).length).toBeLessThan(20);
  });
});

describe('the median', () => {
  const needed = 2;
  const quote = (mid: number, index: number) => ({ source: `${index}`, mid, spread: 0.0001, at: 1_000 });

  it('lies among the honest quotes whatever a minority says', () => {
    const honestQuotes = fc.array(fc.double({ min: 49_900, max: 50_100, noNaN: true }), { minLength: 2, maxLength: 6 });
    const lies = fc.array(fc.double({ min: 1, max: 1e12, noNaN: true }), { minLength: 0, maxLength: 5 });
    fc.assert(
      fc.property(honestQuotes, lies, (honest, all) => {
        const few = all.slice(0, honest.length - 1);
        const index = indexPrice([...honest, ...few].map(quote), { needed, maxAge: 5_000, now: 1_000 });
        // With as many as the honest ones less one they move the median, never beyond the band around an honest price.
        if (index === null) return;
        expect(index.mid).toBeGreaterThanOrEqual(Math.min(...honest) * (1 - OUTLIER_BAND));
        expect(index.mid).toBeLessThanOrEqual(Math.max(...honest) * (1 + OUTLIER_BAND) * (1 + OUTLIER_BAND));
      }),
    );
  });

  it('is none of two that contradict each other, nor of old ones', () => {
    const rules = { needed, maxAge: 5_000, now: 1_000 };
    expect(indexPrice([quote(100, 0), quote(101.5, 1)], rules)).toBeNull();
    expect(indexPrice([quote(100, 0), quote(101, 1)], rules)).toEqual({ mid: 100.5, at: 1_000, spread: 1 / 100.5 });
    expect(indexPrice([quote(100, 0), quote(100, 1)], { ...rules, now: 6_001 })).toBeNull();
    expect(indexPrice([quote(100, 0)], rules)).toBeNull();
    expect(indexPrice([], { ...rules, needed: 0 })).toBeNull();
    // The age is that of the oldest one, the spread the median one.
    const three = [quote(100, 0), { ...quote(100, 1), at: 900, spread: 0.3 }, { ...quote(100, 2), spread: 0.2 }];
    expect(indexPrice(three, rules)).toEqual({ mid: 100, at: 900, spread: 0.2 });
  });
});
