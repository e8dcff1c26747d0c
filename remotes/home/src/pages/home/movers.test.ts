import type { Instrument } from '@tessera/api/instruments';
import { cmp } from '@tessera/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { topMovers } from './movers.ts';

const ratio = fc.integer({ min: -9_999, max: 9_999 }).map((units) => (units / 10_000).toFixed(4));

const coin = fc
  .record({ rank: fc.nat(300), change_24h: ratio, turnover_24h: fc.nat(1_000_000).map(String), priced: fc.boolean() })
  .map(({ rank, priced, ...latest }) => ({ rank, latest: priced ? latest : null }) as unknown as Instrument);

describe('the top movers', () => {
  it.each([
    ['gainers', 'change_24h', -1],
    ['losers', 'change_24h', 1],
    ['volume', 'turnover_24h', -1],
  ] as const)(
    'by %s are the first of all in that order, at most six, and none without a price',
    (order, figure, sign) => {
      fc.assert(
        fc.property(fc.array(coin), (coins) => {
          const top = topMovers(coins, order, () => '1');
          const priced = coins.filter(({ latest }) => latest);
          expect(top).toHaveLength(Math.min(6, priced.length));
          const all = priced.map(({ latest }) => latest?.[figure] ?? '').toSorted((a, b) => sign * cmp(a, b));
          expect(top.map(({ latest }) => latest?.[figure])).toEqual(all.slice(0, 6));
        }),
      );
    },
  );

  it('compares turnovers in dollars', () => {
    const traded = (quote: string, turnover_24h: string) =>
      ({ rank: 1, quote, latest: { change_24h: '0', turnover_24h } }) as unknown as Instrument;
    const worth = (currency: string) => (currency === 'JPY' ? '0.01' : '1');
    const top = topMovers([traded('JPY', '900'), traded('USDT', '10')], 'volume', worth);
    expect(top.map(({ quote }) => quote)).toEqual(['USDT', 'JPY']);
  });
});
