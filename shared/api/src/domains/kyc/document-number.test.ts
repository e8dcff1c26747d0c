import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { documentNumber } from './inputs.ts';

test('one document has one number, in the digits of whatever keyboard it is typed by', () => {
  for (const typed of [
    'AB-123 456',
    'ＡＢ－１２３　４５６',
    'AB\u2011١٢٣ ٤٥٦',
    'AB-۱۲۳\u00a0۴۵۶',
    ' AB-๑๒๓ ๔๕๖\u200b',
    'ab-123 456',
    '\u{1d400}\u{1d401}-123 456',
  ])
    expect([typed, z.parse(documentNumber, typed)]).toEqual([typed, 'AB-123 456']);
});

test.each(['4510 123456', 'IV-БА 123456', 'Ё123456', 'ΑΕ 123456', '서울 12-345678-90', '军字第1234567号', 'ÇA12-34'])(
  '%s can be the number of a document',
  (number) => {
    expect(z.parse(documentNumber, number)).toBe(number);
  },
);

test.each([
  ['Lisu', '\ua4d0\ua4ee123456'],
  ['Cherokee', '\u13aa\u13b5123456'],
  ['other Cyrillic letters', '\u051a\u051c123456'],
  ['a stroke of Chinese characters', '\u4e2823456'],
  ['the sign of nothing', '\u3007123456'],
  ['letters with a stroke', '\u00d8123456'],
])('%s, which look like other letters, are in none', (_, number) => {
  expect(z.safeParse(documentNumber, number).success).toBe(false);
});
