import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { gatewayMetrics, serveMetrics } from './gateway-metrics.ts';
import { gatewayWith } from './testing/gateway-with.ts';

/** Path of promtool, if this machine has it. */
const { PROMTOOL_PATH } = process.env;
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0)) await clean();
});

async function start() {
  const metrics = gatewayMetrics();
  const gateway = await gatewayWith({
    metrics,
  });
  cleanups.push(() => gateway.close());
  return { gateway, metrics };
}

test('what clients get is counted, also where the gateway responds in place of the backend', async () => {
  const { gateway, metrics } = await start();
  for (const url of ['/api/user/login?token=secret', '/api/quotation', '/health', '/h5/manifest.json', '/nothing'])
    await gateway.inject(url);
  const { text } = await metrics.page();
  expect(text.match(/^tessera_gateway_responses_total.*$/gm)).toEqual([
    'tessera_gateway_responses_total{target="calls",status="503"} 2',
    'tessera_gateway_responses_total{target="pages",status="200"} 1',
    'tessera_gateway_responses_total{target="pages",status="503"} 1',
    'tessera_gateway_responses_total{target="pages",status="404"} 1',
  ]);
  expect(text).not.toContain('secret');
});

test.skipIf(!PROMTOOL_PATH)('the page passes promtool (PROMTOOL_PATH)', async () => {
  const { gateway, metrics } = await start();
  await gateway.inject('/health');
  const { text: input } = await metrics.page();
  const { status, stdout, stderr } = spawnSync(PROMTOOL_PATH ?? '', ['check', 'metrics'], { input, encoding: 'utf8' });
  expect([stdout + stderr, status]).toEqual(['', 0]);
});

test('the page has a port of its own, and no place on the one of clients', async () => {
  const { gateway, metrics } = await start();
  expect((await gateway.inject('/metrics')).statusCode).toBe(404);
  const server = serveMetrics(metrics).listen(0, '127.0.0.1');
  cleanups.push(() => server.close());
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const page = await fetch(`${origin}/metrics`);
  expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/plain')]);
  expect((await fetch(`${origin}/api`)).status).toBe(404);
});
