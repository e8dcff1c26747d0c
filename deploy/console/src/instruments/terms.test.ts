import { expect, test } from 'vitest';
import { instrumentOf } from '../testing/instruments.ts';
import { changeRequest, changesOf, termsOf } from './terms.ts';

test('terms are shown as the call takes them', () => {
  expect(
    termsOf(instrumentOf('SHIB/USDT', { spread: 0.000_000_1, house_cap: 2.5, countries: ['CN', 'US'] })),
  ).toMatchObject({
    tick: '0.01',
    spread: '0.0000001',
    house_depth: 'rule',
    house_cap: '2.5',
    countries: 'CN,US',
    multiples: 'none',
    trades: 'spot',
    max_price_age_ms: '5000',
  });
});

test('a change names only what differs', () => {
  const instrument = instrumentOf('BTC/USDT', { version: 7 });
  const before = termsOf(instrument);
  expect(changesOf(before, before)).toEqual({});
  const changes = changesOf(before, { ...before, taker_fee_rate: ' 0.002 ', name: '', max_price_age_ms: '3000' });
  expect(changes).toEqual({ taker_fee_rate: '0.002', max_price_age_ms: '3000' });
  expect(changeRequest(instrument, changes, 'as agreed')).toEqual({
    symbol: 'BTC/USDT',
    version: 7,
    reason: 'as agreed',
    taker_fee_rate: '0.002',
    max_price_age_ms: 3000,
  });
});

test.each([
  ['min_total', '1,000', '1000'],
  ['daily_turnover', '1,250,000.50', '1250000.5'],
  ['exposure_cap', '1.250.000,50', '1250000.5'],
  ['house_depth', 'rule', 'rule'],
  ['house_depth', '1e3', '1e3'],
  ['multiples', '1,000', '1,000'],
  ['name', 'A, B', 'A, B'],
] as const)('of %s %j is sent as %j', (name, typed, sent) => {
  const before = termsOf(instrumentOf('BTC/USDT', { version: 7, house_depth: '9' as never }));
  expect(changesOf(before, { ...before, [name]: ` ${typed} ` })).toEqual({ [name]: sent });
});
