import { getCountries, getCountryCallingCode } from 'libphonenumber-js/max';
import { expect, test } from 'vitest';
import { COUNTRIES, callingCode, splitNumber } from './calling-codes.ts';

test('the table is that of libphonenumber', () => {
  expect(COUNTRIES).toEqual([...getCountries()].sort());
  for (const country of getCountries()) expect(callingCode(country), country).toBe(getCountryCallingCode(country));
});

test('a number with a plus sign belongs to the country of its calling code', () => {
  expect(splitNumber('+49 151 123', 'US')).toEqual({ country: 'DE', rest: ' 151 123' });
  expect(splitNumber('0049151', 'US')).toEqual({ country: 'DE', rest: '151' });
  expect(splitNumber('+1 416', 'DE')).toEqual({ country: 'US', rest: ' 416' });
  expect(splitNumber('+1 416', 'CA')).toEqual({ country: 'CA', rest: ' 416' });
  expect(splitNumber('+44', 'US')).toEqual({ country: 'GB', rest: '' });
  expect(splitNumber('+35', 'US')).toBeNull();
});

test('each country stands for its own calling code', () => {
  for (const country of COUNTRIES) {
    const split = splitNumber(`+${callingCode(country)}555`, country);
    expect(split, country).toEqual({ country, rest: '555' });
    const guessed = splitNumber(`+${callingCode(country)}`, 'XX');
    expect(callingCode(guessed?.country ?? ''), country).toBe(callingCode(country));
  }
});
