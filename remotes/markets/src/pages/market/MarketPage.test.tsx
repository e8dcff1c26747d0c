// @vitest-environment jsdom

import { fiatFixtures } from '@tessera/api/fiat/fixtures';
import type { Instrument } from '@tessera/api/instruments';
import { apple, bitcoin, listing } from '@tessera/api/instruments/fixtures';
import { keptWatchlist } from '@tessera/api/watchlist/fixtures';
import { seedQuotes } from '@tessera/realtime';
import { type ExchangeRequest, emit, reject, showScreen, signIn, silence, testScreens } from '@tessera/testing';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import remote from '../../remote.tsx';
import MarketPage from './MarketPage.tsx';

const coin = (symbol: string, last: string, rank: number) =>
  bitcoin({
    symbol,
    base: symbol.split('/')[0] ?? symbol,
    name: symbol,
    rank,
    latest: { last, change_24h: '0.01', turnover_24h: '2000000' },
  });
const opens = Date.UTC(2099, 0, 5, 14, 30);
const ALL = [
  coin('LTC/USDT', '100000', 1),
  coin('DOT/USDT', '4000', 2),
  coin('TRX/USDT', '250', 3),
  apple({ open: false, next_open: opens }),
];

const instruments = ({ form }: ExchangeRequest) => {
  const symbols = form.getAll('symbols');
  return listing(
    ...ALL.filter(({ symbol, category }) =>
      symbols.length > 0 ? symbols.includes(symbol) : category === form.get('category'),
    ),
  );
};

/** A price that arrives now, later than that of the list. */
const tick = (symbol: string, last: string) => {
  const [instrument] = ALL.filter((each) => each.symbol === symbol);
  if (!instrument?.latest) throw new Error(`${symbol} is not listed`);
  const { latest } = instrument;
  act(() => seedQuotes([{ symbol, open: true, latest: { ...latest, last, at: latest.at + 1 } }]));
};
const rows = () => screen.getAllByRole('listitem').map((row) => row.textContent ?? '');
const tickers = () => rows().map((row) => /^[A-Z]+/.exec(row)?.[0]);
const rowsWith = (selector: string) =>
  screen.getAllByRole('listitem').map((row) => row.querySelectorAll(selector).length);
const tab = (name: string) => screen.getByRole('tab', { name });
const open = async (route = '/pages/market/market') => {
  const shown = showScreen(<MarketPage />, route);
  await screen.findAllByRole('listitem');
  return shown;
};

let watchlist: ReturnType<typeof keptWatchlist>;
/** Whether there is room for a chart beside the list. */
let wide: boolean;

beforeEach(() => {
  wide = false;
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: !query.includes('width') || wide }));
  localStorage.clear();
  watchlist = keptWatchlist();
});
const { exchange, toasts } = testScreens(remote, {
  user: null,
  exchange: () => ({ ...fiatFixtures, ...watchlist.handlers, 'GET /currency/quotation_new': instruments }),
});
beforeAll(async () => {
  seedQuotes(ALL);
});

test('the list shows names, prices with their fiat equivalent, and changes, and marks prices as simulated', async () => {
  await open();
  const [first] = rows();
  expect(first).toContain('LTC/USDT');
  expect(first).toContain('100,000.00$100,000.00');
  expect(first).toContain('+1.00%');
  expect(first).toContain('Vol 2.0M');
  expect(screen.getByText(/Simulated market data/)).toBeDefined();
  expect(screen.getAllByRole('link', { name: /LTC/ })[0]?.getAttribute('href')).toContain(
    '/pages/transaction/index?symbol=LTC%2FUSDT',
  );
});

test('a halted instrument is marked in its row', async () => {
  const { latest } = ALL[1] as Instrument;
  const seed = (halt: Instrument['halt'], at: number) =>
    act(() => seedQuotes([{ symbol: 'DOT/USDT', open: true, halt, latest: latest && { ...latest, at } }]));
  seed({ reason: 'staff', since: null }, Date.now() + 1);
  await open();
  expect(rows()[1]).toContain('Paused');
  seed(null, Date.now() + 2);
  await waitFor(() => expect(rows()[1]).not.toContain('Paused'));
});

test('ticks change figures and leave every row in its place until a new order is asked for', async () => {
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Price' }));
  expect(tickers()).toEqual(['LTC', 'DOT', 'TRX']);
  tick('TRX/USDT', '900000');
  await waitFor(() => expect(rows()[2]).toContain('900,000.00'));
  expect(tickers()).toEqual(['LTC', 'DOT', 'TRX']);
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await waitFor(() => expect(tickers()).toEqual(['TRX', 'LTC', 'DOT']));
  await user.click(screen.getByRole('button', { name: 'Price, descending' }));
  expect(tickers()).toEqual(['DOT', 'LTC', 'TRX']);
});

test('a closed market keeps its name, shows when it opens, and leads to the page of its pair', async () => {
  await open('/pages/market/market?tab=stocks');
  // Its name stays: it is how users know it.
  expect(rows()[0]).toMatch(/Apple.*63,000\.00.*Opens Jan 5/);
  expect(screen.getByRole('link', { name: /AAPL/ }).getAttribute('href')).toContain(
    '/pages/transaction/currency?symbol=AAPL',
  );
});

test('an asset class without instruments shows a notice', async () => {
  const { user } = await open();
  await user.click(tab('Options'));
  expect(await screen.findByText('Nothing listed here yet')).toBeDefined();
});

test('a guest’s favourites stay on the device, and a log-in takes them along', async () => {
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Add DOT/USDT to favorites' }));
  expect(toasts.texts).toEqual(['Added to favorites']);
  expect(localStorage.getItem('tessera.markets.favourites')).toBe('["DOT/USDT"]');
  await user.click(tab('Favorites'));
  await waitFor(() => expect(tickers()).toEqual(['DOT']));
  act(() => signIn());
  await waitFor(() => expect(watchlist.kept).toEqual(['DOT/USDT']));
  await waitFor(() => expect(localStorage.getItem('tessera.markets.favourites')).toBeNull());
  await waitFor(() => expect(tickers()).toEqual(['DOT']));
});

test('a favourite that is listed no longer does not hold up the others', async () => {
  localStorage.setItem('tessera.markets.favourites', '["GONE/USDT","DOT/USDT"]');
  const { 'POST /optional/add': add } = watchlist.handlers;
  exchange.change({
    'POST /optional/add': (request: ExchangeRequest) =>
      request.form.get('symbol') === 'GONE/USDT' ? reject('instrument_unknown', 'Unknown instrument') : add(request),
  });
  signIn();
  await open('/pages/market/market?tab=favourites');
  expect(tickers()).toEqual(['DOT']);
  expect(localStorage.getItem('tessera.markets.favourites')).toBeNull();
});

test('a favourite that the server rejects loses its star again, and the reason is shown', async () => {
  signIn();
  const { user } = await open();
  exchange.change({ 'POST /optional/add': reject('rate_limited', 'Slow down') });
  await user.click(screen.getByRole('button', { name: 'Add LTC/USDT to favorites' }));
  await waitFor(() => expect(toasts.texts).toContain('Slow down'));
  expect(screen.getByRole('button', { name: 'Add LTC/USDT to favorites' })).toBeDefined();
});

test('a list that did not load offers to try again', async () => {
  exchange.change({ 'GET /currency/quotation_new': silence() });
  const { user } = showScreen(<MarketPage />, '/pages/market/market');
  expect(await screen.findByText('Markets did not load')).toBeDefined();
  exchange.change({ 'GET /currency/quotation_new': instruments });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findAllByRole('listitem')).toHaveLength(3);
});

test('lost prices show since when they are not updated', async () => {
  await open();
  act(() => emit('realtime', { status: 'offline', since: Date.now() - 180_000 }));
  expect(await screen.findByText(/Slow connection · last prices 3/)).toBeDefined();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  expect(await screen.findByText(/Offline · last prices 3/)).toBeDefined();
  act(() => emit('realtime', { status: 'open', since: 0 }));
});

test('favorites are arranged by keys, and gathered in groups that the list then shows', async () => {
  watchlist.kept.push('DOT/USDT', 'TRX/USDT', 'LTC/USDT');
  signIn();
  const { user } = await open('/pages/market/market?tab=favourites');
  expect(tickers()).toEqual(['DOT', 'TRX', 'LTC']);
  await user.click(screen.getByRole('button', { name: 'Edit favorites' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Edit favorites' }));
  act(() => sheet.getByRole('button', { name: 'Move DOT/USDT' }).focus());
  await user.keyboard('{End}');
  await waitFor(() => expect(watchlist.kept).toEqual(['TRX/USDT', 'LTC/USDT', 'DOT/USDT']));
  await user.click(sheet.getByRole('button', { name: 'New group' }));
  await user.type(sheet.getByRole('textbox', { name: 'Name of the group' }), 'Majors');
  await user.click(sheet.getByRole('button', { name: 'Create' }));
  await user.click(await sheet.findByRole('button', { name: 'LTC/USDT' }));
  await user.click(await sheet.findByRole('button', { name: 'DOT/USDT' }));
  await waitFor(() => expect(watchlist.groups).toMatchObject([{ name: 'Majors', symbols: ['LTC/USDT', 'DOT/USDT'] }]));
  await user.click(sheet.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(tickers()).toEqual(['LTC', 'DOT']));
  await user.click(screen.getByRole('button', { name: 'All', pressed: false }));
  await waitFor(() => expect(tickers()).toEqual(['TRX', 'LTC', 'DOT']));
});

test('groups are arranged by keys, in the sheet and above the list', async () => {
  watchlist.kept.push('DOT/USDT');
  watchlist.groups.push(
    ...['Majors', 'Metals', 'Memes'].map((name, at) => ({ id: String(at + 1), name, symbols: [] })),
  );
  signIn();
  const { user } = await open('/pages/market/market?tab=favourites');
  await user.click(screen.getByRole('button', { name: 'Edit favorites' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Edit favorites' }));
  await user.click(sheet.getByRole('button', { name: 'Arrange groups' }));
  act(() => sheet.getByRole('button', { name: 'Move Memes' }).focus());
  await user.keyboard('{Home}');
  await waitFor(() => expect(watchlist.groups.map(({ name }) => name)).toEqual(['Memes', 'Majors', 'Metals']));
  expect(sheet.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Memes', 'Majors', 'Metals']);
  await user.click(sheet.getByRole('button', { name: 'Arrange groups' }));
  expect(sheet.getByRole('button', { name: 'Move DOT/USDT' })).toBeDefined();
  await user.click(sheet.getByRole('button', { name: 'Close' }));
  const groups = within(await screen.findByRole('group', { name: 'Groups' }));
  const names = groups.getAllByRole('button').map(({ textContent }) => textContent);
  expect(names).toEqual(['All', 'Memes', 'Majors', 'Metals']);
});

test('an order that the exchange rejects is undone, with its reason', async () => {
  watchlist.kept.push('DOT/USDT', 'TRX/USDT');
  signIn();
  exchange.change({ 'POST /optional/order': reject('rate_limited', 'Slow down') });
  const { user } = await open('/pages/market/market?tab=favourites');
  await user.click(screen.getByRole('button', { name: 'Edit favorites' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Edit favorites' }));
  act(() => sheet.getByRole('button', { name: 'Move TRX/USDT' }).focus());
  await user.keyboard('{ArrowUp}');
  await waitFor(() => expect(toasts.texts).toContain('Slow down'));
  // The rows of the page come first, those of the sheet after them.
  await waitFor(() => expect(tickers().slice(0, 2)).toEqual(['DOT', 'TRX']));
});

test('what was listed lately has a list of its own, and says so where that is nothing', async () => {
  exchange.change({ 'GET /currency/listed': { list: [{ symbol: 'DOT/USDT', at: Date.now() }] } });
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'New' }));
  await waitFor(() => expect(tickers()).toEqual(['DOT']));
  cleanup();
  exchange.change({ 'GET /currency/listed': { list: [] } });
  const { user: other } = await open();
  await other.click(screen.getByRole('button', { name: 'New' }));
  expect(await screen.findByText('No new listings')).toBeDefined();
});

test('a row has the curve of the day once it is known; rows are the same without', async () => {
  exchange.change({
    'GET /currency/sparklines': { list: [{ symbol: 'LTC/USDT', points: [0, 50, 100] }], at: Date.now() },
  });
  await open();
  const curves = () => rowsWith('svg[data-way="up"] path');
  await waitFor(() => expect(curves()).toEqual([1, 0, 0]));
});

test('where there is room beside the list, a row leads to the chart, and another tab leaves its address alone', async () => {
  wide = true;
  const { user } = await open();
  const [row] = await screen.findAllByRole('link', { name: /LTC/ });
  expect(row?.getAttribute('href')).toBe('#/pages/transaction/currency?symbol=LTC%2FUSDT');
  const before = location.hash;
  await user.click(tab('Stocks'));
  await waitFor(() => expect(rows()).toMatchObject([expect.stringContaining('Apple')]));
  expect(location.hash).toBe(before);
});
