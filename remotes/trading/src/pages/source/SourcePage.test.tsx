// @vitest-environment jsdom
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { bitcoin, listing } from '@tessera/api/instruments/fixtures';
import type { SignedHeads, TickSpan } from '@tessera/api/instruments/verify';
import { type ExchangeRequest, fakeExchange, showScreen, startScreens } from '@tessera/testing';
import { screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import remote from '../../remote.tsx';
import SourcePage from './SourcePage.tsx';

/* A record of six signed minutes with ten ticks each. */

const SYMBOL = 'BTC/USDT';
const START = Date.UTC(2026, 10, 20, 15);
const MINUTE = 60_000;
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const key = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('hex');

type Tick = TickSpan['ticks'][number];

function linkOf(before: Buffer, number: number, tick: Tick): Buffer {
  const bytes = Buffer.alloc(8 * (tick.length + 1));
  [number, ...tick].forEach((field, place) => {
    bytes.writeBigInt64BE(BigInt(field), 8 * place);
  });
  return createHash('sha256').update(before).update(bytes).digest();
}

function record() {
  let link: Buffer = createHash('sha256').update(`tessera ticks ${SYMBOL}`).digest();
  const ticks: Tick[] = [];
  const heads: SignedHeads[] = [];
  for (let minute = 1; minute <= 6; minute += 1) {
    for (let step = 0; step < 10; step += 1) {
      const price = 6_300_000 + ticks.length;
      const tick: Tick = [START + (minute - 1) * MINUTE + step, price, price + 2, price, price, price, 5, price];
      ticks.push(tick);
      link = linkOf(link, ticks.length, tick);
    }
    const at = START + minute * MINUTE;
    const head: [number, string] = [ticks.length, link.toString('hex')];
    const text = Buffer.from(`tessera heads 1\n${at}\n${SYMBOL} ${head[0]} ${head[1]}`);
    heads.push({ at, heads: { [SYMBOL]: head }, key, signature: sign(null, text, privateKey).toString('base64url') });
  }
  return { ticks, heads };
}

let kept: ReturnType<typeof record>;
beforeAll(() => startScreens(remote, 'source'));
beforeEach(() => {
  kept = record();
  fakeExchange({
    'GET /currency/quotation_new': listing(bitcoin({ latest: { at: Date.now() } })),
    'GET /market/heads': () => ({ key, list: kept.heads }),
    'GET /market/ticks': ({ form }: ExchangeRequest) => {
      const headAt = (at: string | null) => {
        const [number = 0, link = ''] = kept.heads.find((each) => String(each.at) === at)?.heads[SYMBOL] ?? [];
        return { at: Number(at), number, link };
      };
      const [start, end] = [headAt(form.get('from')), headAt(form.get('to'))];
      const ticks = kept.ticks.slice(start.number, end.number);
      return { symbol: SYMBOL, tick: '0.01', lot: '0.00001', start, end, ticks };
    },
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
  expect(screen.getByText(key)).toBeTruthy();
  expect(screen.getByText(kept.heads[5]?.heads[SYMBOL]?.[1] ?? '')).toBeTruthy();
});

test('a tick that was changed later spoils its minute alone', async () => {
  const tick = kept.ticks[25] as Tick;
  kept.ticks[25] = [...tick.slice(0, 3), tick[3] + 1, ...tick.slice(4)] as unknown as Tick;
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
    'GET /market/heads': { key, list: [] },
  });
  showScreen(<SourcePage />, `/pages/transaction/source?symbol=${SYMBOL}`);
  expect(await screen.findByRole('heading', { name: 'Live prices' })).toBeTruthy();
  expect(screen.getByText('Prices from Binance, OKX.')).toBeTruthy();
  expect(screen.getByText(/Last price .*ago/)).toBeTruthy();
  expect(await screen.findByText('No minute of this market has been signed yet.')).toBeTruthy();
});
