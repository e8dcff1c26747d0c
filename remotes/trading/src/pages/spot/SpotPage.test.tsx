// @vitest-environment jsdom
import { bus } from '@tessera/bus';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { chartOpen } from '../../spot/chart/choices.ts';
import { askFirst } from '../../spot/order-form/ask-first.ts';
import {
  bitcoin,
  type Exchange,
  fakeExchange,
  page,
  refuse,
  renderScreen,
  signIn,
  spotOrder,
  startEnglish,
} from '../../testing.tsx';
import SpotPage from './SpotPage.tsx';

let instrument = bitcoin();
let open: unknown[] = [];
let trade: Exchange;
const toasts: string[] = [];
let asked: ReturnType<typeof fakeExchange>;

const exchange: Exchange = (request) => {
  const { key, form } = request;
  if (key === 'GET /currency/quotation_new') return { list: [instrument], feed: 'simulated', now: Date.now() };
  if (key === 'GET /currency/user_currency_list') {
    return {
      list: [
        { currency_id: 1, currency: 'BTC', name: 'Bitcoin', scale: 8, available: '0.5', frozen: '0' },
        { currency_id: 3, currency: 'USDT', name: 'Tether', scale: 6, available: '10000', frozen: '0' },
      ],
    };
  }
  if (key === 'GET /user/levellist') {
    return { list: [], verification: [{ level: 1, order_limit_usdt: '2000', withdrawal_limit_btc: '200' }] };
  }
  if (key === 'GET /coin/list') return page(form.get('status') === 'pending' ? open : []);
  if (key === 'POST /coin/trade' || key === 'PUT /coin/trade') return trade(request);
  return { list: [] };
};

beforeAll(async () => {
  await startEnglish();
  bus.on('toast', ({ text }) => toasts.push(text));
});
beforeEach(() => {
  instrument = bitcoin();
  open = [];
  toasts.length = 0;
  trade = () => spotOrder();
  asked = fakeExchange(exchange);
  chartOpen.write(false);
  askFirst.write(true);
  signIn();
});
afterEach(cleanup);

const orders = () => asked.filter(({ key }) => key === 'POST /coin/trade');
const show = async (route = '/pages/transaction/index?symbol=BTC/USDT') => {
  renderScreen(<SpotPage />, route);
  await screen.findByLabelText('Amount (BTC)');
  await screen.findByText(/10,000/);
};
const person = userEvent.setup();
const enter = async (label: string, text: string) => {
  await person.clear(screen.getByLabelText(label));
  await person.type(screen.getByLabelText(label), text);
};
const confirmSheet = () => screen.findByRole('dialog', { name: 'Confirm buy order' });

describe('buying with a limit order', () => {
  test('every number is shown once more before the order is sent', async () => {
    await show();
    await enter('Price (USDT)', '60000.5');
    await enter('Amount (BTC)', '0.01');
    expect(screen.getByLabelText<HTMLInputElement>('Total (USDT)').value).toBe('600.005');

    await person.click(screen.getByRole('button', { name: 'Buy 0.01 BTC' }));
    const sheet = within(await confirmSheet());
    for (const figure of ['BTC/USDT', '60,000.50 USDT', '0.01 BTC', '600.005 USDT', '≈ 0.00001 BTC', '≈ 0.00999 BTC']) {
      expect(sheet.getByText(figure)).toBeTruthy();
    }
    expect(orders()).toHaveLength(0);

    await person.click(sheet.getByRole('button', { name: 'Buy 0.01 BTC' }));
    await waitFor(() => expect(toasts).toEqual(['Order placed']));
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

  test('after silence the same order goes out again under the same key', async () => {
    await show();
    await enter('Price (USDT)', '60000');
    await enter('Amount (BTC)', '0.01');
    trade = () => new TypeError('connection lost');
    await person.click(screen.getByRole('button', { name: 'Buy 0.01 BTC' }));
    await person.click(within(await confirmSheet()).getByRole('button', { name: 'Buy 0.01 BTC' }));
    expect((await screen.findByRole('alert')).textContent).toContain('it will not be placed twice');

    trade = () => spotOrder();
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(toasts).toEqual(['Order placed']));
    const [first, second] = orders();
    expect(second?.idempotencyKey).toBe(first?.idempotencyKey);
    expect(second?.form.toString()).toBe(first?.form.toString());
  });

  test('a refusal is told in the words of the exchange, and the next try is another order', async () => {
    askFirst.write(false);
    await show();
    await enter('Price (USDT)', '60000');
    await enter('Amount (BTC)', '0.01');
    trade = () => refuse('price_too_far', 'The price is too far from the market');
    await person.click(screen.getByRole('button', { name: 'Buy 0.01 BTC' }));
    await waitFor(() => expect(toasts).toEqual(['The price is too far from the market']));
    await person.click(screen.getByRole('button', { name: 'Buy 0.01 BTC' }));
    await waitFor(() => expect(orders()).toHaveLength(2));
    expect(orders()[1]?.idempotencyKey).not.toBe(orders()[0]?.idempotencyKey);
  });

  test('what is missing is asked for once the button is pressed', async () => {
    await show();
    expect(screen.queryByText('Enter an amount')).toBeNull();
    await person.click(screen.getByRole('button', { name: 'Buy BTC' }));
    expect(screen.getByText('Enter an amount')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Amount (BTC)'));
  });

  test('too little money offers a deposit, too much for the level a verification', async () => {
    await show();
    await enter('Price (USDT)', '60000');
    await enter('Amount (BTC)', '1');
    expect(screen.getByText(/Not enough USDT/)).toBeTruthy();
    const offer = within(screen.getByText(/Not enough USDT/)).getByRole('link', { name: 'Deposit USDT' });
    expect(offer.getAttribute('href')).toBe('#/pages/fund/receive?currency_id=3');

    await enter('Amount (BTC)', '0.05');
    expect(screen.getByText(/Your limit is 2,000 USDT per order/)).toBeTruthy();
  });
});

test('the deposit link opens the coin that the side pays with', async () => {
  await show();
  const linkTo = (currency: string) => screen.getByRole('link', { name: `Deposit ${currency}` }).getAttribute('href');
  expect(linkTo('USDT')).toBe('#/pages/fund/receive?currency_id=3');
  await person.click(screen.getByRole('radio', { name: 'Sell' }));
  expect(linkTo('BTC')).toBe('#/pages/fund/receive?currency_id=1');
});

test('a share of the balance at market is bought for what it is, and a fill is told', async () => {
  await show();
  await person.click(screen.getByRole('tab', { name: 'Market' }));
  await enter('Total (USDT)', '630');
  await person.click(screen.getByRole('button', { name: 'Buy BTC for 630 USDT' }));
  trade = () =>
    spotOrder({ kind: 'market', status: 'filled', filled_amount: '0.00999', average_price: '63000.01', id: '8' });
  await person.click(within(await confirmSheet()).getByRole('button', { name: 'Buy BTC for 630 USDT' }));
  await waitFor(() => expect(toasts).toEqual(['Bought 0.00999 BTC at 63,000.01']));
  expect(orders()[0]?.form.get('quote_amount')).toBe('630');
  expect(orders()[0]?.form.has('amount')).toBe(false);

  act(() => bus.emit('account', { kind: 'order', id: '8', status: 'filled' }));
  expect(toasts).toHaveLength(1);
});

test('a waiting order that fills is told with its figures', async () => {
  open = [spotOrder()];
  await show();
  await screen.findByText('61,000 USDT');
  act(() => bus.emit('account', { kind: 'order', id: '7', status: 'filled' }));
  expect(toasts).toEqual(['Bought 0.05 BTC at 61,000']);
});

test('a waiting order is cancelled after a question', async () => {
  open = [spotOrder()];
  await show();
  await person.click(await screen.findByRole('button', { name: 'Cancel Buy order BTC/USDT' }));
  const question = within(screen.getByRole('alertdialog', { name: 'Cancel this order?' }));
  expect(asked.some(({ key }) => key === 'PUT /coin/trade')).toBe(false);
  open = [];
  trade = () => spotOrder({ status: 'cancelled' });
  await person.click(question.getByRole('button', { name: 'Cancel order' }));
  await waitFor(() => expect(toasts).toEqual(['Order cancelled']));
  expect(await screen.findByText('No open orders')).toBeTruthy();
});

test('a guest is asked to log in and comes back to this pair', async () => {
  bus.emit('session', null);
  renderScreen(<SpotPage />, '/pages/transaction/index?symbol=BTC/USDT');
  const [login] = await screen.findAllByRole('link', { name: 'Log in to trade' });
  expect(login?.getAttribute('href')).toBe(
    `#/pages/common/login?from=${encodeURIComponent('/pages/transaction/index?symbol=BTC/USDT')}`,
  );
});

test('a closed market says so and takes no order', async () => {
  instrument = bitcoin({
    open: false,
    next_open: Date.now() + 3_600_000,
    latest: { ...bitcoin().latest, at: Date.now() + 1 },
  });
  await show();
  const [button] = screen.getAllByRole<HTMLButtonElement>('button', { name: 'Market closed' });
  expect(button?.disabled).toBe(true);
  expect(screen.getByRole('status').textContent).toContain('Opens');
});

test('a symbol that is not traded spot says so instead of a form', async () => {
  instrument = bitcoin({ trades: ['lever'] });
  renderScreen(<SpotPage />, '/pages/transaction/index?symbol=BTC/USDT');
  expect(await screen.findByText('This pair is not traded here')).toBeTruthy();
});
