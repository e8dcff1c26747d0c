// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { chartFormatter, zoneOf } from './chart-formats.ts';

test.each([
  ['de', '2400', '2,4K'],
  ['de', '12000000', '12,0M'],
  ['en', '2400', '2.4K'],
  ['de', '12.5', '12,5'],
])('in %s the axis of volumes writes %s as %s', (locale, value, text) =>
  expect(chartFormatter(locale, '1h').formatBigNumber?.(value)).toBe(text),
);

test.each([
  ['1M', 'YYYY-MM', '11/2026'],
  ['1w', 'MM-DD', '11/01'],
  ['1d', 'YYYY-MM-DD', '11/01/2026'],
] as const)('a bar of %s is named by its day of UTC in every time zone', (interval, template, text) => {
  const timestamp = Date.UTC(2026, 10, 1);
  const format = chartFormatter('en', interval).formatDate;
  expect(format?.({ timestamp, template } as never)).toBe(text);
});

test('days, weeks and months are those of UTC, hours and minutes those of the phone', () => {
  expect(['1d', '1w', '1M'].map((each) => zoneOf(each as '1d'))).toEqual(['UTC', 'UTC', 'UTC']);
  expect(['1m', '15m', '1h', '4h'].map((each) => zoneOf(each as '1h'))).toEqual(Array(4).fill(undefined));
});
