// @vitest-environment jsdom
import { chainDeposit, depositsFixtures } from '@tessera/api/deposits/fixtures';
import { fakeExchange, pageOf, reject, showScreen, signIn, startScreens } from '@tessera/testing';
import { act, cleanup, screen, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import DepositLogPage from '../pages/deposit-log/DepositLogPage.tsx';
import remote from '../remote.tsx';
import { OnChain } from './OnChain.tsx';

beforeAll(() => startScreens(remote));
beforeEach(() => signIn());

const rows = async () =>
  within(await screen.findByRole('list', { name: 'Deposits on chain' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

const many = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => chainDeposit({ id: `${500 - from - index}`, status: 'credited' }));

test('each deposit says what it is worth, where it is on its chain, and which transaction brought it', async () => {
  fakeExchange({
    ...depositsFixtures,
    'GET /recharge/chain': pageOf([
      chainDeposit({ id: '5', txid: `${'ab'.repeat(30)}12345678` }),
      chainDeposit({ id: '4', status: 'credited', confirmations: 20, currency: 'BTC', network: 'BTC', amount: '0.05' }),
      chainDeposit({ id: '3', status: 'gone', confirmations: 0 }),
      chainDeposit({ id: '2', status: 'reversed', confirmations: 0 }),
      chainDeposit({ id: '1', status: 'below_minimum', amount: '5' }),
    ]),
  });
  showScreen(<OnChain />);
  expect(await rows()).toEqual([
    expect.stringMatching(/USDT · TRC20.*11\/20\/2026.*abababab…12345678.*120\.5.USDT.*4\/20 confirmations$/),
    expect.stringMatching(/BTC · BTC.*0\.05.BTC.*Credited$/),
    expect.stringMatching(/Dropped$/),
    expect.stringMatching(/Reversed$/),
    expect.stringMatching(/5.USDT.*Below the minimum$/),
  ]);
});

test('it counts on as blocks come, and stays in sight once it is credited', async () => {
  let deposit = chainDeposit({ confirmations: 19 });
  fakeExchange({ ...depositsFixtures, 'GET /recharge/chain': () => pageOf([deposit]) });
  const { client } = showScreen(<OnChain latest />);
  expect(await screen.findByText('19/20 confirmations')).toBeTruthy();
  deposit = chainDeposit({ confirmations: 20, status: 'credited' });
  // As the host does when the exchange announces a deposit.
  await act(() => client.invalidateQueries());
  expect(await screen.findByText('Credited')).toBeTruthy();
  expect(screen.queryByText(/confirmations/)).toBeNull();
});

test('where a deposit is waited for, the last three are shown, and nothing where there is none', async () => {
  fakeExchange({ ...depositsFixtures, 'GET /recharge/chain': pageOf(many(20), 25) });
  showScreen(<OnChain latest />);
  expect(await rows()).toHaveLength(3);
  expect(screen.queryByRole('button')).toBeNull();
  cleanup();
  const exchange = fakeExchange(depositsFixtures);
  const { container } = showScreen(<OnChain latest />);
  await expect.poll(() => exchange.requests.length).toBe(1);
  expect(container.textContent).toBe('');
});

test('the history has the further pages, tries again, and does not call itself empty', async () => {
  let fails = true;
  fakeExchange({
    ...depositsFixtures,
    'GET /recharge/log': pageOf([]),
    'GET /recharge/chain': ({ form }: { form: URLSearchParams }) => {
      if (form.get('page') !== '2') return pageOf(many(20), 23);
      if (fails) return reject('internal_error', 'An error occurred');
      return { ...pageOf(many(3, 20), 23), page: 2 };
    },
  });
  const { user } = showScreen(<DepositLogPage />, '/pages/fund/receive_withdraw_record');
  expect(await rows()).toHaveLength(20);
  await user.click(screen.getByRole('button', { name: 'Load more' }));
  const again = await screen.findByRole('button', { name: 'Try again' });
  fails = false;
  await user.click(again);
  await expect.poll(async () => (await rows()).length).toBe(23);
  expect(screen.queryByRole('button', { name: /Load more|Try again/ })).toBeNull();
  expect(screen.queryByText('No deposits yet')).toBeNull();
});
