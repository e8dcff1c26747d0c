// @vitest-environment jsdom
import { kycFixtures, verification } from '@tessera/api/kyc/fixtures';
import { fakeExchange, showScreen, signOut, testScreens } from '@tessera/testing';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import account from '../../remote.tsx';
import LevelsPage from './LevelsPage.tsx';

const rejected = verification({ state: 'failed', real_type: 2, reason: 'The back is not legible' });

const { exchange } = testScreens(account, {
  user: {},
  exchange: () => ({ ...kycFixtures, 'GET /real/state': rejected }),
});

test('each level shows its limits', async () => {
  showScreen(<LevelsPage />);
  const none = await screen.findByRole('region', { name: 'Without verification' });
  expect(none.textContent).toContain('500\u00a0USDT');
  expect(none.textContent).toContain('Not available');
  const advanced = screen.getByRole('region', { name: 'Advanced level' });
  expect(advanced.textContent).toContain('1,000,000\u00a0USDT');
  expect(advanced.textContent).toContain('500\u00a0BTC');
});

test('after a rejection the user reads why and can apply again for that level only', async () => {
  showScreen(<LevelsPage />);
  expect(await screen.findByText('The back is not legible')).toBeDefined();
  const advanced = await screen.findByRole('region', { name: 'Advanced level' });
  expect(within(advanced).getByRole('link', { name: 'Apply again' }).getAttribute('href')).toBe(
    '#/pages/setting/real?type=2',
  );
  expect(screen.getAllByRole('link')).toHaveLength(1);
  expect(within(screen.getByRole('region', { name: 'Basic level' })).getByText('Your level')).toBeDefined();
});

test('a guest sees the levels and is asked to log in', async () => {
  signOut();
  showScreen(<LevelsPage />);
  expect(await screen.findByRole('region', { name: 'Basic level' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'Log in' })).toBeDefined();
  expect(exchange.of('GET /real/state')).toEqual([]);
});

test('each limit shows how much of it is used, and a tap what is left', async () => {
  const { user } = showScreen(<LevelsPage />);
  const limits = await screen.findByRole('region', { name: 'Your limits' });
  expect(limits.textContent).toContain('Deposit claims in allNo limit');
  expect(
    within(limits).getByRole('progressbar', { name: 'Passed to users in 24 hours' }).getAttribute('aria-valuenow'),
  ).toBe('90');
  await user.click(within(limits).getByRole('button', { name: /Withdrawals in 24 hours/ }));
  const sheet = await screen.findByRole('dialog');
  expect(sheet.textContent).toContain('Left198.5\u00a0BTC');
});

test('what a level does not allow is no empty bar', async () => {
  fakeExchange({
    ...kycFixtures,
    'GET /real/limits': {
      order_limit_usdt: '500',
      list: [{ kind: 'withdrawal', unit: 'BTC', period: 'day', limit: '0', used: '0' }],
    },
  });
  showScreen(<LevelsPage />);
  const limits = await screen.findByRole('region', { name: 'Your limits' });
  expect(limits.textContent).toContain('Withdrawals in 24 hoursNot available');
  expect(within(limits).queryByRole('progressbar')).toBeNull();
});
