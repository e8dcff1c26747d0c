import { add, cmp, div, mul, quantize } from '@tessera/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DualSide, dualPayout, fairYield, isCovered, termYield } from './rules.ts';

/*
 * A buyer of a dual product sells the house an option and is paid for it by the yield. Who buys when the option has become
 * worth less than the yield is given money. These attackers wait, watch and foresee; prices are drawn from a seed.
 */

const HOUR = 3_600_000;
const YEAR = 365 * 24 * HOUR;

/** A random number of a seed (Mulberry32), and a normal one of it (Box and Muller). */
function randomOf(seed: number): () => number {
  let state = seed;
  const uniform = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
}

type Product = { readonly side: DualSide; readonly price: string; readonly rate: string; readonly days: number };

const termsOf = ({ side, price, rate, days }: Product, live: string) =>
  ({
    side,
    // Worth one unit of money now.
    amount: side === 'sell_high' ? quantize(div('1000000', live), 8, 'down') : '1000000',
    price,
    annualRate: rate,
    days,
    currency: side === 'sell_high' ? 'BTC' : 'USDT',
    scale: 8,
    otherCurrency: side === 'sell_high' ? 'USDT' : 'BTC',
    otherScale: 8,
  }) as const;

/** What the pay-off is worth at its settlement, less what was invested, as a share of it. */
function gainOf(product: Product, live: number, settled: number): number {
  const terms = termsOf(product, live.toFixed(2));
  const { amount, currency } = dualPayout(terms, { total: settled.toFixed(2), count: 1 });
  const paid = currency === 'BTC' ? Number(amount) * settled : Number(amount);
  // Against the same money held in what was invested.
  const held = product.side === 'sell_high' ? Number(terms.amount) * settled : 1_000_000;
  return (paid - held) / 1_000_000;
}

/** A product of the house: pegged 3 % away, at four fifths of what its option is worth. */
function offered(side: DualSide, live: string, volatility: string, left: number, days: number): Product {
  const price = quantize(mul(live, side === 'sell_high' ? '1.03' : '0.97'), 2, 'down');
  const fair = fairYield({ side, price, live, volatility, left });
  return { side, price, days, rate: quantize(div(mul(mul(fair, '0.8'), '365'), String(days)), 4, 'down') };
}

describe.each(['sell_high', 'buy_low'] as const)('a buyer of %s', (side) => {
  const VOLATILITY = 0.55;
  const days = 3;

  it('who waits a day of sale for the best moment loses on average', () => {
    const normal = randomOf(side === 'sell_high' ? 71 : 72);
    const step = VOLATILITY * Math.sqrt(HOUR / YEAR);
    const paths = 3_000;
    let tempted = 0;
    let bought = 0;
    let total = 0;
    let naive = 0;
    for (let path = 0; path < paths; path++) {
      let live = 60_000;
      const product = offered(side, '60000', String(VOLATILITY), (24 + days * 24) * HOUR, days);
      for (let hour = 0; hour < 24; hour++) {
        live *= Math.exp(step * normal() - (step * step) / 2);
        const left = (24 - hour - 1 + days * 24) * HOUR;
        // The price moved away from the pegged one: the option that the buyer gives is nearly worthless, the yield is not.
        const tempting = side === 'sell_high' ? live < 60_000 * 0.985 : live > 60_000 * 1.015;
        if (!tempting) continue;
        const spread = VOLATILITY * Math.sqrt(left / YEAR);
        const settled = live * Math.exp(spread * normal() - (spread * spread) / 2);
        const gain = gainOf(product, live, settled);
        tempted++;
        naive += gain;
        const valued = { side, price: product.price, live: live.toFixed(2), volatility: String(VOLATILITY), left };
        if (isCovered(product.rate, days, valued)) {
          bought++;
          total += gain;
        }
        break;
      }
    }
    // Without the guard the attack pays.
    expect(naive / tempted).toBeGreaterThan(0.0005);
    expect(total / Math.max(bought, 1)).toBeLessThanOrEqual(0);
  });

  it('who knows the price of the settlement almost exactly finds nothing on sale', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 30_000, max: 90_000 }),
        fc.integer({ min: 1, max: 3_600 }),
        fc.integer({ min: 100, max: 20_000 }),
        (live, seconds, parts) => {
          const away = side === 'sell_high' ? '61000' : '29000';
          const far = side === 'sell_high' ? Math.min(live, 59_000) : Math.max(live, 31_000);
          const valued = { side, price: away, live: String(far), volatility: '0.55', left: seconds * 1_000 };
          expect(isCovered(div(String(parts), '10000'), 1, valued)).toBe(
            cmp(termYield(div(String(parts), '10000'), 1), fairYield(valued)) <= 0,
          );
          // An hour before the end an option 3 % away is worth less than a day of one percent a year.
          expect(cmp(fairYield(valued), '0.00003')).toBeLessThan(0);
        },
      ),
    );
  });
});

it('the fair yield is never above what it is by an exact normal distribution, nor below zero', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('sell_high', 'buy_low', null),
      fc.integer({ min: 100, max: 10_000_000 }),
      fc.integer({ min: 100, max: 10_000_000 }),
      fc.integer({ min: 1, max: 300 }),
      fc.integer({ min: 0, max: 730 * 24 }),
      (side, live, price, percent, hours) => {
        const of = { side, live: String(live), price: String(price), volatility: div(String(percent), '100') } as const;
        const fair = fairYield({ ...of, left: hours * HOUR });
        expect(cmp(fair, '0')).toBeGreaterThanOrEqual(0);
        // What is given up by exchanging at once is worth at least its intrinsic value, and grows with the time.
        const later = fairYield({ ...of, left: (hours + 24) * HOUR });
        expect(cmp(add(later, '0.00001'), fair)).toBeGreaterThanOrEqual(0);
      },
    ),
  );
});
