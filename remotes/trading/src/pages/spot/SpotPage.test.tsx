// @vitest-environment jsdom
import { fiatFixtures } from '@tessera/api/fiat/fixtures';
import { identityFixtures } from '@tessera/api/identity/fixtures';
import type { Instrument } from '@tessera/api/instruments';
import { bitcoin, listing } from '@tessera/api/instruments/fixtures';
import type { SpotOrder } from '@tessera/api/spot';
import { filledOrder, partlyFilledOrder, spotOrder, wireOrder } from '@tessera/api/spot/fixtures';
import { orderToWire } from '@tessera/api/spot/wire';
import { watchlistFixtures } from '@tessera/api/watchlist/fixtures';
import {
  type ExchangeRequest,
  emit,
  holdDate,
  pageOf,
  reject,
  showScreen,
  signOut,
  silence,
  testScreens,
} from '@tessera/testing';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { getDefaultStore } from 'jotai';
import { beforeEach, describe, expect, test } from 'vitest';
import { chartOpen } from '../../chart/choices.ts';
import remote from '../../remote.tsx';
import { askFirst } from '../../ticket/ask-first.ts';
import SpotPage from './SpotPage.tsx';

let instrument: Instrument;
let open: SpotOrder[];

const balances = {
  list: [
    { currency_id: 1, currency: 'BTC', name: 'Bitcoin', scale: 8, available: '0.5', frozen: '0' },
    { currency_id: 3, currency: 'USDT', name: 'Tether', scale: 6, available: '10000', frozen: '0' },
  ],
};
const levels = { list: [], verification: [{ level: 1, order_limit_usdt: '2000', withdrawal_limit_btc: '200' }] };

/** Prices of a later moment than those of the test before: the page keeps the newest it saw. */
let moment = Date.now();
const fresh = (changes: Parameters<typeof bitcoin>[0] = {}) => {
  moment = Math.max(moment + 1, Date.now());
  return bitcoin({ latest: { at: moment }, ...changes });
};
const choose = (ask: boolean) => getDefaultStore().set(askFirst, ask);

holdDate();
beforeEach(() => {
  localStorage.clear();
  instrument = fresh();
  open = [];
});
const { exchange, toasts } = testScreens(remote, {
  user: {},
  exchange: () => ({
    ...fiatFixtures,
    ...watchlistFixtures,
    'GET /currency/quotation_new': () => listing(instrument),
    'GET /alerts/list': { list: [] },
    'GET /currency/user_currency_list': balances,
    'GET /user/levellist': levels,
    'GET /coin/list': ({ form }: ExchangeRequest) =>
      pageOf(form.get('status') === 'pending' ? open.map(orderToWire) : []),
    'POST /coin/trade': wireOrder(),
  }),
});
beforeEach(() => {
  getDefaultStore().set(chartOpen, false);
  choose(true);
});

const orders = () => exchange.of('POST /coin/trade');
const show = async (route = '/pages/transaction/index?symbol=BTC/USDT') => {
  const { user } = showScreen(<SpotPage />, route);
  await screen.findByLabelText('Amount (BTC)');
  await screen.findByText(/10,000/);
  const enter = async (label: string, text: string) => {
    await user.clear(screen.getByLabelText(label));
    await user.type(screen.getByLabelText(label), text);
  };
  return { user, enter };
};
const confirmSheet = async () => within(await screen.findByRole('dialog', { name: 'Confirm buy order' }));
const button = (name: string) => screen.getByRole('button', { name });

test('an amount in the address fills in the form, and is never sent by itself', async () => {
  const { enter } = await show('/pages/transaction/index?symbol=BTC/USDT&amount=0.05');
  expect(screen.getByLabelText<HTMLInputElement>('Amount (BTC)').value).toBe('0.05');
  await enter('Price (USDT)', '60000');
  expect(button('Buy 0.05 BTC')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(orders()).toHaveLength(0);
});

describe('buying with a limit order', () => {
  test('every number is shown once more before the order is sent', async () => {
    const { user, enter } = await show();
    await enter('Price (USDT)', '60000.5');
    await enter('Amount (BTC)', '0.01');
    expect(screen.getByLabelText<HTMLInputElement>('Total (USDT)').value).toBe('600.005');

    await user.click(button('Buy 0.01 BTC'));
    const sheet = await confirmSheet();
    for (const figure of ['BTC/USDT', '60,000.50 USDT', '0.01 BTC', '600.005 USDT', '≈ 0.00001 BTC', '≈ 0.00999 BTC']) {
      expect(sheet.getByText(figure)).toBeTruthy();
    }
    expect(orders()).toHaveLength(0);

    await user.click(sheet.getByRole('button', { name: 'Buy 0.01 BTC' }));
    await waitFor(() => expect(toasts.texts).toEqual(['Order placed']));
    expect(Object.fromEntries(orders()[0]?.form ?? [])).toEqual({
      currency_id: '1',
      legal_id: '3',
      type: 'buy',
      kind: 'limit',
      target_price: '60000.5',
      amount: '0.01',
      lang: 'en',
    });
    expect(screen.getByLabelText<HTMLInputElement>('Amount (BTC)').value).toBe('');
  });

  test('balances and open orders are read again once it is placed', async () => {
    choose(false);
    const { user, enter } = await show();
    await enter('Price (USDT)', '60000');
    await enter('Amount (BTC)', '0.01');
    open = [spotOrder()];
    const before = exchange.of('GET /currency/user_currency_list').length;
    await user.click(button('Buy 0.01 BTC'));
    expect(await screen.findByText('61,000 USDT')).toBeTruthy();
    expect(exchange.of('GET /currency/user_currency_list').length).toBeGreaterThan(before);
  });

  test('a rejection is shown in the words of the exchange, and the next try is another order', async () => {
    choose(false);
    const { user, enter } = await show();
    await enter('Price (USDT)', '60000');
    await enter('Amount (BTC)', '0.01');
    exchange.change({ 'POST /coin/trade': reject('price_too_far', 'The price is too far from the market') });
    await user.click(button('Buy 0.01 BTC'));
    await waitFor(() => expect(toasts.texts).toEqual(['The price is too far from the market']));
    await user.click(button('Buy 0.01 BTC'));
    await waitFor(() => expect(orders()).toHaveLength(2));
    expect(orders()[1]?.idempotencyKey).not.toBe(orders()[0]?.idempotencyKey);
  });

  test('what is missing is asked for once the button is pressed', async () => {
    const { user } = await show();
    expect(screen.queryByText('Enter an amount')).toBeNull();
    await user.click(button('Buy BTC'));
    expect(screen.getByText('Enter an amount')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Amount (BTC)'));
  });

  test('too little money offers a deposit, too much for the level a verification', async () => {
    const { enter } = await show();
    await enter('Price (USDT)', '60000');
    await enter('Amount (BTC)', '1');
    expect(screen.getByText(/Not enough USDT/)).toBeTruthy();
    const offer = within(screen.getByText(/Not enough USDT/)).getByRole('link', { name: 'Deposit USDT' });
    expect(offer.getAttribute('href')).toContain('/pages/fund/receive?currency_id=3');

    await enter('Amount (BTC)', '0.05');
    expect(screen.getByText(/Your limit is 2,000 USDT per order/)).toBeTruthy();
  });
});

describe('an order without a response', () => {
  /** Sends a limit order of this amount, and no response comes. */
  const lose = async (amount: string) => {
    choose(false);
    exchange.change({ 'POST /coin/trade': silence() });
    const { user, enter } = await show();
    await enter('Price (USDT)', '60000');
    await enter('Amount (BTC)', amount);
    await user.click(button(`Buy ${amount} BTC`));
    const notice = within(await screen.findByRole('alert'));
    expect(notice.getByText(`Buy ${amount} BTC @ 60,000.00 USDT`)).toBeTruthy();
    exchange.change({ 'POST /coin/trade': wireOrder() });
    return { user, enter };
  };
  const repeat = () => button('Repeat safely');

  test('is offered to be repeated exactly, under its key', async () => {
    const { user } = await lose('0.01');
    await user.click(repeat());
    await waitFor(() => expect(toasts.texts).toEqual(['Order placed']));
    const [first, second] = orders();
    expect(second?.idempotencyKey).toBe(first?.idempotencyKey);
    expect(second?.form.toString()).toBe(first?.form.toString());
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('is another order once its amount is edited', async () => {
    const { user, enter } = await lose('0.01');
    await enter('Amount (BTC)', '0.02');
    await user.click(button('Buy 0.02 BTC'));
    await waitFor(() => expect(toasts.texts).toEqual(['Order placed']));
    const [first, second] = orders();
    expect(second?.form.get('amount')).toBe('0.02');
    expect(second?.idempotencyKey).not.toBe(first?.idempotencyKey);
  });

  test('is still offered by a screen that is opened again, whatever its form contains', async () => {
    await lose('0.01');
    cleanup();
    const { user } = await show();
    expect(screen.getByText('Buy 0.01 BTC @ 60,000.00 USDT')).toBeTruthy();
    await user.click(repeat());
    await waitFor(() => expect(orders()).toHaveLength(2));
    expect(orders()[1]?.idempotencyKey).toBe(orders()[0]?.idempotencyKey);
    expect(orders()[1]?.form.toString()).toBe(orders()[0]?.form.toString());
  });

  test('is not called unknown while its response is outstanding', async () => {
    choose(false);
    const { promise, resolve } = Promise.withResolvers<unknown>();
    exchange.change({ 'POST /coin/trade': () => promise });
    const { user, enter } = await show();
    await enter('Price (USDT)', '60000');
    await enter('Amount (BTC)', '0.01');
    await user.click(button('Buy 0.01 BTC'));
    await waitFor(() => expect(orders()).toHaveLength(1));
    expect(screen.queryByRole('alert')).toBeNull();
    cleanup();
    await show();
    expect(screen.queryByRole('alert')).toBeNull();
    await act(async () => resolve(wireOrder()));
    await waitFor(() => expect(toasts.texts).toEqual(['Order placed']));
  });
});

test('a total at market is bought for what it is, and its fill is shown once', async () => {
  const { user, enter } = await show();
  await user.click(screen.getByRole('button', { name: /^Order type/ }));
  await user.click(await screen.findByRole('radio', { name: /^Market/ }));
  await enter('Total (USDT)', '630');
  await user.click(button('Buy BTC for 630 USDT'));
  exchange.change({
    'POST /coin/trade': orderToWire(
      filledOrder({ kind: 'market', id: '8', filled_amount: '0.00999', average_price: '63000.01' }),
    ),
  });
  await user.click((await confirmSheet()).getByRole('button', { name: 'Buy BTC for 630 USDT' }));
  await waitFor(() => expect(toasts.texts).toEqual(['Bought 0.00999 BTC at 63,000.01']));
  expect(orders()[0]?.form.get('quote_amount')).toBe('630');
  expect(orders()[0]?.form.has('amount')).toBe(false);

  act(() => emit('account', { kind: 'order', id: '8', status: 'filled' }));
  expect(toasts.texts).toHaveLength(1);
});

test('the limit of an OCO order is asked for before its stop', async () => {
  const { user } = await show();
  await user.click(screen.getByRole('button', { name: /^Order type/ }));
  await user.click(await screen.findByRole('radio', { name: /^OCO/ }));
  const [limit, trigger, stop] = ['Price (USDT)', 'Trigger price (USDT)', 'Limit after trigger (USDT)'].map((name) =>
    screen.getByLabelText(name),
  );
  const before = (one?: HTMLElement, other?: HTMLElement) =>
    one && other ? one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING : 0;
  expect(before(limit, trigger)).toBeTruthy();
  expect(before(trigger, stop)).toBeTruthy();
});

test('an open order that fills is shown with its figures', async () => {
  open = [spotOrder()];
  await show();
  await screen.findByText('61,000 USDT');
  act(() => emit('account', { kind: 'order', id: '7', status: 'filled' }));
  expect(toasts.texts).toEqual(['Bought 0.05 BTC at 61,000']);
});

describe('cancelling an open order', () => {
  const ask = async () => {
    open = [spotOrder()];
    const { user } = await show();
    await user.click(await screen.findByRole('button', { name: 'Cancel Buy order BTC/USDT' }));
    return user;
  };
  const cancellations = () => exchange.of('PUT /coin/trade');

  test('happens after a question', async () => {
    const user = await ask();
    const question = within(screen.getByRole('alertdialog', { name: 'Cancel this order?' }));
    expect(cancellations()).toHaveLength(0);
    open = [];
    exchange.change({ 'PUT /coin/trade': wireOrder({ status: 'cancelled' }) });
    await user.click(question.getByRole('button', { name: 'Cancel order' }));
    await waitFor(() => expect(toasts.texts).toEqual(['Order cancelled']));
    expect(await screen.findByText('No open orders')).toBeTruthy();
    expect(cancellations()[0]?.form.get('id')).toBe('7');
  });

  test('is repeated under the same key after silence', async () => {
    const user = await ask();
    exchange.change({ 'PUT /coin/trade': silence() });
    await user.click(button('Cancel order'));
    const unknown = within(await screen.findByRole('alertdialog', { name: 'Outcome unknown' }));
    exchange.change({ 'PUT /coin/trade': wireOrder({ status: 'cancelled' }) });
    await user.click(unknown.getByRole('button', { name: 'Repeat safely' }));
    await waitFor(() => expect(toasts.texts).toEqual(['Order cancelled']));
    const [first, second] = cancellations();
    expect(second?.idempotencyKey).toBe(first?.idempotencyKey);
  });
});

test('a guest is asked to log in and comes back to this pair', async () => {
  signOut();
  showScreen(<SpotPage />, '/pages/transaction/index?symbol=BTC/USDT');
  const [login] = await screen.findAllByRole('link', { name: 'Log in to trade' });
  expect(login?.getAttribute('href')).toBe(
    `#/pages/common/login?from=${encodeURIComponent('/pages/transaction/index?symbol=BTC/USDT')}`,
  );
});

test('a closed market is shown as closed and takes no order', async () => {
  instrument = fresh({ open: false, next_open: Date.now() + 3_600_000 });
  await show();
  const [closed] = await screen.findAllByRole<HTMLButtonElement>('button', { name: 'Market closed' });
  expect(closed?.disabled).toBe(true);
  expect((await screen.findByRole('status')).textContent).toContain('Opens');
});

test('a symbol that is not traded spot shows a notice instead of a form', async () => {
  instrument = fresh({ trades: ['lever'] });
  showScreen(<SpotPage />, '/pages/transaction/index?symbol=BTC/USDT');
  expect(await screen.findByText('This pair is not traded here')).toBeTruthy();
});

describe('time in force', () => {
  test('is chosen with its meaning, shown once more, and sent', async () => {
    const { user, enter } = await show();
    await user.click(button('Time in force: GTC'));
    const choices = within(await screen.findByRole('dialog', { name: 'Time in force' }));
    await user.click(choices.getByRole('radio', { name: /^IOC.*fills what it can at once/ }));
    expect(button('Time in force: IOC')).toBeTruthy();
    expect(screen.queryByRole('checkbox', { name: 'Post only' })).toBeNull();
    await enter('Price (USDT)', '60000');
    await enter('Amount (BTC)', '0.01');
    await user.click(button('Buy 0.01 BTC'));
    const sheet = await confirmSheet();
    expect(sheet.getByText('IOC')).toBeTruthy();
    const order = spotOrder({ time_in_force: 'IOC', status: 'cancelled', ended: 'immediate' });
    exchange.change({ 'POST /coin/trade': orderToWire(order) });
    await user.click(sheet.getByRole('button', { name: 'Buy 0.01 BTC' }));
    await waitFor(() => expect(toasts.texts).toEqual(['IOC: the rest could not be filled at once']));
    expect(orders()[0]?.form.get('time_in_force')).toBe('IOC');
  });

  test('post only is sent with a price that rests; one that would take is not', async () => {
    choose(false);
    const { user, enter } = await show();
    await user.click(screen.getByRole('checkbox', { name: 'Post only' }));
    await enter('Amount (BTC)', '0.01');
    await enter('Price (USDT)', '63000.01');
    expect(screen.getByText('Post only: at this price it would trade at once')).toBeTruthy();
    await user.click(button('Buy 0.01 BTC'));
    expect(orders()).toHaveLength(0);
    await enter('Price (USDT)', '62000');
    await user.click(button('Buy 0.01 BTC'));
    await waitFor(() => expect(orders()[0]?.form.get('post_only')).toBeTruthy());
  });
});

describe('an order that was filled in part', () => {
  const place = async (order: SpotOrder) => {
    choose(false);
    const { user, enter } = await show();
    exchange.change({ 'POST /coin/trade': orderToWire(order) });
    await enter('Price (USDT)', '61000');
    await enter('Amount (BTC)', '0.01');
    await user.click(button('Buy 0.01 BTC'));
  };

  test('and rests is told with what it got', async () => {
    await place(spotOrder({ filled_amount: '0.02', filled_quote_amount: '1220', average_price: '61000' }));
    await waitFor(() => expect(toasts.texts).toEqual(['Order placed, 0.02 of 0.05 BTC filled']));
  });

  test('and ended is told with what it got and why it ended', async () => {
    await place(partlyFilledOrder({ kind: 'market', ended: 'market' }));
    await waitFor(() =>
      expect(toasts.texts).toEqual(['Bought 0.025 BTC at 61,000. The book ended before the order was filled whole']),
    );
  });
});

test('a halted symbol tells why and since when, and takes no order', async () => {
  const since = new Date();
  since.setHours(14, 3, 0, 0);
  instrument = fresh({ halt: { reason: 'jump', since: since.getTime() } });
  await show();
  const [paused] = screen.getAllByRole<HTMLButtonElement>('button', { name: 'Trading paused' });
  expect(paused?.disabled).toBe(true);
  const notice = screen.getByRole('status').textContent;
  expect(notice).toContain('Trading paused since 14:03');
  expect(notice).toContain('The price moved unusually fast.');
});

test('an instrument without spot trading leads to the section that trades it', async () => {
  instrument = fresh({ symbol: 'AAPL', trades: ['lever'] });
  showScreen(<SpotPage />, '/pages/transaction/index?symbol=AAPL');
  expect(await screen.findByText('AAPL is traded under “Margin”')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Trade AAPL' }).getAttribute('href')).toBe(
    '#/pages/transaction/index2?symbol=AAPL',
  );
});

test('a pair that is not traded in the country of the user is marked in the list', async () => {
  instrument = fresh({ countries: ['DE', 'US'] });
  const { 'GET /user/info': info } = identityFixtures;
  exchange.change({ 'GET /user/info': { ...info, country: 'DE' } });
  const { user } = await show();
  await user.click(button('Choose a pair, now BTC/USDT'));
  const pairs = within(await screen.findByRole('dialog', { name: 'Pairs' }));
  expect(await pairs.findByText('Not available in your country')).toBeTruthy();
});
