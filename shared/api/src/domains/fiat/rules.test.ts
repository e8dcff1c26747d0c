import { cmp, mul } from '@tessera/money';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dollarValue, fiatPrice, inDollars } from './rules.ts';

const rates = new Map([
  ['USD', '1'],
  ['EUR', '0.8'],
  ['JPY', '160'],
]);
const value = dollarValue(rates);

describe('the value in US dollars', () => {
  test.each(['USD', 'USDT', 'USDC'])('%s is one', (currency) =>
    expect(inDollars('12.5', currency, value)).toBe('12.5'),
  );

  test('of a fiat currency follows from its rate', () => {
    expect(inDollars('8', 'EUR', value)).toBe('10');
    expect(inDollars('16000', 'JPY', value)).toBe('100');
  });

  test('of an unknown currency, or of one whose rate is nonsense, is not known', () => {
    expect(inDollars('1', 'XYZ', value)).toBeNull();
    expect(dollarValue(new Map([['EUR', '0']]))('EUR')).toBeNull();
  });

  test('grows with the amount', () => {
    const amount = fc.nat(1e9).map(String);
    fc.assert(
      fc.property(amount, amount, fc.constantFrom('USDT', 'EUR', 'JPY'), (a, b, currency) => {
        const [x, y] = [inDollars(a, currency, value) ?? '', inDollars(b, currency, value) ?? ''];
        expect(cmp(x, y)).toBe(cmp(a, b));
      }),
    );
  });
});

describe('the fiat equivalent of a price', () => {
  const euro = { code: 'EUR', rate: '0.8' };

  test('is written as the reader’s locale has it', () => {
    expect(fiatPrice('100000', 'USDT', value, euro, 'de')).toBe('80.000,00\u00a0€');
  });

  test('is left out where the price is in that currency already', () => {
    expect(fiatPrice('1.1', 'EUR', value, euro, 'en')).toBeNull();
    expect(fiatPrice('1.1', 'XYZ', value, euro, 'en')).toBeNull();
  });

  test('of a small price keeps four significant digits instead of becoming zero', () => {
    expect(fiatPrice('0.00001234', 'USDT', value, euro, 'en')).toBe('€0.000009872');
    expect(fiatPrice('0.5', 'USDT', value, euro, 'en')).toBe('€0.4000');
    expect(fiatPrice('0.5', 'USDT', value, euro, 'de')).toBe('0,4000\u00a0€');
    const small = fc.integer({ min: 1, max: 1e9 }).map((units) => mul(String(units), '0.00000000001'));
    fc.assert(
      fc.property(small, (price) => {
        expect(fiatPrice(price, 'USDT', value, euro, 'en')).toMatch(/[1-9]/);
      }),
    );
  });
});
