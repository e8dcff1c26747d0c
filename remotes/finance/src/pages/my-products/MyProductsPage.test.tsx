// @vitest-environment jsdom
import { investFixtures } from '@tessera/api/invest/fixtures';
import { miningFixtures } from '@tessera/api/mining/fixtures';
import { portfolio, portfolioFixtures } from '@tessera/api/portfolio/fixtures';
import { showScreen, signOut, testScreens } from '@tessera/testing';
import { cleanup, screen, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import remote from '../../remote.tsx';
import FinancePage from '../home/FinancePage.tsx';

let Page: ComponentType;
const { exchange } = testScreens(remote, {
  user: {},
  exchange: () => ({ ...miningFixtures, ...investFixtures, ...portfolioFixtures }),
});
beforeAll(async () => {
  Page = (await remote.pages['my-products']?.())?.default as ComponentType;
});
afterEach(() => {
  signOut();
});

test('one number for all, what it is made of, and what is due on which day', async () => {
  const { user } = showScreen(<Page />, '/pages/financial/index3');
  await user.click(await screen.findByRole('button', { name: /In all products \$10,000/ }));
  expect(within(screen.getByRole('dialog', { name: 'In all products' })).getByText(/Prices move/)).toBeTruthy();
  const holdings = within(screen.getByRole('list', { name: 'Holdings' }));
  expect(holdings.getByRole('link').getAttribute('href')).toBe('#/pages/lockming/order?id=7');
  // How far the term is, and what leaving it now costs, before anything is asked.
  expect(holdings.getByRole('progressbar', { name: /^Day \d of 5$/ })).toBeTruthy();
  expect(holdings.getByText('If you exit now').nextSibling?.textContent).toBe('9,900\u00a0USDT · −100\u00a0USDT');
  expect(screen.getByText('Interest')).toBeTruthy();
  expect(screen.getByText('Returns')).toBeTruthy();
  const idle = within(await screen.findByRole('list', { name: 'Lying idle' }));
  expect(await idle.findByText('Up to 7.30% APR')).toBeTruthy();
  expect(idle.getByRole('link').getAttribute('href')).toBe('#/pages/financial/coin?coin=USDT');
  expect(screen.getByText(/promised by Tessera, not insured/)).toBeTruthy();
});

test('without products it says so, and guests are asked to log in', async () => {
  exchange.change({ 'GET /finance/portfolio': portfolio({ total: '0', holdings: [], calendar: [], idle: [] }) });
  showScreen(<Page />, '/pages/financial/index3');
  expect(await screen.findByText('You hold no product yet')).toBeTruthy();
  cleanup();
  signOut();
  showScreen(<Page />, '/pages/financial/index3');
  expect(screen.getByRole('link', { name: 'Log in' })).toBeTruthy();
});

test('the home of finance shows the sum to users and leads to the details', async () => {
  showScreen(<FinancePage />, '/pages/financial/index');
  expect(await screen.findByText('Earned so far: $62.50')).toBeTruthy();
  expect(screen.getByText('Lying idle: $500.00')).toBeTruthy();
});
