// A gateway of its own process, whose memory a test can read: `fork` it with the origin of backend and registry.
import type { AddressInfo } from 'node:net';
import { createGateway } from '../gateway.ts';

const gateway = await createGateway({
  backend: process.argv[2] ?? '',
  registry: process.argv[2] ?? '',
  release: () => undefined,
  keys: async () => [],
  shell: async () => undefined,
  files: async () => undefined,
  trustedProxies: 'loopback',
});
await gateway.listen({ port: 0, host: '127.0.0.1' });
process.on('message', () => process.send?.({ bytes: process.memoryUsage.rss() }));
process.on('disconnect', () => process.exit(0));
process.send?.({ port: (gateway.server.address() as AddressInfo).port });
