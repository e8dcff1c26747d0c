import { expect, test } from 'vitest';
import { draftValue } from './draft.ts';

test('an unfinished draft has the value of its digits', () => {
  expect([draftValue(''), draftValue('.'), draftValue('5.'), draftValue('.5'), draftValue('0.50')]).toEqual([
    null,
    null,
    '5',
    '0.5',
    '0.50',
  ]);
});
