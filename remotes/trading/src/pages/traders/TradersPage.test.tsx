// @vitest-environment jsdom
import { copytradingFixtures, trader } from '@tessera/api/copytrading/fixtures';
import { pageOf, showScreen, testScreens } from '@tessera/testing';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import remote from '../../remote.tsx';
import TradersPage from './TradersPage.tsx';

const { exchange } = testScreens(remote, {
  page: 'traders',
  exchange: () => ({ ...copytradingFixtures }),
});

const show = () => showScreen(<TradersPage />, '/pages/follow/index').user;

test('each trader stands with the headline, and with what followers got beside it', async () => {
  show();
  expect(await screen.findByText('Mira')).toBeTruthy();
  expect(screen.getAllByText('+18.40%')).toHaveLength(2);
  expect(screen.getAllByText('Followers’ PnL').length).toBeGreaterThan(0);
  expect(screen.getByText('Demonstration')).toBeTruthy();
});

test('the order and the filter are asked of the exchange', async () => {
  const person = show();
  await screen.findByText('Mira');
  await person.click(screen.getByRole('button', { name: 'Drawdown' }));
  await person.click(screen.getByRole('button', { name: 'With places' }));
  await screen.findByText('Mira');
  const asked = exchange.sent('GET /follow/index');
  expect(asked).toMatchObject({ sort: 'drawdown', status: 'free' });
});

test('a trader without closed positions has no figures, and one without places says so', async () => {
  exchange.change({
    'GET /follow/index': pageOf([trader({ order_count: 0, curve: [], follower_count: 200 })]),
  });
  show();
  expect(await screen.findByText('No results yet')).toBeTruthy();
  expect(screen.getAllByText('–')).toHaveLength(2);
  expect(screen.getByText('200 / 200 followers, full')).toBeTruthy();
});
