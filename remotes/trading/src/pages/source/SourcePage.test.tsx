// @vitest-environment jsdom
import { bitcoin, listing } from '@tessera/api/instruments/fixtures';
import { proofKey, type SignedTick, signedTicks } from '@tessera/api/instruments/proof-fixtures';
import type { SignedHeads } from '@tessera/api/instruments/verify';
import { type ExchangeRequest, fakeExchange, showScreen, startScreens } from '@tessera/testing';
import { screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import remote from '../../remote.tsx';
import SourcePage from './SourcePage.tsx';

/* A record of six signed minutes with ten ticks each. */

const SYMBOL = 'BTC/USDT';
const START = Date.UTC(2026, 10, 20, 15);
const MINUTE = 60_000;

const record = () =>
  signedTicks(
    [1, 2, 3, 4, 5, 6].map((minute) => START + minute * MINUTE),
    (end, count) =>
      Array.from({ length: 10 }, (_, step): SignedTick => {
        const price = 6_300_000 + count + step;
        return [end - MINUTE + step, price, price + 2, price, price, price, 5, price];
      }),
  );

let kept: ReturnType<typeof record>;
beforeAll(() => startScreens(remote, 'source'));
beforeEach(() => {
  kept = record();
  fakeExchange({
    'GET /currency/quotation_new': listing(bitcoin({ latest: { at: Date.now() } })),
    'GET /market/heads': () => ({ key: proofKey, list: kept.heads }),
    'GET /market/ticks': ({ form }: ExchangeRequest) => kept.spanOf(Number(form.get('from')), Number(form.get('to'))),
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

const results = async () => {
  showScreen(<SourcePage />, `/pages/transaction/source?symbol=${SYMBOL}`);
  const list = await screen.findByRole('list', { name: 'Verified minutes' });
  return within(list)
    .getAllByRole('listitem')
    .map((row) => row.textContent);
};

test('tells plainly that the market is simulated, and verifies the last minutes one by one', async () => {
  const minutes = await results();
  expect(screen.getByRole('heading', { name: 'Simulated market' })).toBeTruthy();
  expect(minutes).toHaveLength(5);
  for (const minute of minutes) expect(minute).toMatch(/Ticks: 10Verified$/);
  expect(screen.getByText(proofKey)).toBeTruthy();
  expect(screen.getByText(kept.heads[5]?.heads[SYMBOL]?.[1] ?? '')).toBeTruthy();
});

test('a tick that was changed later spoils its minute alone', async () => {
  const tick = kept.ticks[25] as SignedTick;
  kept.ticks[25] = [...tick.slice(0, 3), tick[3] + 1, ...tick.slice(4)] as unknown as SignedTick;
  const minutes = await results();
  expect(minutes.map((minute) => minute?.includes('Ticks do not match'))).toEqual([false, false, false, true, false]);
});

test('a head that was not signed by the key is wrong in both minutes that it ends and begins', async () => {
  const head = kept.heads[2] as SignedHeads;
  kept.heads[2] = { ...head, signature: kept.heads[1]?.signature ?? '' };
  const minutes = await results();
  expect(minutes.map((minute) => minute?.includes('Signature is wrong'))).toEqual([false, false, true, true, false]);
});

test('a browser without Ed25519 checks the same in JavaScript', async () => {
  vi.spyOn(crypto.subtle, 'importKey').mockRejectedValue(new DOMException('none', 'NotSupportedError'));
  const minutes = await results();
  for (const minute of minutes) expect(minute).not.toContain('not checked');
});

test('a live source is named by its venues, with the age of the price', async () => {
  const instrument = bitcoin({ source: 'binance, okx', latest: { at: Date.now() - 7_000 } });
  fakeExchange({
    'GET /currency/quotation_new': { ...listing(instrument), feed: 'live' },
    'GET /market/heads': { key: proofKey, list: [] },
  });
  showScreen(<SourcePage />, `/pages/transaction/source?symbol=${SYMBOL}`);
  expect(await screen.findByRole('heading', { name: 'Live prices' })).toBeTruthy();
  expect(screen.getByText('Prices from Binance, OKX.')).toBeTruthy();
  expect(screen.getByText(/Last price .*ago/)).toBeTruthy();
  expect(await screen.findByText('No minute of this market has been signed yet.')).toBeTruthy();
});
