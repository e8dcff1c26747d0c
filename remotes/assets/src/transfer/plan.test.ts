import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ACCOUNT_ORDER } from '../wallets/account-order.ts';
import { type Plan, swapped, withAccount } from './plan.ts';

const account = fc.constantFrom(...ACCOUNT_ORDER);
const plan: fc.Arbitrary<Plan> = fc
  .record({ from: account, to: account, currencyId: fc.constant(3), amount: fc.constant('5' as const) })
  .filter(({ from, to }) => from !== to);

describe('a transfer plan', () => {
  it('never moves between one and the same account, whatever is chosen', () => {
    fc.assert(
      fc.property(
        plan,
        fc.array(fc.tuple(fc.constantFrom('from' as const, 'to' as const), account)),
        (start, choices) => {
          const end = choices.reduce((before, [which, chosen]) => withAccount(before, which, chosen), start);
          expect(end.from).not.toBe(end.to);
        },
      ),
    );
  });

  it('holds the account that was chosen last', () => {
    fc.assert(
      fc.property(plan, fc.constantFrom('from' as const, 'to' as const), account, (start, which, chosen) => {
        expect(withAccount(start, which, chosen)[which]).toBe(chosen);
      }),
    );
  });

  it('is itself again when swapped twice', () => {
    fc.assert(
      fc.property(plan, (start) => {
        expect(swapped(swapped(start))).toEqual(start);
      }),
    );
  });
});
