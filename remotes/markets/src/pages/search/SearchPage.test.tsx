// @vitest-environment jsdom
import { contentFixtures } from '@tessera/api/content/fixtures';
import { fiatFixtures } from '@tessera/api/fiat/fixtures';
import { apple, bitcoin, listing } from '@tessera/api/instruments/fixtures';
import { watchlistFixtures } from '@tessera/api/watchlist/fixtures';
import { fakeExchange, showScreen, startScreens } from '@tessera/testing';
import { screen, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import remote from '../../remote.tsx';
import { withViewed } from '../../watchlist/recent.ts';
import SearchPage from './SearchPage.tsx';

const ether = bitcoin({ symbol: 'ETH/USDT', base: 'ETH', name: 'Ethereum', rank: 2, latest: { last: '4000' } });

beforeAll(() => startScreens(remote));
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  localStorage.clear();
  fakeExchange({
    ...fiatFixtures,
    ...watchlistFixtures,
    'GET /help/search': ({ form }: { readonly form: URLSearchParams }) =>
      form.get('query') === 'depos' ? contentFixtures['GET /help/search'] : { list: [] },
    'GET /currency/quotation_new': listing(bitcoin(), ether, apple({ open: false, next_open: null })),
  });
});

const open = () => showScreen(<SearchPage />, '/pages/market/search');

test('typing finds instruments by ticker and by name, and reports when there are none', async () => {
  const { user } = open();
  await screen.findByRole('region', { name: 'Hot' });
  expect(document.activeElement).toBe(screen.getByRole('searchbox'));
  await user.type(screen.getByRole('searchbox'), 'bitc');
  const results = await screen.findByRole('list', { name: '1 result' });
  expect(within(results).getByRole('listitem').textContent).toContain('BTC/USDT');
  await user.clear(screen.getByRole('searchbox'));
  // A closed market is found by its name, too.
  await user.type(screen.getByRole('searchbox'), 'apple{Enter}');
  const closed = await screen.findByRole('list', { name: '1 result' });
  expect(within(closed).getByRole('listitem').textContent).toMatch(/AAPL.*Apple.*Closed/);
  await user.clear(screen.getByRole('searchbox'));
  await user.type(screen.getByRole('searchbox'), 'zzz');
  expect(await screen.findByText('No match for “zzz”')).toBeDefined();
});

test('an instrument that was opened is among the recently viewed, until they are cleared', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('link', { name: /ETH/ }));
  const recent = await screen.findByRole('region', { name: 'Recently viewed' });
  expect(within(recent).getByRole('link').textContent).toContain('ETH/USDT');
  expect(localStorage.getItem('tessera.markets.recent')).toBe('["ETH/USDT"]');
  await user.click(screen.getByRole('button', { name: 'Clear recently viewed' }));
  expect(screen.queryByRole('region', { name: 'Recently viewed' })).toBeNull();
});

test('the latest view comes first, each instrument once, twelve at most', () => {
  const viewed = [...'ABCDEFGHIJKLMNA'].reduce<readonly string[]>(withViewed, []);
  expect(viewed).toEqual([...'ANMLKJIHGFED']);
});

test('an order, a feature and a help article are found beside instruments, and reached by arrow keys', async () => {
  const { user } = open();
  await screen.findByRole('region', { name: 'Hot' });
  await user.type(screen.getByRole('searchbox'), 'buy 50 eth');
  const order = await screen.findByRole('link', { name: 'Buy 50 ETH/USDT: fill in the order' });
  expect(order.getAttribute('href')).toBe('#/pages/transaction/index?symbol=ETH%2FUSDT&side=buy&amount=50');
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(order);
  await user.keyboard('{ArrowUp}');
  expect(document.activeElement).toBe(screen.getByRole('searchbox'));
  await user.clear(screen.getByRole('searchbox'));
  await user.type(screen.getByRole('searchbox'), 'depos');
  const others = await screen.findByRole('list', { name: 'Functions and help' });
  expect(within(others).getByRole('link', { name: 'Deposit' }).getAttribute('href')).toBe('#/pages/fund/receive');
  expect(
    await within(others).findByRole('link', { name: String(contentFixtures['GET /help/search'].list[0]?.title) }),
  ).toBeTruthy();
});
