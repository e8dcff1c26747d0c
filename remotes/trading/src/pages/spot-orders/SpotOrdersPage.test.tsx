// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { fakeExchange, page, renderScreen, signIn, spotOrder, startEnglish } from '../../testing.tsx';
import SpotOrdersPage from './SpotOrdersPage.tsx';

const filled = spotOrder({
  id: '9',
  status: 'filled',
  filled_amount: '0.05',
  filled_quote_amount: '3050',
  average_price: '61000',
  fee: '0.00005',
  fills: [
    { id: '1', price: '61000', amount: '0.05', quote_amount: '3050', fee: '0.00005', fee_currency: 'BTC', at: 1 },
  ],
});
const sale = spotOrder({ id: '8', type: 'sell', symbol: 'ETH/USDT', price: '4000' });

let asked: ReturnType<typeof fakeExchange>;
beforeAll(startEnglish);
beforeEach(() => {
  signIn();
  asked = fakeExchange(({ form }) => page(form.get('status') === 'pending' ? [spotOrder(), sale] : [filled]));
});
afterEach(cleanup);

const person = userEvent.setup();
const show = () => renderScreen(<SpotOrdersPage />, '/pages/transaction/currency_order?symbol=BTC/USDT');

test('open orders stand with their figures and can be narrowed to a side', async () => {
  show();
  expect(await screen.findByText('61,000 USDT')).toBeTruthy();
  expect(screen.getByText('ETH/USDT')).toBeTruthy();
  await person.click(screen.getByRole('button', { name: 'Buy' }));
  expect(screen.queryByText('ETH/USDT')).toBeNull();
});

test('one pair alone is asked of the exchange', async () => {
  show();
  await person.click(await screen.findByRole('button', { name: 'Only BTC/USDT' }));
  await screen.findByText('61,000 USDT');
  expect(asked.at(-1)?.form.get('symbol')).toBe('BTC/USDT');
});

test('a past order opens with its fee and its fills', async () => {
  show();
  await person.click(screen.getByRole('tab', { name: 'History' }));
  await person.click(await screen.findByRole('button', { name: 'Order details: Buy BTC/USDT' }));
  const details = within(screen.getByRole('dialog', { name: 'Order details' }));
  expect(details.getByText('0.00005 BTC')).toBeTruthy();
  expect(details.getByText('0.05 BTC @ 61,000 USDT')).toBeTruthy();
});

test('each fill is listed with what it cost', async () => {
  show();
  await person.click(screen.getByRole('tab', { name: 'My trades' }));
  expect(await screen.findByText('0.00005 BTC')).toBeTruthy();
  expect(screen.getByText('3,050 USDT')).toBeTruthy();
});
