// @vitest-environment jsdom
import { fiatFixtures } from '@tessera/api/fiat/fixtures';
import { bitcoin, listing } from '@tessera/api/instruments/fixtures';
import { keptWatchlist } from '@tessera/api/watchlist/fixtures';
import { holdDate, showScreen, signIn, signOut, testScreens } from '@tessera/testing';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import remote from '../../remote.tsx';
import PairPage from './PairPage.tsx';

// jsdom has no canvas; the input of the chart is shown instead.
vi.mock('../../chart/CandleChart.tsx', () => ({
  default: ({ interval, main, sub }: { interval: string; main: string[]; sub: string[] }) => (
    <p>{`drawn ${[interval, ...main, ...sub].join(' ')}`}</p>
  ),
}));

let watchlist: ReturnType<typeof keptWatchlist>;
holdDate();
beforeEach(() => {
  localStorage.clear();
  watchlist = keptWatchlist();
});
const { exchange } = testScreens(remote, {
  user: {},
  exchange: () => ({
    ...fiatFixtures,
    ...watchlist.handlers,
    'GET /alerts/list': { list: [] },
    'GET /currency/quotation_new': listing(bitcoin({ latest: { at: Date.now() } })),
  }),
});

const show = () => showScreen(<PairPage />, '/pages/transaction/currency?symbol=BTC/USDT').user;

test('the figures of the day stand above the chart, and the way to both sides below', async () => {
  show();
  expect(await screen.findByText('64,000.00')).toBeTruthy();
  expect(screen.getByText('63.0M')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Sell BTC' }).getAttribute('href')).toBe(
    '#/pages/transaction/index?symbol=BTC%2FUSDT&side=sell',
  );
  expect(screen.getByText('Simulated market data. Not real prices.')).toBeTruthy();
});

test('interval and indicators are chosen and drawn', async () => {
  const person = show();
  expect(await screen.findByText('drawn 15m MA VOL')).toBeTruthy();
  await person.click(screen.getByRole('tab', { name: '1h' }));
  await person.click(screen.getByRole('button', { name: 'Indicators' }));
  await person.click(await screen.findByRole('button', { name: /^MACD ·/ }));
  expect(screen.getByText('drawn 1h MA VOL MACD')).toBeTruthy();
});

test('a period is saved in digits of any script; what is none stays in its field with the reason', async () => {
  const person = show();
  exchange.change({ 'GET /charts/indicators': { list: [] }, 'POST /charts/indicators': { list: [] } });
  await person.click(await screen.findByRole('button', { name: 'Indicators' }));
  const field = async () => screen.findByRole<HTMLInputElement>('textbox', { name: 'MA: period 1' });
  for (const [typed, reason] of [
    ['1e2', 'Enter a whole number'],
    ['0', 'At least 1'],
    ['501', 'At most 500'],
  ] as const) {
    await person.clear(await field());
    await person.type(await field(), typed);
    await person.tab();
    expect(screen.getByText(reason)).toBeTruthy();
    expect((await field()).value).toBe(typed);
  }
  expect(exchange.of('POST /charts/indicators')).toEqual([]);
  await person.clear(await field());
  await person.type(await field(), '１４{Enter}');
  await waitFor(async () => expect((await field()).value).toBe('14'));
  expect(screen.queryByText('At most 500')).toBeNull();
});

test('a tap on the star keeps the pair', async () => {
  const person = show();
  await person.click(await screen.findByRole('button', { name: 'Add BTC/USDT to favorites' }));
  expect(await screen.findByRole('button', { name: 'Remove BTC/USDT from favorites' })).toBeTruthy();
  await waitFor(() => expect(watchlist.kept).toEqual(['BTC/USDT']));
});

test('another pair is found and chosen from the sheet', async () => {
  const person = show();
  await person.click(await screen.findByRole('button', { name: 'Choose a pair, now BTC/USDT' }));
  await person.type(await screen.findByRole('searchbox', { name: 'Search pairs' }), 'doge');
  expect(screen.getByText('No pair matches “doge”')).toBeTruthy();
  await person.clear(screen.getByRole('searchbox', { name: 'Search pairs' }));
  await person.click(screen.getByRole('button', { name: /Bitcoin/ }));
  expect(location.hash).toContain('symbol=BTC');
});

test('what is not traded spot leads to contracts', async () => {
  exchange.change({ 'GET /currency/quotation_new': listing(bitcoin({ trades: ['lever'] })) });
  show();
  const link = await screen.findByRole('link', { name: 'Trade contract' });
  expect(link.getAttribute('href')).toBe('#/pages/transaction/index2?symbol=BTC%2FUSDT');
});

test('a guest keeps favorites on the device, and a log-in takes them along', async () => {
  signOut();
  const person = show();
  await person.click(await screen.findByRole('button', { name: 'Add BTC/USDT to favorites' }));
  expect(await screen.findByRole('button', { name: 'Remove BTC/USDT from favorites' })).toBeTruthy();
  expect(exchange.of('POST /optional/add')).toHaveLength(0);
  signIn();
  await waitFor(() => expect(watchlist.kept).toEqual(['BTC/USDT']));
  expect(screen.getByRole('button', { name: 'Remove BTC/USDT from favorites' })).toBeTruthy();
});
