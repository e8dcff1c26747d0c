// @vitest-environment jsdom
import { userInfo } from '@tessera/api/identity/fixtures';
import { bitcoin, instrumentsFixtures, listing } from '@tessera/api/instruments/fixtures';
import { option, optionResult, optionsFixtures, wonOption } from '@tessera/api/options/fixtures';
import { optionToWire } from '@tessera/api/options/wire';
import { spending } from '@tessera/api/wallet/fixtures';
import {
  type ExchangeRequest,
  enterPayPassword,
  holdDate,
  pageOf,
  reject,
  showScreen,
  signIn,
  signOut,
  testScreens,
} from '@tessera/testing';
import { cleanup, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import remote from '../../remote.tsx';
import OptionsPage from './OptionsPage.tsx';

const NOW = Date.UTC(2026, 10, 20, 15, 0, 20);

holdDate();
beforeEach(() => {
  vi.spyOn(Date, 'now').mockReturnValue(NOW);
});
const { exchange, toasts } = testScreens(remote, {
  page: 'options',
  user: { hasPayPassword: true },
  exchange: () => ({
    ...optionsFixtures,
    'GET /wallet/spending': spending(),
    'GET /currency/quotation_new': listing(
      bitcoin({ trades: ['spot', 'micro'], latest: { at: NOW, index: '63010', mark: '63010' } }),
    ),
    'GET /microtrade/lists': ({ form }: ExchangeRequest) =>
      pageOf(form.get('status') === 'open' ? [optionToWire(option())] : [optionToWire(wonOption())]),
  }),
});

const show = () => showScreen(<OptionsPage />, '/pages/transaction/index3?symbol=BTC/USDT').user;

async function enter(user: ReturnType<typeof show>, stake = '100') {
  await user.type(await screen.findByLabelText('Stake'), stake);
}

test('what an option can bring, cost, and the odds that it needs stand beside the stake', async () => {
  const user = show();
  await enter(user);
  const form = within(screen.getByRole('region', { name: 'Open an option' }));
  expect(form.getByText('+85 USDT')).toBeTruthy();
  expect(form.getByText('-100 USDT')).toBeTruthy();
  expect(form.getByText('54.05%')).toBeTruthy();
  expect(form.getByText(/win 54.05% of your options .* costs 7.50% of its stake/)).toBeTruthy();
  await user.click(form.getByRole('button', { name: /30 s/ }));
  expect(form.getByText('+80 USDT')).toBeTruthy();
  expect(form.getByText('55.56%')).toBeTruthy();
});

test('a tap on a figure of an option opens its formula with the numbers', async () => {
  const user = show();
  await enter(user);
  const form = within(screen.getByRole('region', { name: 'Open an option' }));
  const formula = async (figure: RegExp, title: string) => {
    await user.click(form.getByRole('button', { name: figure }));
    const sheet = within(screen.getByRole('dialog', { name: title }));
    const lines = sheet.getAllByText(/ = /).map(({ textContent }) => textContent);
    await user.click(sheet.getByRole('button', { name: 'Close' }));
    return lines;
  };
  expect(await formula(/^If you win/, 'If you win')).toEqual([
    'If you win = Stake × Yield of a win',
    '100 USDT × 85.00% = +85 USDT',
  ]);
  expect(await formula(/^Win rate/, 'Win rate to break even')).toEqual([
    'Win rate to break even = (1 + Fee rate) ÷ (1 + Yield of a win)',
    '(1 + 0.00%) ÷ (1 + 85.00%) = 54.05%',
  ]);
});

test('the change of the day, or that the price is old, stands beside the name', async () => {
  show();
  const name = await screen.findByRole('button', { name: /BTC\/USDT/ });
  await screen.findByLabelText('Stake');
  expect(name.parentElement?.textContent).toMatch(/%|old|Slow|Offline/);
});

test('an option is opened with the payment password, and its result opens when it is over', async () => {
  const { user, client } = showScreen(<OptionsPage />, '/pages/transaction/index3?symbol=BTC/USDT');
  await enter(user);
  await user.click(screen.getByRole('button', { name: 'Lower' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Lower · BTC/USDT' }));
  expect(sheet.getByText('185 USDT')).toBeTruthy();
  exchange.change({ 'GET /microtrade/get_result': optionResult(option()) });
  await enterPayPassword(user);
  await vi.waitFor(() => expect(toasts.texts).toEqual(['Option opened']));
  const [{ form, idempotencyKey }] = exchange.of('POST /microtrade/submit') as [ExchangeRequest];
  expect(Object.fromEntries(form)).toMatchObject({
    match_id: '1',
    currency_id: '3',
    type: '2',
    seconds: '60',
    number: '100',
    // What was shown is what is sold.
    profit_ratio: '0.85',
    fee_rate: '0',
    key: '482915',
  });
  expect(idempotencyKey).toBeTruthy();
  exchange.change({ 'GET /microtrade/get_result': optionResult(wonOption()) });
  // As the host does where an account event arrives.
  await client.invalidateQueries();
  const result = within(await screen.findByRole('dialog', { name: 'Option details' }));
  await user.click(await result.findByRole('button', { name: 'Profit/loss +85 USDT' }));
  const profit = within(screen.getByRole('dialog', { name: 'Profit/loss' }));
  expect(profit.getByText('185 USDT − 100 USDT − 0 USDT = +85 USDT')).toBeTruthy();
  await user.click(profit.getByRole('button', { name: 'Close' }));
  expect(result.getAllByRole('listitem').filter((item) => item.dataset.counts === 'false')).toHaveLength(10);
  expect(result.getByRole('link', { name: 'Verify this settlement' }).getAttribute('href')).toContain(
    'settlement?id=40',
  );
});

test('a wrong payment password is said at the keypad, and can be entered again', async () => {
  const user = show();
  await enter(user);
  await user.click(screen.getByRole('button', { name: 'Higher' }));
  exchange.change({ 'POST /microtrade/submit': reject('key_wrong', 'Wrong. 4 tries left', 'key') });
  await enterPayPassword(user);
  expect(await screen.findByText(/4 tries left/)).toBeTruthy();
  exchange.change({ 'POST /microtrade/submit': optionsFixtures['POST /microtrade/submit'] });
  await enterPayPassword(user);
  await vi.waitFor(() => expect(toasts.texts).toEqual(['Option opened']));
});

test('a term that has changed behind its sheet is shown anew before anything is sold', async () => {
  const user = show();
  await enter(user);
  await user.click(screen.getByRole('button', { name: 'Higher' }));
  exchange.change({ 'POST /microtrade/submit': reject('price_moved', 'The price has changed.', 'profit_ratio') });
  const reads = exchange.of('GET /microtrade/seconds').length;
  const { list, ...terms } = optionsFixtures['GET /microtrade/seconds'];
  exchange.change({
    'GET /microtrade/seconds': {
      ...terms,
      list: list.map((term) => (term.seconds === 60 ? { ...term, profit_ratio: '0.7' } : term)),
    },
  });
  await enterPayPassword(user);
  await vi.waitFor(() => expect(toasts.texts).toEqual(['The price has changed.']));
  await vi.waitFor(() => expect(exchange.of('GET /microtrade/seconds').length).toBeGreaterThan(reads));
  expect(await screen.findByText('Yield of a win: 70.00% now, 85.00% when it was shown')).toBeTruthy();
});

test('an open option counts down, with its strike and whether it would win now', async () => {
  show();
  const row = await screen.findByRole('button', { name: 'Option details: Higher BTC/USDT' });
  expect(row.textContent).toContain('63,000.00');
  expect(row.textContent).toContain('00:00:41');
  expect(row.textContent).toContain('Winning now');
});

test('without a payment password the user is sent to set one', async () => {
  signIn({ hasPayPassword: false });
  const user = show();
  await enter(user);
  await user.click(screen.getByRole('button', { name: 'Higher' }));
  expect((await screen.findByRole('link', { name: 'Set payment password' })).getAttribute('href')).toContain(
    'payPassword',
  );
});

test('a stake that is missing, too small or too large is said, and nothing is sent', async () => {
  const user = show();
  await screen.findByLabelText('Stake');
  await user.click(screen.getByRole('button', { name: 'Higher' }));
  expect(await screen.findByText('Enter an amount')).toBeTruthy();
  await enter(user, '4');
  await user.click(screen.getByRole('button', { name: 'Higher' }));
  expect(await screen.findByText('At least 5 USDT')).toBeTruthy();
  await enter(user, '000');
  expect(await screen.findByText('More than available')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('own limits and the limit of an order are said before the payment password', async () => {
  const most = 'Above your limit of 50 USDT per order.';
  exchange.change({ 'GET /wallet/spending': spending({ order_limit: '50', over_limit: most, kept: 'a debt' }) });
  const user = show();
  await enter(user);
  expect(await screen.findByText(most)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Higher' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  // Options are traded: a debt keeps nothing from it.
  expect(screen.queryByText('a debt')).toBeNull();
  cleanup();
  exchange.change({ 'GET /wallet/spending': spending({ braked: 'You have excluded yourself until tomorrow.' }) });
  show();
  expect(await screen.findByText('You have excluded yourself until tomorrow.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Higher' })).toHaveProperty('disabled', true);
});

test('in a country of the list the form is gone and says why', async () => {
  exchange.change({ 'GET /microtrade/payable_currencies': reject('area_unsupported', 'Not in your area') });
  show();
  expect(await screen.findByText('Options are not offered in your country')).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Open an option' })).toBeNull();
});

test('in a country that the instrument is not traded in the form is gone and says why', async () => {
  exchange.change({
    'GET /currency/quotation_new': listing(
      bitcoin({
        trades: ['spot', 'micro'],
        countries: ['DE'],
        latest: { at: NOW, index: '63010', mark: '63010' },
      }),
    ),
    'GET /user/info': userInfo({ country: 'DE' }),
  });
  show();
  expect(await screen.findByText('BTC/USDT: Not available in your country')).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Open an option' })).toBeNull();
});

test('guests see the odds and are sent to log in', async () => {
  signOut();
  show();
  expect(await screen.findByText('54.05%')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Higher' })).toBeNull();
  expect(screen.getAllByRole('link', { name: 'Log in to trade' }).length).toBeGreaterThan(0);
});

test('the rules say what is promised, with what options paid by day', async () => {
  const user = show();
  await user.click(await screen.findByRole('button', { name: 'How options work' }));
  const rules = within(await screen.findByRole('dialog', { name: 'How options work' }));
  expect(rules.getByText(/Nobody here can choose a result/)).toBeTruthy();
  expect(await rules.findByText('481 won, 9 tied, 510 lost')).toBeTruthy();
  expect(rules.getByText('Staked 100,000, paid 91,000, kept 9,000 USDT')).toBeTruthy();
});

test('a term that is not sold for now says why, and the others can be opened', async () => {
  exchange.change({
    'GET /microtrade/seconds': {
      ...optionsFixtures['GET /microtrade/seconds'],
      paused: [{ symbol: 'BTC/USDT', seconds: 60, reason: 'calm' }],
    },
  });
  const user = show();
  await enter(user);
  expect((await screen.findByText('Not sold for now: the index moves too little')).getAttribute('role')).toBe('status');
  expect((screen.getByRole('button', { name: 'Higher' }) as HTMLButtonElement).disabled).toBe(true);
  await user.click(screen.getByRole('button', { name: /30 s/ }));
  expect(screen.queryByText('Not sold for now: the index moves too little')).toBeNull();
  expect((screen.getByRole('button', { name: 'Higher' }) as HTMLButtonElement).disabled).toBe(false);
});

test('the line begins with what was recorded before the visit', async () => {
  exchange.change({
    'GET /market/ticks': ({ form }: ExchangeRequest) => ({
      ...instrumentsFixtures['GET /market/ticks'],
      ticks: [90_000, 60_000, 30_000].map((before, index) => [
        Number(form.get('to')) - before,
        ...[0, 0, 0, 0, 0, 0],
        6_290_000 + index,
        0,
        500,
      ]),
    }),
  });
  show();
  const panel = await screen.findByRole('region', { name: 'Index price' });
  await vi.waitFor(() => expect(panel.querySelector('polyline')?.getAttribute('points')?.split(' ')).toHaveLength(4));
  expect(panel.textContent).toContain('62,900.005');
});
