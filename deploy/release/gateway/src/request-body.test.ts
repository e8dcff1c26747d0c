import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { arrivalLimits } from '@tessera/api/kit/capacity';
import fastify from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { limitBodies } from './request-body.ts';
import { gatewayWith } from './testing/gateway-with.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0)) await clean();
});

test('100 forms that are sent slowly are all answered 408 and closed', async () => {
  const gateway = fastify({ forceCloseConnections: true });
  limitBodies(gateway, { arrivesWithin: 50 });
  gateway.post('/', async () => 'read');
  await gateway.listen({ port: 0, host: '127.0.0.1' });
  cleanups.push(() => gateway.close());
  const { port } = gateway.server.address() as AddressInfo;
  const slow = async (): Promise<string> => {
    const client: Socket = connect(port, '127.0.0.1');
    cleanups.unshift(() => client.destroy());
    client.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\ncontent-length: 100\r\n\r\na');
    const [head] = await once(client, 'data');
    return String(head).split(' ')[1] ?? '';
  };
  expect(new Set(await Promise.all(Array.from({ length: 100 }, slow)))).toEqual(new Set(['408']));
});

test('the gateway limits how long headers and whole requests may take', async () => {
  const gateway = await gatewayWith();
  cleanups.push(() => gateway.close());
  const { headersTimeout, requestTimeout } = gateway.server;
  expect({ headersTimeout, requestTimeout }).toEqual({
    headersTimeout: arrivalLimits.headers,
    requestTimeout: arrivalLimits.multipart,
  });
});
