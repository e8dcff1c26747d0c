// A gateway of its own process, whose memory a test can read: `fork` it with the origin of backend and registry, and a
// folder of built files.
import type { AddressInfo } from 'node:net';
import { serveFiles } from '../file-routes.ts';
import { createGateway } from '../gateway.ts';

const [backend = '', folder = ''] = process.argv.slice(2);
const nothing = async () => undefined;
const gateway = await createGateway({
  backend,
  registry: backend,
  release: () => undefined,
  keys: async () => [],
  shell: nothing,
  files: (instance) =>
    serveFiles(instance, {
      host: folder,
      console: folder,
      releases: {
        remotes: async () => [],
        versionNumbers: async () => [],
        version: nothing,
        file: nothing,
        deltas: async () => [],
      },
    }),
  trustedProxies: 'loopback',
});
await gateway.listen({ port: 0, host: '127.0.0.1' });
process.on('message', () => process.send?.({ bytes: process.memoryUsage.rss() }));
process.on('disconnect', () => process.exit(0));
process.send?.({ port: (gateway.server.address() as AddressInfo).port });
