import { expect, test } from 'vitest';
import { tableOf, withTable } from './table.ts';

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

test('the table takes the place of the former one, and nothing else changes', () => {
  const page = (inner: string) => `before\n<!-- generated: newcomer -->\n${inner}\n<!-- end -->\nafter <!-- end -->\n`;
  expect(withTable(page('old'), 'new', 'of today')).toBe(page('new\n\nof today'));
  expect(() => withTable('before', 'new', 'of today')).toThrow('no place for the table');
});
