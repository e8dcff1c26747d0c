import { expect, test } from 'vitest';
import {
  formatAge,
  formatCountdown,
  formatDate,
  formatDateTime,
  formatMinute,
  formatRelative,
  formatUtcDay,
  readUtcDay,
  toMilliseconds,
  utcDayOf,
} from './index.ts';

const now = Date.UTC(2026, 10, 20, 12);
const minutes = (count: number) => now - count * 60_000;

test('ten digits are seconds', () => {
  expect(toMilliseconds(1_700_000_000)).toBe(1_700_000_000_000);
  expect(toMilliseconds(1_700_000_000_000)).toBe(1_700_000_000_000);
});

test.each([
  [0, 'just now'],
  [4.9, 'just now'],
  [5, '5 minutes ago'],
  [59.9, '59 minutes ago'],
  [60, '1 hour ago'],
  [24 * 60, '1 day ago'],
  [29.9 * 24 * 60, '29 days ago'],
])('%s minutes old is "%s"', (age, text) => expect(formatRelative(minutes(age), now, 'en')).toBe(text));

test('after thirty days the date is shown', () => {
  const old = minutes(30 * 24 * 60);
  expect(formatRelative(old, now, 'en')).toBe(formatDate(old, 'en'));
});

test('the words are those of the language', () => {
  expect(formatRelative(minutes(10), now, 'de')).toBe('vor 10 Minuten');
  expect(formatRelative(now, now, 'zh-CN')).toBe('刚刚');
});

test('the year is the same in every language', () => {
  expect(formatDateTime(now, 'th')).toContain('2026');
});

test('ages are short, countdowns tabular', () => {
  expect(formatAge(12_300, 'en')).toBe('12s ago');
  expect(formatAge(3 * 60_000, 'en')).toBe('3m ago');
  expect(formatCountdown(59_001, 'en')).toBe('00:01:00');
  expect(formatCountdown(2 * 86_400_000 + 3_723_000, 'en')).toBe('2d 01:02:03');
  expect(formatCountdown(-5, 'en')).toBe('00:00:00');
});

test('a time of day has no seconds', () => {
  expect(['en', 'de', 'zh-CN', 'th', 'ja'].map((locale) => /^\d{2}:\d{2}$/.test(formatMinute(now, locale)))).toEqual(
    Array(5).fill(true),
  );
});

test.each(['America/New_York', 'Asia/Kolkata', 'Pacific/Auckland', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
  'a day of UTC is that day in %s',
  (place) => {
    const first = Date.UTC(2026, 10, 2);
    // As a moment it is another day there, at its beginning or at its end.
    const there = new Intl.DateTimeFormat('en', { day: 'numeric', timeZone: place });
    expect(new Set([there.format(first), there.format(first + 86_399_999), '2']).size).toBe(2);
    for (const day of [readUtcDay('2026-11-02'), utcDayOf(first), utcDayOf(first + 86_399_999)]) {
      expect(formatUtcDay(day, 'en')).toBe('Nov 2, 2026');
    }
    expect(() => readUtcDay('2026-11')).toThrow(RangeError);
  },
);
