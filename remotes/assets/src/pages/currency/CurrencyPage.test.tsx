// @vitest-environment jsdom
import { accountRecord, walletFixtures } from '@tessera/api/wallet/fixtures';
import { pageOf, showScreen, testScreens } from '@tessera/testing';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import remote from '../../remote.tsx';
import CurrencyPage from './CurrencyPage.tsx';

const { exchange } = testScreens(remote, {
  user: {},
  exchange: () => ({ ...walletFixtures }),
});

test.each(['', '?currency_id=abc', '?currency_id=0'])(
  'a link without a currency (%s) says what is wrong',
  async (query) => {
    showScreen(<CurrencyPage />, `/pages/fund/assets_record${query}`);
    expect(await screen.findByText('This link is not complete')).toBeTruthy();
    expect(screen.queryByText('All balances here are hidden by the filter.')).toBeNull();
    expect(screen.getByRole('link', { name: 'Assets' })).toBeTruthy();
  },
);

test('a balance of an account opens its latest entries, and the sum by which it came about', async () => {
  exchange.change({
    'POST /wallet/legal_log': pageOf([
      accountRecord({ id: '12', amount: '-12.5', balance: '120.5' }),
      accountRecord({ id: '11', amount: '0', frozen_amount: '5', balance: '133' }),
      accountRecord({ id: '10', kind: 'deposit', amount: '33', balance: '133' }),
    ]),
  });
  const { user } = showScreen(<CurrencyPage />, '/pages/fund/assets_record?currency_id=3');
  await user.click(await screen.findByRole('button', { name: 'How it is calculated: Accounts' }));
  const sheet = within(screen.getByRole('dialog', { name: 'Accounts' }));
  await user.click(sheet.getByRole('button', { name: /^Spot · Available/ }));
  expect(await sheet.findByText('100 + 20.5 = 120.5')).toBeTruthy();
  expect(sheet.getByText('Available = Balance before them + Sum of these entries')).toBeTruthy();
  expect(sheet.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['-12.5', '+33']);
  expect(sheet.getByRole('link', { name: 'Statements' }).getAttribute('href')).toBe('#/pages/setting/bill');
  expect(exchange.sent('POST /wallet/legal_log')).toMatchObject({
    account: 'change',
    currency_id: '3',
  });
});

test('what is on hold opens the entries that put it on hold', async () => {
  const detail = walletFixtures['POST /wallet/detail'];
  exchange.change({
    'POST /wallet/legal_log': pageOf([
      accountRecord({ id: '11', kind: 'order_freeze', amount: '-5', frozen_amount: '5', balance: '133' }),
      accountRecord({ id: '10', kind: 'deposit', amount: '138', balance: '138' }),
    ]),
    'POST /wallet/detail': {
      ...detail,
      frozen: '5',
      accounts: detail.accounts.map((account) => (account.type === 'change' ? { ...account, frozen: '5' } : account)),
    },
  });
  const { user } = showScreen(<CurrencyPage />, '/pages/fund/assets_record?currency_id=3');
  await user.click(await screen.findByRole('button', { name: 'How it is calculated: Accounts' }));
  const sheet = within(screen.getByRole('dialog', { name: 'Accounts' }));
  await user.click(sheet.getByRole('button', { name: /^Spot · On hold/ }));
  expect((await sheet.findAllByRole('definition')).map(({ textContent }) => textContent)).toEqual(['+5']);
  expect(sheet.getByText(/^On hold = /)).toBeTruthy();
});

test('what the operator has switched off is said, and the other ways stay', async () => {
  const detail = walletFixtures['POST /wallet/detail'];
  exchange.change({ 'POST /wallet/detail': { ...detail, deposits_open: false, withdrawals_open: true } });
  showScreen(<CurrencyPage />, '/pages/fund/assets_record?currency_id=3');
  expect(await screen.findByText('Deposits of this coin are paused')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Deposit' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Withdraw' })).toBeTruthy();
  expect(screen.queryByText('Withdrawals are suspended at the moment')).toBeNull();
});
