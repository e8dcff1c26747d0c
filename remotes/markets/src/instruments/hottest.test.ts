import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hottest } from './hottest.ts';

test('the hottest are the most traded ones, without those whose turnover is unknown', () => {
  const turnovers = fc.array(fc.option(fc.nat(), { nil: null }), { maxLength: 30 });
  fc.assert(
    fc.property(turnovers, fc.nat(12), (all, count) => {
      const top = hottest(all, (value) => (value === null ? null : String(value)), count);
      const known = all.filter((value) => value !== null).toSorted((a, b) => b - a);
      expect(top).toEqual(known.slice(0, count));
    }),
  );
});
