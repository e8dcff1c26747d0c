import { afterEach, expect, test, vi } from 'vitest';
import { dayOf, isReversed, timesOf } from './day-range.ts';

afterEach(() => vi.unstubAllEnvs());

test.each([
  ['UTC', 24],
  ['Asia/Tokyo', 24],
  // The clock is put forward in the morning of that day.
  ['Europe/Berlin', 23],
])('a day in %s lasts from its midnight to the next', (zone, hours) => {
  vi.stubEnv('TZ', zone);
  const { from = 0, to = 0 } = timesOf({ from: '2026-03-29', to: '2026-03-29' });
  expect((to + 1 - from) / 3_600_000).toBe(hours);
  expect([dayOf(from), dayOf(to), dayOf(from - 1), dayOf(to + 1)]).toEqual([
    '2026-03-29',
    '2026-03-29',
    '2026-03-28',
    '2026-03-30',
  ]);
});

test('an end that is not chosen is open', () => {
  expect(timesOf({ from: '', to: '' })).toEqual({});
  expect(Object.keys(timesOf({ from: '2026-01-01', to: '' }))).toEqual(['from']);
  expect(isReversed({ from: '2026-02-01', to: '2026-01-31' })).toBe(true);
  expect(isReversed({ from: '2026-02-01', to: '' })).toBe(false);
});
