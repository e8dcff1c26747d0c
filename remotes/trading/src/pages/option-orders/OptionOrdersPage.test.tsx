// @vitest-environment jsdom
import { option, optionResult, wonOption } from '@tessera/api/options/fixtures';
import { optionToWire } from '@tessera/api/options/wire';
import { type ExchangeRequest, fakeExchange, pageOf, showScreen, signIn, startScreens } from '@tessera/testing';
import { screen, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import remote from '../../remote.tsx';
import OptionOrdersPage from './OptionOrdersPage.tsx';

const returned = wonOption({
  id: '39',
  status: 'returned',
  result: null,
  reason: 'no_ticks',
  close_price: null,
  profit: '0',
  direction: 'down',
});

beforeAll(() => startScreens(remote, 'option-orders'));
beforeEach(() => {
  vi.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026, 10, 20, 15, 2));
  signIn();
  fakeExchange({
    'GET /microtrade/lists': ({ form }: ExchangeRequest) =>
      pageOf((form.get('status') === 'open' ? [option()] : [wonOption(), returned]).map(optionToWire)),
    'GET /microtrade/get_result': optionResult(returned),
  });
});

test('options in position and past ones have a shelf each; what expired is being settled', async () => {
  const { user } = showScreen(<OptionOrdersPage />, '/pages/transaction/seconds_order');
  expect((await screen.findByRole('button', { name: 'Option details: Higher BTC/USDT' })).textContent).toContain(
    'Settling',
  );
  await user.click(screen.getByRole('tab', { name: 'History' }));
  expect((await screen.findByRole('button', { name: 'Option details: Higher BTC/USDT' })).textContent).toContain(
    '+85 USDT',
  );
});

test('an option that was returned tells why', async () => {
  const { user } = showScreen(<OptionOrdersPage />, '/pages/transaction/seconds_order');
  await user.click(screen.getByRole('tab', { name: 'History' }));
  await user.click(await screen.findByRole('button', { name: 'Option details: Lower BTC/USDT' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Option details' }));
  expect(await sheet.findByText(/too few prices before the expiry/)).toBeTruthy();
});

test('a new user is led to the screen that opens options', async () => {
  fakeExchange({ 'GET /microtrade/lists': pageOf([]) });
  showScreen(<OptionOrdersPage />, '/pages/transaction/seconds_order');
  const way = await screen.findByRole('link', { name: 'Trade options' });
  expect(way.getAttribute('href')).toBe('#/pages/transaction/index3');
});
