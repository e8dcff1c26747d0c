import { expect, test } from 'vitest';
import { formatPercent, formatRate, formatShare } from './format.ts';
import { formatSeconds } from './time.ts';

test('a percentage is written as its language does, by every formatter', () => {
  const shown = (locale: string) => [
    formatPercent('0.0123', locale),
    formatRate('0.75', locale, 1),
    formatShare(25, locale),
  ];
  expect(shown('en')).toEqual(['+1.23%', '75.0%', '25%']);
  expect(shown('zh-CN')).toEqual(['+1.23%', '75.0%', '25%']);
  expect(shown('de')).toEqual(['+1,23\u202f%', '75,0\u202f%', '25\u202f%']);
  expect(shown('fr')).toEqual(['+1,23\u202f%', '75,0\u202f%', '25\u202f%']);
});

test('seconds that are left are whole, and none when they are over', () => {
  expect([9_999, 1, 0, -5].map((left) => formatSeconds(left, 'en'))).toEqual(['10s', '1s', '0s', '0s']);
  expect(formatSeconds(9_000, 'de')).toMatch(/^9\s(s|Sek\.)$/);
  expect(formatSeconds(9_000, 'zh-CN')).toBe('9秒');
});
