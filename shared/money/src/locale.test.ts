import { expect, test } from 'vitest';
import { formatPercent, formatRate } from './format.ts';

test('a percentage is written as its language does, by every formatter', () => {
  const shown = (locale: string) => [formatPercent('0.0123', locale), formatRate('0.75', locale, 1)];
  expect(shown('en')).toEqual(['+1.23%', '75.0%']);
  expect(shown('zh-CN')).toEqual(['+1.23%', '75.0%']);
  expect(shown('de')).toEqual(['+1,23\u202f%', '75,0\u202f%']);
  expect(shown('fr')).toEqual(['+1,23\u202f%', '75,0\u202f%']);
});
