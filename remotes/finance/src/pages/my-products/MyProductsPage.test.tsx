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
  expect(screen.getByText('Interest')).toBeTruthy();
  expect(screen.getByText('Returns')).toBeTruthy();
  const idle = within(await screen.findByRole('list', { name: 'Lying idle' }));
  expect(await idle.findByText('Locked: up to 0.400% a day')).toBeTruthy();
  expect(idle.getByRole('link', { name: /^On demand: 3\.650% a year/ }).getAttribute('href')).toContain(
    'buyDemand?id=1',
  );
  expect(idle.getByRole('link', { name: /^Fixed, 30 days: 7\.300% a year/ }).getAttribute('href')).toContain('id=2');
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
