// @vitest-environment jsdom
import { coupon, couponOffer, couponsFixtures } from '@tessera/api/coupons/fixtures';
import { type ExchangeRequest, pageOf, reject, showScreen, testScreens } from '@tessera/testing';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import remote from '../../remote.tsx';
import CouponsPage from './CouponsPage.tsx';

const { exchange } = testScreens(remote, {
  user: {},
  exchange: () => couponsFixtures,
});

const show = () => showScreen(<CouponsPage />, '/pages/setting/coupon');
const fieldsOf = (call: 'POST /user/coupon/claim' | 'POST /user/coupon/use') =>
  exchange.of(call).map(({ form }) => Object.fromEntries(form));

test('an offer says its condition before it is taken', async () => {
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: /10\sUSDT after 5,000\sUSDT of trading/ }));
  expect(screen.getByText(/Trades without a fee/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await user.click(screen.getByRole('button', { name: 'Take' }));
  await waitFor(() => expect(fieldsOf('POST /user/coupon/claim')).toMatchObject([{ campaign_id: '3' }]));
});

test('a coupon is started, and one in use shows what it has paid', async () => {
  const list = { available: coupon({ id: '8', status: 'available', paid: '0', activated_at: null }), active: coupon() };
  exchange.change({
    'GET /user/coupons': ({ form }: ExchangeRequest) => ({
      ...pageOf([form.get('status') === 'active' ? list.active : list.available]),
      counted_until: 0,
    }),
  });
  const { user } = show();
  await user.click(screen.getByRole('tab', { name: 'Available' }));
  await user.click(await screen.findByRole('button', { name: 'Use now' }));
  await waitFor(() => expect(fieldsOf('POST /user/coupon/use')).toMatchObject([{ id: '8' }]));
  await user.click(screen.getByRole('tab', { name: 'In use' }));
  const bar = await screen.findByRole('progressbar', { name: 'Paid so far' });
  expect(bar.getAttribute('aria-valuenow')).toBe('18');
});

test('a refusal is told, and nothing on offer says so', async () => {
  exchange.change({ 'POST /user/coupon/claim': reject('sold_out', 'Sold out') });
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Take' }));
  expect(await screen.findByRole('button', { name: 'Take' })).toBeDefined();
  cleanup();
  exchange.change({ 'GET /user/coupon/offers': { list: [] } });
  show();
  expect(await screen.findByText('No coupons are on offer')).toBeDefined();
});

test('an offer for verified users names the level', async () => {
  exchange.change({ 'GET /user/coupon/offers': { list: [couponOffer({ min_level: 2 })] } });
  show();
  expect(await screen.findByText('For users verified at level 2')).toBeDefined();
});
