// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { chartFormatter } from './chart-formats.ts';

test.each([
  ['de', '2400', '2,4K'],
  ['de', '12000000', '12,0M'],
  ['en', '2400', '2.4K'],
  ['de', '12.5', '12,5'],
])('in %s the axis of volumes writes %s as %s', (locale, value, text) =>
  expect(chartFormatter(locale).formatBigNumber?.(value)).toBe(text),
);
