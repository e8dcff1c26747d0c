import { walletFixtures } from '@tessera/api/wallet/fixtures';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ACCOUNT_ORDER } from '../wallets/account-order.ts';
import { type TransferChange, type TransferEntries, transferForm } from './transfer-form.ts';

const wallets = walletFixtures['POST /wallet/list'];
const account = fc.constantFrom(...ACCOUNT_ORDER);
const entries: fc.Arbitrary<TransferEntries> = fc
  .record({ from: account, to: account, currencyId: fc.constantFrom(1, 3), amount: fc.constantFrom('', '5', '200') })
  .filter(({ from, to }) => from !== to);
const end = fc.constantFrom('from' as const, 'to' as const);
const chosen = fc.record({ type: fc.constant('account' as const), end, account });
const change: fc.Arbitrary<TransferChange> = fc.oneof(
  chosen,
  fc.record({ type: fc.constant('swap' as const) }),
  fc.record({ type: fc.constant('currency' as const), currencyId: fc.constantFrom(1, 3) }),
  fc.record({ type: fc.constant('amount' as const), amount: fc.constantFrom('', '1', '7') }),
  fc.record({ type: fc.constant('done' as const), amount: fc.constantFrom('1', '5') }),
);

const { initial, reduce, evaluate } = transferForm;

describe('the transfer form', () => {
  it('never moves between one and the same account, whatever is entered', () => {
    fc.assert(
      fc.property(entries, fc.array(change), (start, changes) => {
        const { from, to } = changes.reduce(reduce, start);
        expect(from).not.toBe(to);
      }),
    );
  });

  it('holds the account that was chosen last', () => {
    fc.assert(
      fc.property(entries, chosen, (start, choice) => {
        expect(reduce(start, choice)[choice.end]).toBe(choice.account);
      }),
    );
  });

  it('is itself again when swapped twice', () => {
    fc.assert(
      fc.property(entries, (start) => {
        expect(reduce(reduce(start, { type: 'swap' }), { type: 'swap' })).toEqual(start);
      }),
    );
  });

  it('forgets the amount that was transferred, and keeps another one typed meanwhile', () => {
    const typed = reduce(initial({ wallets, currencyId: 3 }), { type: 'amount', amount: '5' });
    expect(reduce(typed, { type: 'done', amount: '5' }).amount).toBe('');
    expect(reduce(typed, { type: 'done', amount: '6' }).amount).toBe('5');
  });

  it.each([
    ['', 'field_required'],
    ['120.5', undefined],
    ['120.6', 'insufficient_balance'],
    ['0.0000001', 'field_too_precise'],
  ])('of %j USDT out of 120.5 is rejected as %s', (amount, code) => {
    const typed = reduce(initial({ wallets, currencyId: 3 }), { type: 'amount', amount });
    expect(evaluate(typed, { wallets }).problems.map((problem) => problem.code)).toEqual(code ? [code] : []);
  });

  it('offers no more than may leave the account', () => {
    const typed = reduce(initial({ wallets, currencyId: 3 }), { type: 'amount', amount: '60' });
    const { derived, problems } = evaluate(typed, { wallets, transferable: '50' });
    expect(derived.available).toBe('50');
    expect(problems).toMatchObject([{ code: 'insufficient_balance' }]);
    expect(evaluate(typed, { wallets, transferable: '60' }).problems).toEqual([]);
  });

  it('has nothing to send for a currency that no account holds', () => {
    const typed = reduce(initial({ wallets, currencyId: 99 }), { type: 'amount', amount: '1' });
    expect(evaluate(typed, { wallets }).problems).toMatchObject([{ code: 'insufficient_balance' }]);
  });
});
