import { expect, test } from 'vitest';
import { tableOf } from './table.ts';

const times = new Map([
  ['a page', [30, 20, 25]],
  ['a second start', [4, 3]],
]);

test('a step has its median and its range', () => {
  expect(tableOf(times).split('\n').slice(2)).toEqual([
    '| a page | 25.0 | 20.0 to 30.0 |',
    '| a second start | 3.5 | 3.0 to 4.0 |',
  ]);
});
