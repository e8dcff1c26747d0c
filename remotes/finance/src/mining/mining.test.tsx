// @vitest-environment jsdom
import { miningFixtures, miningOrder, miningProduct } from '@tessera/api/mining/fixtures';
import { spending, walletFixtures } from '@tessera/api/wallet/fixtures';
import { enterPayPassword, idempotently, reject, showScreen, testScreens } from '@tessera/testing';
import { screen, waitFor, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import { beforeAll, expect, test } from 'vitest';
import remote from '../remote.tsx';

const LOCK = 'POST /lh/deposit';
const REDEEM = 'POST /lh/deposit/order/cancel';

let pages: Readonly<Record<'products' | 'product' | 'positions' | 'welcome', ComponentType>>;

/** A page as the remote gives it out: with the texts of its domain. */
const pageOf = async (module: string): Promise<ComponentType> => {
  const page = await remote.pages[module]?.();
  if (!page) throw new Error(`no page ${module}`);
  return page.default;
};

const { exchange, toasts } = testScreens(remote, {
  user: { hasPayPassword: true },
  exchange: () => ({
    ...walletFixtures,
    ...miningFixtures,
    [LOCK]: idempotently(() => miningFixtures[LOCK]),
    [REDEEM]: idempotently(() => miningFixtures[REDEEM]),
  }),
});
beforeAll(async () => {
  pages = {
    products: await pageOf('mining-products'),
    product: await pageOf('mining-product'),
    positions: await pageOf('mining-positions'),
    welcome: await pageOf('mining-welcome'),
  };
});

test('a product shows what it pays a year, and on a tap its days and what can be lost', async () => {
  const { user } = showScreen(<pages.products />, '/pages/lockming/lockming');
  await user.click(await screen.findByRole('button', { name: /Interest rate 3.65% APR/ }));
  const sheet = within(screen.getByRole('dialog', { name: 'Interest rate' }));
  expect(sheet.getByText('0.010% × 365 = 3.65%')).toBeTruthy();
  expect(sheet.getByText(/No bank and no state insures it/)).toBeTruthy();
});

test('an amount is calculated, and locked by the payment password once everything is said', async () => {
  const { user } = showScreen(<pages.product />, '/pages/lockming/buy?id=1');
  expect(await screen.findByText(/10,000 USDT for 5 days is paid 5 USDT: 10,005 USDT in all/)).toBeTruthy();
  const amount = await screen.findByRole('textbox', { name: /Amount/ });
  await user.type(amount, '99');
  await user.click(screen.getByRole('button', { name: 'Lock' }));
  expect(await screen.findByText('At least 100 USDT')).toBeTruthy();
  await user.clear(amount);
  await user.type(amount, '100');
  expect(screen.getByText('100.05 USDT')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Lock' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'USDT for 5 days' }));
  expect(sheet.getByText(/Now: 100 USDT leaves your spot account/)).toBeTruthy();
  expect(sheet.getByText(/returns to your spot account by itself/)).toBeTruthy();
  await enterPayPassword(user);
  await waitFor(() => expect(exchange.of(LOCK)).toHaveLength(1));
  const form = exchange.sent(LOCK, 0);
  expect(form).toMatchObject({ config_id: '1', amount: '100', version: '1', renew: 'false' });
  expect(await screen.findByRole('dialog', { name: '10,000 USDT is locked' })).toBeTruthy();
});

test('other terms than were shown lock nothing, and the reason is told', async () => {
  exchange.change({
    [LOCK]: reject('terms_changed', 'The terms have changed'),
    'GET /lh/deposit/config': { list: [miningProduct({ penalty_ratio: '0.02' })] },
  });
  const { user } = showScreen(<pages.product />, '/pages/lockming/buy?id=1');
  await user.type(await screen.findByRole('textbox', { name: /Amount/ }), '100');
  await user.click(screen.getByRole('button', { name: 'Lock' }));
  await screen.findByRole('dialog', { name: 'USDT for 5 days' });
  // As the page is read again; both figures stand on it for a new decision.
  exchange.change({ 'GET /lh/deposit/config': { list: [miningProduct({ penalty_ratio: '0.03', version: 2 })] } });
  await enterPayPassword(user);
  await waitFor(() => expect(toasts.texts).toEqual(['The terms have changed']));
  expect(await screen.findByText('Penalty for early redemption: 3.00% now, 2.00% when it was shown')).toBeTruthy();
});

test('what is not sold offers no lock', async () => {
  exchange.change({ 'GET /lh/deposit/config': { list: [miningProduct({ status: 'sold_out' })] } });
  showScreen(<pages.product />, '/pages/lockming/buy?id=1');
  expect(await screen.findByText(/only sells what it can pay interest on/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Lock' })).toBeNull();
});

test('a debt is said in place of the button', async () => {
  exchange.change({ 'GET /wallet/spending': spending({ kept: 'Repay your loan first.' }) });
  showScreen(<pages.product />, '/pages/lockming/buy?id=1');
  expect(await screen.findByText('Repay your loan first.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Lock' })).toBeNull();
});

test('a position shows its payments, and its penalty before it is redeemed', async () => {
  const { user } = showScreen(<pages.positions />, '/pages/lockming/order?id=7');
  const sheet = within(await screen.findByRole('dialog', { name: 'USDT for 5 days' }));
  expect(sheet.getAllByText('Paid')).toHaveLength(2);
  await user.click(sheet.getByRole('button', { name: 'Redeem early' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Redeem early?' }));
  expect(dialog.getByText('Penalty (1.00%)')).toBeTruthy();
  expect(dialog.getByText('9,900 USDT')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Redeem' }));
  await waitFor(() => expect(exchange.of(REDEEM)).toHaveLength(1));
  expect(await screen.findByRole('dialog', { name: '9,900 USDT is back in your spot account' })).toBeTruthy();
});

test('renewal is off until it is turned on', async () => {
  const { user } = showScreen(<pages.positions />, '/pages/lockming/order?id=7');
  const renewal = await screen.findByRole<HTMLInputElement>('switch', { name: /Auto-renew/ });
  expect(renewal.checked).toBe(false);
  await user.click(renewal);
  await waitFor(() =>
    expect(exchange.sent('POST /lh/deposit/order/renew', 0)).toMatchObject({
      id: '7',
      renew: 'true',
    }),
  );
});

test('one that ended is not redeemed again', async () => {
  const list = [miningOrder({ status: 'redeemed', paid_days: 5, interest_paid: '5', closed_at: 1 })];
  exchange.change({ 'GET /lh/deposit/order': { ...miningFixtures['GET /lh/deposit/order'], list } });
  showScreen(<pages.positions />, '/pages/lockming/order?id=7');
  expect(await screen.findByRole('dialog', { name: 'USDT for 5 days' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Redeem early' })).toBeNull();
});

test('the introduction says what can be lost', () => {
  showScreen(<pages.welcome />, '/pages/lockming/welcome');
  expect(screen.getByText(/Interest is a promise of Tessera/)).toBeTruthy();
});
