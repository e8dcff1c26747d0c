import { COUNTED, CURRENT_RULES, RULES } from '@tessera/api/options/rules';
import { areApart, boundsOf, CURRENT_RANGES, LEAST_RANGE, rangeOf } from '@tessera/api/quiz/rules';
import { add } from '@tessera/money';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seededCatalogue } from '../instruments/index.ts';

/* Ranges of a daily round, whatever its instrument costs in ticks: a price belongs to one of them, and each has a price. */

const { parts } = RULES[CURRENT_RULES];
/** Nine offsets at most, a least range apart or more. */
const offsets = fc
  .record({
    first: fc.integer({ min: -500, max: 0 }),
    gaps: fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 0, maxLength: 8 }),
  })
  .map(({ first, gaps }) => {
    let at = first;
    return [first, ...gaps.map((gap) => (at += gap))].map((mille) => add((mille / 1_000).toFixed(3), '0'));
  });

const flat = (index: number): number[] => Array.from({ length: 25 }, () => index);

/** The ranges as they are shown, from inclusive to exclusive, that hold a price. */
const shownOf = (bounds: readonly number[], index: number): number[] =>
  [...bounds, Number.POSITIVE_INFINITY].flatMap((to, place) =>
    index >= (bounds[place - 1] ?? 0) && index < to ? [place + 1] : [],
  );

function holds(reference: number, all: readonly string[]): void {
  const bounds = boundsOf(reference, all, { rules: CURRENT_RULES, ranges: CURRENT_RANGES });
  bounds.forEach((bound, place) => {
    if (place > 0) expect(bound, `${reference}: ${all}`).toBeGreaterThan(bounds[place - 1] as number);
    for (const index of [bound - 1, bound, bound + 1]) {
      expect(shownOf(bounds, index), `${index} of ${bounds}`).toEqual([rangeOf(flat(index), bounds)]);
    }
    // A mean between two steps, a fifteenth below the bound, is below it.
    const almost = [...flat(bound).slice(0, 24), bound - 1];
    const counted = almost.toSorted((a, b) => a - b).slice(5, 5 + COUNTED);
    expect(rangeOf(almost, bounds)).toBe(counted.every((index) => index === bound) ? place + 2 : place + 1);
  });
}

test('each instrument at its price, and at a tenth and ten times of it', () => {
  for (const { tick, simulation } of seededCatalogue.instruments) {
    for (const factor of [0.1, 1, 10]) {
      const reference = Math.max(parts, Math.round((simulation.start / Number(tick)) * factor * parts));
      for (const all of [
        ['-0.03', '-0.01', '0', '0.01', '0.03'],
        ['-0.002', '-0.001', '0', '0.001', '0.002'],
      ]) {
        holds(reference, all);
      }
    }
  }
});

test('any offsets that staff may set, at any price from a tick on', () => {
  fc.assert(
    fc.property(offsets, fc.integer({ min: parts, max: 10_000_000_000 }), (all, reference) => {
      expect(areApart(all)).toBe(true);
      holds(reference, all);
    }),
    { numRuns: 300 },
  );
});

test('in whole ticks alone ranges met on a coarse tick: this is what the test sees', () => {
  const met = [-0.002, -0.001, 0, 0.001].map((offset) => Math.floor((200 * parts * (1 + offset)) / parts));
  expect(new Set(met).size).toBeLessThan(met.length);
  expect(areApart(['0', '0.0009'])).toBe(false);
  expect(areApart(['0.01', '0.01'])).toBe(false);
  expect(areApart(['0', LEAST_RANGE])).toBe(true);
});
