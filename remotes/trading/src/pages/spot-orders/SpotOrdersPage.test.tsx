// @vitest-environment jsdom
import { bitcoin, listing } from '@tessera/api/instruments/fixtures';
import { filledOrder, partlyFilledOrder, spotOrder } from '@tessera/api/spot/fixtures';
import { orderToWire } from '@tessera/api/spot/wire';
import { holdDate, pageOf, reject, showScreen, silence, testScreens } from '@tessera/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import remote from '../../remote.tsx';
import SpotOrdersPage from './SpotOrdersPage.tsx';

const open = [spotOrder(), spotOrder({ id: '8', side: 'sell', symbol: 'ETH/USDT', price: '4000' })];

holdDate();
const { exchange, toasts } = testScreens(remote, {
  user: {},
  exchange: () => ({
    'GET /coin/list': ({ form }: { form: URLSearchParams }) =>
      pageOf((form.get('status') === 'pending' ? open : [filledOrder()]).map(orderToWire)),
  }),
});

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
  const details = within(await screen.findByRole('dialog', { name: 'Order details' }));
  expect(details.getByText('0.00005 BTC')).toBeTruthy();
  expect(details.getByText('0.05 BTC @ 61,000 USDT')).toBeTruthy();
});

test('each fill is listed with what it cost', async () => {
  const person = show();
  await person.click(screen.getByRole('tab', { name: 'My trades' }));
  expect(await screen.findByText('0.00005 BTC')).toBeTruthy();
  expect(screen.getByText('3,050 USDT')).toBeTruthy();
});

test('trades are downloaded as the filter leaves them; where it leaves none, no file is offered', async () => {
  const person = show();
  await person.click(screen.getByRole('tab', { name: 'My trades' }));
  await person.click(await screen.findByRole('button', { name: 'Only BTC/USDT' }));
  exchange.change({ 'POST /coin/trades/export': reject('server', 'Not now') });
  await person.click(await screen.findByRole('button', { name: 'Download as CSV' }));
  await waitFor(() => expect(exchange.of('POST /coin/trades/export')).toHaveLength(1));
  expect(exchange.of('POST /coin/trades/export')[0]?.form.get('symbol')).toBe('BTC/USDT');
  exchange.change({ 'GET /coin/list': pageOf([]) });
  await person.click(screen.getByRole('button', { name: 'Sell' }));
  expect(await screen.findByText('No trades yet')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Download as CSV' })).toBeNull();
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

describe('changing what waits', () => {
  beforeEach(() => {
    exchange.change({ 'GET /currency/quotation_new': listing(bitcoin({ latest: { at: Date.now() } })) });
  });
  const amending = async () => {
    const person = show();
    await person.click(await screen.findByRole('button', { name: 'Edit Buy order BTC/USDT' }));
    return { person, sheet: within(await screen.findByRole('dialog', { name: 'Change order' })) };
  };

  test('an order is amended by what differs only, on the steps of its pair', async () => {
    const { person, sheet } = await amending();
    const price = sheet.getByLabelText<HTMLInputElement>('Price (USDT)');
    const amend = sheet.getByRole<HTMLButtonElement>('button', { name: 'Change order' });
    expect(price.value).toBe('61,000');
    expect(amend.disabled).toBe(true);
    await person.clear(price);
    expect(amend.disabled).toBe(true);
    await person.type(price, '60500.5');
    exchange.change({ 'POST /coin/amend': silence() });
    await person.click(amend);
    const again = await sheet.findByRole('button', { name: 'Repeat safely' });
    exchange.change({ 'POST /coin/amend': orderToWire(spotOrder({ price: '60500.5' })) });
    await person.click(again);
    await waitFor(() => expect(toasts.texts.at(-1)).toBe('Order changed'));
    const [first, second] = exchange.of('POST /coin/amend');
    expect(Object.fromEntries(first?.form ?? [])).toEqual({ id: '7', target_price: '60500.5', lang: 'en' });
    expect(second?.idempotencyKey).toBe(first?.idempotencyKey);
  });

  test('an OCO order offers both of its legs and its amount; a refusal leaves the sheet open', async () => {
    const oco = spotOrder({
      kind: 'oco',
      side: 'buy',
      stop_price: '65000',
      stop_limit_price: '65100',
      stop_when: 'above',
    });
    exchange.change({ 'GET /coin/list': pageOf([orderToWire(oco)]) });
    const { person, sheet } = await amending();
    expect(sheet.getAllByRole<HTMLInputElement>('textbox').map(({ value }) => value)).toEqual([
      '65,000',
      '61,000',
      '65,100',
      '0.05',
    ]);
    const trigger = sheet.getByLabelText('Trigger price (USDT)');
    await person.clear(trigger);
    await person.type(trigger, '60000');
    exchange.change({ 'POST /coin/amend': reject('oco_prices_wrong', 'The prices of the two orders do not fit') });
    await person.click(sheet.getByRole('button', { name: 'Change order' }));
    await waitFor(() => expect(toasts.texts).toEqual(['The prices of the two orders do not fit']));
    expect(screen.getByRole('dialog', { name: 'Change order' })).toBeTruthy();
  });

  test('all orders are cancelled after a question; those that stay are told', async () => {
    const person = show();
    const cancelAll = async () => {
      await person.click(await screen.findByRole('button', { name: 'Cancel all' }));
      const question = within(await screen.findByRole('alertdialog', { name: 'Cancel all open orders?' }));
      await person.click(question.getByRole('button', { name: 'Cancel all' }));
    };
    exchange.change({ 'POST /coin/cancel_all': { cancelled: ['7'], kept: ['8'] } });
    await cancelAll();
    await waitFor(() =>
      expect(toasts.texts).toEqual(['Some orders could not be cancelled yet. Try again in a moment.']),
    );
    exchange.change({ 'POST /coin/cancel_all': { cancelled: ['8'], kept: [] }, 'GET /coin/list': pageOf([]) });
    await cancelAll();
    expect(await screen.findByText('No open orders')).toBeTruthy();
    expect(toasts.texts).toHaveLength(2);
    expect(exchange.of('POST /coin/cancel_all').map(({ form }) => form.has('symbol'))).toEqual([false, false]);
  });
});
