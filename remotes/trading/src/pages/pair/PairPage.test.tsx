// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { bitcoin, fakeExchange, renderScreen, signIn, startEnglish } from '../../testing.tsx';
import PairPage from './PairPage.tsx';

// jsdom has no canvas; what the chart is asked to draw stands in its place.
vi.mock('../../spot/chart/CandleChart.tsx', () => ({
  default: ({ interval, main, sub }: { interval: string; main: string[]; sub: string[] }) => (
    <p>{`drawn ${[interval, ...main, ...sub].join(' ')}`}</p>
  ),
}));

let instrument = bitcoin();
let asked: ReturnType<typeof fakeExchange>;
beforeAll(startEnglish);
beforeEach(() => {
  signIn();
  instrument = bitcoin();
  asked = fakeExchange(({ key }) => {
    if (key === 'GET /currency/quotation_new') return { list: [instrument], feed: 'simulated', now: Date.now() };
    return { list: key === 'POST /optional/add' ? ['BTC/USDT'] : [] };
  });
});
afterEach(cleanup);

const person = userEvent.setup();
const show = () => renderScreen(<PairPage />, '/pages/transaction/currency?symbol=BTC/USDT');

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
  show();
  expect(await screen.findByText('drawn 15m MA VOL')).toBeTruthy();
  await person.click(screen.getByRole('tab', { name: '1h' }));
  await person.click(screen.getByRole('button', { name: 'Indicators' }));
  await person.click(await screen.findByRole('button', { name: /^MACD/ }));
  expect(screen.getByText('drawn 1h MA VOL MACD')).toBeTruthy();
});

test('a tap on the star keeps the pair', async () => {
  show();
  await person.click(await screen.findByRole('button', { name: 'Add BTC/USDT to favorites' }));
  expect(await screen.findByRole('button', { name: 'Remove BTC/USDT from favorites' })).toBeTruthy();
  expect(asked.find(({ key }) => key === 'POST /optional/add')?.form.get('symbol')).toBe('BTC/USDT');
});

test('another pair is found and chosen from the sheet', async () => {
  show();
  await person.click(await screen.findByRole('button', { name: 'Choose a pair, now BTC/USDT' }));
  await person.type(await screen.findByRole('searchbox', { name: 'Search pairs' }), 'doge');
  expect(screen.getByText('No pair matches “doge”')).toBeTruthy();
  await person.clear(screen.getByRole('searchbox', { name: 'Search pairs' }));
  await person.click(screen.getByRole('button', { name: /Bitcoin/ }));
  expect(location.hash).toContain('symbol=BTC');
});

test('what is not traded spot leads to contracts', async () => {
  instrument = bitcoin({ trades: ['lever'] });
  show();
  const link = await screen.findByRole('link', { name: 'Trade contract' });
  expect(link.getAttribute('href')).toBe('#/pages/transaction/index2?symbol=BTC%2FUSDT');
});
