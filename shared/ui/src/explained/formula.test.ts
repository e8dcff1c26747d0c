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
