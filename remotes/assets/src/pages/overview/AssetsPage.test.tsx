// @vitest-environment jsdom
import { depositClaim } from '@tessera/api/deposits/fixtures';
import { verification } from '@tessera/api/kyc/fixtures';
import { walletFixtures } from '@tessera/api/wallet/fixtures';
import { hideAmounts } from '@tessera/storage';
import { type FakeExchange, fakeExchange, pageOf, reject, showScreen, signIn, startScreens } from '@tessera/testing';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import remote from '../../remote.tsx';
import AssetsPage from './AssetsPage.tsx';

let exchange: FakeExchange;

beforeAll(() => startScreens(remote));
beforeEach(() => {
  exchange = fakeExchange(walletFixtures);
  signIn();
});
afterEach(cleanup);

const open = () => showScreen(<AssetsPage />, '/pages/fund/assets');
const figure = (name: RegExp) => screen.findByRole('button', { name });

test('profit and loss of each period opens its formula with the numbers, and what came in', async () => {
  const { user } = open();
  await user.click(await figure(/^Profit and loss · 7 days/));
  const sheet = within(screen.getByRole('dialog', { name: 'Profit and loss · 7 days' }));
  expect(sheet.getByText('Profit and loss = Funds now − Funds at the start − Came in + Went out')).toBeTruthy();
  expect(sheet.getByText(/30,620\.50 − .*28,000\.00 − .*1,000\.00 \+ .*0\.00 = .*1,620\.50/)).toBeTruthy();
  expect(sheet.getByText(/^Deposit · /)).toBeTruthy();
  expect(sheet.getByText(/Return = .* = \+5\.59%/)).toBeTruthy();
});

test('the total is made of accounts and products, and each part of the allocation is shown once', async () => {
  const { user } = open();
  await user.click(await figure(/^Total assets/));
  expect(within(screen.getByRole('dialog', { name: 'Total assets' })).getByText('Spot')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(await screen.findByRole('progressbar', { name: 'BTC' })).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: 'By account' }));
  expect(screen.getByRole('progressbar', { name: 'Spot' }).getAttribute('aria-valuenow')).toBe('100');
});

test('the total in BTC, what was earned and the sums of an account open what they are made of', async () => {
  const { user } = open();
  await user.click(await figure(/^Worth \(BTC\)/));
  expect(screen.getByText('Worth (BTC) = Total assets ÷ Price of 1 BTC in USDT')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  // Of all funds, and of the account below.
  const [all, account] = await screen.findAllByRole('button', { name: /^Yesterday/ });
  expect(account).toBeDefined();
  if (all) await user.click(all);
  expect(screen.getByText(/Interest and yields/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await user.click(await figure(/^Available/));
  const sheet = within(screen.getByRole('dialog', { name: 'Available' }));
  expect(sheet.getByText(/^Value = sum over the currencies/)).toBeTruthy();
  expect(sheet.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['BTC · 0.5', 'USDT · 120.5']);
});

test('every way to move money is one tap away', async () => {
  open();
  await figure(/^Total assets/);
  for (const [name, path] of [
    ['Deposit', '/pages/fund/receive'],
    ['Withdraw', '/pages/fund/withdraw'],
    ['Transfer', '/pages/fund/transfer?from=change&to=lever'],
    ['Convert', '/pages/transfer/transfer'],
    ['Send', '/pages/fund/fundTransfer'],
  ] as const)
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(`#${path}`);
});

test('the curve is read for the days that are chosen', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('radio', { name: '1 Y' }));
  await waitFor(() => expect(exchange.of('GET /wallet/history').at(-1)?.form.get('days')).toBe('365'));
});

test('hidden amounts are hidden everywhere', async () => {
  const { user } = open();
  await figure(/^Profit and loss · 7 days/);
  await user.click(screen.getByRole('button', { name: 'Hide amounts' }));
  // The index page covers them too.
  expect(hideAmounts.read()).toBe(true);
  expect(document.body.textContent).not.toMatch(/30,?620|1,?620|30,?500/);
  await user.click(screen.getByRole('button', { name: 'Show amounts' }));
});

test('a user who has nothing is shown what to do first', async () => {
  const accounts = walletFixtures['POST /wallet/list'].accounts.map((account) => ({
    ...account,
    total: '0',
    currencies: account.currencies.map((holding) => ({ ...holding, available: '0', equivalent: '0' })),
  }));
  exchange.change({
    'POST /wallet/list': { ...walletFixtures['POST /wallet/list'], total: '0', accounts, products: [] },
    'GET /wallet/profit': { periods: [], flows: [], flows_total: 0, at: 1 },
    'GET /real/state': verification({ level: 0, state: 'under_review' }),
    'GET /recharge/log': pageOf([depositClaim()]),
    'GET /recharge/chain': pageOf([]),
  });
  open();
  const steps = within(await screen.findByRole('list', { name: 'Start here' }));
  // Each with its state; what is under review leads to where its state is.
  expect(await steps.findByText('Your documents are under review')).toBeTruthy();
  expect(await steps.findByText('250 USDT under review')).toBeTruthy();
  expect(steps.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '#/pages/setting/real_mark',
    '#/pages/fund/receive_withdraw_record',
    '#/pages/transaction/index',
  ]);
  expect(screen.queryByTestId('total')).toBeNull();
  expect(screen.queryByRole('tab')).toBeNull();
  expect(screen.queryByRole('heading', { name: 'Allocation' })).toBeNull();
});

test('a curve that cannot be loaded says so and is asked for again', async () => {
  exchange.change({ 'GET /wallet/history': reject('server_fault', 'Please come back later') });
  const { user } = open();
  expect(await screen.findByText('Please come back later')).toBeTruthy();
  exchange.change({ 'GET /wallet/history': walletFixtures['GET /wallet/history'] });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByText('Please come back later')).toBeNull());
});
