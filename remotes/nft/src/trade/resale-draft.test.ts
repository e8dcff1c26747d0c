import { expect, test } from 'vitest';
import { draftProblem, localOf, momentOf, NEW_RESALE, resaleInput } from './resale-draft.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** A whole minute, as inputs have it. */
const NOW = Date.UTC(2026, 10, 21, 12, 0);
const code = (changes: Partial<typeof NEW_RESALE>) => draftProblem({ ...NEW_RESALE, ...changes }, 2, NOW)?.code;

test('a time that is entered is the moment that it shows, and none is none', () => {
  expect(momentOf(localOf(NOW))).toBe(NOW);
  expect([momentOf(''), momentOf('2026-13-40T99:99')]).toEqual([null, null]);
});

test.each([
  ['no price', {}, 'field_required'],
  ['a price', { price: '10' }, undefined],
  ['a price finer than the currency', { price: '10.001' }, 'wrong_price'],
  ['an end before now', { price: '10', end: localOf(NOW - MINUTE) }, 'ends_before_start'],
  ['an auction without an end', { saleType: 'auction', price: '10', increment: '1' }, 'field_required'],
  [
    'an auction without an increment',
    { saleType: 'auction', price: '10', end: localOf(NOW + 2 * DAY) },
    'field_required',
  ],
  ['an auction', { saleType: 'auction', price: '10', increment: '1', end: localOf(NOW + 2 * DAY) }, undefined],
  [
    'an increment above the price',
    { saleType: 'auction', price: '10', increment: '11', end: localOf(NOW + 2 * DAY) },
    'wrong_increment',
  ],
  // What was entered for an auction counts for nothing once it is none.
  ['an increment of a sale that is no auction', { price: '10', increment: '11' }, undefined],
] as const)('%s', (_, changes, expected) => {
  expect(code(changes)).toBe(expected);
});

test('sends what was entered, and no increment of a sale that is no auction', () => {
  const draft = { ...NEW_RESALE, price: '10', increment: '1' };
  expect(resaleInput('work', draft)).toEqual({ code: 'work', sale_type: 'normal', price: '10' });
  expect(resaleInput('work', { ...draft, saleType: 'auction', start: localOf(NOW), end: localOf(NOW + DAY) })).toEqual({
    code: 'work',
    sale_type: 'auction',
    price: '10',
    increment: '1',
    start_time: NOW,
    end_time: NOW + DAY,
  });
});
