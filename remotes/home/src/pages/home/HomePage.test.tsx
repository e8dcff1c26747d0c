// @vitest-environment jsdom
import { contentFixtures } from '@tessera/api/content/fixtures';
import { fiatFixtures } from '@tessera/api/fiat/fixtures';
import { instrumentsFixtures } from '@tessera/api/instruments/fixtures';
import { messagesFixtures } from '@tessera/api/messages/fixtures';
import { siteFixtures } from '@tessera/api/site/fixtures';
import { walletFixtures } from '@tessera/api/wallet/fixtures';
import { showScreen, signOut, testScreens } from '@tessera/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import HomePage from './HomePage.tsx';

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
});
const { exchange } = testScreens(
  { name: 'home', texts: (code) => import(`../../i18n/${code}.json`) },
  {
    user: {},
    exchange: () => ({
      ...contentFixtures,
      ...fiatFixtures,
      ...instrumentsFixtures,
      ...messagesFixtures,
      ...siteFixtures,
      ...walletFixtures,
    }),
  },
);
afterEach(() => {
  vi.unstubAllGlobals();
});

const open = () => showScreen(<HomePage />, '/');
const shortcuts = async () =>
  within(await screen.findByRole('navigation', { name: 'Shortcuts' }))
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));

test('unread messages are counted beside the account, with the way to them', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Messages, 3 unread' }));
  expect(location.hash).toBe('#/pages/mailMessage/mailMessage');
});

test('the ways of money stand in the card of the total, and not among the shortcuts again', async () => {
  open();
  await screen.findByTestId('home-total');
  expect(screen.getAllByRole('link', { name: 'Deposit' })).toHaveLength(1);
  expect(await shortcuts()).toEqual(['#/pages/transaction/index3']);
});

test('a service that Home does not know shows the icon that the remote of its screen declares', async () => {
  const [entry] = contentFixtures['GET /menu'].list;
  const list = [{ ...entry, key: 'raffle', title: 'Raffle', path: '/pages/raffle/index?from=home' }];
  exchange.change({ 'GET /menu': { ...contentFixtures['GET /menu'], list } });
  open();
  const picture = (await screen.findByRole('link', { name: 'Raffle' })).querySelector<HTMLElement>('span > span');
  expect(picture?.style.maskImage).toBe('url("/h5/icons/pages/raffle/index.svg")');
});

test('a guest is asked to log in once', async () => {
  signOut();
  open();
  expect(await screen.findAllByRole('link', { name: 'Log in' })).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Log in' })).toBeNull();
  expect(screen.queryByRole('button', { name: /Messages/ })).toBeNull();
  expect(await shortcuts()).toContain('#/pages/fund/receive');
});

test('the operator’s logo, and the app where there is one to download', async () => {
  const { unmount } = open();
  await waitFor(() => expect(document.querySelector('h1 + div img')?.getAttribute('src')).toBe('/h5/logo.svg'));
  expect(screen.queryByRole('link', { name: 'Download' })).toBeNull();
  unmount();
  const config = siteFixtures['GET /getSiteConfig'];
  exchange.change({ 'GET /getSiteConfig': { ...config, down_logo: '/down.svg', download_url: 'https://app.example' } });
  open();
  const link = await screen.findByRole('link', { name: 'Download' });
  expect(link.getAttribute('href')).toBe('https://app.example');
  expect(document.querySelector('img[src="/down.svg"]')).not.toBeNull();
});

const entryOf = (key: string) => ({
  ...contentFixtures['GET /menu'].list[0],
  key,
  title: key,
  group: 'trade' as const,
});

test('the user arranges shortcuts by keys; others are added, and what is rejected is undone with its reason', async () => {
  const list = ['options', 'nft', 'copy'].map(entryOf);
  const kept: (string[] | null)[] = [];
  exchange.change({
    'GET /menu': { list },
    'GET /menu/shortcuts': { keys: ['nft', 'gone', 'options'] },
    'POST /menu/shortcuts': ({ form }: { readonly form: URLSearchParams }) => {
      const keys = form.getAll('keys');
      kept.push(keys);
      return { keys };
    },
  });
  const { user } = open();
  const names = async () =>
    within(await screen.findByRole('navigation', { name: 'Shortcuts' }))
      .getAllByRole('listitem')
      .map((item) => item.textContent);
  expect((await names()).slice(0, 3)).toEqual(['nft', 'options', 'More']);
  await user.click(screen.getByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('button', { name: 'Arrange shortcuts' }));
  const sheet = within(screen.getByRole('dialog', { name: 'Arrange shortcuts' }));
  (await sheet.findByRole('button', { name: 'Move nft' })).focus();
  await user.keyboard('{ArrowDown}');
  expect(kept).toEqual([['options', 'nft']]);
  await user.click(sheet.getByRole('button', { name: 'copy' }));
  expect(kept.at(-1)).toEqual(['options', 'nft', 'copy']);
  await user.click(sheet.getByRole('button', { name: 'Remove nft' }));
  expect(kept.at(-1)).toEqual(['options', 'copy']);
  expect((await names()).slice(0, 2)).toEqual(['options', 'copy']);
  await user.click(sheet.getByRole('button', { name: 'Restore defaults' }));
  expect(kept.at(-1)).toEqual([]);
});

test('today’s profit and the curve of the total stand in the card, and are hidden with it', async () => {
  const profit = walletFixtures['GET /wallet/profit'];
  exchange.change({
    'GET /wallet/profit': {
      ...profit,
      periods: [{ days: 0, from: 0, start: '100', inflow: '0', outflow: '0', end: '90', profit: '-10', ratio: '-0.1' }],
    },
    'GET /wallet/history': {
      list: ['100', '120', '90'].map((total, day) => ({ at: day * 86_400_000, total, flow: '0' })),
    },
  });
  const { user } = open();
  const card = async () => (await screen.findByText('Today’s PnL')).parentElement?.textContent;
  await waitFor(async () => expect(await card()).toContain('-$10.00 (-10.00%)'));
  await waitFor(() => expect(document.querySelector('svg[data-way="down"] path')?.getAttribute('d')).toMatch(/^M/));
  await user.click(screen.getByRole('button', { name: 'Hide amounts' }));
  expect(screen.queryByText(/10\.00/)).toBeNull();
});
