// @vitest-environment jsdom
import { userInfo } from '@tessera/api/identity/fixtures';
import {
  allocation,
  LAUNCHPAD_NOW,
  launchpadFixtures,
  project,
  projectDetail,
  subscription,
} from '@tessera/api/launchpad/fixtures';
import { spending } from '@tessera/api/wallet/fixtures';
import { addTexts } from '@tessera/i18n';
import { idempotently, reject, showScreen, signIn, signOut, testScreens } from '@tessera/testing';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import remote from '../../remote.tsx';
import SubscriptionsPage from '../launchpad-orders/SubscriptionsPage.tsx';
import SalePage from '../launchpad-sale/SalePage.tsx';
import LaunchpadPage from './LaunchpadPage.tsx';

const ORDER = 'POST /project/order';
const DETAIL = 'GET /project/detail';
const MINE = 'GET /user/project/order';
const HOUR = 3_600_000;

const { exchange } = testScreens(remote, {
  exchange: () => ({
    ...launchpadFixtures,
    'GET /wallet/spending': spending(),
    [ORDER]: idempotently(() => subscription()),
    'GET /currency/user_currency_list': {
      list: [
        { currency_id: 3, currency: 'USDT', name: 'Tether', scale: 6, available: '1000', frozen: '0' },
        { currency_id: 1, currency: 'BTC', name: 'Bitcoin', scale: 8, available: '0.5', frozen: '0' },
      ],
    },
  }),
});
beforeAll(async () => {
  await addTexts('finance/launchpad', (code) => import(`../../launchpad/i18n/${code}.json`));
});

const openSale = () => showScreen(<SalePage />, '/pages/ieo/subscribe?id=7');

test('the list names each sale with its state, time, demand and price, and filters', async () => {
  exchange.change({
    'GET /project': {
      list: [
        project({ end_time: Date.now() + HOUR }),
        project({ id: 8, name: 'Kiln', status: 'warm_up', start_time: Date.now() + HOUR }),
      ],
      page: 1,
      limit: 10,
      total: 2,
    },
  });
  const { user } = showScreen(<LaunchpadPage />, '/pages/ieo/ieo');
  const list = within(await screen.findByRole('list', { name: 'Token sales' }));
  const [opus, kiln] = list.getAllByRole('link');
  expect(opus?.getAttribute('href')).toContain('/pages/ieo/subscribe?id=7');
  expect(opus?.textContent).toMatch(/Opus.*In progress.*Closes in.*240\.0%.*0\.5.USDT.*500,000.*321/);
  expect(kiln?.textContent).toMatch(/Warm-up.*Opens in/);
  await user.click(screen.getByRole('radio', { name: 'Ended' }));
  await waitFor(() => expect(exchange.of('GET /project').at(-1)?.form.get('status')).toBe('ended'));
});

test('a guest sees the whole sale and is asked to log in to subscribe', async () => {
  openSale();
  const link = await screen.findByRole('link', { name: 'Log in to subscribe' });
  expect(link.getAttribute('href')).toContain('/pages/common/login');
  for (const name of ['Website', 'Whitepaper']) {
    expect(screen.getByRole('link', { name }).getAttribute('rel')).toBe('noopener noreferrer');
  }
  expect(screen.getByText(/can lose most or all of its worth/)).toBeDefined();
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('subscribes with what was confirmed, and only that', async () => {
  signIn();
  const { user } = openSale();
  await user.type(await screen.findByRole('textbox', { name: /Tokens/ }), '1000');
  // 1,000 × 500,000 / 1,201,000
  expect(screen.getByRole('button', { name: /If it ended now 416\.3197/ })).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Review subscription' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Confirm subscription' }));
  expect(sheet.getByText(/500.USDT/)).toBeDefined();
  await user.click(sheet.getByRole('button', { name: 'Subscribe for 1,000 OPUS' }));
  expect(await screen.findByRole('dialog', { name: 'Subscribed for 1,000 OPUS' })).toBeTruthy();
  expect(exchange.sent(ORDER, 0)).toMatchObject({
    project_id: '7',
    amount: '1000',
    pay_currency: 'USDT',
    price: '0.5',
  });
});

test('what the balance, the least and the token’s digits do not allow cannot be reviewed', async () => {
  signIn();
  const { user } = openSale();
  const amount = await screen.findByRole('textbox', { name: /Tokens/ });
  const review = () => screen.getByRole('button', { name: 'Review subscription' });
  for (const [text, reason] of [
    ['2001', 'At most 2,000'],
    ['19', 'Minimum 20 OPUS'],
  ] as const) {
    await user.clear(amount);
    await user.type(amount, text);
    await user.tab();
    expect(screen.getAllByText(reason).length).toBeGreaterThan(0);
    expect(review()).toHaveProperty('disabled', true);
  }
  await user.clear(amount);
  await user.type(amount, '2000');
  await waitFor(() => expect(review()).toHaveProperty('disabled', false));
});

test('a debt and the limit of an order are said before a review', async () => {
  signIn();
  const review = () => screen.getByRole('button', { name: 'Review subscription' });
  exchange.change({ 'GET /wallet/spending': spending({ order_limit: '10', over_limit: 'Above your limit.' }) });
  const { user } = openSale();
  await user.type(await screen.findByRole('textbox', { name: /Tokens/ }), '100');
  expect(await screen.findByText('Above your limit.')).toBeTruthy();
  expect(review()).toHaveProperty('disabled', true);
  cleanup();
  exchange.change({ 'GET /wallet/spending': spending({ kept: 'Repay your loan first.' }) });
  openSale();
  expect(await screen.findByText('Repay your loan first.')).toBeTruthy();
  expect(review()).toHaveProperty('disabled', true);
});

test('a country that the sale is not offered in is said in place of the form', async () => {
  signIn();
  exchange.change({
    [DETAIL]: projectDetail({ countries: ['DE'] }),
    'GET /user/info': userInfo({ country: 'DE' }),
  });
  openSale();
  expect(await screen.findByText('This sale is not available in your country.')).toBeDefined();
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('whether the country is served is said once it is known', async () => {
  const asked = async () => (await screen.findByText('Available in your country')).closest('li')?.textContent;
  exchange.change({ [DETAIL]: projectDetail({ countries: ['DE'] }), 'GET /user/info': userInfo({ country: 'FR' }) });
  signOut();
  openSale();
  expect(await asked()).toBe('Available in your country');
  cleanup();
  signIn();
  exchange.change({ 'GET /user/info': userInfo({ country: null }) });
  openSale();
  await waitFor(() => expect(exchange.of('GET /user/info')).toHaveLength(1));
  expect(await asked()).toBe('Available in your country');
  cleanup();
  exchange.change({ 'GET /user/info': userInfo({ country: 'FR' }) });
  openSale();
  expect(await screen.findByText('· met')).toBeTruthy();
});

test('a price that moved is said where it is confirmed, and a lost response can be repeated', async () => {
  signIn();
  const { user } = openSale();
  const [usdt, ...others] = projectDetail().prices;
  if (!usdt) throw new Error('it is paid in USDT');
  exchange.change({
    [ORDER]: reject('price_moved', 'The price has changed.'),
    [DETAIL]: projectDetail({ end_time: Date.now() + HOUR }),
  });
  await user.type(await screen.findByRole('textbox', { name: /Tokens/ }), '100');
  await user.click(screen.getByRole('button', { name: 'Review subscription' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Confirm subscription' }));
  exchange.change({
    [DETAIL]: projectDetail({ end_time: Date.now() + HOUR, prices: [{ ...usdt, price: '0.6' }, ...others] }),
  });
  await user.click(sheet.getByRole('button', { name: 'Subscribe for 100 OPUS' }));
  expect(await sheet.findByText('The price has changed.')).toBeDefined();
  expect(await sheet.findByText(/Price: 0\.6.USDT now, 0\.5.USDT when it was shown/)).toBeDefined();
  exchange.change({ [ORDER]: idempotently(() => subscription(), { losing: 1 }) });
  await user.click(sheet.getByRole('button', { name: 'Subscribe for 100 OPUS' }));
  await user.click(await screen.findByRole('button', { name: 'Repeat safely' }));
  expect(await screen.findByRole('dialog', { name: /^Subscribed for/ })).toBeTruthy();
  const sent = exchange.of(ORDER);
  expect(sent.map(({ form }) => form.get('price'))).toEqual(['0.5', '0.6', '0.6']);
  expect(sent.at(-1)?.idempotencyKey).toBe(sent.at(-2)?.idempotencyKey);
});

test('an allocation is recomputed in the page, and shows the user their own row', async () => {
  signIn();
  exchange.change({
    [DETAIL]: projectDetail({ status: 'ended', allocated_at: LAUNCHPAD_NOW, approved_count: 3 }),
  });
  const { user } = openSale();
  await user.click(await screen.findByRole('button', { name: 'Check the allocation' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Allocation, checked' }));
  expect(await sheet.findByText('Every share follows from the published applications.')).toBeDefined();
  expect(await sheet.findByText(/^200.OPUS$/)).toBeDefined();
});

test('a table that was tampered with is called so', async () => {
  const [first, ...others] = allocation().shares;
  exchange.change({
    [DETAIL]: projectDetail({ status: 'ended', allocated_at: LAUNCHPAD_NOW, approved_count: 3 }),
    'GET /project/allocation': allocation({
      id: 9,
      shares: [[first?.[0] ?? '', '500', '190'], ...others],
      allotted: '990',
    }),
  });
  const { user } = openSale();
  await user.click(await screen.findByRole('button', { name: 'Check the allocation' }));
  expect(await screen.findByText(/The published table is not consistent/)).toBeDefined();
});

test('subscriptions show what was paid, allotted and returned, and lead to trading once unlocked', async () => {
  signIn();
  exchange.change({
    [MINE]: {
      list: [subscription(), subscription({ id: '30', status: 'unlocked', approved: '400', returned: '300' })],
      page: 1,
      limit: 10,
      total: 2,
    },
  });
  showScreen(<SubscriptionsPage />, '/pages/ieo/order?id=7');
  const [applied, unlocked] = within(await screen.findByRole('list', { name: 'My subscriptions' })).getAllByRole(
    'listitem',
  );
  expect(applied?.textContent).toMatch(/Applied.*1,000.OPUS.*500.USDT.*Unlocks/);
  expect(unlocked?.textContent).toMatch(/Unlocked.*400.OPUS.*300.USDT.*Check the allocation.*Trade OPUS/);
  expect(exchange.of(MINE).at(-1)?.form.get('project_id')).toBe('7');
});

test('no subscriptions yet: the page leads to the sales', async () => {
  signIn();
  exchange.change({ [MINE]: { list: [], page: 1, limit: 10, total: 0 } });
  showScreen(<SubscriptionsPage />, '/pages/ieo/order');
  expect((await screen.findByRole('link', { name: 'See token sales' })).getAttribute('href')).toContain(
    '/pages/ieo/ieo',
  );
});
