import { expect, test } from 'vitest';
import { CarriedBatch } from './carried.ts';
import { CarriedSums } from './carried-sums.ts';

const AT = Date.UTC(2026, 10, 28, 12);
const toEach = (payees: number, value: string, traded = '500') => {
  const sums = new CarriedSums();
  sums.add(
    Array.from({ length: payees }, (_, payee) => ({ payerId: '1', payeeId: `to ${payee}`, value, traded })),
    AT,
  );
  return (paused: boolean) => sums.isOver('1', new CarriedBatch(), AT, { paused, excused: new Map() });
};

test('a paused account stops at a tenth of what others may carry, to one user and to all', () => {
  expect([toEach(1, '20')(true), toEach(1, '20.1')(true), toEach(1, '200')(false), toEach(1, '200.1')(false)]).toEqual([
    false,
    true,
    false,
    true,
  ]);
  expect([toEach(5, '20')(true), toEach(6, '19')(true), toEach(50, '20')(false), toEach(53, '19')(false)]).toEqual([
    false,
    true,
    false,
    true,
  ]);
});
