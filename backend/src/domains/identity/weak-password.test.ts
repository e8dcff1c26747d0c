import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isCommon, isPersonal } from './weak-password.ts';

test.each([
  'password',
  'Password123',
  'qwerty123',
  'iloveyou',
  'monkey2026!',
  'admin123456',
  '52013145201314',
  '12341234',
  'aaaaaaaaaaaa',
  'abcdefghij',
  '1234567890',
  '0987654321',
  'zzzzyyyyxxxx',
])('%s is common', (password) => expect(isCommon(password)).toBe(true));

test.each([
  'a-decent-secret-81',
  'correct horse battery',
  'dragon48213907',
  'Zürich liegt am See',
  '我的密码很长也很好',
])('%s is not', (password) => expect(isCommon(password)).toBe(false));

const KNOWN = ['Ada.Lovelace@Example.org', '491512345678', 'Ada Byron', 'L01X00T47'];

test.each([
  'adalovelace',
  'Lovelace-1815',
  'ada.lovelace@example.org',
  '+49 1512345678!',
  'AdaByron99',
  'l01x00t47',
  'Tessera-2026',
  'bitcoin2025',
  'lovelacetessera1',
])('%s says no more than what is known of its user', (password) => expect(isPersonal(password, KNOWN)).toBe(true));

test('short words do not count, and what is added to a name makes it good', () => {
  expect(isPersonal('badlands-77', KNOWN)).toBe(false);
  expect(isPersonal('lovelace and seven more', KNOWN)).toBe(false);
});

test('no input throws', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 128 }), fc.array(fc.string()), (password, known) => {
      expect(() => [isCommon(password), isPersonal(password, known)]).not.toThrow();
    }),
  );
});
