import { languageCodes } from '@tessera/api/rules';
import { expect, test } from 'vitest';
import { asFigure, asText, csvRows } from './csv.ts';

test.each(languageCodes)('a file in %s has the signs that its spreadsheets read', (language) => {
  const comma = ['de', 'fra', 'spa', 'alb'].includes(language);
  const file = csvRows([['a;b', 'c,d', asFigure('-1.5', language)]], language);
  expect(file).toBe(comma ? '"a;b";c,d;-1,5\r\n' : 'a;b,"c,d",-1.5\r\n');
});

test('text is never run as a formula, an amount may be negative', () => {
  expect(asText('=1+1')).toBe("'=1+1");
  expect(csvRows([[asText('@x'), '-2']], 'de', true)).toBe("\ufeff'@x;-2\r\n");
});
