// @vitest-environment jsdom
import { fixedDeposit, investFixtures, onDemand } from '@tessera/api/invest/fixtures';
import { miningFixtures, miningProduct } from '@tessera/api/mining/fixtures';
import { portfolioFixtures } from '@tessera/api/portfolio/fixtures';
import { walletFixtures } from '@tessera/api/wallet/fixtures';
import { enterPayPassword, idempotently, showScreen, signOut, testScreens } from '@tessera/testing';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import remote from '../../remote.tsx';
import FinancePage from '../home/FinancePage.tsx';

const BUY = 'POST /dual/buyDual';

let Page: ComponentType;
const { exchange } = testScreens(remote, {
  user: { hasPayPassword: true },
  exchange: () => ({
    ...walletFixtures,
    ...miningFixtures,
    ...investFixtures,
    ...portfolioFixtures,
    [BUY]: idempotently(() => investFixtures[BUY]),
  }),
});
beforeAll(async () => {
  Page = (await remote.pages.coin?.())?.default as ComponentType;
});
afterEach(() => {
  signOut();
});

test('the hub lists coins with the range of what they pay; a chip shows the terms of one, a search finds it', async () => {
  const { user } = showScreen(<FinancePage />, '/pages/financial/index');
  const coins = within(await screen.findByRole('list', { name: 'Earn' }));
  const row = coins.getByRole('link');
  expect(row.textContent).toContain('Flexible · 5–30 days');
  expect(row.textContent).toContain('3.65% – 7.30%');
  expect(row.getAttribute('href')).toBe('#/pages/financial/coin?coin=USDT');
  await user.click(screen.getByRole('button', { name: 'USDT' }));
  const terms = within(screen.getByRole('list', { name: 'USDT' })).getAllByRole('link');
  expect(terms.map((term) => term.textContent)).toEqual([
    'FlexibleFlexible savings3.65%APR',
    '5 daysLocked mining3.65%APR',
    '30 daysFixed deposit7.30%APR',
  ]);
  expect(terms[2]?.getAttribute('href')).toBe('#/pages/financial/coin?coin=USDT&days=30&kind=fixed');
  await user.type(screen.getByRole('searchbox'), 'visa');
  expect(screen.queryByRole('list', { name: 'USDT' })).toBeNull();
  expect(screen.getByRole('link', { name: /Visa card/ })).toBeTruthy();
  await user.type(screen.getByRole('searchbox'), 'x');
  expect(screen.getByText('Nothing found')).toBeTruthy();
});

test('an amount stays while terms are compared, and a fixed deposit is bought for it with its renewal', async () => {
  const { user } = showScreen(<Page />, '/pages/financial/coin?coin=USDT');
  await user.type(await screen.findByRole('textbox', { name: 'Amount' }), '100');
  expect(screen.getByText('0.01 USDT')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: '5 days' }));
  expect(screen.getByText('100.05 USDT')).toBeTruthy();
  expect(screen.getByText('First interest')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: '30 days' }));
  expect(screen.getByText('100.6 USDT')).toBeTruthy();
  await user.click(screen.getByRole('switch', { name: /Auto-renew/ }));
  await user.click(screen.getByRole('button', { name: 'Buy for 100 USDT' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'USDT fixed, 30 days' }));
  expect(sheet.getByText(/100 USDT starts a new term/)).toBeTruthy();
  await enterPayPassword(user);
  await waitFor(() => expect(exchange.sent(BUY, 0)).toMatchObject({ id: '2', num: '1', renew: 'true', version: '1' }));
});

test('products of one length are told apart by when they pay; a link opens the one that it names', async () => {
  exchange.change({
    'GET /lh/deposit/config': { list: [miningProduct({ lock_days: 30 })] },
    'GET /dual/index': { list: [onDemand(), fixedDeposit()] },
  });
  const { user } = showScreen(<Page />, '/pages/financial/coin?coin=USDT&days=30&kind=mining');
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: 'Daily · 3.65%' })).checked).toBe(true);
  expect(screen.getByRole('button', { name: 'Lock' })).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: 'At maturity · 7.30%' }));
  expect(screen.getByRole('button', { name: 'Buy' })).toBeTruthy();
});

test('guests see what a coin pays; one that nothing is sold in leads back', async () => {
  signOut();
  showScreen(<Page />, '/pages/financial/coin?coin=USDT');
  expect(await screen.findByText('3.65% APR')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Log in' })).toBeTruthy();
  cleanup();
  showScreen(<Page />, '/pages/financial/coin?coin=DOGE');
  expect(await screen.findByText('Nothing is on sale in this coin now')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'See all coins' })).toBeTruthy();
});
