// @vitest-environment jsdom
import { convertFixtures, wireConversion, wireQuote } from '@tessera/api/convert/fixtures';
import { idempotently, reject, showScreen, testScreens } from '@tessera/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import remote from '../../remote.tsx';
import ConvertPage from './ConvertPage.tsx';

const QUOTE = 'POST /user/getTransferFee';
const CONVERT = 'POST /user/Transfer';
const balance = (currency_id: number, currency: string, scale: number, available: string) => ({
  currency_id,
  currency,
  name: currency,
  scale,
  available,
  frozen: '0',
});
/** One that can be used at once. */
const quote = (changes: Parameters<typeof wireQuote>[0] = {}) => {
  const { at } = wireQuote();
  return wireQuote({ usable_from: at, ...changes });
};

const { exchange } = testScreens(remote, {
  user: {},
  exchange: () => ({
    ...convertFixtures,
    [QUOTE]: ({ form }: { form: URLSearchParams }) =>
      quote({
        from_currency_id: Number(form.get('from_currency_id')),
        to_currency_id: Number(form.get('to_currency_id')),
      }),
    [CONVERT]: idempotently(() => wireConversion()),
    'GET /currency/user_currency_list': { list: [balance(1, 'BTC', 8, '2'), balance(3, 'USDT', 6, '100')] },
  }),
});

async function open(route = '/pages/transfer/transfer') {
  const { user } = showScreen(<ConvertPage />, route);
  const amount = await screen.findByRole('textbox', { name: /Amount/ });
  const review = () => screen.getByRole('button', { name: 'Review conversion' });
  return {
    user,
    amount,
    review,
    /** Types an amount and opens the quote to confirm. */
    async ask(text: string) {
      await user.type(amount, text);
      await waitFor(() => expect(review()).toHaveProperty('disabled', false));
      await user.click(review());
      return within(await screen.findByRole('dialog', { name: 'Confirm conversion' }));
    },
  };
}

const asked = () => exchange.of(QUOTE).at(-1)?.form;

test('shows rate, spread, fee and yield of what is typed, each with the formula behind it', async () => {
  const { user, amount } = await open();
  await user.type(amount, '0.5');
  expect(await screen.findByText('29,965.005 USDT')).toBeDefined();
  expect([asked()?.get('number'), asked()?.get('from_currency_id'), asked()?.get('to_currency_id')]).toEqual([
    '0.5',
    '1',
    '3',
  ]);
  expect(screen.getByRole('button', { name: 'Rate 1 BTC = 59,990 USDT' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Fee 29.995 USDT' })).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Spread 0.100%' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Spread' }));
  expect(sheet.getByText('60,050.05 USDT')).toBeDefined();
  expect(sheet.getByText(/pays for holding the price/)).toBeDefined();
});

test('asks for nothing before there is an amount, and once for one that is typed quickly', async () => {
  const { user, amount } = await open();
  expect(exchange.of(QUOTE)).toEqual([]);
  await user.type(amount, '0.12345');
  await screen.findByText('29,965.005 USDT');
  expect(exchange.of(QUOTE)).toHaveLength(1);
});

test('opens with the currency that the link names, and swaps the two', async () => {
  const { user, amount } = await open('/pages/transfer/transfer?from_currency_id=3');
  await user.type(amount, '10');
  await screen.findByText('29,965.005 BTC');
  expect(asked()?.get('from_currency_id')).toBe('3');
  await user.click(screen.getByRole('button', { name: 'Swap the currencies' }));
  await user.type(screen.getByRole('textbox', { name: /Amount/ }), '1');
  await screen.findByText('29,965.005 USDT');
  expect(asked()?.get('from_currency_id')).toBe('1');
});

test('converts at the quote that was shown, once confirmed', async () => {
  const { ask, amount } = await open();
  const sheet = await ask('0.5');
  const before = exchange.of(QUOTE).length;
  await userClicks(sheet, 'Convert 0.5 BTC');
  expect(await screen.findByRole('dialog', { name: 'Received 29,965.005 USDT' })).toBeTruthy();
  const { form } = exchange.of(CONVERT).at(-1) ?? {};
  expect(Object.fromEntries(form ?? [])).toMatchObject({
    quote_id: wireQuote().quote_id,
    number: '0.5',
    from_currency_id: '1',
    to_currency_id: '3',
  });
  expect(amount).toHaveProperty('value', '');
  expect(exchange.of(QUOTE)).toHaveLength(before);
});

async function userClicks(sheet: ReturnType<typeof within>, name: string) {
  const button = await sheet.findByRole('button', { name });
  await waitFor(() => expect(button).toHaveProperty('disabled', false));
  button.click();
}

test('a quote that is over cannot be confirmed, and a new one can be had', async () => {
  const { at } = wireQuote();
  const { ask } = await open();
  exchange.change({ [QUOTE]: quote({ valid_until: at + 60 }) });
  const sheet = await ask('0.5');
  expect(await sheet.findByText(/This quote has expired/)).toBeDefined();
  expect(sheet.queryByRole('button', { name: 'Convert 0.5 BTC' })).toBeNull();
  exchange.change({ [QUOTE]: quote() });
  await userClicks(sheet, 'Get a new quote');
  await userClicks(sheet, 'Convert 0.5 BTC');
  expect(await screen.findByRole('dialog', { name: /^Received/ })).toBeTruthy();
});

test('a quote cannot be confirmed before it may be used', async () => {
  const { at } = wireQuote();
  exchange.change({ [QUOTE]: quote({ usable_from: at + 60_000, valid_until: at + 70_000 }) });
  const { ask } = await open();
  const sheet = await ask('0.5');
  expect(await sheet.findByRole('button', { name: 'Convert 0.5 BTC' })).toHaveProperty('disabled', true);
});

test('a price that moved is said where it is confirmed, with both figures and a new quote to decide on', async () => {
  exchange.change({ [CONVERT]: reject('price_moved', 'The price has changed.') });
  const { ask } = await open();
  const sheet = await ask('0.5');
  await sheet.findByRole('button', { name: 'Convert 0.5 BTC' });
  exchange.change({ [QUOTE]: quote({ quote_id: '9d1ad0f4-7f0c-4c31-8f6b-6f0a5b8f0d11', receive: '29900' }) });
  await userClicks(sheet, 'Convert 0.5 BTC');
  expect(await sheet.findByText('You receive: 29,900 USDT now, 29,965.005 USDT when it was shown')).toBeDefined();
  exchange.change({ [CONVERT]: idempotently(() => wireConversion()) });
  await userClicks(sheet, 'Convert 0.5 BTC');
  await waitFor(() => expect(exchange.of(CONVERT)).toHaveLength(2));
  expect(exchange.of(CONVERT)[1]?.form.get('quote_id')).toBe('9d1ad0f4-7f0c-4c31-8f6b-6f0a5b8f0d11');
});

test.each([
  ['halted', reject('market_halted', 'Trading is halted.'), 'Trading is halted.'],
  ['old', reject('stale_price', 'The price is too old.'), 'The price is too old.'],
])('shows why there is no quote of a market that is %s, and tries again', async (_, refusal, text) => {
  exchange.change({ [QUOTE]: refusal });
  const { user, amount, review } = await open();
  await user.type(amount, '1');
  expect(await screen.findByText(text)).toBeDefined();
  expect(review()).toHaveProperty('disabled', true);
  exchange.change({ [QUOTE]: quote() });
  await user.click(screen.getByRole('button', { name: /again/i }));
  expect(await screen.findByText('29,965.005 USDT')).toBeDefined();
});

test('more than there is can be looked at, and not converted', async () => {
  const { user, amount, review } = await open();
  await user.type(amount, '3');
  expect(await screen.findByText('29,965.005 USDT')).toBeDefined();
  expect(screen.getByText('More than available')).toBeDefined();
  expect(review()).toHaveProperty('disabled', true);
});

test('after a lost response, exactly the same can be repeated', async () => {
  exchange.change({ [CONVERT]: idempotently(() => wireConversion(), { losing: 1 }) });
  const { ask, user } = await open();
  const sheet = await ask('0.5');
  await userClicks(sheet, 'Convert 0.5 BTC');
  expect(await screen.findByText('Convert 0.5 BTC into USDT')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Repeat safely' }));
  expect(await screen.findByRole('dialog', { name: /^Received/ })).toBeTruthy();
  const [first, second] = exchange.of(CONVERT);
  expect(second?.idempotencyKey).toBe(first?.idempotencyKey);
});

test('lists what was converted, and how it came to that', async () => {
  const { user } = await open();
  const list = within(await screen.findByRole('list', { name: 'Conversions, Oct 9, 2025' }));
  expect(list.getByText('+29,965.005 USDT')).toBeDefined();
  expect(within(screen.getByRole('list', { name: 'Conversions, Oct 8, 2025' })).getByText('-100 USDT')).toBeDefined();
  await user.click(list.getByRole('button', { name: /29,965\.005\sUSDT$/ }));
  const sheet = within(await screen.findByRole('dialog', { name: 'You receive' }));
  expect(sheet.getByText(/^0\.5\sBTC × 59,990\sUSDT − 29\.995\sUSDT = 29,965\.005\sUSDT$/)).toBeDefined();
});
