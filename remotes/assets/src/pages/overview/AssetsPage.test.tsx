// @vitest-environment jsdom
import { depositClaim } from '@tessera/api/deposits/fixtures';
import { verification } from '@tessera/api/kyc/fixtures';
import { holding, walletFixtures } from '@tessera/api/wallet/fixtures';
import { hideAmounts } from '@tessera/storage';
import { pageOf, reject, showScreen, testScreens } from '@tessera/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import remote from '../../remote.tsx';
import AssetsPage from './AssetsPage.tsx';

const { exchange } = testScreens(remote, {
  user: {},
  exchange: () => walletFixtures,
});

const open = () => showScreen(<AssetsPage />, '/pages/fund/assets');
type User = ReturnType<typeof open>['user'];
/** Opens what a block is made of, then a figure in it. */
async function explain(user: User, block: string, figure: RegExp) {
  await user.click(await screen.findByRole('button', { name: `How it is calculated: ${block}` }));
  const sheet = within(screen.getByRole('dialog', { name: block }));
  await user.click(await sheet.findByRole('button', { name: figure }));
  return sheet;
}

test('profit and loss of each period opens its formula with the numbers, and what came in', async () => {
  const { user } = open();
  await screen.findByText('+$1,620.50');
  const sheet = await explain(user, 'Total assets', /^Profit and loss · 7 days/);
  expect(sheet.getByText('Profit and loss = Funds now − Funds at the start − Inflows + Outflows')).toBeTruthy();
  expect(sheet.getByText(/30,620\.50 − .*28,000\.00 − .*1,000\.00 \+ .*0\.00 = .*1,620\.50/)).toBeTruthy();
  expect(sheet.getByText(/^Deposit · /)).toBeTruthy();
  expect(sheet.getByText(/Return = .* = \+5\.59%/)).toBeTruthy();
});

test('the total is made of accounts and products, and each part of the allocation is shown once', async () => {
  const { user } = open();
  const sheet = await explain(user, 'Total assets', /^Total assets/);
  expect(sheet.getByText('Spot')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(await screen.findByRole('progressbar', { name: 'BTC' })).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: 'By account' }));
  expect(screen.getByRole('progressbar', { name: 'Spot' }).getAttribute('aria-valuenow')).toBe('100');
});

test('the total in BTC, what was earned and the sums of an account open what they are made of', async () => {
  const { user } = open();
  const total = await explain(user, 'Total assets', /^Value \(BTC\)/);
  expect(total.getByText('Value (BTC) = Total assets ÷ Price of 1 BTC in USDT')).toBeTruthy();
  await user.click(total.getByRole('button', { name: /^Yesterday/ }));
  expect(total.getByText(/Interest and yields/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  const account = await explain(user, 'Spot', /^Available/);
  expect(account.getByText(/^Value = sum over the currencies/)).toBeTruthy();
  expect(account.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['BTC · 0.5', 'USDT · 120.5']);
});

test('a block has one control for all that it explains, and its figures are text', async () => {
  open();
  await screen.findByText('+$1,620.50');
  expect(screen.getByTestId('total').closest('button')).toBeNull();
  const asked = screen.getAllByRole('button', { name: /^How it is calculated/ }).map(({ ariaLabel }) => ariaLabel);
  expect(new Set(asked).size).toBe(asked.length);
});

test('what is held comes first with all of it, what holds a part is named, and the rest is behind one row', async () => {
  const list = walletFixtures['POST /wallet/list'];
  const accounts = list.accounts.map((account) =>
    account.type === 'change'
      ? {
          ...account,
          currencies: [
            ...account.currencies.map((each) =>
              each.currency === 'USDT' ? { ...each, available: '100.5', frozen: '20', equivalent: '120.5' } : each,
            ),
            holding({ currency_id: 9, currency: 'SOL', name: 'Solana', available: '0', equivalent: '0' }),
          ],
        }
      : account,
  );
  const held = { product: 'withdrawal', currency_id: 3, currency: 'USDT', amount: '20', equivalent: '20' };
  exchange.change({ 'POST /wallet/list': { ...list, accounts, products: [held] } });
  const { user } = open();
  const rows = within(await screen.findByRole('list', { name: 'Spot' }));
  // The amount is what its worth counts.
  expect(rows.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^BTCBitcoin0\.5≈ \$30,500\.00$/),
    expect.stringMatching(/^USDTOn hold 20 · Withdrawals120\.5≈ \$120\.50$/),
  ]);
  expect(screen.queryByText('Solana')).toBeNull();
  await user.click(screen.getByRole('button', { name: /^Coins without a balance/ }));
  expect(screen.getByText('Solana')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /^Hide coins/ }));
  await user.type(screen.getByLabelText('Search currencies'), 'sol');
  expect(screen.getByText('Solana')).toBeTruthy();
});

test('every way to move money is one tap away', async () => {
  open();
  await screen.findByTestId('total');
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

test('each point of the curve is read out, with the profit until then and what came in before it', async () => {
  const { user } = open();
  const curve = await screen.findByRole('slider', { name: 'Funds over time' });
  const read = () => curve.getAttribute('aria-valuetext');
  // Of all: 30,620.5 now, 28,000 at first, 1,000 of it brought in.
  expect(read()).toContain('$30,620.50, Profit and loss: +$1,620.50 (+5.59%)');
  act(() => curve.focus());
  await user.keyboard('{Home}{ArrowRight}');
  expect(read()).toContain('$29,500.00, Profit and loss: +$1,500.00 (+5.36%)');
  await user.keyboard('{ArrowRight}{ArrowRight}');
  expect(read()).toContain('$30,100.00, Profit and loss: +$1,100.00 (+3.79%), Inflows: $1,000.00');
  expect(screen.getByText(/Inflows: \$1,000\.00/)).toBeTruthy();
  await user.keyboard('{Escape}');
  expect(read()).toContain('$30,620.50');
});

test('hidden amounts are hidden everywhere', async () => {
  const { user } = open();
  await screen.findByText('+$1,620.50');
  await user.click(screen.getByRole('button', { name: 'Hide amounts' }));
  // The index page covers them too.
  expect(hideAmounts.read()).toBe(true);
  expect(document.body.textContent).not.toMatch(/30,?620|1,?620|30,?500/);
  expect(screen.getByRole('slider').getAttribute('aria-valuetext')).not.toMatch(/\d,?\d{3}\.\d/);
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
