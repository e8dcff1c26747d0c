import { expect, test } from 'vitest';
import { draftValue, withoutZeros } from './draft.ts';

test('an unfinished draft has the value of its digits', () => {
  expect([draftValue(''), draftValue('.'), draftValue('5.'), draftValue('.5'), draftValue('0.50')]).toEqual([
    null,
    null,
    '5',
    '0.5',
    '0.50',
  ]);
});

test('zeros that say nothing are left out', () => {
  expect(['0.50', '5.00', '007', '100', '0.0'].map(withoutZeros)).toEqual(['0.5', '5', '7', '100', '0']);
});
