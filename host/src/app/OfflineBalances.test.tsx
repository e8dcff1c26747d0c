// @vitest-environment jsdom
import { useWallets } from '@tessera/api/wallet';
import { walletFixtures } from '@tessera/api/wallet/fixtures';
import { bus } from '@tessera/bus/host';
import { QueryClientProvider } from '@tessera/query';
import { demoUser, fakeExchange, showScreen, signIn, signOut, startScreens } from '@tessera/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createQueryClient } from '../query-client.ts';
import { keepBalances, lastBalances } from './last-balances.ts';
import { OfflineBalances } from './OfflineBalances.tsx';

const NAME = /Last known balances/;
const AT = walletFixtures['POST /wallet/list'].at;

let stop: () => void;
const Wallets = () => <p>{useWallets().data?.total ?? '…'}</p>;
const client = createQueryClient();

beforeAll(() => startScreens({ name: 'app', texts: (code) => import(`./i18n/${code}.json`) }));
beforeEach(() => {
  localStorage.clear();
  bus.emit('realtime', { status: 'open', since: AT });
  signIn();
  fakeExchange(walletFixtures);
  stop = keepBalances(client);
});
afterEach(() => {
  client.clear();
  stop();
});

const goOffline = (since = AT + 60_000) => act(() => bus.emit('realtime', { status: 'offline', since }));

/** A screen that reads the balances, and what is beside the shell. */
async function open() {
  const shown = showScreen(
    <QueryClientProvider client={client}>
      <Wallets />
      <OfflineBalances />
    </QueryClientProvider>,
  );
  await waitFor(() => expect(lastBalances(demoUser.uid)).not.toBeNull());
  return shown;
}

test('balances are kept as the server last said them, and shown without a connection only, with their age', async () => {
  const { user } = await open();
  expect(screen.queryByRole('button', { name: NAME })).toBeNull();
  goOffline();
  await user.click(screen.getByRole('button', { name: NAME }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Last known balances' }));
  expect(sheet.getByText(/These figures are not live/)).toBeDefined();
  expect(sheet.getAllByText('USDT').length).toBeGreaterThan(0);
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Hide' }));
  expect(screen.queryByRole('button', { name: NAME })).toBeNull();
  act(() => bus.emit('realtime', { status: 'open', since: AT + 70_000 }));
  expect(screen.queryByRole('button', { name: NAME })).toBeNull();
});

test('amounts that the user has hidden stay hidden', async () => {
  localStorage.setItem('tessera.host.hide-total', 'true');
  const { user } = await open();
  goOffline();
  await user.click(screen.getByRole('button', { name: NAME }));
  const sheet = await screen.findByRole('dialog', { name: 'Last known balances' });
  expect(within(sheet).getByRole('list', { name: 'Last known balances' }).textContent).not.toMatch(/\d/);
});

test('they are deleted at log-out, and no other user sees them', async () => {
  await open();
  const { uid } = demoUser;
  expect(lastBalances('other')).toBeNull();
  act(() => signOut());
  expect(lastBalances(uid)).toBeNull();
  expect(localStorage.getItem('tessera.host.balances')).toBeNull();
  goOffline();
  expect(screen.queryByRole('button', { name: NAME })).toBeNull();
});

test('what is stored in another shape is not shown', async () => {
  localStorage.setItem('tessera.host.balances', JSON.stringify({ uid: demoUser.uid, at: 'yesterday' }));
  expect(lastBalances(demoUser.uid)).toBeNull();
});
