// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { listed, renderScreen, startEnglish } from '../../testing.tsx';
import { recentlyViewed, withViewed } from '../../watchlist/recent.ts';
import SearchPage from './SearchPage.tsx';

const { api } = vi.hoisted(() => ({ api: vi.fn() }));
vi.mock('@tessera/api', async (original) => ({ ...(await original<typeof import('@tessera/api')>()), api }));
vi.mock('@tessera/realtime', () => ({
  quoteStore: { get: () => undefined },
  useQuote: () => undefined,
  useQuoteField: () => undefined,
}));
// jsdom lays nothing out: every row counts as on screen.
vi.mock('@tanstack/react-virtual', () => ({
  useWindowVirtualizer: ({ count }: { count: number }) => ({
    getTotalSize: () => count * 60,
    getVirtualItems: () => Array.from({ length: count }, (_, index) => ({ index, start: index * 60 })),
    measure: () => undefined,
  }),
}));

const list = [
  listed('BTC/USDT', '100000', { name: 'Bitcoin' }),
  listed('ETH/USDT', '4000', { name: 'Ethereum', rank: 2 }),
];

beforeAll(startEnglish);
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  recentlyViewed.write([]);
  api
    .mockReset()
    .mockImplementation(async (key: string) =>
      key === 'GET /currency/quotation_new'
        ? { list, feed: 'simulated', now: 1 }
        : { base: 'USD', at: 1, source: 'built_in', rates: [] },
    );
});
afterEach(cleanup);

const open = () => renderScreen(<SearchPage />, '/pages/market/search');

test('typing finds instruments by ticker and by name, and says when there are none', async () => {
  const hands = userEvent.setup();
  open();
  await screen.findByRole('region', { name: 'Hot' });
  await hands.type(screen.getByRole('searchbox'), 'bitc');
  const results = await screen.findByRole('list', { name: '1 result' });
  expect(within(results).getByRole('listitem').textContent).toContain('BTC/USDT');
  await hands.clear(screen.getByRole('searchbox'));
  await hands.type(screen.getByRole('searchbox'), 'zzz');
  expect(await screen.findByText('No match for “zzz”')).toBeDefined();
});

test('an instrument that was opened is among the recently viewed, until they are cleared', async () => {
  const hands = userEvent.setup();
  open();
  await hands.click(await screen.findByRole('link', { name: /ETH/ }));
  const recent = await screen.findByRole('region', { name: 'Recently viewed' });
  expect(within(recent).getByRole('link').textContent).toContain('ETH/USDT');
  expect(localStorage.getItem('tessera.markets.recent')).toBe('["ETH/USDT"]');
  await hands.click(screen.getByRole('button', { name: 'Clear recently viewed' }));
  expect(screen.queryByRole('region', { name: 'Recently viewed' })).toBeNull();
});

test('the latest view comes first, each instrument once, twelve at most', () => {
  const viewed = [...'ABCDEFGHIJKLMNA'].reduce<readonly string[]>(withViewed, []);
  expect(viewed).toEqual([...'ANMLKJIHGFED']);
});
