import type { JsonCall } from '@tessera/api/kit/json';
import { registryContract } from '@tessera/registry-api';
import { descriptorOf, OPEN_GATE, type TestReleases, testReleases } from '@tessera/releases/testing';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HealthMonitor } from './health-monitor.ts';
import { createRegistry } from './service.ts';
import { EVERY_RIGHT, publicationOf } from './testing.ts';

/* Responses of the service match its contract exactly: no extra or missing field. */

const AUTHORIZATION = { authorization: 'Bearer operator' };
const reference = { name: 'markets', version: '1.0.2' };

/** One request per call, in an order in which all succeed. */
const REQUESTS: Readonly<
  Record<keyof typeof registryContract, { readonly url?: string; readonly payload?: object | (() => Promise<object>) }>
> = {
  'GET /registry/health': {},
  'POST /registry/promote': { payload: { name: 'markets', version: '1.0.1', why: 'faster' } },
  'POST /registry/ramp': {
    payload: {
      ...reference,
      percent: 12.5,
      steps: [{ percent: 50, after: 10 }],
      why: 'try it',
      expectedEpoch: 2,
      force: true,
    },
  },
  'POST /registry/hold': { payload: { name: 'markets', why: 'look first' } },
  'POST /registry/resume': { payload: { name: 'markets', why: 'looked', expectedEpoch: 4 } },
  'POST /registry/page': { payload: { epoch: 3, arms: ['markets@1.0.2'] } },
  'POST /registry/telemetry': {
    payload: {
      epoch: 3,
      arms: ['markets@1.0.2'],
      nonce: 'none',
      reports: [
        { type: 'use', remote: 'markets', version: '1.0.2' },
        { type: 'failure', remote: 'markets', version: '1.0.1', kind: 'render' },
        { type: 'vital', remote: 'markets', version: '1.0.2', vital: 'LCP', value: 900 },
      ],
    },
  },
  'POST /registry/publish': { payload: publicationOf('markets', '1.0.3') },
  'GET /registry/status': {},
  'GET /registry/history': { url: '/registry/history?limit=2' },
  'GET /registry/versions/:name': { url: '/registry/versions/markets' },
  'GET /registry/diff': { url: '/registry/diff?from=1&to=3' },
  'POST /registry/preview': { payload: { ...reference, minutes: 5, why: 'for Paul' } },
  'GET /registry/previews': {},
  'POST /registry/end-preview': {
    payload: async () => ({ id: (await release.service.previews())[0]?.id, why: 'seen' }),
  },
  'POST /registry/override': { payload: { name: 'markets', origin: 'http://127.0.0.1:5173' } },
  'POST /registry/tabs': { payload: { tabs: ['markets'], why: 'a campaign' } },
  'POST /registry/rollback': { payload: { name: 'markets', why: 'slower' } },
  'POST /registry/revert': { payload: { epoch: 1, why: 'it was not' } },
};

let registry: FastifyInstance;
let release: TestReleases;

beforeAll(async () => {
  release = await testReleases(OPEN_GATE);
  const tab = { order: 1, path: '/pages/markets/markets', label: descriptorOf('markets').title, icon: 'M3 3h18v18H3z' };
  for (const version of ['1.0.0', '1.0.1', '1.0.2'])
    await release.publish('markets', version, { descriptor: descriptorOf('markets', { tab }) });
  await release.service.promote({ name: 'markets', version: '1.0.0' }, { who: 'ada', why: 'launch' });
  const health = new HealthMonitor({ service: release.service, print: () => undefined, now: () => 0 });
  const staff = async () => ({ account: 'ada', rights: EVERY_RIGHT });
  registry = await createRegistry({ service: release.service, health, staff, developerTools: true, publishing: true });
});
afterAll(() => registry.close());

test.each(Object.entries(REQUESTS))('%s', async (id, { url, payload }) => {
  const call: JsonCall = registryContract[id as keyof typeof registryContract];
  const response = await registry.inject({
    method: call.method as 'GET' | 'POST',
    url: url ?? call.path,
    headers: AUTHORIZATION,
    ...(payload ? { payload: typeof payload === 'function' ? await payload() : payload } : {}),
  });
  const output = response.body === '' ? undefined : response.json();
  expect([response.statusCode, output]).toEqual([output === undefined ? 204 : 200, call.output.parse(output)]);
});
