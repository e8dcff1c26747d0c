import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fiatCodes } from '@tessera/api/rules';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recurringJobsOf } from '../../../test/recurring-jobs.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { builtInRates } from './rate-table.ts';
import { dueIn, FETCH_EVERY, refreshRates } from './rates.ts';

let app: TestApp;
let server: Server;
let url: string;
let reply: { status: number; body: string };
const paths: (string | undefined)[] = [];

const table = (changed: Record<string, unknown> = {}) => ({
  base: 'USD',
  rates: {
    ...Object.fromEntries(Object.entries(builtInRates.rates).map(([code, rate]) => [code, Number(rate)])),
    ...changed,
  },
});

beforeAll(async () => {
  server = createServer((request, response) => {
    paths.push(request.url);
    response.writeHead(reply.status, { ...(reply.status === 302 && { location: '/elsewhere' }) }).end(reply.body);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/latest`;
  app = await createTestApp({ FIAT_RATES_URL: url });
});

afterAll(async () => {
  await app.close();
  await new Promise((closed) => server.close(closed));
});

test('before a source was ever reached the built-in table is returned, with every currency once', async () => {
  const rates = await app.ok('GET /fiat/rates');
  expect(rates.source).toBe('built_in');
  expect(rates.at).toBe(builtInRates.at);
  expect(rates.rates.map(({ currency_code }) => currency_code)).toEqual([...fiatCodes]);
});

test('a fetched table is live, with its rates digit by digit', async () => {
  expect(await dueIn(app.database, app.now())).toBe(0);
  reply = {
    status: 200,
    body: JSON.stringify(table()).replace(/"EUR":[\d.]+/, '"EUR":0.86512345678901234'),
  };
  await refreshRates(app.database, url, app.now);
  const rates = await app.ok('GET /fiat/rates');
  expect(rates.source).toBe('live');
  expect(rates.at).toBe(app.now());
  expect(rates.rates.find(({ currency_code }) => currency_code === 'EUR')?.rate).toBe('0.86512345678901234');
  expect(await dueIn(app.database, app.now())).toBe(FETCH_EVERY);
});

test.each([
  ['a fault', 500, 'oops'],
  ['no JSON', 200, '<html>'],
  ['JSON of another kind', 200, '[1,2]'],
  ['another base', 200, JSON.stringify({ ...table(), base: 'EUR' })],
  ['a missing currency', 200, JSON.stringify(table({ VND: undefined }))],
  ['a rate of zero', 200, JSON.stringify(table({ JPY: 0 }))],
  ['a negative rate', 200, JSON.stringify(table({ JPY: -150 }))],
  ['a rate that is text', 200, JSON.stringify(table({ JPY: 'many' }))],
  ['a rate in another unit', 200, JSON.stringify(table({ JPY: 15_340 }))],
  ['a rate in powers of ten', 200, JSON.stringify(table()).replace(/"JPY":[\d.]+/, '"JPY":1.5e2')],
  ['an endless response', 200, ' '.repeat(300_000)],
])('a response with %s is rejected and the last good table stays', async (_, status, body) => {
  const before = await app.ok('GET /fiat/rates');
  reply = { status, body };
  await expect(refreshRates(app.database, url, app.now)).rejects.toThrow();
  expect((await app.ok('GET /fiat/rates')).rates).toEqual(before.rates);
});

test('a redirection is not followed', async () => {
  reply = { status: 302, body: '' };
  paths.length = 0;
  await expect(refreshRates(app.database, url, app.now)).rejects.toThrow();
  expect(paths).toEqual(['/latest']);
});

test('a table whose source fails for more than a day is kept and marked as such', async () => {
  app.advance(FETCH_EVERY + 2 * 3_600_000);
  const rates = await app.ok('GET /fiat/rates');
  expect(rates.source).toBe('kept');
  expect(rates.at).toBeLessThan(app.now() - FETCH_EVERY);
});

test('the job fetches what is due, and a source that fails leaves the last good table', async () => {
  const jobs = recurringJobsOf(app);
  reply = { status: 503, body: '' };
  expect(await jobs.turn('fiat-rates')).toBe('failed');
  expect((await app.ok('GET /fiat/rates')).source).toBe('kept');

  reply = { status: 200, body: JSON.stringify(table()) };
  expect(await jobs.turn('fiat-rates')).toBe('done');
  expect((await app.ok('GET /fiat/rates')).source).toBe('live');

  // A table that is young is not fetched again.
  reply = { status: 503, body: '' };
  expect(await jobs.turn('fiat-rates')).toBe('done');
  app.advance(FETCH_EVERY);
  expect(await jobs.turn('fiat-rates')).toBe('failed');
  await jobs.stop();
});

test('without a source there is no job', async () => {
  const plain = await createTestApp();
  expect(plain.domains.find(({ name }) => name === 'fiat')?.jobs).toEqual([]);
  await plain.close();
});
