import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '../../../i18n/src/languages.ts';
import { plain } from '../arithmetic.ts';
import { formatAmount } from '../format.ts';
import { separators } from '../locale.ts';
import { type Entry, type EntryTerms, enter, entryOf, foldTyped, pasted, readAmount, settled } from './index.ts';
import { amountOf } from './read-amount.ts';

const LOCALES = LANGUAGES.map(({ locale }) => locale);

type Field = { readonly entry: Entry; readonly caret: number };

const empty = (locale: string): Field => ({ entry: entryOf('', locale), caret: 0 });

/** Keys as a browser applies them to the text of the field. */
function press(field: Field, key: string, terms: EntryTerms): Field {
  const { text } = field.entry;
  const at = field.caret;
  switch (key) {
    case 'Backspace':
      return at === 0 ? field : enter(field.entry, text.slice(0, at - 1) + text.slice(at), at - 1, terms);
    case 'Delete':
      return at === text.length ? field : enter(field.entry, text.slice(0, at) + text.slice(at + 1), at, terms, true);
    case 'ArrowLeft':
      return { ...field, caret: Math.max(0, at - 1) };
    default:
      return enter(field.entry, text.slice(0, at) + key + text.slice(at), at + key.length, terms);
  }
}

const typed = (keys: string, locale: string, scale = 8, unit?: string): Entry =>
  [...keys].reduce((field, key) => press(field, key, { scale, locale, unit }), empty(locale)).entry;

const amounts = fc
  .tuple(
    fc.oneof(fc.nat({ max: 9_999 }), fc.nat({ max: 2 ** 31 - 1 })),
    fc.nat({ max: 8 }),
    fc.nat({ max: 99_999_999 }),
  )
  .map(([whole, scale, part]) => ({ whole: String(whole), fraction: String(part).padStart(8, '0').slice(0, scale) }))
  .map(({ whole, fraction }) => ({
    plain: fraction === '' ? whole : `${whole}.${fraction}`,
    value: fraction === '' ? whole : `${whole}.${fraction}`.replace(/\.?0+$/, ''),
  }));
const locales = fc.constantFrom(...LOCALES);

describe('in every language', () => {
  test('an amount is typed key by key, with and without its groups', () => {
    fc.assert(
      fc.property(amounts, locales, ({ plain, value }, locale) => {
        const shown = entryOf(plain, locale).text;
        for (const keys of [shown, plain.replace('.', separators(locale).decimal)]) {
          expect([keys, settled(typed(keys, locale), { locale, scale: 8 })]).toMatchObject([keys, { value }]);
        }
        expect(typed(plain.replace('.', separators(locale).decimal), locale).text).toBe(shown);
      }),
    );
  });

  test('what the app writes is read when it is copied, with its unit', () => {
    fc.assert(
      fc.property(amounts, locales, fc.constantFrom('', ' BTC', '\u00a0BTC'), ({ plain, value }, locale, unit) => {
        const terms = { locale, scale: 8, unit: 'BTC' };
        for (const zeros of ['trimmed', 'fixed'] as const) {
          expect(pasted(formatAmount(plain, 8, locale, { zeros }) + unit, terms)).toMatchObject({ value, raw: false });
        }
      }),
    );
  });

  test('keys anywhere make the number that the same keys make without groups', () => {
    const keys = fc.array(fc.constantFrom('0', '1', '2', '9', 'Backspace', 'Delete', 'ArrowLeft'), { maxLength: 24 });
    fc.assert(
      fc.property(keys, locales, (strokes, locale) => {
        let field = empty(locale);
        let digits = '';
        let at = 0;
        const { group } = separators(locale);
        for (const key of strokes) {
          const before = field.entry.text.slice(0, field.caret).replaceAll(group, '').length;
          const isSign = (place: number) => field.entry.text[place] === group;
          at = before;
          // A key that meets a sign between groups moves over it.
          if (key === 'Backspace' && !isSign(field.caret - 1))
            digits = digits.slice(0, Math.max(0, at - 1)) + digits.slice(at);
          if (key === 'Delete' && !isSign(field.caret)) digits = digits.slice(0, at) + digits.slice(at + 1);
          if (/\d/.test(key)) digits = digits.slice(0, at) + key + digits.slice(at);
          const was = field;
          field = press(field, key, { locale, scale: 0 });
          if (digits.length > 20) return;
          expect(field.entry.text.replaceAll(group, '')).toBe(digits);
          expect(field.caret).toBeLessThanOrEqual(field.entry.text.length);
          // No key stands still.
          if (key === 'Delete' && was.caret < was.entry.text.length) expect(field).not.toEqual(was);
        }
      }),
    );
  });

  test('typed and copied text is one amount, wherever a sign stands in it', () => {
    fc.assert(
      fc.property(amounts, locales, fc.constantFrom('.', ','), ({ plain }, locale, sign) => {
        const text = plain.replace('.', sign);
        const copied = pasted(text, { locale, scale: 8 });
        if (typeof copied === 'string') return;
        expect([text, settled(typed(text, locale), { locale, scale: 8 }).value]).toEqual([text, copied.value]);
      }),
    );
  });

  test('zeros before an amount go when the field is left', () => {
    for (const [keys, text] of [
      ['00,012', '0,012'],
      ['007', '7'],
      ['0,50', '0,50'],
      ['000', '0'],
      ['00012345', '12.345'],
    ] as const) {
      expect([keys, settled(typed(keys, 'de'), { locale: 'de', scale: 8 }).text]).toEqual([keys, text]);
    }
  });

  test('deleting from the end takes digit after digit', () => {
    fc.assert(
      fc.property(amounts, locales, ({ plain }, locale) => {
        const terms = { locale, scale: 8 };
        let field: Field = { entry: entryOf(plain, locale), caret: entryOf(plain, locale).text.length };
        for (let left = plain.length - 1; left >= 0; left--) {
          field = press(field, 'Backspace', terms);
          const rest = plain.slice(0, left);
          expect(field.entry.value).toBe(rest === '' ? '' : entryOf(rest, locale).value);
        }
      }),
    );
  });

  test('no text breaks it, and a value is a plain decimal within the scale', () => {
    const strokes = fc.array(fc.constantFrom(..."0123456789.,'- exB٫٬１．๑"), { maxLength: 14 });
    fc.assert(
      fc.property(strokes, locales, fc.integer({ min: 0, max: 8 }), (keys, locale, scale) => {
        const entry = keys.reduce((field, key) => press(field, key, { locale, scale }), empty(locale)).entry;
        if (entry.value !== '') expect(entry.value).toMatch(new RegExp(`^\\d+(\\.\\d{1,${Math.max(1, scale)}})?$`));
        // A letter is seen, and there is no amount while it stands.
        if (keys.some((key) => /[exB-]/.test(key)))
          expect([entry.value, /[exB-]/.test(entry.text)]).toEqual(['', true]);
        expect(settled(entry, { locale, scale }).value).toBe(entry.value);
      }),
    );
  });
});

describe('two separators', () => {
  test.each(LOCALES)('in %s, typed or copied, the first is one between groups', (locale) => {
    for (const text of ['1,000.5', '1.000,5', "1'000.5", '1 000,5', '１，０００．５', '٬١٠٠٠٫٥'.slice(1), '๑,๐๐๐.๕']) {
      expect([text, typed(text, locale)]).toMatchObject([
        text,
        { value: '1000.5', text: entryOf('1000.5', locale).text },
      ]);
      expect([text, pasted(text, { locale, scale: 8 })]).toMatchObject([text, { value: '1000.5' }]);
    }
    for (const text of ['1,234,567', '1.234.567', '1,234,567.8', '1.234.567,8', '1,234,567,000', '1.234.567.000']) {
      const value = /8$/.test(text) ? '1234567.8' : /000$/.test(text) ? '1234567000' : '1234567';
      expect([text, typed(text, locale)]).toMatchObject([text, { value, note: null }]);
      expect([text, pasted(text, { locale, scale: 8 })]).toMatchObject([text, { value, note: null }]);
    }
  });
});

describe('one separator before three digits', () => {
  test.each([
    ['1,000', 'en', '1000'],
    ['1.000', 'en', '1'],
    ['1,000', 'de', '1'],
    ['1.000', 'de', '1000'],
    ['1.234', 'fr', '1.234'],
    ['12,345', 'fr', '12.345'],
    ['1,234', 'ja', '1234'],
  ])('%j is read as %s writes it, and the other reading is pointed out', (text, locale, value) => {
    expect(settled(typed(text, locale), { locale, scale: 8 })).toMatchObject({ value, note: 'twofold', raw: false });
    expect(pasted(text, { locale, scale: 8 })).toMatchObject({ value, note: 'twofold' });
    expect(readAmount(text, locale)).toEqual({ value, twofold: true });
  });

  test.each([
    ['0,123', 'en', '0.123'],
    ['1234,567', 'en', '1234.567'],
    ['1,5', 'en', '1.5'],
    ['1,5000', 'de', '1.5'],
    ['63000.125', 'de', '63000.125'],
    ['1000', 'en', '1000'],
    ['1 000', 'en', '1000'],
  ])('%j in %s has one reading', (text, locale, value) => {
    expect(settled(typed(text, locale), { locale, scale: 8 })).toMatchObject({ value, note: null });
    expect(readAmount(text, locale)).toEqual({ value, twofold: false });
  });

  test('a fourth digit makes the sign before it a decimal one, a second sign one between groups', () => {
    // No group has four digits: read as in a copied text, never as ten thousand times as much, and shown as it is read.
    for (const [text, locale] of [
      ['1,2345', 'en'],
      ['1.2345', 'de'],
      ['12.345678', 'de'],
    ] as const) {
      const value = text.replace(',', '.');
      expect(typed(text, locale)).toMatchObject({ text, value, note: 'twofold', raw: true });
      expect(pasted(text, { locale, scale: 8 })).toMatchObject({ value });
    }
    expect(settled(typed('1.2345', 'de'), { locale: 'de', scale: 8 })).toMatchObject({
      text: '1,2345',
      note: 'twofold',
    });
    expect(typed('1,000.5', 'en').note).toBeNull();
  });

  test('a currency without three decimals still reads as the locale writes', () => {
    expect(typed('1,000', 'de', 2)).toMatchObject({ value: '1', note: 'twofold' });
    expect(typed('1,000.5', 'de', 2)).toMatchObject({ value: '1000.5', text: '1.000,5' });
    expect(typed('1,000', 'en', 0)).toMatchObject({ value: '1000', note: null });
    expect(typed('1,5', 'en', 0)).toMatchObject({ value: '', note: null });
    expect(settled(typed('1,5', 'en', 0), { locale: 'en', scale: 0 }).note).toBe('none');
  });
});

test('what is no number is kept, named, and has no value', () => {
  expect(typed('1e3', 'en')).toMatchObject({ text: '1e3', value: '', note: 'none' });
  expect(typed('-5', 'en')).toMatchObject({ text: '-5', value: '', note: 'none' });
  expect(typed('1.5.', 'en')).toMatchObject({ value: '', note: 'none' });
  expect(typed('5.', 'en', 0)).toMatchObject({ text: '5.', value: '', note: 'whole' });
  expect(typed('1'.repeat(21), 'en')).toMatchObject({ value: '', note: 'none' });
  expect(typed('0.129', 'en', 2)).toMatchObject({ text: '0.12', value: '0.12', note: 'precise' });
  expect(typed('0.5 BTC', 'en', 8, 'BTC')).toMatchObject({ text: '0.5', value: '0.5' });
  expect(typed('0.5 ETH', 'en', 8, 'BTC')).toMatchObject({ value: '', note: 'unit' });
  expect(typed('0.5 ETH', 'en', 8)).toMatchObject({ value: '', note: 'none' });
});

test('a letter that is deleted again leaves the number whole', () => {
  const terms = { locale: 'en', scale: 8 };
  let field: Field = { entry: entryOf('10005', 'en'), caret: 6 };
  for (const key of ['x', '7']) field = press(field, key, terms);
  expect(field.entry).toMatchObject({ text: '10005x7', value: '' });
  field = press(press(field, 'ArrowLeft', terms), 'Backspace', terms);
  expect(field).toMatchObject({ entry: { text: '100,057', value: '100057' }, caret: 6 });
});

test.each([
  ['0.5 BTC', 'en', '0.5'],
  ['0.5btc', 'de', '0.5'],
  ['1.234,56', 'en', '1234.56'],
  ["1'234'567.8", 'de', '1234567.8'],
  ['.5', 'fr', '0.5'],
  ['$2.17', 'en', '2.17'],
  ['BTC 12', 'th', '12'],
  ['\u200e１２．５\u200b', 'ja', '12.5'],
  ['1\r\n', 'en', '1'],
])('a copied %j is read in %s', (text, locale, value) => {
  expect(readAmount(text, locale, 'BTC')).toMatchObject({ value });
});

test.each([
  ['0.5 ETH', 'unit'],
  ['about 5 to 6', 'none'],
  ['-5', 'none'],
  ['1e5', 'none'],
  ['5²', 'none'],
  ['1,23,456', 'none'],
  ['1,234,5', 'none'],
  ['1.2.3', 'none'],
  ['', 'none'],
  ['BTC 5 USDT', 'none'],
])('a copied %j is refused', (text, problem) => expect(readAmount(text, 'en', 'BTC')).toEqual({ problem }));

test('digits of every script are read', () => {
  for (const numberingSystem of Intl.supportedValuesOf('numberingSystem')) {
    const digits = new Intl.NumberFormat('en', { numberingSystem, useGrouping: false }).format(1_234_567_890);
    if (/^[\u0080-\uffff]+$/u.test(digits) && /^\p{Nd}+$/u.test(digits))
      expect([numberingSystem, foldTyped(digits)]).toEqual([numberingSystem, '1234567890']);
  }
});

test('digits make the amount that the library of decimals makes of them', () => {
  const digits = fc.stringMatching(/^[0-9]{0,24}$/);
  fc.assert(
    fc.property(digits, fc.option(digits, { nil: undefined }), (whole, fraction) => {
      expect(amountOf({ whole, fraction })).toBe(plain(`${whole || '0'}.${fraction || '0'}`));
    }),
    {
      examples: [
        ['', undefined],
        ['000', '000'],
        ['007', '50'],
        ['', '01'],
      ],
    },
  );
});
