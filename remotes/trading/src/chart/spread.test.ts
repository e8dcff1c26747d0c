import fc from 'fast-check';
import { expect, test } from 'vitest';
import { spread } from './spread.ts';

const HEIGHT = 200;
const wanted = fc
  .array(fc.integer({ min: -300, max: 500 }), { minLength: 1, maxLength: 30 })
  .map((places) => places.toSorted((a, b) => a - b));

test('handles are apart, in their order and inside, however many stand at one price', () => {
  fc.assert(
    fc.property(wanted, fc.integer({ min: 1, max: 44 }), (lines, gap) => {
      const places = spread(lines, HEIGHT, gap);
      const step = Math.min(gap, HEIGHT / Math.max(1, lines.length - 1));
      expect(places).toHaveLength(lines.length);
      for (const [index, place] of places.entries()) {
        expect(place).toBeGreaterThanOrEqual(-1e-6);
        expect(place).toBeLessThanOrEqual(HEIGHT + 1e-6);
        if (index > 0) expect(place - (places[index - 1] as number)).toBeGreaterThanOrEqual(step - 1e-6);
      }
    }),
  );
});

test('handles that are far enough apart stay on their lines, and two that are not part around their middle', () => {
  expect(spread([10, 60, 190], HEIGHT, 44)).toEqual([10, 60, 190]);
  expect(spread([100, 100], HEIGHT, 44)).toEqual([78, 122]);
  expect(spread([300, 300, 300], HEIGHT, 20)).toEqual([160, 180, 200]);
});
