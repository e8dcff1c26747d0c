import fc from 'fast-check';
import { expect, it } from 'vitest';
import { stretchEnd } from './stretch.ts';

const LENGTH = 10;

/** Ends of the stretches in which a job goes from 0 up to a limit. */
function endsOf(happened: readonly number[], limit: number): number[] {
  const ends: number[] = [];
  for (let after = 0; after < limit; ) {
    const first = happened.find((at) => at > after) ?? null;
    const until = stretchEnd(after, limit, LENGTH, first);
    if (until <= after || until > limit) throw new Error(`from ${after} until ${until} of ${limit}`);
    ends.push(until);
    after = until;
  }
  return ends;
}

it('each of what happened is in one stretch, which is short where something happened, and quiet time takes one', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: -20, max: 500 })),
      fc.integer({ min: 0, max: 300 }),
      (happened, limit) => {
        happened.sort((a, b) => a - b);
        const within = happened.filter((at) => at > 0 && at <= limit);
        const ends = endsOf(happened, limit);
        const seen = ends.map((until, index) => within.filter((at) => at > (ends[index - 1] ?? 0) && at <= until));
        expect(seen.flat()).toEqual(within);
        for (const some of seen) expect((some.at(-1) ?? 0) - (some[0] ?? 0)).toBeLessThan(LENGTH);
        expect(ends.length).toBeLessThanOrEqual(within.length + 1);
      },
    ),
  );
});

it('a week in which nothing happened is gone through at once, and nothing beyond the limit counts', () => {
  expect(stretchEnd(0, 604_800_000, LENGTH, null)).toBe(604_800_000);
  expect(stretchEnd(0, 100, LENGTH, 101)).toBe(100);
  expect(stretchEnd(0, 100, LENGTH, 100)).toBe(100);
  expect(stretchEnd(0, 100, LENGTH, 50)).toBe(59);
});
