// @vitest-environment jsdom
import { userInfo } from '@tessera/api/identity/fixtures';
import {
  buyLow,
  demandDeposit,
  fixedDeposit,
  fixedInvestment,
  investFixtures,
  onDemand,
  sellHigh,
  settledInvestment,
} from '@tessera/api/invest/fixtures';
import { dualProofOf } from '@tessera/api/invest/proof-fixtures';
import { spending, walletFixtures } from '@tessera/api/wallet/fixtures';
import {
  type ExchangeRequest,
  enterPayPassword,
  idempotently,
  reject,
  showScreen,
  testScreens,
} from '@tessera/testing';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import { beforeAll, expect, test } from 'vitest';
import remote from '../remote.tsx';

const BUY = 'POST /dual/buyDual';
const PUT_IN = 'POST /dual/buyDemand';
const REDEEM = 'POST /dual/order_sh';

const pages = {} as Record<'home' | 'purchase' | 'fixed' | 'positions' | 'help' | 'demand' | 'deposits', ComponentType>;

const MODULES = {
  home: 'invest-home',
  purchase: 'invest-purchase',
  fixed: 'invest-fixed',
  positions: 'invest-positions',
  help: 'invest-help',
  demand: 'demand-purchase',
  deposits: 'demand-deposits',
} as const;

const { exchange, toasts } = testScreens(remote, {
  user: { hasPayPassword: true },
  exchange: () => ({
    ...walletFixtures,
    ...investFixtures,
    [BUY]: idempotently(() => investFixtures[BUY]),
    [PUT_IN]: idempotently(() => investFixtures[PUT_IN]),
    [REDEEM]: idempotently(() => investFixtures[REDEEM]),
  }),
});
beforeAll(async () => {
  for (const [name, module] of Object.entries(MODULES)) {
    const page = await remote.pages[module]?.();
    if (!page) throw new Error(`no page ${module}`);
    pages[name as keyof typeof MODULES] = page.default;
  }
});

test('a dual investment shows its target, how far it is, both outcomes, and on a tap what can be lost', async () => {
  exchange.change({ 'GET /dual/index': { list: [sellHigh(), buyLow()] } });
  const { user } = showScreen(<pages.home />, '/pages/invest/invest');
  expect((await screen.findAllByText('61,000.00 USDT')).length).toBeGreaterThan(0);
  expect(screen.getByText('+1.67% from 60,000.00 USDT')).toBeTruthy();
  expect(screen.getByText('Above 61,000.00 USDT').nextSibling?.textContent).toBe('610.915 USDT');
  expect(screen.getByText('Below 61,000.00 USDT').nextSibling?.textContent).toBe('0.010015 BTC');
  const [rate] = screen.getAllByRole('button', { name: /Rate 18.25% APR/ });
  if (!rate) throw new Error('a rate explains itself');
  await user.click(rate);
  const sheet = within(screen.getByRole('dialog', { name: 'Rate' }));
  expect(sheet.getByText('0.0500%')).toBeTruthy();
  expect(sheet.getByText(/miss every further rise/)).toBeTruthy();
});

test('dual investments are filtered by coin, direction and term', async () => {
  exchange.change({
    'GET /dual/index': {
      list: [sellHigh(), buyLow(), sellHigh({ id: 9, name: 'Sell ETH high', symbol: 'ETH/USDT', days: 7 })],
    },
  });
  const { user } = showScreen(<pages.home />, '/pages/invest/invest');
  expect((await screen.findAllByRole('link', { name: 'Buy' })).length).toBe(3);
  const choose = async (filter: string, choice: string) => {
    await user.click(screen.getByRole('button', { name: new RegExp(`^${filter}: `) }));
    await user.click(within(await screen.findByRole('dialog')).getByText(choice));
  };
  await choose('Direction', 'Sell high');
  await waitFor(() => expect(screen.getAllByRole('link', { name: 'Buy' })).toHaveLength(2));
  await choose('Coin', 'ETH');
  await waitFor(() => expect(screen.getAllByRole('link', { name: 'Buy' })).toHaveLength(1));
  await choose('Term', '3 days');
  await user.click(await screen.findByRole('button', { name: 'Reset filters' }));
  await waitFor(() => expect(screen.getAllByRole('link', { name: 'Buy' })).toHaveLength(3));
});

test('the picture says what is paid at a price that is dragged, in which currency', async () => {
  showScreen(<pages.purchase />, '/pages/invest/purchase?id=4');
  const slider = await screen.findByRole('slider', { name: /Settlement price/ });
  fireEvent.change(slider, { target: { value: '0' } });
  // A share of 0.01 BTC and three days of 18.25 %.
  expect(screen.getByText('At 48,800.00 USDT you get 0.010015 BTC.')).toBeTruthy();
  fireEvent.change(slider, { target: { value: '100' } });
  expect(screen.getByText('At 61,000.00 USDT you get 610.915 USDT.')).toBeTruthy();
});

test('whole shares are bought at the terms that were seen, after every figure was repeated', async () => {
  const { user } = showScreen(<pages.purchase />, '/pages/invest/purchase?id=4');
  const field = await screen.findByRole('textbox', { name: 'Lots' });
  await user.type(field, '51');
  expect(await screen.findByText('From 1 to 50 shares')).toBeTruthy();
  await user.clear(field);
  await user.type(field, '1');
  await user.click(screen.getByRole('button', { name: 'Buy for 0.01 BTC' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Sell BTC high' }));
  expect(sheet.getByText(/You cannot leave early/)).toBeTruthy();
  await enterPayPassword(user);
  await waitFor(() => expect(exchange.of(BUY)).toHaveLength(1));
  const form = exchange.sent(BUY, 0);
  expect(form).toMatchObject({ id: '4', num: '1', version: '3', key: '482915' });
  expect(await screen.findByRole('dialog', { name: 'Invested: 0.1 BTC' })).toBeTruthy();
});

test('what is shown last is what is sold: the sheet keeps its terms, and a refusal names both rates', async () => {
  const { user } = showScreen(<pages.purchase />, '/pages/invest/purchase?id=4');
  await user.type(await screen.findByRole('textbox', { name: 'Lots' }), '1');
  await user.click(screen.getByRole('button', { name: 'Buy for 0.01 BTC' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Sell BTC high' }));
  expect(sheet.getByText('18.25% APR')).toBeTruthy();
  expect(sheet.getByText('Above 61,000.00 USDT you get').nextSibling?.textContent).toMatch(/USDT$/);
  expect(sheet.getByText('Below 61,000.00 USDT you get').nextSibling?.textContent).toMatch(/BTC$/);
  exchange.change({
    [BUY]: reject('price_moved', 'The price has changed'),
    'GET /dual/detail': { ...sellHigh({ annual_rate: '0.12', version: 4 }), description: '' },
  });
  await enterPayPassword(user);
  expect(await screen.findByText('Rate: 12.00% APR now, 18.25% APR when it was shown')).toBeTruthy();
  expect(exchange.of(BUY)[0]?.form.get('version')).toBe('3');
  await user.click(screen.getByRole('button', { name: 'Buy for 0.01 BTC' }));
  const again = within(await screen.findByRole('dialog', { name: 'Sell BTC high' }));
  expect(again.getByText('12.00% APR (was 18.25% APR)')).toBeTruthy();
});

test('the sheet of a demand deposit follows terms that change while it is open, and says so', async () => {
  const product = investFixtures['GET /dual/index'].list.find(({ section }) => section === 'demand');
  if (!product) throw new Error('the fixtures have one');
  const detail = (changes: object) => ({ ...product, description: '', ...changes });
  exchange.change({ 'GET /dual/detail': detail({ annual_rate: '0.05', version: 4 }) });
  const { user, client } = showScreen(<pages.demand />, `/pages/fund/buyDemand?id=${product.id}`);
  await user.type(await screen.findByRole('textbox', { name: 'Amount' }), '100');
  await user.click(screen.getByRole('button', { name: 'Buy for 100 USDT' }));
  const sheet = within(await screen.findByRole('dialog', { name: product.name }));
  expect(sheet.getByText('5.00% APR')).toBeTruthy();
  for (const digit of '482') await user.click(sheet.getByRole('button', { name: digit }));
  exchange.change({ 'GET /dual/detail': detail({ annual_rate: '0.04', version: 5 }) });
  await client.refetchQueries();
  expect(await sheet.findByText('Rate: 4.00% APR now, 5.00% APR when it was shown')).toBeTruthy();
  // A password that was begun for the terms before does not confirm those of now.
  for (const digit of '915') await user.click(sheet.getByRole('button', { name: digit }));
  expect(exchange.of(PUT_IN)).toHaveLength(0);
  for (const digit of '482') await user.click(sheet.getByRole('button', { name: digit }));
  await waitFor(() => expect(exchange.of(PUT_IN)).toHaveLength(1));
  expect(exchange.of(PUT_IN)[0]?.form.get('version')).toBe('5');
});

test('a refused demand deposit names both rates', async () => {
  const product = investFixtures['GET /dual/index'].list.find(({ section }) => section === 'demand');
  if (!product) throw new Error('the fixtures have one');
  exchange.change({
    [PUT_IN]: reject('price_moved', 'The price has changed'),
    'GET /dual/detail': { ...product, description: '', annual_rate: '0.05', version: 4 },
  });
  const { user } = showScreen(<pages.demand />, `/pages/fund/buyDemand?id=${product.id}`);
  await user.type(await screen.findByRole('textbox', { name: 'Amount' }), '100');
  await user.click(screen.getByRole('button', { name: 'Buy for 100 USDT' }));
  await screen.findByRole('dialog', { name: product.name });
  exchange.change({ 'GET /dual/detail': { ...product, description: '', annual_rate: '0.04', version: 5 } });
  await enterPayPassword(user);
  expect(await screen.findByText('Rate: 4.00% APR now, 5.00% APR when it was shown')).toBeTruthy();
});

test('the price of now in the sheet goes on while its terms stand', async () => {
  const { user, client } = showScreen(<pages.purchase />, '/pages/invest/purchase?id=4');
  await user.type(await screen.findByRole('textbox', { name: 'Lots' }), '1');
  await user.click(screen.getByRole('button', { name: 'Buy for 0.01 BTC' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Sell BTC high' }));
  expect(sheet.getByText('60,000.00 USDT')).toBeTruthy();
  exchange.change({ 'GET /dual/detail': { ...sellHigh({ index_price: '60123.4' }), description: '' } });
  await client.refetchQueries();
  expect(await sheet.findByText('60,123.40 USDT')).toBeTruthy();
});

test('a country that a product is not sold in is said before the payment password', async () => {
  exchange.change({
    'GET /dual/detail': { ...sellHigh({ countries: ['US', 'DE'] }), description: '' },
    'GET /user/info': userInfo({ country: 'DE' }),
  });
  const { user } = showScreen(<pages.purchase />, '/pages/invest/purchase?id=4');
  await user.type(await screen.findByRole('textbox', { name: 'Lots' }), '1');
  expect(await screen.findByText('This product is not available in your country.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Buy/ })).toBeNull();
  cleanup();
  exchange.change({ 'GET /user/info': userInfo({ country: 'FR' }) });
  showScreen(<pages.purchase />, '/pages/invest/purchase?id=4');
  expect(await screen.findByRole('button', { name: 'Buy' })).toBeTruthy();
});

test('debts, own limits and the limit of an order are said before the payment password', async () => {
  const debt = 'Repay your loan first.';
  const most = 'Above your limit of 500 USDT per order.';
  exchange.change({ 'GET /wallet/spending': spending({ order_limit: '500', over_limit: most, price: '60000' }) });
  const { user } = showScreen(<pages.purchase />, '/pages/invest/purchase?id=4');
  await user.type(await screen.findByRole('textbox', { name: 'Lots' }), '1');
  expect(await screen.findByText(most)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /^Buy/ }));
  expect(screen.queryByRole('dialog')).toBeNull();
  for (const known of [{ kept: debt }, { braked: debt }]) {
    cleanup();
    exchange.change({ 'GET /wallet/spending': spending(known) });
    showScreen(<pages.purchase />, '/pages/invest/purchase?id=4');
    expect(await screen.findByText(debt)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Buy/ })).toBeNull();
  }
  cleanup();
  // Own limits are about trading: a deposit at interest is none.
  showScreen(<pages.demand />, '/pages/fund/buyDemand?id=7');
  expect(await screen.findByRole('button', { name: /^Buy/ })).toBeTruthy();
  expect(screen.queryByText(debt)).toBeNull();
});

test('terms that changed are told, and a product that is priced offers nothing', async () => {
  exchange.change({
    [BUY]: reject('price_moved', 'The price has changed'),
    'GET /dual/detail': { ...fixedDeposit(), description: 'Interest.' },
  });
  const { user } = showScreen(<pages.fixed />, '/pages/invest/temp_purchase?id=2');
  const amount = await screen.findByRole('textbox', { name: 'Amount' });
  await user.type(amount, '150');
  await user.click(screen.getByRole('button', { name: 'Buy for 150 USDT' }));
  expect(screen.getAllByText('Must be a multiple of 100 USDT').length).toBeGreaterThan(0);
  await user.clear(amount);
  await user.type(amount, '100');
  expect(screen.getByText('100.6 USDT')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Buy for 100 USDT' }));
  await screen.findByRole('dialog', { name: 'USDT fixed, 30 days' });
  await enterPayPassword(user);
  await waitFor(() => expect(toasts.texts).toEqual(['The price has changed']));
  exchange.change({ 'GET /dual/detail': { ...sellHigh({ status: 'repricing' }), description: '' } });
  cleanup();
  showScreen(<pages.purchase />, '/pages/invest/purchase?id=4');
  expect(await screen.findByText(/New terms come in a moment/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Buy for/ })).toBeNull();
});

test('a deposit on demand says what a day pays, shows its days, and gives back a part', async () => {
  exchange.change({
    'GET /dual/detail': { ...onDemand(), description: 'Interest each day.' },
    'POST /dual/dual_list': { list: [demandDeposit()], page: 1, limit: 10, total: 1 },
  });
  const bought = showScreen(<pages.demand />, '/pages/fund/buyDemand?id=1');
  await bought.user.type(await screen.findByRole('textbox', { name: 'Amount' }), '10');
  expect(screen.getByText('0.001 USDT')).toBeTruthy();
  cleanup();
  const { user } = showScreen(<pages.deposits />, '/pages/fund/demandDeposit?id=1');
  expect(await screen.findByText('Nov 19, 2026')).toBeTruthy();
  await user.type(screen.getByRole('textbox', { name: 'Take out' }), '500');
  await user.click(screen.getByRole('button', { name: 'Take out' }));
  await waitFor(() => expect(exchange.of(REDEEM)).toHaveLength(1));
  expect(exchange.sent(REDEEM, 0)).toMatchObject({ id: '70', number: '500' });
});

test('the renewal of a fixed deposit is turned on in its position, which says what leaving now returns', async () => {
  exchange.change({ 'POST /dual/dual_list': { list: [fixedInvestment()], page: 1, limit: 10, total: 1 } });
  const { user } = showScreen(<pages.positions />, '/pages/invest/mine?id=60');
  const renewal = await screen.findByRole<HTMLInputElement>('switch', { name: /Auto-renew/ });
  expect(renewal.checked).toBe(false);
  await user.click(renewal);
  await waitFor(() => expect(exchange.sent('POST /dual/renew', 0)).toMatchObject({ id: '60', renew: 'true' }));
  expect(screen.getByText('If you exit now: 995 USDT')).toBeTruthy();
  expect(screen.getByRole('progressbar', { name: /^Day \d+ of 30$/ })).toBeTruthy();
});

test('leaving a fixed deposit early shows the penalty and the interest that is lost before', async () => {
  exchange.change({ 'POST /dual/dual_list': { list: [fixedInvestment()], page: 1, limit: 10, total: 1 } });
  const { user } = showScreen(<pages.positions />, '/pages/invest/mine?id=60');
  await user.click(await screen.findByRole('button', { name: 'Redeem early' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.getByText('5 USDT')).toBeTruthy();
  expect(dialog.getByText('6 USDT')).toBeTruthy();
  expect(dialog.getByText('995 USDT')).toBeTruthy();
});

test('a result is computed again from the signed prices of its hour', async () => {
  const proof = dualProofOf();
  const { record, ...settled } = proof;
  if (!record) throw new Error('it is signed');
  exchange.change({
    'POST /dual/dual_list': { list: [settledInvestment()], page: 1, limit: 10, total: 1 },
    'GET /dual/proof': settled,
    'GET /market/ticks': ({ form }: ExchangeRequest) =>
      record.spans.find(({ start }) => String(start.at) === form.get('from')) ?? record.spans[0],
    'GET /market/heads': ({ form }: ExchangeRequest) => ({
      key: record.key,
      list: record.heads.filter(({ at }) => String(at) === form.get('from')),
    }),
  });
  const { user } = showScreen(<pages.positions />, '/pages/invest/mine?id=80');
  await user.click(await screen.findByRole('button', { name: 'Verify now' }));
  expect(await screen.findByText('Correct: the payment follows from signed prices.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Download the proof' })).toBeTruthy();
});

test('a proof that cannot be loaded says so, and is asked for again', async () => {
  exchange.change({
    'POST /dual/dual_list': { list: [settledInvestment()], page: 1, limit: 10, total: 1 },
    'GET /dual/proof': () => reject('not_found', 'Unknown order'),
  });
  const { user } = showScreen(<pages.positions />, '/pages/invest/mine?id=80');
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(exchange.of('GET /dual/proof')).toHaveLength(2));
  expect(screen.queryByRole('button', { name: 'Verify now' })).toBeNull();
});

test('the help computes its examples from the products that are on sale', async () => {
  showScreen(<pages.help />, '/pages/invest/help');
  expect(await screen.findByText('Sell BTC high, target price 61,000.00 USDT, ten shares for 0.1 BTC:')).toBeTruthy();
  expect(screen.getByText('At 67,100.00 USDT you get 6,109.15 USDT.')).toBeTruthy();
});
