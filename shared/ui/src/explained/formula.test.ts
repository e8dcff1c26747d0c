import { expect, test } from 'vitest';
import { formulaOf } from './formula.ts';

const price = { label: 'Entry price', value: '61,000' };
const rate = { label: 'Fee rate', value: '0.05%' };

test('a formula is written in words and again with the figures, and each term is listed once', () => {
  const size = { label: 'Size (BTC)', value: '0.02' };
  const mark = { label: 'Mark price', value: '62,000' };
  const result = { label: 'Result', value: '-50.50 USDT' };
  expect(formulaOf(result, ['(', price, '−', mark, ')', '×', size, '−', rate, '×', price])).toEqual({
    entries: [price, mark, size, rate],
    formula: [
      'Result = (Entry price − Mark price) × Size (BTC) − Fee rate × Entry price',
      '(61,000 − 62,000) × 0.02 − 0.05% × 61,000 = -50.50 USDT',
    ],
  });
});

test('a figure below zero stands in brackets after a sign', () => {
  const profit = { label: 'PnL', value: '-20.4' };
  const margin = { label: 'Margin', value: '61' };
  const equity = { label: 'Equity', value: '40.6' };
  expect(formulaOf(equity, [margin, '+', profit]).formula[1]).toBe('61 + (-20.4) = 40.6');
  expect(formulaOf(equity, [profit, '+', margin]).formula[1]).toBe('-20.4 + 61 = 40.6');
});
