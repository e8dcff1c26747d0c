import { cmp } from '@tessera/money';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keepOrder, nextSort, orderOf, type Sort, type SortKey, type Standing } from './order.ts';

const figure = fc.option(
  fc.tuple(fc.integer({ min: -1e6, max: 1e6 }), fc.nat(999)).map(([whole, rest]) => `${whole}.${rest}`),
  { nil: null },
);
const standings: fc.Arbitrary<Standing[]> = fc.uniqueArray(
  fc.record({
    symbol: fc.stringMatching(/^[A-Z]{1,5}$/),
    rank: fc.nat(20),
    price: figure,
    change: figure,
    volume: figure,
  }),
  { selector: ({ symbol }) => symbol, maxLength: 40 },
);
const key = fc.constantFrom<SortKey>('name', 'volume', 'price', 'change');
const sort: fc.Arbitrary<Sort> = fc.option(fc.record({ key, descending: fc.boolean() }), { nil: null });

describe('the order of the list', () => {
  test('holds every instrument exactly once', () => {
    fc.assert(
      fc.property(standings, sort, (all, by) => {
        expect(orderOf(all, by).toSorted()).toEqual(all.map(({ symbol }) => symbol).toSorted());
      }),
    );
  });

  test('does not depend on the order in which the instruments came', () => {
    fc.assert(
      fc.property(standings, sort, (all, by) => {
        expect(orderOf(all.toReversed(), by)).toEqual(orderOf(all, by));
      }),
    );
  });

  test('runs one way along its figure, and instruments without it come last', () => {
    const figures = fc.constantFrom<'volume' | 'price' | 'change'>('volume', 'price', 'change');
    fc.assert(
      fc.property(standings, figures, fc.boolean(), (all, by, descending) => {
        const found = new Map(all.map((each) => [each.symbol, each[by]]));
        const values = orderOf(all, { key: by, descending }).map((symbol) => found.get(symbol) ?? null);
        const known = values.filter((value) => value !== null);
        expect(values.slice(known.length).every((value) => value === null)).toBe(true);
        for (const [index, value] of known.slice(1).entries()) {
          expect(cmp(value, known[index] as string) * (descending ? 1 : -1)).toBeLessThanOrEqual(0);
        }
      }),
    );
  });
});

describe('a tap on a column', () => {
  test('gives the natural direction, the other one, then the exchange’s own order', () => {
    fc.assert(
      fc.property(key, sort, (tapped, before) => {
        const first = nextSort(before?.key === tapped ? null : before, tapped);
        expect(first).toEqual({ key: tapped, descending: tapped !== 'name' });
        expect(nextSort(first, tapped)).toEqual({ key: tapped, descending: tapped === 'name' });
        expect(nextSort(nextSort(first, tapped), tapped)).toBeNull();
      }),
    );
  });
});

describe('an order that was not asked to change', () => {
  const symbols = fc.uniqueArray(fc.stringMatching(/^[A-Z]{1,3}$/), { maxLength: 30 });

  test('keeps what stayed in place and appends what came', () => {
    fc.assert(
      fc.property(symbols, symbols, (shown, present) => {
        const next = keepOrder(shown, present);
        expect(next.toSorted()).toEqual(present.toSorted());
        const stayed = shown.filter((symbol) => present.includes(symbol));
        expect(next.slice(0, stayed.length)).toEqual(stayed);
      }),
    );
  });

  test('is the very same array when the instruments are the same', () => {
    fc.assert(fc.property(symbols, (shown) => void expect(keepOrder(shown, shown.toReversed())).toBe(shown)));
  });
});
