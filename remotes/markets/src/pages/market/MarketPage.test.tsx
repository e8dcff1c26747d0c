// @vitest-environment jsdom
import { ApiError } from '@tessera/api';
import { bus } from '@tessera/bus';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { listed, renderScreen, startEnglish } from '../../testing.tsx';
import { guestFavourites } from '../../watchlist/watchlist.ts';
import MarketPage from './MarketPage.tsx';

const { api, quotes, listeners } = vi.hoisted(() => ({
  api: vi.fn(),
  quotes: new Map<string, unknown>(),
  listeners: new Set<() => void>(),
}));
vi.mock('@tessera/api', async (original) => ({ ...(await original<typeof import('@tessera/api')>()), api }));
vi.mock('@tessera/realtime', async () => {
  const { useSyncExternalStore } = await import('react');
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return {
    quoteStore: { get: (symbol: string) => quotes.get(symbol) },
    useQuoteField: (symbol: string, field: string) =>
      useSyncExternalStore(subscribe, () => (quotes.get(symbol) as Record<string, unknown> | undefined)?.[field]),
    useQuote: (symbol: string) => useSyncExternalStore(subscribe, () => quotes.get(symbol)),
  };
});
// jsdom lays nothing out: every row counts as on screen.
vi.mock('@tanstack/react-virtual', () => ({
  useWindowVirtualizer: ({ count }: { count: number }) => ({
    getTotalSize: () => count * 60,
    getVirtualItems: () => Array.from({ length: count }, (_, index) => ({ index, start: index * 60 })),
    measure: () => undefined,
  }),
}));

const opens = Date.UTC(2099, 0, 5, 14, 30);
const LISTS: Readonly<Record<string, unknown[]>> = {
  crypto: [
    listed('BTC/USDT', '100000', { rank: 1 }),
    listed('ETH/USDT', '4000', { rank: 2 }),
    listed('SOL/USDT', '250', { rank: 3 }),
  ],
  stocks: [
    listed('AAPL', '300', {
      category: 'stocks',
      name: 'Apple',
      quote: 'USD',
      trades: ['lever'],
      open: false,
      next_open: opens,
    }),
  ],
};
const all = Object.values(LISTS).flat() as ReturnType<typeof listed>[];

type Payload = { category?: string; symbols?: string[]; symbol?: string };
let watchlist: string[] = [];
const answer = (key: string, { category, symbols, symbol }: Payload) => {
  if (key === 'GET /currency/quotation_new') {
    const list = symbols ? all.filter((each) => symbols.includes(each.symbol)) : (LISTS[category ?? ''] ?? []);
    return { list, feed: 'simulated', now: 1 };
  }
  if (key === 'GET /fiat/rates') return { base: 'USD', at: 1, source: 'built_in', rates: [] };
  if (key === 'POST /optional/add' && symbol) watchlist = [...watchlist, symbol];
  if (key === 'POST /optional/del') watchlist = watchlist.filter((each) => each !== symbol);
  return { list: watchlist };
};

const user = {
  uid: '1',
  accountName: 'a',
  nickname: 'a',
  avatar: null,
  verificationLevel: 0,
  hasPayPassword: false,
} as const;
const tick = (symbol: string, last: string) =>
  act(() => {
    quotes.set(symbol, { last, change24h: '0.5', turnover24h: '1', at: 2, open: true });
    for (const listener of listeners) listener();
  });
const rows = () => screen.getAllByRole('listitem').map((row) => row.textContent ?? '');
const tickers = () => rows().map((row) => /^[A-Z]+/.exec(row)?.[0]);
const open = (hash = '/pages/market/market') => renderScreen(<MarketPage />, hash);
const tab = (name: string) => screen.getByRole('tab', { name });

beforeAll(startEnglish);
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  localStorage.clear();
  guestFavourites.write([]);
  quotes.clear();
  watchlist = [];
  bus.emit('session', null);
  api.mockReset().mockImplementation(async (key: string, payload: Payload) => answer(key, payload));
});
afterEach(cleanup);

test('the list shows names, prices with their fiat equivalent, and changes, and says that prices are simulated', async () => {
  open();
  const [first] = await screen.findAllByRole('listitem');
  expect(first?.textContent).toContain('BTC/USDT');
  expect(first?.textContent).toContain('100,000.00$100,000.00');
  expect(first?.textContent).toContain('+1.00%');
  expect(first?.textContent).toContain('Vol 2.0M');
  expect(screen.getByText(/Simulated market data/)).toBeDefined();
  expect(screen.getAllByRole('link', { name: /BTC/ })[0]?.getAttribute('href')).toContain(
    '/pages/transaction/index?symbol=BTC%2FUSDT',
  );
});

test('ticks change figures and leave every row in its place until somebody asks for a new order', async () => {
  const hands = userEvent.setup();
  open();
  await screen.findAllByRole('listitem');
  await hands.click(screen.getByRole('button', { name: 'Price' }));
  expect(tickers()).toEqual(['BTC', 'ETH', 'SOL']);
  tick('SOL/USDT', '900000');
  expect(rows()[2]).toContain('900,000.00');
  expect(tickers()).toEqual(['BTC', 'ETH', 'SOL']);
  await hands.click(screen.getByRole('button', { name: 'Refresh' }));
  await waitFor(() => expect(tickers()).toEqual(['SOL', 'BTC', 'ETH']));
  await hands.click(screen.getByRole('button', { name: 'Price, descending' }));
  expect(tickers()).toEqual(['ETH', 'BTC', 'SOL']);
});

test('a closed market says when it opens, and leads to the page of its pair', async () => {
  open('/pages/market/market?tab=stocks');
  const [row] = await screen.findAllByRole('listitem');
  expect(row?.textContent).toMatch(/Opens Jan 5/);
  expect(screen.getByRole('link', { name: /AAPL/ }).getAttribute('href')).toContain(
    '/pages/transaction/currency?symbol=AAPL',
  );
});

test('an asset class without instruments says so', async () => {
  const hands = userEvent.setup();
  open();
  await screen.findAllByRole('listitem');
  await hands.click(tab('Options'));
  expect(await screen.findByText('Nothing listed here yet')).toBeDefined();
});

test('a guest’s favourites stay on the device, and a login takes them along', async () => {
  const hands = userEvent.setup();
  open();
  await screen.findAllByRole('listitem');
  await hands.click(screen.getByRole('button', { name: 'Add ETH/USDT to favorites' }));
  expect(localStorage.getItem('tessera.markets.favourites')).toBe('["ETH/USDT"]');
  await hands.click(tab('Favorites'));
  await waitFor(() => expect(tickers()).toEqual(['ETH']));
  act(() => bus.emit('session', { user }));
  await waitFor(() => expect(watchlist).toEqual(['ETH/USDT']));
  await waitFor(() => expect(localStorage.getItem('tessera.markets.favourites')).toBeNull());
  await waitFor(() => expect(tickers()).toEqual(['ETH']));
});

test('a favourite that the server refuses loses its star again, and the reason is told', async () => {
  const hands = userEvent.setup();
  const told = vi.fn();
  const stop = bus.on('toast', told);
  bus.emit('session', { user });
  open();
  await screen.findAllByRole('listitem');
  api.mockImplementation(async (key: string, payload: Payload) => {
    if (key === 'POST /optional/add')
      throw new ApiError('rate_limited', 'Slow down', { status: 429, fromServer: true });
    return answer(key, payload);
  });
  await hands.click(screen.getByRole('button', { name: 'Add BTC/USDT to favorites' }));
  await waitFor(() => expect(told).toHaveBeenCalledWith({ text: 'Slow down', tone: 'error' }));
  expect(screen.getByRole('button', { name: 'Add BTC/USDT to favorites' })).toBeDefined();
  stop();
});

test('a list that did not load offers to try again', async () => {
  const hands = userEvent.setup();
  api.mockRejectedValue(new ApiError('network', 'offline'));
  open();
  expect(await screen.findByText('Markets did not load')).toBeDefined();
  api.mockImplementation(async (key: string, payload: Payload) => answer(key, payload));
  await hands.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findAllByRole('listitem')).toHaveLength(3);
});

test('lost prices say since when they stand still', async () => {
  open();
  await screen.findAllByRole('listitem');
  act(() => bus.emit('realtime', { status: 'offline', since: Date.now() - 180_000 }));
  expect(await screen.findByText(/Offline · last prices 3/)).toBeDefined();
});
