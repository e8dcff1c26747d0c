// @vitest-environment jsdom
import { convertFixtures } from '@tessera/api/convert/fixtures';
import { type FakeExchange, fakeExchange, reject, showScreen, signIn, startScreens } from '@tessera/testing';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import remote from '../../remote.tsx';
import ConvertPage from './ConvertPage.tsx';

const OFFER = 'POST /user/getTransferFee';
const balance = (currency_id: number, currency: string, scale: number, available: string) => ({
  currency_id,
  currency,
  name: currency,
  scale,
  available,
  frozen: '0',
});

let exchange: FakeExchange;
beforeAll(() => startScreens(remote));
beforeEach(() => {
  signIn();
  exchange = fakeExchange({
    ...convertFixtures,
    'GET /currency/user_currency_list': { list: [balance(1, 'BTC', 8, '2'), balance(3, 'USDT', 6, '100')] },
  });
});
afterEach(cleanup);

const open = async (route = '/pages/transfer/transfer') => {
  const { user } = showScreen(<ConvertPage />, route);
  return { user, amount: await screen.findByRole('textbox', { name: /Amount/ }) };
};

test('shows rate, fee and yield of what is typed, and that it cannot be carried out yet', async () => {
  const { user, amount } = await open();
  await user.type(amount, '0.5');
  expect(await screen.findByText('29,965.005 USDT')).toBeDefined();
  expect(screen.getByText('29.995 USDT')).toBeDefined();
  expect(screen.getByText('1 BTC = 59,990 USDT')).toBeDefined();
  const { form } = exchange.of(OFFER).at(-1) ?? {};
  expect([form?.get('number'), form?.get('from_currency_id'), form?.get('to_currency_id')]).toEqual(['0.5', '1', '3']);
  expect(screen.getByRole('button', { name: 'Convert' })).toHaveProperty('disabled', true);
});

test('asks for nothing before there is an amount', async () => {
  await open();
  expect(exchange.of(OFFER)).toEqual([]);
});

test('opens with the currency that the link names, and swaps the two', async () => {
  const { user, amount } = await open('/pages/transfer/transfer?from_currency_id=3');
  await user.type(amount, '10');
  await screen.findByText('29,965.005 BTC');
  expect(exchange.of(OFFER).at(-1)?.form.get('from_currency_id')).toBe('3');
  await user.click(screen.getByRole('button', { name: 'Swap the currencies' }));
  await user.type(screen.getByRole('textbox', { name: /Amount/ }), '1');
  await screen.findByText('29,965.005 USDT');
  expect(exchange.of(OFFER).at(-1)?.form.get('from_currency_id')).toBe('1');
});

test('shows why there is no offer', async () => {
  exchange.change({ [OFFER]: reject('stale_price', 'The price is too old. Please try again.') });
  const { user, amount } = await open();
  await user.type(amount, '1');
  expect(await screen.findByText('The price is too old. Please try again.')).toBeDefined();
});
