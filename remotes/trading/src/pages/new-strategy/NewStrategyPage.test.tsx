// @vitest-environment jsdom
import { bitcoin, listing } from '@tessera/api/instruments/fixtures';
import { plansFixtures } from '@tessera/api/plans/fixtures';
import { watchlistFixtures } from '@tessera/api/watchlist/fixtures';
import { addTexts } from '@tessera/i18n';
import { serverNow } from '@tessera/realtime';
import { reject, showScreen, silence, testScreens } from '@tessera/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import remote from '../../remote.tsx';
import NewStrategyPage from './NewStrategyPage.tsx';

const balances = {
  list: [
    { currency_id: 1, currency: 'BTC', name: 'Bitcoin', scale: 8, available: '0.5', frozen: '0' },
    { currency_id: 3, currency: 'USDT', name: 'Tether', scale: 6, available: '10000', frozen: '0' },
  ],
};
let moment = serverNow();
const { exchange, toasts } = testScreens(remote, {
  user: {},
  exchange: () => ({
    ...plansFixtures,
    ...watchlistFixtures,
    'GET /currency/quotation_new': listing(bitcoin({ latest: { at: ++moment } })),
    'GET /currency/user_currency_list': balances,
  }),
});
beforeAll(async () => {
  await addTexts('trading/plans', (code) => import(`../../plans/i18n/${code}.json`));
});

const show = async (query = '') => {
  const { user } = showScreen(<NewStrategyPage />, `/pages/transaction/new_strategy?symbol=BTC/USDT${query}`);
  await screen.findByText(/10,000|0\.5 BTC/);
  const enter = async (label: string, text: string) => {
    await user.clear(screen.getByLabelText(label));
    await user.type(screen.getByLabelText(label), text);
  };
  return { user, enter };
};
const sent = () =>
  exchange.of('POST /plans/start').map(({ form }) => {
    const { lang: _, ...input } = Object.fromEntries(form);
    return input;
  });
const start = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name: `Start · ${name}` });
const confirm = async (user: Awaited<ReturnType<typeof show>>['user']) =>
  user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Start' }));

test('a TWAP order is cut, shown once more, and started', async () => {
  const { user, enter } = await show();
  expect(start('TWAP').disabled).toBe(true);
  await enter('Amount (BTC)', '0.06');
  await user.click(within(screen.getByRole('group', { name: 'Duration' })).getByRole('button', { name: '30 min' }));
  expect(screen.getByText('0.002 BTC')).toBeTruthy();
  await user.click(start('TWAP'));
  expect(sent()).toEqual([]);
  const question = within(await screen.findByRole('alertdialog'));
  for (const text of ['Buy · TWAP', '0.06', '30 min', '1 min']) expect(question.getByText(text)).toBeTruthy();
  await confirm(user);
  await waitFor(() => expect(toasts.texts).toEqual(['Strategy started']));
  expect(sent()).toEqual([
    {
      kind: 'twap',
      symbol: 'BTC/USDT',
      side: 'buy',
      amount: '0.06',
      minutes: '30',
      interval_seconds: '60',
    },
  ]);
});

test('another duration takes an interval that it can have', async () => {
  const { user, enter } = await show();
  await enter('Amount (BTC)', '0.1');
  const choose = async (group: string, name: string) =>
    user.click(within(screen.getByRole('group', { name: group })).getByRole('button', { name }));
  const terms = () => sent().map(({ minutes, interval_seconds: seconds }) => [minutes, seconds]);
  await choose('Duration', '24 h');
  await user.click(start('TWAP'));
  await confirm(user);
  await waitFor(() => expect(terms()).toEqual([['1440', '300']]));
  await choose('Duration', '30 min');
  await choose('Interval', '15 min');
  await choose('Duration', '5 min');
  await user.click(start('TWAP'));
  await confirm(user);
  await waitFor(() => expect(terms().at(-1)).toEqual(['5', '30']));
});

test('another kind and side stand in the address, which another pair keeps', async () => {
  const { user } = await show();
  await user.click(screen.getByRole('radio', { name: 'Scaled order' }));
  await user.click(screen.getByRole('radio', { name: 'Sell' }));
  const params = new URLSearchParams(location.hash.split('?')[1]);
  expect([params.get('kind'), params.get('side'), params.get('symbol')]).toEqual(['scaled', 'sell', 'BTC/USDT']);
});

test('a scaled order shows the average of its orders, and is refused beyond the balance or below the least order', async () => {
  const { user, enter } = await show('&kind=scaled&side=sell');
  await enter('Amount (BTC)', '0.3');
  await enter('First price (USDT)', '64000');
  await enter('Last price (USDT)', '66000');
  expect(screen.getByText('65,000 USDT')).toBeTruthy();
  await enter('Amount (BTC)', '0.6');
  expect(screen.getByText('Insufficient balance')).toBeTruthy();
  expect(start('Scaled order').disabled).toBe(true);
  await enter('Amount (BTC)', '0.00003');
  expect(screen.getByText(/Each order must be at least/)).toBeTruthy();
  await enter('Amount (BTC)', '0.3');
  await user.click(screen.getByRole('button', { name: 'Increasing' }));
  exchange.change({ 'POST /plans/start': reject('too_many_orders', 'Too many open orders') });
  await user.click(start('Scaled order'));
  await confirm(user);
  await waitFor(() => expect(toasts.texts).toEqual(['Too many open orders']));
  expect(sent()[0]).toMatchObject({
    kind: 'scaled',
    side: 'sell',
    sizes: 'increasing',
    orders: '5',
    price_to: '66000',
  });
});

test('a recurring purchase begins at its time; after silence exactly that is repeated', async () => {
  const { user, enter } = await show('&kind=recurring');
  await enter('Amount per purchase (USDT)', '50');
  await user.click(screen.getByRole('button', { name: 'Monthly' }));
  await user.click(screen.getByRole('button', { name: '12' }));
  exchange.change({ 'POST /plans/start': silence() });
  await user.click(start('Recurring buy'));
  const question = within(await screen.findByRole('alertdialog'));
  for (const text of ['50 USDT', 'Monthly', 'First purchase', '12']) expect(question.getByText(text)).toBeTruthy();
  await confirm(user);
  const again = await screen.findByRole('button', { name: 'Repeat safely' });
  exchange.change(plansFixtures);
  await user.click(again);
  await waitFor(() => expect(toasts.texts).toEqual(['Strategy started']));
  const [first, second] = exchange.of('POST /plans/start');
  expect(second?.idempotencyKey).toBe(first?.idempotencyKey);
  expect(sent()[0]).toMatchObject({ kind: 'recurring', side: 'buy', quote_amount: '50', every: 'month', runs: '12' });
  expect(Number(sent()[0]?.first_at)).toBeGreaterThan(serverNow() - 60_000);
});

test.each([
  ['that does not exist', []],
  ['that is traded elsewhere', [bitcoin({ trades: ['lever'] })]],
])('a pair %s shows a notice instead of a form', async (_, list) => {
  exchange.change({ 'GET /currency/quotation_new': listing(...list) });
  showScreen(<NewStrategyPage />, '/pages/transaction/new_strategy?symbol=BTC/USDT');
  expect(await screen.findByText('This pair is not traded here')).toBeTruthy();
  expect(screen.queryByText('Amount (BTC)')).toBeNull();
});
