import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amountProblem } from './amount-problem.ts';
import { pastedText, readText, shownText, typedText } from './amount-text.ts';

test('point and comma are both the decimal sign of the locale', () => {
  expect(typedText('0.5', 8, 'de')).toBe('0,5');
  expect(typedText('0,5', 8, 'en')).toBe('0.5');
  expect(typedText('1.', 8, 'fr')).toBe('1,');
});

test.each(['1.2.3', '-1', '1e5', 'a', '0.123456789', '1'.repeat(21)])('rejects the keystroke that makes %j', (text) =>
  expect(typedText(text, 8, 'en')).toBeNull(),
);

test('whole amounts take no decimal sign', () => expect(typedText('5.', 0, 'en')).toBeNull());

test('pasted amounts may be grouped and are cut to the scale', () => {
  expect(pastedText(' 1,234.56789 ', 2, 'en')).toEqual({ text: '1234.56' });
  expect(pastedText('1.234,5', 2, 'de')).toEqual({ text: '1234,5' });
  expect(pastedText('five', 2, 'en')).toEqual({ problem: 'none' });
});

test('the text of the input parses to its value', () => {
  const amount = fc
    .tuple(fc.nat(), fc.nat({ max: 99_999_999 }))
    .map(([whole, part]) => `${whole}.${String(part).padStart(8, '0')}`.replace(/\.?0+$/, ''));
  fc.assert(
    fc.property(amount, fc.constantFrom('en', 'de', 'fr', 'th', 'ja'), (value, locale) => {
      const canonical = value === '' ? '' : value;
      expect(readText(shownText(canonical, locale), locale)).toBe(canonical);
    }),
  );
});

test('an amount is in order, too much, too little or off its step, in this order', () => {
  const limits = { step: '0.01', min: '1', balance: '10' };
  expect(amountProblem('5', limits)).toBeNull();
  expect(amountProblem('', limits)).toBeNull();
  expect(amountProblem('10.01', limits)).toBe('balance');
  expect(amountProblem('0.5', limits)).toBe('min');
  expect(amountProblem('5.005', limits)).toBe('step');
});
