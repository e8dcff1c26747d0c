// @vitest-environment jsdom
import { kycFixtures } from '@tessera/api/kyc/fixtures';
import { vipFixtures, vipState } from '@tessera/api/vip/fixtures';
import { fakeExchange, showScreen, signOut, testScreens } from '@tessera/testing';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import assets from '../../remote.tsx';
import VipPage from './VipPage.tsx';

const { exchange } = testScreens(assets, {
  user: {},
  exchange: () => ({ ...kycFixtures, ...vipFixtures }),
});

test('shows the own level and how far the next is on both ways', async () => {
  const { user } = showScreen(<VipPage />);
  const own = await screen.findByRole('region', { name: 'Your level' });
  expect(own.textContent).toContain('VIP 1');
  expect(own.textContent).toContain('Fee discount 10%');
  expect(own.textContent).toContain('To VIP 2');
  const volume = within(own).getByRole('progressbar', { name: '30-day volume' });
  expect(volume.getAttribute('aria-valuenow')).toBe('25');
  await user.click(within(own).getByRole('button', { name: /30-day volume/ }));
  const sheet = await screen.findByRole('dialog');
  expect(sheet.textContent).toContain('150,000');
  expect(sheet.textContent).toContain('Missing750,000\u00a0USDT');
  expect(sheet.textContent).toContain('no more than 1,000 USDT for each USDT of fee');
});

test('each level says what it asks for and gives, and the own one is marked', async () => {
  showScreen(<VipPage />);
  const one = await screen.findByRole('region', { name: 'VIP 1' });
  expect(one.textContent).toContain('100,000\u00a0USDT volume or 10,000\u00a0USDT balance');
  expect(one.textContent).toContain('0.09% / 0.09%');
  expect(one.textContent).toContain('Not offered');
  expect(within(one).getByText('Your level')).toBeDefined();
  const two = screen.getByRole('region', { name: 'VIP 2' });
  expect(two.textContent).toContain('1,000,000\u00a0USDT');
  expect(within(two).getByRole('button', { name: 'Daily withdrawal limit +50%' })).toBeDefined();
  expect(within(two).getByRole('button', { name: /-20%$/ })).toBeDefined();
});

test('at the highest level nothing is missing', async () => {
  fakeExchange({ ...kycFixtures, ...vipFixtures, 'GET /user/vip': vipState({ level: 2, fee_discount: '0.2' }) });
  showScreen(<VipPage />);
  expect(await screen.findByText('You have the highest level.')).toBeDefined();
  expect(screen.queryByRole('progressbar')).toBeNull();
});

test('a guest sees the levels and is asked to log in', async () => {
  signOut();
  showScreen(<VipPage />);
  expect(await screen.findByRole('region', { name: 'VIP 2' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'Log in' })).toBeDefined();
  expect(exchange.of('GET /user/vip')).toEqual([]);
});
