import { costBound, followLimits } from '@tessera/api/copytrading/rules';
import { describe, expect, test } from 'vitest';
import { type CopyRing, type CopyRingResult, playCopyRing } from '../../../bench/adversaries/copy-ring.ts';
import { seededCatalogue } from '../instruments/seeded.ts';

/*
 * A trader and friends who sweep the house, rest orders where copies could meet them, and go in and out. Followers pay what
 * the house's ladder costs and their fees, whatever the ring does, and the ring earns nothing by them.
 */

const SLIPPAGE = Number(followLimits.slippage.default);
/** One of each class: liquid and thin contracts, a currency at the largest multiple, metals, stocks, coarse ticks. */
const SYMBOLS = [
  'BTC/USDT-PERP',
  'OP/USDT-PERP',
  'SUI/USDT-PERP',
  'USD/TRY',
  'XPD/USD',
  'AAPL',
  '0939.HK',
  'ES',
  'VX',
] as const;

function termsOf(symbol: string) {
  const terms = seededCatalogue.marketTerms().find((each) => each.symbol === symbol);
  if (!terms) throw new Error(`${symbol} is not listed`);
  return terms;
}

/** What copies paid beyond the index, of what was traded. */
const costOf = (played: CopyRingResult | undefined): number =>
  played ? played.slippage / played.notional : Number.NaN;

/** What the house's best price is away from the index: the farthest that a copy has to trade, where that is more than its limit. */
function bestAway(symbol: string): number {
  const terms = termsOf(symbol);
  return terms.house.halfSpread + Number(terms.tick) / terms.simulation.start;
}

const ring = (symbol: string, seed: string, more: Partial<CopyRing> = {}) =>
  playCopyRing({ symbol, seed, rounds: 4, size: 2, followers: 8, slippage: SLIPPAGE, index: 'still', ...more });

describe.each(SYMBOLS)('at an index that stands still: %s', (symbol) => {
  test.each(['a', 'b', 'c'])('seed %s', (seed) => {
    const played = ring(symbol, `${symbol} ${seed}`, { size: 0.5 + ((seed.codePointAt(0) ?? 0) % 5) });
    const away = Math.max(SLIPPAGE, bestAway(symbol));
    expect(played.copied).toBeGreaterThan(0);
    expect(played.open).toBe(0);
    expect(played.ring).toBeLessThanOrEqual(0);
    expect(played.furthest).toBeLessThanOrEqual(away * (1 + 1e-9));
    expect(played.slippage).toBeLessThanOrEqual(played.notional * away);
    // They lose that and their fees, and nothing else.
    expect(played.followers).toBeCloseTo(-played.slippage - played.fees, 3);
  });
});

describe.each(SYMBOLS)('at the liquidation of copies the ring earns nothing: %s', (symbol) => {
  test('of what the house fills within its ladder', () => {
    const { house, tick, simulation } = termsOf(symbol);
    const played = ring(symbol, `${symbol} liquidated`, { liquidated: true });
    expect(played.copied).toBeGreaterThan(0);
    expect(played.open).toBe(0);
    expect(played.ring).toBeLessThanOrEqual(0);
    expect(played.furthest).toBeLessThanOrEqual(house.halfSpread + house.width + Number(tick) / simulation.start);
    expect(played.followers).toBeCloseTo(-played.slippage - played.fees, 3);
  });
});

test('where liquidations take from the common book the same ring earns by them', () => {
  const [before, now] = [true, false].map((inBook) =>
    ring('OP/USDT-PERP', 'liquidated', { inBook, liquidated: true, rounds: 6, slippage: inBook ? 0.003 : SLIPPAGE }),
  );
  expect(before?.ring).toBeGreaterThan((before?.notional ?? 0) * 0.000_5);
  expect(now?.ring).toBeLessThanOrEqual(0);
});

test('the bound of what copies cost is passed where a ring takes the best levels before them, and else is not', () => {
  const { house, tick, simulation } = termsOf('OP/USDT-PERP');
  const text = { halfSpread: house.halfSpread.toFixed(8), width: house.width.toFixed(8) };
  const bound = Number(costBound(text)) + Number(tick) / simulation.start;
  const wide = { slippage: Number(followLimits.slippage.max), rounds: 12, size: 0.3 };
  const [swept, alone] = [0.5, 0].map((sweeps) => ring('OP/USDT-PERP', 'bound', { ...wide, sweeps }));
  expect(costOf(swept)).toBeGreaterThan(bound);
  expect(costOf(alone)).toBeLessThan(bound);
  // Of as many lots as the house has, too.
  expect(costOf(ring('OP/USDT-PERP', 'bound', { ...wide, size: 5, sweeps: 0 }))).toBeLessThan(bound);
});

test('where copies take from the common book the same ring earns, and followers lose several times as much', () => {
  const [before, now] = [true, false].map((inBook) =>
    ring('OP/USDT-PERP', 'book', { inBook, rounds: 24, slippage: inBook ? 0.003 : SLIPPAGE }),
  );
  // Of seven seeds the least is 0.000 27.
  expect(before?.ring).toBeGreaterThan((before?.notional ?? 0) * 0.000_2);
  expect(before?.slippage).toBeGreaterThan((before?.notional ?? 0) * 0.002);
  expect(now?.ring).toBeLessThanOrEqual(0);
  expect(now?.slippage).toBeLessThanOrEqual((now?.notional ?? 0) * SLIPPAGE);
});

test('at a moving index followers pay no more than the limit, and the ring does not earn', () => {
  const runs = Array.from({ length: 40 }, (_, seed) =>
    ring('OP/USDT-PERP', `moving ${seed}`, { rounds: 2, index: 'moving' }),
  );
  for (const { furthest, slippage, notional } of runs) {
    expect(furthest).toBeLessThanOrEqual(SLIPPAGE * (1 + 1e-9));
    expect(slippage).toBeLessThanOrEqual(notional * SLIPPAGE);
  }
  const gains = runs.map(({ ring: gain }) => gain);
  const mean = gains.reduce((sum, gain) => sum + gain, 0) / gains.length;
  const variance = gains.reduce((sum, gain) => sum + (gain - mean) ** 2, 0) / (gains.length - 1);
  expect(mean / Math.sqrt(variance / gains.length)).toBeLessThan(3);
  expect(runs.reduce((sum, { copied }) => sum + copied, 0)).toBeGreaterThan(0);
});
