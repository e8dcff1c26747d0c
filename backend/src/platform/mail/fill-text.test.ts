import { languageCodes } from '@tessera/api/rules';
import { expect, test } from 'vitest';
import { codeLetter } from './code-message.ts';
import { fillText, namedTime } from './fill-text.ts';

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
    '96.071,48 -3,125 % 0,5',
  );
});

test.each([
  ['en', '1,234,567 USDT, 1,000.0005 BTC'],
  ['zh', '1,234,567 USDT, 1,000.0005 BTC'],
  ['de', '1.234.567 USDT, 1.000,0005 BTC'],
  ['fra', '1\u202f234\u202f567 USDT, 1\u202f000,0005 BTC'],
] as const)('in %s thousands are grouped', (language, amount) =>
  expect(fillText('{amount}', { amount: '1234567 USDT, 1000.0005 BTC' }, language)).toBe(amount),
);

test.each([
  ['en', 'Nov 29, 2026, 10:25 UTC'],
  ['de', '29.11.2026, 10:25 UTC'],
  ['zh', '2026年11月29日 10:25 UTC'],
  ['th', '29 พ.ย. 2026 10:25 UTC'],
] as const)('in %s a time is written with its date', (language, time) =>
  expect(fillText('{until}', { until: namedTime(Date.UTC(2026, 10, 29, 10, 25)) }, language)).toBe(time),
);

test('fills in a list have their figures written so, and symbols none', () =>
  expect(fillText('{symbols}', { symbols: 'BTC/USDT −0.5 @ 64000.5, 1000SHIB/USDT +2000 @ 0.01, …' }, 'de')).toBe(
    'BTC/USDT −0,5 @ 64.000,5, 1000SHIB/USDT +2.000 @ 0,01, …',
  ));

test('names, addresses and what is no time stay as they are', () => {
  const named = { sender: '1234.5 BTC', address: '127.0.0.1', time: '2026-13-29 10:25 UTC', reason: '10000' };
  for (const language of languageCodes) {
    expect(fillText('{sender} {address} {time} {reason}', named, language)).toBe(Object.values(named).join(' '));
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
