import { languageCodes } from '@tessera/api/rules';
import { expect, test } from 'vitest';
import { codeLetter } from './code-message.ts';
import { fillText } from './fill-text.ts';

test.each([
  ['en', '1.234 BTC'],
  ['zh', '1.234 BTC'],
  ['de', '1,234 BTC'],
  ['fra', '1,234 BTC'],
  ['spa', '1,234 BTC'],
  ['alb', '1,234 BTC'],
] as const)('in %s an amount has the decimal sign of the language', (language, amount) =>
  expect(fillText('{amount}!', { amount: '1.234 BTC' }, language)).toBe(`${amount}!`),
);

test('every figure is written so: prices, rates, levels', () => {
  expect(fillText('{price} {value} {level}', { price: '96071.48', value: '-3.125 %', level: '0.5' }, 'de')).toBe(
    '96071,48 -3,125 % 0,5',
  );
});

test('names, addresses, times and whole figures stay as they are', () => {
  const named = { sender: '1.234 BTC', address: '127.0.0.1', time: '2026-11-29 10:25 UTC', amount: '1234 USDT' };
  for (const language of languageCodes) {
    expect(fillText('{sender} {address} {time} {amount}', named, language)).toBe(Object.values(named).join(' '));
  }
});

test('a slot without a value stays in sight', () =>
  expect(fillText('{amount} {other}', {}, 'en')).toBe('{amount} {other}'));

test('a code mail names what it authorises so', () => {
  const address = '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy';
  const terms = {
    action: null,
    rows: [
      { label: 'amount', value: '1.234 BTC' },
      { label: 'address', value: address },
    ],
  };
  const { rows } = codeLetter('123456', { scene: 'withdraw', language: 'de', terms: terms as never });
  expect(rows?.map(({ value }) => value)).toEqual(['1,234 BTC', address]);
});
