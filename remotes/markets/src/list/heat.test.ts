import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tilesOf } from './heat.ts';

test('what is traded most comes first and largest, and only what has figures', () => {
  const tiles = tilesOf([
    { symbol: 'A', change: '0.025', turnover: '5' },
    { symbol: 'B', change: null, turnover: '900' },
    { symbol: 'C', change: '-0.2', turnover: '1000' },
    { symbol: 'D', change: '0', turnover: '20' },
  ]);
  expect(tiles.map(({ symbol, size, heat }) => [symbol, size, heat])).toEqual([
    ['C', 'large', 1],
    ['D', 'large', 0],
    ['A', 'wide', 0.5],
  ]);
});

test('there are at most 42 tiles, each symbol once, none hotter than full', () => {
  const rows = fc.uniqueArray(
    fc.record({
      symbol: fc.string({ minLength: 1, maxLength: 6 }),
      change: fc.double({ min: -1, max: 9, noNaN: true }).map((ratio) => ratio.toFixed(4)),
      turnover: fc.nat().map(String),
    }),
    { selector: ({ symbol }) => symbol, maxLength: 80 },
  );
  fc.assert(
    fc.property(rows, (heated) => {
      const tiles = tilesOf(heated);
      expect(tiles).toHaveLength(Math.min(42, heated.length));
      for (const { heat } of tiles) expect(heat >= 0 && heat <= 1).toBe(true);
    }),
  );
});
