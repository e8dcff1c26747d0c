import { expect, test } from 'vitest';
import { amountProblem } from './amount-problem.ts';

test('an amount is in order, too much, too little or off its step, in this order', () => {
  const limits = { step: '0.01', min: '1', balance: '10' };
  expect(amountProblem('5', limits)).toBeNull();
  expect(amountProblem('', limits)).toBeNull();
  expect(amountProblem('10.01', limits)).toBe('balance');
  expect(amountProblem('0.5', limits)).toBe('min');
  expect(amountProblem('5.005', limits)).toBe('step');
});
