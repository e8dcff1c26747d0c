// @vitest-environment jsdom
import { useFiatRates } from '@tessera/api/fiat';
import { fiatFixtures } from '@tessera/api/fiat/fixtures';
import { bus } from '@tessera/bus';
import { QueryClient, QueryClientProvider } from '@tessera/query';
import { type FakeExchange, fakeExchange, silence } from '@tessera/testing';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { FollowFiatRates } from './FollowFiatRates.tsx';
import { followAccountFiat, seedFiatRates, startFiat } from './fiat.ts';

const RATES = 'GET /fiat/rates';
const DAY = 86_400_000;

let exchange: FakeExchange;

beforeEach(() => {
  localStorage.clear();
  exchange = fakeExchange(fiatFixtures);
});

/** A screen of a remote that shows what a currency is worth. */
function Screen() {
  const { data } = useFiatRates();
  return <output>{data?.rates.length} rates</output>;
}

const withScreen = (
  <>
    <FollowFiatRates />
    <Screen />
  </>
);

/** The page as it starts with the values stored on the device. */
function visit(screens = <FollowFiatRates />) {
  startFiat();
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  seedFiatRates(client);
  render(<QueryClientProvider client={client}>{screens}</QueryClientProvider>);
}

const fiat = () => bus.last('fiat');
const fetched = () => exchange.of(RATES).length;

test('the chosen currency is shown in dollars until its rate is known', async () => {
  localStorage.setItem('tessera.host.fiat', 'EUR');
  visit();
  expect(fiat()).toEqual({ code: 'USD', rate: '1' });
  await waitFor(() => expect(fiat()).toEqual({ code: 'EUR', rate: '0.92' }));
});

test('at the next visit the rate is there at once, and is not fetched again within a day', async () => {
  visit();
  bus.request('fiat.request', 'JPY');
  await waitFor(() => expect(fiat()).toEqual({ code: 'JPY', rate: '151.2' }));
  cleanup();
  visit(withScreen);
  expect(fiat()).toEqual({ code: 'JPY', rate: '151.2' });
  expect(screen.getByText('3 rates')).toBeDefined();
  expect(fetched()).toBe(1);
});

test.each([
  ['fresh', 60_000, 0],
  ['a day old', DAY + 60_000, 1],
])('rates of an earlier release of the page that are %s are used', async (_, age, times) => {
  const rates = [{ currency_code: 'EUR', rate: '0.5' }];
  localStorage.setItem('tessera.host.fiat', 'EUR');
  localStorage.setItem('tessera.host.fiat-rates', JSON.stringify({ savedAt: Date.now() - age, rates }));
  visit();
  expect(fiat()).toEqual({ code: 'EUR', rate: '0.5' });
  if (times > 0) await waitFor(() => expect(fiat()).toEqual({ code: 'EUR', rate: '0.92' }));
  expect(fetched()).toBe(times);
});

test('the last known rate stays while the exchange is not reached', async () => {
  localStorage.setItem('tessera.host.fiat', 'EUR');
  localStorage.setItem(
    'tessera.host.fiat-rates',
    JSON.stringify({ savedAt: Date.now() - 2 * DAY, rates: [{ currency_code: 'EUR', rate: '0.5' }] }),
  );
  exchange.change({ [RATES]: silence() });
  visit();
  await waitFor(() => expect(fetched()).toBe(1));
  expect(fiat()).toEqual({ code: 'EUR', rate: '0.5' });
});

test('a screen that shows rates shares them with the host', async () => {
  visit(withScreen);
  expect(await screen.findByText('3 rates')).toBeDefined();
  expect(fetched()).toBe(1);
});

test('the currency of the account counts where none was chosen, also at the next visit, and leaves with the user', async () => {
  visit();
  await waitFor(() => expect(fetched()).toBe(1));
  followAccountFiat('EUR');
  await waitFor(() => expect(fiat()).toEqual({ code: 'EUR', rate: '0.92' }));
  startFiat();
  expect(fiat()?.code).toBe('EUR');
  followAccountFiat(null);
  expect(fiat()?.code).toBe('USD');
});

test('the choice on this device has priority over that of the account', async () => {
  visit();
  await waitFor(() => expect(fetched()).toBe(1));
  bus.request('fiat.request', 'JPY');
  followAccountFiat('EUR');
  expect(fiat()?.code).toBe('JPY');
});
