import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSigner } from './client.ts';

/** Bytes of a version: ten payments with five versions each are more than one response may have. */
const SIZE = 200_000;

let folder: string;
let socket: string;
let server: Server;
/** By payment, ids of its transactions. */
let signed: Record<string, readonly string[]>;
let asked: (readonly string[])[];

const versionOf = (txid: string) => ({
  chain: 'bitcoin',
  payments: [],
  spend: { kind: 'evm', nonce: 1, gas: '1', maxFee: '1', priorityFee: '1' },
  txid,
  raw: 'a'.repeat(SIZE),
  fee: '1',
  at: 1,
});
const txid = (n: number) => n.toString(16).padStart(64, '0');

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'signer-api-'));
  socket = join(folder, 'socket');
  asked = [];
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.once('end', () => {
      const { ids } = JSON.parse(body);
      asked.push(ids);
      const all = new Set<string>(ids.flatMap((id: string) => signed[id] ?? []));
      response.end(JSON.stringify({ signed: [...all].map(versionOf) }));
    });
  });
  await new Promise<void>((resolve) => server.listen(socket, resolve));
});
afterEach(async () => {
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

it('asks for fewer payments at once where all their versions are too much for one response', async () => {
  const ids = Array.from({ length: 10 }, (_, n) => `withdrawal:${n}`);
  signed = Object.fromEntries(ids.map((id, n) => [id, [0, 1, 2, 3, 4].map((version) => txid(n * 10 + version))]));
  const known = await openSigner(socket).known(ids);
  expect(known.map((each) => each.txid)).toEqual(ids.flatMap((id) => signed[id]));
  expect(asked.map(({ length }) => length)).toEqual([10, 5, 5]);
});

it('names a transaction of several payments once', async () => {
  const shared = Array.from({ length: 30 }, (_, n) => txid(n));
  const others = Array.from({ length: 8 }, (_, n) => txid(100 + n));
  signed = { a: shared, b: [...shared, ...others], c: [], d: [200, 201, 202].map(txid) };
  const known = await openSigner(socket).known(['a', 'c', 'b', 'd']);
  expect(known.map((each) => each.txid)).toEqual([...shared, ...others, ...[200, 201, 202].map(txid)]);
  expect(asked).toEqual([['a', 'c', 'b', 'd'], ['a', 'c'], ['b', 'd'], ['b'], ['d']]);
});

it('rejects where one payment alone is too much', async () => {
  signed = { a: Array.from({ length: 50 }, (_, n) => txid(n)) };
  await expect(openSigner(socket).known(['a'])).rejects.toThrow('the signer sent too much');
});
