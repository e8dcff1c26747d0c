// @vitest-environment jsdom
import { copytradingFixtures, follow } from '@tessera/api/copytrading/fixtures';
import { reject, showScreen, signOut, testScreens } from '@tessera/testing';
import { cleanup, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import remote from '../../remote.tsx';
import TraderPage from './TraderPage.tsx';

const { exchange } = testScreens(remote, {
  page: 'trader',
  user: {},
  exchange: () => ({
    ...copytradingFixtures,
    'GET /follow/my': { ...copytradingFixtures['GET /follow/my'], list: [] },
  }),
});

const show = (query = '?trader_user_id=10002001') => showScreen(<TraderPage />, `/pages/follow/trader${query}`).user;

test('the equity curve says in words what it draws, and the followers’ result stands beside the trader’s', async () => {
  show();
  const curve = await screen.findByRole('slider', { name: 'Return' });
  expect(curve.getAttribute('aria-valuetext')).toMatch(/^Equity from .*: \+18\.41%$/);
  expect(screen.getByText('1 h 30 min')).toBeTruthy();
  expect(screen.getByText('17 / 26')).toBeTruthy();
  expect(screen.getByText('What followers got')).toBeTruthy();
  expect(screen.getByText('+1.88%')).toBeTruthy();
  expect(screen.getByText('+412.20')).toBeTruthy();
  // What copying costs: 0.00031 and 0.00034 of what was traded, of 0.0013 at most.
  expect(screen.getByText('0.031%')).toBeTruthy();
  expect(screen.getByText('0.034%')).toBeTruthy();
  expect(screen.getByText(/Above 0\.130% over 30 days/)).toBeTruthy();
});

test('return and win rate open the formula behind them', async () => {
  const person = show();
  await person.click(await screen.findByRole('button', { name: /^Return \+18\.40%/ }));
  const why = within(await screen.findByRole('dialog', { name: 'Return' }));
  expect(why.getByText('1,840.50 USDT ÷ 10,000.00 USDT = +18.40%')).toBeTruthy();
  await person.click(why.getByRole('button', { name: 'Close' }));
  await person.click(screen.getByRole('button', { name: 'Win rate 62.5%' }));
  expect(within(await screen.findByRole('dialog', { name: 'Win rate' })).getByText('25 ÷ 40 = 62.5%')).toBeTruthy();
});

test('a demonstration trader is described in the reader’s language alone', async () => {
  const detail = copytradingFixtures['GET /follow/traderDetail'];
  exchange.change({
    'GET /follow/traderDetail': {
      ...detail,
      demonstration: true,
      strategy: 'trend',
      signature: 'Demo: BTC by two means',
    },
  });
  show();
  expect(await screen.findByText(/An account of the exchange, by rule/)).toBeTruthy();
  expect(screen.queryByText('Demo: BTC by two means')).toBeNull();
});

test('open positions come first, closed ones a tab away', async () => {
  const person = show();
  expect(await screen.findByText('61,500')).toBeTruthy();
  await person.click(screen.getByRole('tab', { name: 'Closed' }));
  expect(await screen.findByText('60,500')).toBeTruthy();
});

test('the trader can be copied by guests and users; who copies already changes the settings', async () => {
  show();
  expect(await screen.findByRole('link', { name: 'Copy Mira' })).toBeTruthy();
  cleanup();
  exchange.change({ 'GET /follow/my': { ...copytradingFixtures['GET /follow/my'], list: [follow()] } });
  show();
  expect(await screen.findByRole('link', { name: 'Edit copy settings' })).toBeTruthy();
  cleanup();
  signOut();
  show();
  expect(await screen.findByRole('link', { name: 'Copy Mira' })).toBeTruthy();
});

test('traders are told that they cannot copy', async () => {
  exchange.change({ 'GET /follow/my': { ...copytradingFixtures['GET /follow/my'], is_trader: true, list: [] } });
  show();
  expect(await screen.findByText('Traders cannot copy other traders.')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Copy Mira' })).toBeNull();
});

test('an address without a trader, and one of an unknown one, say so', async () => {
  show('');
  expect(await screen.findByText('This trader is not listed')).toBeTruthy();
  cleanup();
  exchange.change({ 'GET /follow/traderDetail': reject('not_found', 'Not found') });
  show();
  expect(await screen.findByText('Not found')).toBeTruthy();
});
