import fc from 'fast-check';
import { expect, test } from 'vitest';
import { evidenceLevel, evidenceShare, HALTS_AT } from './evidence.ts';

const evidence = fc.double({ min: 0, noNaN: true });

test('more evidence never fills less of the track, from empty to full', () => {
  fc.assert(
    fc.property(evidence, evidence, (one, other) => {
      const [less, more] = [Math.min(one, other), Math.max(one, other)];
      expect(evidenceShare(less)).toBeLessThanOrEqual(evidenceShare(more));
      for (const each of [less, more]) {
        expect(evidenceShare(each)).toBeGreaterThanOrEqual(0);
        expect(evidenceShare(each)).toBeLessThanOrEqual(1);
      }
    }),
  );
});

test.each([
  [0.2, 0, 'low'],
  [1, 0, 'low'],
  [9.99, 0.333, 'low'],
  [10, 1 / 3, 'rising'],
  [100, 2 / 3, 'high'],
  [HALTS_AT, 1, 'high'],
  [Number.MAX_VALUE, 1, 'high'],
])('%d fills %d of the track and is %s', (value, share, level) => {
  expect(evidenceShare(value)).toBeCloseTo(share, 3);
  expect(evidenceLevel(value)).toBe(level);
});
