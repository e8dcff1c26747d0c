import { overnightOf, type PositionSide, pnlOf } from '@tessera/api/leverage/rules';
import { cmp, sub, sum } from '@tessera/money';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Instrument } from '../../platform/catalogue/catalogue.ts';
import { seededCatalogue } from '../instruments/index.ts';
import { resultRate } from './conversion.ts';

/*
 * The dollar value of each currency and of what is traded is expected to stay where it is. A result in a foreign currency
 * that counts by the rate of the opening is convex in it; by the rate of the close it is linear, and expects nothing.
 */

const foreign = seededCatalogue.instruments.filter(
  ({ trades, quote, settlement }) => trades.includes('lever') && quote !== settlement && quote !== 'USD',
);
const quotes = [...new Set(foreign.map(({ quote }) => quote))];
const SCALE = 6;

/** Dollar values of the base and of the quote currency. */
type Values = { readonly base: number; readonly quote: number };

const text = (value: number): string => value.toFixed(18);
const priceAt = ({ base, quote }: Values): string => text(base / quote);

/** The index of each pair with the dollar while the quote currency has this value. */
const indexAt =
  (currency: string, { quote }: Values) =>
  (symbol: string): string | null => {
    if (symbol === `${currency}/USD`) return text(quote);
    return symbol === `USD/${currency}` ? text(1 / quote) : null;
  };

function resultOf(instrument: Instrument, side: PositionSide, from: Values, to: Values, rateFixed = false): string {
  const index = indexAt(instrument.quote, to);
  const atOpening = resultRate({ rate: '1', rateFixed: false }, instrument, indexAt(instrument.quote, from));
  const rate = resultRate({ rate: atOpening, rateFixed }, instrument, index);
  return pnlOf(side, priceAt(from), priceAt(to), String(Number(rate) * 1e6));
}

/** Both values go up or down by a share of theirs, each way as often: nothing is expected of either. */
const waysOf = ({ base, quote }: Values, share: Values): readonly Values[] => {
  // Against the dollar itself only the quote currency moves.
  const bases = share.base === 0 ? [base] : [base * (1 + share.base), base * (1 - share.base)];
  return bases.flatMap((each) => [
    { base: each, quote: quote * (1 + share.quote) },
    { base: each, quote: quote * (1 - share.quote) },
  ]);
};

const share = fc.double({ min: 0.0001, max: 0.3, noNaN: true });
const value = fc.double({ min: 0.01, max: 100, noNaN: true });

it('every currency that prices count in here is among them', () => {
  expect(quotes.length).toBeGreaterThan(8);
});

it.each(quotes)('a result in %s is expected to be nothing, less its fee, long and short', (quote) => {
  const instruments = foreign.filter((each) => each.quote === quote);
  fc.assert(
    fc.property(fc.constantFrom(...instruments), value, value, share, share, (instrument, base, of, one, other) => {
      const dollar = instrument.base === 'USD';
      const from = { base: dollar ? 1 : base, quote: of };
      const ways = waysOf(from, { base: dollar ? 0 : one, quote: other });
      const fee = overnightOf(priceAt(from), text(1e6 * of), instrument.overnightRate, 1, SCALE);
      for (const side of ['long', 'short'] as const) {
        const results = ways.map((to) => resultOf(instrument, side, from, to));
        const mean = Number(sum(results)) / ways.length;
        // A million of the base: rounding of floating point is below a millionth of it.
        expect(Math.abs(mean)).toBeLessThan(1e6 * Math.max(1, from.base) * 1e-8);
        expect(cmp(sub(String(mean.toFixed(SCALE)), fee), '0.02')).toBeLessThanOrEqual(0);
      }
    }),
  );
});

it('beside as much of the quote currency itself it is worth nothing in any of the ways', () => {
  const rand = foreign.find(({ symbol }) => symbol === 'USD/ZAR') as Instrument;
  const from = { base: 1, quote: 1 / 17 };
  for (const to of waysOf(from, { base: 0, quote: 0.1 })) {
    // A million dollars long against rand, and 17 million rand held: what the one loses the other gains.
    const held = (to.quote - from.quote) * 17e6;
    expect(Number(resultOf(rand, 'long', from, to)) + held).toBeCloseTo(0, 3);
  }
});

it('finds the gain where results count by the rate of the opening', () => {
  const rand = foreign.find(({ symbol }) => symbol === 'USD/ZAR') as Instrument;
  const from = { base: 1, quote: 1 / 17 };
  const ways = waysOf(from, { base: 0, quote: 0.1 });
  const mean = ways.reduce((total, to) => total + Number(resultOf(rand, 'long', from, to, true)), 0) / ways.length;
  expect(mean).toBeGreaterThan(5_000);
});
