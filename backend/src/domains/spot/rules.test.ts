import { add, cmp, isOnStep, isZero, mul, sub, sum } from '@tessera/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Level, Quote } from '../../platform/feed/feed.ts';
import { amountOf, isReached, marketProblem, restingPrice, takeAmount, takeTotal, totalOf } from './rules.ts';

const LOT = '0.001';
const NOW = 1_763_650_800_000;
const quote: Quote = {
  symbol: 'BTC/USDT',
  last: '100',
  bid: '99.95',
  ask: '100.05',
  change24h: '0',
  high24h: '100',
  low24h: '100',
  volume24h: '0',
  turnover24h: '0',
  at: NOW,
  open: true,
  sequence: 1,
  halt: null,
  haltedAt: null,
};

const units = (step: string, max: number) => fc.integer({ min: 1, max }).map((count) => mul(String(count), step));
const side = fc.constantFrom('buy' as const, 'sell' as const);
const prices = fc.uniqueArray(units('0.05', 4_000), { minLength: 1, maxLength: 12, selector: (price) => price });

/** A side of a book: best price first. */
const bookOf = (taker: 'buy' | 'sell') =>
  fc
    .tuple(prices, fc.array(units('0.001', 50_000), { minLength: 12, maxLength: 12 }))
    .map(([unsorted, amounts]): readonly Level[] =>
      unsorted
        .toSorted((a, b) => (taker === 'buy' ? cmp(a, b) : cmp(b, a)))
        .map((price, index) => [price, amounts[index] ?? '1']),
    );
const taking = side.chain((taker) => fc.record({ side: fc.constant(taker), levels: bookOf(taker) }));

describe('taking an amount from the book', () => {
  it('takes best prices first, never worse than the limit, never more than is offered, and loses nothing', () => {
    fc.assert(
      fc.property(
        taking,
        units('0.001', 200_000),
        fc.option(units('0.05', 4_000)),
        ({ side: taker, levels }, amount, limit) => {
          const { matches, rest } = takeAmount(taker, levels, amount, limit);
          expect(add(amountOf(matches), rest)).toBe(amount);
          matches.forEach((match, index) => {
            const [price, offered] = levels[index] ?? ['', '0'];
            expect(match.price).toBe(price);
            expect(cmp(match.amount, offered)).toBeLessThanOrEqual(0);
            if (index < matches.length - 1) expect(match.amount).toBe(offered);
            if (limit !== null) expect(cmp(match.price, limit) * (taker === 'buy' ? 1 : -1)).toBeLessThanOrEqual(0);
          });
          // What is left over is left because nothing more was to be had at that price.
          const next = levels[matches.length];
          const acceptable =
            next && (limit === null || (taker === 'buy' ? cmp(next[0], limit) <= 0 : cmp(next[0], limit) >= 0));
          if (acceptable) expect(isZero(rest)).toBe(true);
        },
      ),
    );
  });
});

describe('spending a total', () => {
  it('buys whole lots for no more than the total, and another lot would be too much', () => {
    fc.assert(
      fc.property(bookOf('buy'), units('0.000001', 2_000_000_000), (levels, total) => {
        const { matches, dry } = takeTotal(levels, total, LOT);
        const cost = totalOf(matches);
        expect(cmp(cost, total)).toBeLessThanOrEqual(0);
        for (const { amount } of matches) expect(isOnStep(amount, LOT)).toBe(true);
        const offered = sum(levels.map(([, amount]) => amount));
        if (dry) {
          expect(amountOf(matches)).toBe(offered);
          return;
        }
        const { matches: more, rest } = takeAmount('buy', levels, add(amountOf(matches), LOT), null);
        if (isZero(rest)) expect(cmp(totalOf(more), total)).toBeGreaterThan(0);
      }),
    );
  });
});

describe('a resting order', () => {
  it('fills at its limit or better, and at a price that the market had', () => {
    const range = fc.tuple(units('0.05', 4_000), units('0.05', 200), units('0.05', 20)).map(([low, height, spread]) => {
      const high = add(low, height);
      return { low, high, lowAsk: add(low, spread), highBid: sub(high, spread), until: NOW };
    });
    fc.assert(
      fc.property(side, units('0.05', 4_400), range, (taker, limit, went) => {
        fc.pre(isReached(taker, limit, went));
        const price = restingPrice(taker, limit, went);
        if (taker === 'buy') {
          expect(cmp(price, limit)).toBeLessThanOrEqual(0);
          expect(cmp(price, went.lowAsk)).toBeGreaterThanOrEqual(0);
        } else {
          expect(cmp(price, limit)).toBeGreaterThanOrEqual(0);
          expect(cmp(price, went.highBid)).toBeLessThanOrEqual(0);
        }
      }),
    );
  });
});

describe('the market', () => {
  it('takes orders while it is open and its price is young enough', () => {
    expect(marketProblem(quote, 5_000, NOW + 5_000)).toBeNull();
    expect(marketProblem(quote, 5_000, NOW + 5_001)).toEqual({ code: 'stale_price' });
    expect(marketProblem({ ...quote, open: false }, 5_000, NOW)).toEqual({ code: 'market_closed' });
    expect(marketProblem(null, 5_000, NOW)).toEqual({ code: 'stale_price' });
  });
});
