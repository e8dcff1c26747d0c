import fc from 'fast-check';
import { expect, test } from 'vitest';
import { qrPath } from './qr-path.ts';

/** The modules that a path paints, row by row: `#` dark, `.` light. */
function painted(text: string): string[] {
  const { size, path } = qrPath(text);
  const grid = Array.from({ length: size }, () => Array.from({ length: size }, () => '.'));
  for (const [, column, row] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    const line = grid[Number(row)];
    expect(line?.[Number(column)], 'within the square, and painted once').toBe('.');
    if (line) line[Number(column)] = '#';
  }
  return grid.map((line) => line.join(''));
}

/** Finder patterns: ISO/IEC 18004, 6.3.3. */
const FINDER = ['#######', '#.....#', '#.###.#', '#.###.#', '#.###.#', '#.....#', '#######'];
const corner = (rows: string[], top: number, left: number) =>
  rows.slice(top, top + 7).map((line) => line.slice(left, left + 7));

test('a code is a square of the standard with a finder in three corners and timing between them', () => {
  fc.assert(
    fc.property(fc.webUrl(), (url) => {
      const rows = painted(url);
      const size = rows.length;
      expect((size - 17) % 4).toBe(0);
      expect(corner(rows, 0, 0)).toEqual(FINDER);
      expect(corner(rows, 0, size - 7)).toEqual(FINDER);
      expect(corner(rows, size - 7, 0)).toEqual(FINDER);
      const between = '#.'.repeat(size).slice(0, size - 16);
      expect(rows[6]?.slice(8, size - 8)).toBe(between);
    }),
    { numRuns: 30 },
  );
});

test('another address is another code, and a code depends on its address alone', () => {
  expect(qrPath('https://a.example/h5/?preview=1')).toEqual(qrPath('https://a.example/h5/?preview=1'));
  expect(qrPath('https://a.example/h5/?preview=1').path).not.toBe(qrPath('https://a.example/h5/?preview=2').path);
});
