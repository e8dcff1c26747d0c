import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { whole } from './fields.ts';

const DIGITS = ['0123456789', '０１２３４５６７８９', '٠١٢٣٤٥٦٧٨٩', '۰۱۲۳۴۵۶۷۸۹', '๐๑๒๓๔๕๖๗๘๙', '०१२३४५६७८९'];

test('a whole number is read in the digits of every script, with marks that are not seen around it', () => {
  fc.assert(
    fc.property(
      fc.nat(),
      fc.constantFrom(...DIGITS),
      fc.constantFrom('', ' ', '\u200e', '\u00a0'),
      (value, digits, mark) => {
        const text = String(value).replace(/\d/g, (digit) => digits[Number(digit)] ?? '');
        expect(whole().parse(mark + text + mark)).toBe(value);
      },
    ),
  );
});

test.each(['1e2', '0x10', '1.0', '1,000', '1.000', '', ' ', '--1', '1 2', '٫1'])('%j is no whole number', (text) => {
  expect(whole(-10).safeParse(text).success).toBe(false);
});
