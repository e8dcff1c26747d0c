import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { proofKey, type SignedTick, signedTicks } from '@tessera/api/instruments/proof-fixtures';
import type { SignedHeads } from '@tessera/api/instruments/verify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { UsageError } from './usage.ts';
import { verifyTicks } from './verify-ticks.ts';

const SYMBOL = 'BTC/USDT';
const NOW = Date.UTC(2026, 10, 20, 15, 12);
const END = NOW - 120_000;

const record = signedTicks([END], (end) =>
  Array.from({ length: 4 }, (_, index): SignedTick => [end - 5_000 + index, 10, 12, 11, 11, 10, 3, 11]),
);
const ticks: number[][] = record.ticks.map((tick) => [...tick]);
const [{ signature, ...head }] = record.heads as [SignedHeads];

let served: { ticks: number[][]; signature: string };
let server: Server;
const lines: string[] = [];
beforeEach(async () => {
  served = { ticks, signature };
  lines.length = 0;
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://platform');
    const message =
      pathname === '/api/market/ticks'
        ? { ...record.spanOf(null, END), ticks: served.ticks }
        : { key: proofKey, list: [{ ...head, signature: served.signature }] };
    response.end(JSON.stringify({ type: 'ok', message }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

const verify = (names: readonly string[] = [SYMBOL]) =>
  verifyTicks(
    {
      origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      now: () => NOW,
      print: (text) => lines.push(text),
    },
    { names },
  );

test('ticks that were signed are counted', async () => {
  expect(await verify()).toBe(0);
  expect(lines).toEqual(['BTC/USDT: 4 ticks of the last 10 minutes are those that were signed.']);
});

test('ticks that were changed, left out or added, or signed by another, are named and end with code 1', async () => {
  served.ticks = ticks.with(1, (ticks[1] as number[]).with(3, 99));
  expect(await verify()).toBe(1);
  served.ticks = ticks.slice(1);
  expect(await verify()).toBe(1);
  served.ticks = [...ticks, ...ticks.slice(2)];
  expect(await verify()).toBe(1);
  served = { ticks, signature: signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')) };
  expect(await verify()).toBe(1);
  expect(lines).toEqual([
    expect.stringContaining('some were changed or moved'),
    expect.stringContaining('1 ticks are missing'),
    expect.stringContaining('there are 2 ticks too many'),
    expect.stringContaining('not signed by the key'),
  ]);
});

test('a symbol is needed', async () => {
  await expect(verify([])).rejects.toThrow(UsageError);
});
