import { expect, it } from 'vitest';
import { countryOfAddress } from './place.ts';

it.each([
  ['8.8.8.8', 'US'],
  ['::ffff:8.8.8.8', 'US'],
  ['2001:4860:4860::8888', 'US'],
  ['2a01:4f8::1', 'DE'],
  ['2400:3200::1', 'CN'],
  ['127.0.0.1', null],
  ['::1', null],
  ['fe80::1%eth0', null],
  ['unknown', null],
])('the country of %s is %s', (address, country) => {
  expect(countryOfAddress(address)).toBe(country);
});
