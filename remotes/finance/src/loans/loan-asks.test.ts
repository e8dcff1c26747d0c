import { expect, test } from 'vitest';
import { figure, percent, percents } from './figures.ts';
import { loanAsks } from './loan-asks.ts';

const terms = {
  levels: [
    { level: 0, loan: null },
    { level: 3, loan: {} },
    { level: 4, loan: {} },
  ],
  min_amount: '1000.00',
} as unknown as Parameters<typeof loanAsks>[0];

const met = (mine: Parameters<typeof loanAsks>[1]) =>
  loanAsks(terms, mine, 'en').map((one) => [one.asks, 'met' in one ? one.met : undefined]);

test('of a guest nothing is known; of a user the level counts that opens a loan, not its number', () => {
  expect(met(null)).toEqual([
    ['verification', null],
    ['vip', null],
    ['minimum', undefined],
  ]);
  expect(met({ level: 1, maker: false, verified: false, loan: null })).toEqual([
    ['verification', false],
    ['vip', false],
    ['minimum', undefined],
  ]);
  // Below the lowest level of the list, and opened by other terms.
  expect(met({ level: 2, maker: true, verified: true, loan: {} })).toEqual([
    ['verification', true],
    ['vip', true],
    ['minimum', undefined],
  ]);
});

test('names the lowest level that opens one, and the least amount', () => {
  const [, vip, minimum] = loanAsks(terms, null, 'de');
  expect(vip).toMatchObject({ level: 3, have: null });
  expect(minimum).toMatchObject({ amount: '1.000\u00a0USDT' });
  expect(loanAsks({ ...terms, levels: [] }, null, 'en')[1]).toMatchObject({ level: '–' });
});

test('figures have no zeros at the end, and ratios are in per cent, rounded down', () => {
  expect(figure('0.10', 2, 'en', 'BTC')).toBe('0.1\u00a0BTC');
  expect(percent('1.1', 'en')).toBe('110');
  expect(percent('0.05999', 'en')).toBe('5.99');
  expect(percents(['1.5', '1.3', '1.2'], 'en')).toBe('150, 130, 120');
});
