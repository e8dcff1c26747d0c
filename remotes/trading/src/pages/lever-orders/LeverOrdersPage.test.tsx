// @vitest-environment jsdom
import { brakesFixtures } from '@tessera/api/brakes/fixtures';
import { identityFixtures } from '@tessera/api/identity/fixtures';
import { bitcoin, listing } from '@tessera/api/instruments/fixtures';
import { closingOrder, leverAccount, leverageFixtures, leverOrder } from '@tessera/api/leverage/fixtures';
import { leverOrderToWire } from '@tessera/api/leverage/wire';
import { siteFixtures } from '@tessera/api/site/fixtures';
import { pageOf, showScreen, testScreens } from '@tessera/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import remote from '../../remote.tsx';
import LeverOrdersPage from './LeverOrdersPage.tsx';

const { exchange } = testScreens(remote, {
  page: 'lever-orders',
  user: {},
  exchange: () => ({
    ...leverageFixtures,
    ...brakesFixtures,
    ...identityFixtures,
    ...siteFixtures,
    'GET /currency/quotation_new': listing(bitcoin({ symbol: 'BTC/USDT-PERP', tick: '0.1', trades: ['lever'] })),
    'GET /lever/orders': pageOf(
      [
        closingOrder(),
        leverOrder({ id: '40', kind: 'stop', price: null, stop_price: '65000', status: 'cancelled', ended: 'refused' }),
      ].map(leverOrderToWire),
    ),
  }),
});

const show = () => showScreen(<LeverOrdersPage />, '/pages/transaction/contract_order?symbol=BTC/USDT-PERP').user;

test('the account stands above its positions: equity, what is available, how near the liquidation is', async () => {
  show();
  const account = within(await screen.findByRole('region', { name: 'Margin account USDT' }));
  expect(account.getByText('2,000.00')).toBeTruthy();
  expect(account.getByText(/liquidation at 50%/)).toBeTruthy();
});

test('complete orders name what they closed, why, and the tick that triggered them', async () => {
  const user = show();
  await user.click(screen.getByRole('tab', { name: 'Order history' }));
  const [closed, refused] = await screen.findAllByRole('listitem');
  const text = closed?.textContent ?? '';
  for (const part of ['Close long', 'Stop loss', '#70112', '59,990 USDT', '-50.5 USDT', '500 / 500']) {
    expect(text, part).toContain(part);
  }
  expect(refused?.textContent).toContain('Another rule did not let it open');
});

test('a limit order that closes is cancelled by its own number', async () => {
  exchange.change({
    'GET /lever/orders': pageOf(
      [leverOrder({ id: '41', position_id: '21', purpose: 'close', kind: 'limit', profit: '0' })].map(leverOrderToWire),
    ),
  });
  const user = show();
  await user.click(screen.getByRole('tab', { name: 'Open orders' }));
  const [row] = await screen.findAllByRole('listitem');
  expect(row?.textContent).toContain('Close long · Limit');
  await user.click(await screen.findByRole('button', { name: 'Cancel Long order BTC/USDT-PERP' }));
  await user.click(await screen.findByRole('button', { name: 'Cancel order' }));
  await waitFor(() => expect(exchange.of('POST /lever/cancel')).toHaveLength(1));
  const [sent] = exchange.of('POST /lever/cancel');
  expect([sent?.form.get('id'), sent?.form.get('order_id')]).toEqual(['21', '41']);
});

test('one instrument can be looked at alone', async () => {
  const user = show();
  await user.click(screen.getByRole('tab', { name: 'Position history' }));
  await screen.findByText('Stop loss');
  await user.click(screen.getByRole('button', { name: 'Only BTC/USDT-PERP' }));
  await screen.findByText('Stop loss');
  const symbols = exchange.of('POST /lever/my_trade').map(({ form }) => form.get('symbol'));
  expect(symbols).toEqual([null, 'BTC/USDT-PERP']);
});

test('a closed position is shared with the invitation of its owner', async () => {
  const user = show();
  await user.click(screen.getByRole('tab', { name: 'Position history' }));
  await user.click(await screen.findByRole('button', { name: 'Share Long BTC/USDT-PERP' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Share the result' }));
  // −50.5 on a margin of 305.
  const picture = await sheet.findByRole('img', { name: 'BTC/USDT-PERP, Long 10×, -16.56%' });
  await user.click(sheet.getByRole('switch', { name: 'Show the amount' }));
  expect(picture.getAttribute('aria-label')).toBe('BTC/USDT-PERP, Long 10×, -16.56%, -50.50 USDT');
});

test('the limits that a user sets are a tap away', async () => {
  const user = show();
  await user.click(screen.getByRole('button', { name: 'Trading limits' }));
  expect(location.hash).toBe('#/pages/transaction/brakes');
});

test.each(['Positions', 'Open orders', 'Order history', 'Position history'])(
  'a new user is led from the empty shelf %s to the order form',
  async (shelf) => {
    exchange.change({
      'POST /lever/dealall': { ...pageOf([]), accounts: [leverAccount()] },
      'POST /lever/my_trade': pageOf([]),
      'GET /lever/orders': pageOf([]),
    });
    const user = show();
    await user.click(screen.getByRole('tab', { name: new RegExp(`^${shelf}`) }));
    const way = await screen.findByRole('link', { name: 'Trade contracts' });
    expect(way.getAttribute('href')).toBe('#/pages/transaction/index2?symbol=BTC%2FUSDT-PERP');
  },
);
