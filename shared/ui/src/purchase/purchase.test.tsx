// @vitest-environment jsdom
import { useLock } from '@tessera/api/mining';
import { miningFixtures } from '@tessera/api/mining/fixtures';
import { spending, walletFixtures } from '@tessera/api/wallet/fixtures';
import { cmp } from '@tessera/money';
import { enterPayPassword, idempotently, reject, showScreen, testScreens } from '@tessera/testing';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PurchaseForm } from './PurchaseForm.tsx';
import { definePurchase, judgePurchase } from './purchase.ts';

const LOCK = 'POST /lh/deposit';
type Offer = { readonly most: string; readonly version: number };

const purchase = definePurchase({
  start: () => ({ amount: '' }),
  terms: ({ most }: Offer) => ({ currency: 'USDT', scale: 2, min: '100', max: most }),
  problem({ amount }, { most }) {
    if (cmp(amount, '100') < 0) return { code: 'amount_too_small' };
    return cmp(amount, most) > 0 ? { code: 'quantity_limit' } : null;
  },
});

const { exchange } = testScreens(
  { name: 'none', texts: async () => ({ default: {} }) },
  {
    user: { hasPayPassword: true },
    exchange: () => ({ ...walletFixtures, ...miningFixtures }),
  },
);

function Form({ offer = { most: '500', version: 1 } }: { readonly offer?: Offer }) {
  const lock = purchase.usePurchase({
    offer,
    command: useLock,
    toInput: ({ offer: { version }, entered }, { key }) => ({
      config_id: 1,
      amount: entered.amount,
      key,
      version,
      renew: false,
    }),
  });
  return (
    <PurchaseForm
      purchase={lock}
      title="Lock"
      unresolved={lock.unresolved && `Lock ${lock.unresolved.amount}`}
      amount={{ label: 'Amount' }}
      items={[{ label: 'Costs', value: lock.cost ?? '–' }]}
      action="Lock"
      currencyId={1}
      confirmed={{ title: 'Confirm', items: [{ label: 'Amount', value: lock.asked?.entered.amount ?? '' }] }}
    />
  );
}

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Amount' });
const press = () => screen.getByRole('button', { name: 'Lock' });

test('what is wrong follows from the entries, the offer and what is available alone', () => {
  const offer = { most: '500', version: 1 };
  const judge = (amount: string, available?: string) => judgePurchase(purchase, { amount }, offer, available);
  expect(judge('')).toEqual({ cost: null, short: false, problem: { code: 'field_required' } });
  expect(judge('99').problem).toEqual({ code: 'amount_too_small' });
  expect(judge('200', '150')).toEqual({ cost: '200', short: true, problem: { code: 'insufficient_balance' } });
  expect(judge('200')).toEqual({ cost: '200', short: false, problem: null });
});

test('a missing amount is said when it is asked for, one below the least once its field is left', async () => {
  const { user } = showScreen(<Form />);
  await user.click(press());
  expect(screen.getByText('Enter an amount')).toBeDefined();
  cleanup();
  showScreen(<Form />);
  await user.type(field(), '20');
  expect(field().getAttribute('aria-invalid')).toBeNull();
  await user.tab();
  expect(screen.getByText('Minimum 100 USDT')).toBeDefined();
  await user.click(press());
  expect(screen.getByText('At least 100 USDT')).toBeDefined();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('more than the offer or the balance has says so while it is typed, with the way to a deposit', async () => {
  const { user } = showScreen(<Form offer={{ most: '999999', version: 1 }} />);
  await screen.findByRole('button', { name: 'Max' });
  await user.type(field(), '900000');
  expect(screen.getByText('More than available')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Deposit USDT' })).toBeDefined();
  await user.type(field(), '0');
  expect(screen.getByText('At most 999,999 USDT')).toBeDefined();
});

test('the user’s own limits are said before the payment password', async () => {
  exchange.change({ 'GET /wallet/spending': spending({ order_limit: '105', over_limit: 'Above your limit.' }) });
  const { user } = showScreen(<Form />);
  await user.type(field(), '110');
  expect(await screen.findByText('Above your limit.')).toBeDefined();
  await user.click(press());
  expect(screen.queryByRole('dialog')).toBeNull();
  cleanup();
  exchange.change({ 'GET /wallet/spending': spending({ kept: 'Repay your loan first.' }) });
  showScreen(<Form />);
  expect(await screen.findByText('Repay your loan first.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Lock' })).toBeNull();
});

test('what was approved is what was asked; a refusal keeps the amount, silence offers exactly it again', async () => {
  exchange.change({ [LOCK]: reject('price_moved', 'Other terms') });
  const { user } = showScreen(<Form />);
  await user.type(field(), '110');
  const approve = async () => {
    await user.click(press());
    await screen.findByRole('dialog', { name: 'Confirm' });
    await enterPayPassword(user);
  };
  await approve();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(field().value).toBe('110');
  exchange.change({ [LOCK]: idempotently(() => miningFixtures[LOCK], { losing: 1 }) });
  await approve();
  expect(await screen.findByText('Lock 110')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Repeat safely' }));
  await waitFor(() => expect(field().value).toBe(''));
  const [, first, second] = exchange.of(LOCK);
  expect(second?.idempotencyKey).toBe(first?.idempotencyKey);
});
