// @vitest-environment jsdom
import { investFixtures } from '@tessera/api/invest/fixtures';
import { miningFixtures } from '@tessera/api/mining/fixtures';
import { type FakeExchange, fakeExchange, showScreen, signIn, signOut, startScreens } from '@tessera/testing';
import { cleanup, screen, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import remote from '../../remote.tsx';
import FinancePage from '../home/FinancePage.tsx';

const AT = Date.UTC(2026, 10, 22, 15);
const money = { currency: 'USDT', scale: 6 };
const portfolio = {
  total: '10000',
  earned: '62.5',
  holdings: [
    {
      product: 'mining' as const,
      id: '7',
      name: 'USDT for 5 days',
      ...money,
      amount: '10000',
      value: '10000',
      earned: [{ ...money, amount: '62.5' }],
      next_payment: { at: AT, ...money, amount: '35' },
      matures_at: AT + 2 * 86_400_000,
      status: 'in_progress',
      screen: '/pages/lockming/order?id=7',
    },
  ],
  calendar: [
    { at: AT, kind: 'interest' as const, product: 'mining' as const, name: 'USDT for 5 days', ...money, amount: '35' },
    {
      at: AT + 2 * 86_400_000,
      kind: 'principal' as const,
      product: 'mining' as const,
      name: 'USDT for 5 days',
      ...money,
      amount: '10000',
    },
  ],
  idle: [{ ...money, amount: '500', value: '500' }],
  at: AT,
};

let exchange: FakeExchange;
let Page: ComponentType;
beforeAll(async () => {
  await startScreens(remote);
  Page = (await remote.pages['my-products']?.())?.default as ComponentType;
});
beforeEach(() => {
  signIn();
  exchange = fakeExchange({ ...miningFixtures, ...investFixtures, 'GET /finance/portfolio': portfolio });
});
afterEach(() => {
  signOut();
  cleanup();
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
  exchange.change({ 'GET /finance/portfolio': { ...portfolio, total: '0', holdings: [], calendar: [], idle: [] } });
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
