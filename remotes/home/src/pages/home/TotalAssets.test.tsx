// @vitest-environment jsdom
import { chainDeposit } from '@tessera/api/deposits/fixtures';
import { verification } from '@tessera/api/kyc/fixtures';
import { walletFixtures } from '@tessera/api/wallet/fixtures';
import { fakeExchange, pageOf, reject, showScreen, signIn, silence, startScreens } from '@tessera/testing';
import { cleanup, screen, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { TotalAssets } from './TotalAssets.tsx';

beforeAll(() => startScreens({ name: 'home', texts: (code) => import(`../../i18n/${code}.json`) }));
beforeEach(() => {
  localStorage.clear();
  signIn();
});

const total = () => screen.findByTestId('home-total').then(({ textContent }) => textContent);

test('the total is hidden on demand, and stays hidden at the next visit', async () => {
  fakeExchange(walletFixtures);
  const { user } = showScreen(<TotalAssets />);
  expect(await total()).toContain('30,620.50');
  await user.click(screen.getByRole('button', { name: 'Hide amounts' }));
  expect(await total()).not.toMatch(/\d/);
  cleanup();
  const again = showScreen(<TotalAssets />);
  expect(await total()).not.toMatch(/\d/);
  await again.user.click(screen.getByRole('button', { name: 'Show amounts' }));
  expect(await total()).toContain('30,620.50');
});

test('a total hidden by an earlier release of the page stays hidden', async () => {
  localStorage.setItem('tessera.host.hide-total', '1');
  fakeExchange(walletFixtures);
  showScreen(<TotalAssets />);
  expect(await total()).not.toMatch(/\d/);
});

test.each([
  ['in the words of the exchange', reject('server_fault', 'Please come back later'), 'Please come back later'],
  ['in the language of the reader when there was no response', silence(), /connection|network/i],
])('a failure is shown %s', async (_, outcome, text) => {
  fakeExchange({ 'POST /wallet/list': outcome });
  showScreen(<TotalAssets />);
  expect(await screen.findByText(text)).toBeDefined();
});

test('a new user finds the first steps with their state in place of zeros', async () => {
  fakeExchange({
    'POST /wallet/list': { ...walletFixtures['POST /wallet/list'], total: '0', total_btc: '0' },
    'GET /real/state': verification({ level: 1 }),
    'GET /recharge/log': pageOf([]),
    'GET /recharge/chain': pageOf([chainDeposit()]),
  });
  showScreen(<TotalAssets />);
  const steps = within(await screen.findByRole('list', { name: 'Start here' }));
  expect(await steps.findByText('Verified, level 1')).toBeDefined();
  // It leads to where its confirmations are counted.
  expect(await steps.findByText('120.5 USDT · 4/20 confirmations')).toBeDefined();
  expect(steps.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '#/pages/setting/real_mark',
    '#/pages/fund/receive_withdraw_record',
    '#/pages/transaction/index',
  ]);
  expect((await screen.findByTestId('home-total')).textContent).not.toContain('0.00');
});
