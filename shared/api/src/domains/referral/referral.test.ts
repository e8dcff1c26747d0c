import { add, cmp, isNegative, mul, sum } from '@tessera/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { referralContract } from './contract.ts';
import { referralFixtures } from './fixtures.ts';
import { afterDay, areRates, rebateOf } from './rules.ts';

it.each(Object.entries(referralFixtures))('the fixture of %s matches the contract', (callId, fixture) => {
  const { output } = referralContract[callId as keyof typeof referralFixtures];
  expect(z.safeParse(output, fixture).error).toBeUndefined();
});

describe('rebates', () => {
  const paid = fc.integer({ min: -500_000, max: 1_000_000 }).map((units) => add((units / 1e6).toFixed(6), '0'));
  const rate = fc.integer({ min: 0, max: 250 }).map((mille) => add((mille / 1000).toFixed(3), '0'));

  it('are never more than the rates of the fees that were paid, whatever goes back', () => {
    fc.assert(
      fc.property(fc.array(paid, { maxLength: 30 }), rate, rate, (days, first, second) => {
        let fees = { net: '0', rebated: '0' };
        const rebates: string[] = [];
        let most = '0';
        for (const day of days) {
          const { fresh, ...after } = afterDay(fees, day);
          expect(isNegative(fresh)).toBe(false);
          fees = after;
          if (cmp(fees.net, most) > 0) most = fees.net;
          rebates.push(rebateOf(fresh, first, 6), rebateOf(fresh, second, 6));
        }
        expect(cmp(fees.rebated, most)).toBe(0);
        expect(cmp(sum(rebates), mul(most, add(first, second)))).toBeLessThanOrEqual(0);
      }),
    );
  });

  it('have rates that leave room for what coupons give back', () => {
    expect(areRates(['0.2', '0.05'])).toBe(true);
    expect(areRates(['0.2', '0.1'])).toBe(true);
    expect(areRates(['0.2', '0.11'])).toBe(false);
    expect(areRates(['-0.1', '0.1'])).toBe(false);
  });
});
