import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readPercent } from './percent.ts';

test('every percentage with two decimals parses to its value, with a point or a comma', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000 }), fc.constantFrom('.', ','), (hundredths, sign) => {
      const typed = (hundredths / 100).toFixed(2).replace('.', sign);
      expect(readPercent(typed)).toEqual({ ok: true, percent: hundredths / 100 });
      expect(readPercent(String(hundredths / 100).replace('.', sign))).toEqual(readPercent(typed));
    }),
  );
});

test('anything above a hundred is out of range', () => {
  fc.assert(
    fc.property(fc.integer({ min: 10_001, max: 10_000_000 }), (hundredths) => {
      expect(readPercent((hundredths / 100).toFixed(2))).toEqual({ ok: false, problem: 'out_of_range' });
    }),
  );
});

test.each([
  ['', 'empty'],
  ['  ', 'empty'],
  ['%', 'empty'],
  ['12.345', 'too_precise'],
  ['0.001', 'too_precise'],
  ['ten', 'not_a_number'],
  ['-1', 'not_a_number'],
  ['1e2', 'not_a_number'],
  ['1,000.5', 'out_of_range'],
  ['1,000', 'out_of_range'],
  ['12,345', 'out_of_range'],
  ['1.2.3', 'not_a_number'],
  ['.5', 'not_a_number'],
] as const)('%j is rejected as %s', (typed, problem) => {
  expect(readPercent(typed)).toEqual({ ok: false, problem });
});

test.each([
  [' 12.5 % ', 12.5],
  ['12.5000', 12.5],
  ['007', 7],
  ['5.', 5],
])('%j is %d', (typed, percent) => {
  expect(readPercent(typed)).toEqual({ ok: true, percent });
});
