import { formatAmount } from '@tessera/money';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readPasted } from './read-pasted.ts';

test.each([
  ['0.5 BTC', 'en', '0.5'],
  ['0,5 BTC', 'en', '0.5'],
  ['0.5btc', 'de', '0.5'],
  ['1.234,56', 'en', '1234.56'],
  ['1,234.56', 'de', '1234.56'],
  ['1 000', 'en', '1000'],
  ['1\u00a0000,5', 'en', '1000.5'],
  ["1'234'567.8", 'de', '1234567.8'],
  ['1,234,567', 'de', '1234567'],
  ['1.234', 'en', '1.234'],
  ['1,234', 'de', '1.234'],
  ['0.123', 'de', '0.123'],
  ['1234.567', 'de', '1234.567'],
  ['.5', 'fr', '0.5'],
  ['$2.17', 'en', '2.17'],
  ['BTC 12', 'th', '12'],
  ['１２．５', 'ja', '12.5'],
])('a copied %j is read in %s', (text, locale, value) => {
  expect(readPasted(text, locale, 'BTC')).toEqual({ value });
});

test.each([
  ['1,234', 'en', 'ambiguous'],
  ['1.234', 'de', 'ambiguous'],
  ['12.345 BTC', 'fr', 'ambiguous'],
  ['0.5 ETH', 'en', 'unit'],
  ['about 5 to 6', 'en', 'none'],
  ['-5', 'en', 'none'],
  ['1e5', 'en', 'none'],
  ['1,23,456', 'en', 'none'],
  ['1.2.3', 'en', 'none'],
  ['', 'en', 'none'],
  ['BTC 5 USDT', 'en', 'none'],
])('a copied %j is refused in %s as %s', (text, locale, problem) => {
  expect(readPasted(text, locale, 'BTC')).toEqual({ problem });
});

test('what the app writes is read back, or refused, and never as another amount', () => {
  fc.assert(
    fc.property(
      fc.tuple(fc.nat({ max: 9_999_999 }), fc.nat({ max: 99_999_999 })),
      fc.constantFrom('en', 'de', 'fr', 'es', 'sq', 'th', 'ja', 'ko', 'zh-CN', 'zh-HK'),
      fc.constantFrom('', ' BTC'),
      ([whole, part], locale, unit) => {
        const amount = `${whole}.${String(part).padStart(8, '0')}`;
        const read = readPasted(formatAmount(amount, 8, locale, { zeros: 'trimmed' }) + unit, locale, 'BTC');
        const plain = amount.replace(/\.?0+$/, '') || '0';
        expect([{ value: plain }, { problem: 'ambiguous' }]).toContainEqual(read);
        if (part % 1000 !== 0) expect(read).toEqual({ value: plain });
      },
    ),
  );
});

test('no text breaks it, and a value is always a plain decimal', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const read = readPasted(text, 'en');
      if ('value' in read) expect(read.value).toMatch(/^\d+(\.\d+)?$/);
    }),
  );
});
