// @vitest-environment jsdom
import { filledOrder, partlyFilledOrder, spotOrder } from '@tessera/api/spot/fixtures';
import { orderToWire } from '@tessera/api/spot/wire';
import { type FakeExchange, fakeExchange, pageOf, showScreen, signIn, startScreens } from '@tessera/testing';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import remote from '../../remote.tsx';
import SpotOrdersPage from './SpotOrdersPage.tsx';

const open = [spotOrder(), spotOrder({ id: '8', side: 'sell', symbol: 'ETH/USDT', price: '4000' })];

let exchange: FakeExchange;
beforeAll(() => startScreens(remote));
beforeEach(() => {
  signIn();
  exchange = fakeExchange({
    'GET /coin/list': ({ form }: { form: URLSearchParams }) =>
      pageOf((form.get('status') === 'pending' ? open : [filledOrder()]).map(orderToWire)),
  });
});
afterEach(cleanup);

const show = (query = '?symbol=BTC/USDT') =>
  showScreen(<SpotOrdersPage />, `/pages/transaction/currency_order${query}`).user;

test('open orders stand with their figures and can be narrowed to a side', async () => {
  const person = show();
  expect(await screen.findByText('61,000 USDT')).toBeTruthy();
  expect(screen.getByText('ETH/USDT')).toBeTruthy();
  await person.click(screen.getByRole('button', { name: 'Buy' }));
  expect(screen.queryByText('ETH/USDT')).toBeNull();
});

test('requests the orders of one pair only', async () => {
  const person = show();
  await person.click(await screen.findByRole('button', { name: 'Only BTC/USDT' }));
  await screen.findByText('61,000 USDT');
  expect(exchange.requests.at(-1)?.form.get('symbol')).toBe('BTC/USDT');
});

test('without a pair in the address there is none to narrow the orders to', async () => {
  show('');
  expect(await screen.findByText('61,000 USDT')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Only/ })).toBeNull();
});

test('a past order opens with its fee and its fills', async () => {
  const person = show();
  await person.click(screen.getByRole('tab', { name: 'History' }));
  await person.click(await screen.findByRole('button', { name: 'Order details: Buy BTC/USDT' }));
  const details = within(screen.getByRole('dialog', { name: 'Order details' }));
  expect(details.getByText('0.00005 BTC')).toBeTruthy();
  expect(details.getByText('0.05 BTC @ 61,000 USDT')).toBeTruthy();
});

test('each fill is listed with what it cost', async () => {
  const person = show();
  await person.click(screen.getByRole('tab', { name: 'My trades' }));
  expect(await screen.findByText('0.00005 BTC')).toBeTruthy();
  expect(screen.getByText('3,050 USDT')).toBeTruthy();
});

test('a past order that the user did not cancel tells why it ended, with what was left', async () => {
  const expired = partlyFilledOrder({ ended: 'immediate', time_in_force: 'IOC' });
  exchange.change({ 'GET /coin/list': pageOf([orderToWire(expired)]) });
  const person = show();
  await person.click(screen.getByRole('tab', { name: 'History' }));
  const face = await screen.findByRole('button', { name: 'Order details: Buy BTC/USDT' });
  expect(face.textContent).toContain('0.025 BTC (50%)');
  expect(face.textContent).toContain('IOC: the rest could not be filled at once');
  expect(screen.getByText('Expired')).toBeTruthy();
  await person.click(face);
  const details = within(screen.getByRole('dialog', { name: 'Order details' }));
  expect(details.getByText('Remaining')).toBeTruthy();
  expect(details.getByText(/Fee 0.000025 BTC/)).toBeTruthy();
});

test('fills of orders that were not filled whole are among the trades', async () => {
  exchange.change({ 'GET /coin/list': pageOf([orderToWire(partlyFilledOrder())]) });
  const person = show();
  await person.click(screen.getByRole('tab', { name: 'My trades' }));
  expect(await screen.findByText('1,525 USDT')).toBeTruthy();
  expect(exchange.requests.at(-1)?.form.has('status')).toBe(false);
});

test('a new user is led from an empty list to the order form', async () => {
  exchange.change({ 'GET /coin/list': pageOf([]) });
  show();
  const way = await screen.findByRole('link', { name: 'Trade spot' });
  expect(way.getAttribute('href')).toMatch(/^#\/pages\/transaction\/index/);
});
