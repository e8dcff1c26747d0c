import { createServer } from 'node:net';
import { folderWith } from '@tessera/releases/testing';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from './server.ts';
import { usablePort } from './usable-port.ts';

/** Replaces the repository: its development servers are the given script. */
const repository = (script: string) =>
  folderWith({
    'package.json': '{ "type": "module" }',
    'deploy/tools/launcher/src/end-with-parent.ts': "process.once('disconnect', () => process.exit(3));\n",
    'deploy/tools/launcher/src/development-servers.ts': script,
  });

const SERVES = `
  import { createServer } from 'node:http';
  const [served, , pageHost] = process.argv.slice(2);
  const body = JSON.stringify({ served, pageHost });
  const serving = createServer((_, response) => response.end(body));
  serving.listen(Number(served.slice(served.lastIndexOf('=') + 1)), '127.0.0.1');
  process.once('SIGTERM', () => process.exit(0));
`;

test('a server is ready when it serves the entry, and has ended after it was stopped', async () => {
  const root = await repository(SERVES);
  const server = startServer(root, 'finance', await usablePort(0), 'staging.example');
  onTestFinished(() => server.stop());
  await server.ready();
  expect(await (await fetch(`${server.origin}/remoteEntry.js`)).json()).toEqual({
    served: `${root}/remotes/finance=${new URL(server.origin).port}`,
    pageHost: 'staging.example',
  });
  server.stop();
  expect(await server.ended).toBe(0);
  await expect(fetch(server.origin)).rejects.toThrow();
});

test('two remotes are served at once', async () => {
  const root = await repository(SERVES);
  const servers = [
    startServer(root, 'finance', await usablePort(0), 'localhost'),
    startServer(root, 'markets', await usablePort(0), 'localhost'),
  ];
  onTestFinished(() => {
    for (const server of servers) server.stop();
  });
  await Promise.all(servers.map((server) => server.ready()));
  expect(new Set(servers.map(({ origin }) => origin)).size).toBe(2);
});

test('a server that ends before it serves anything is reported', async () => {
  const server = startServer(await repository('process.exit(4);'), 'finance', await usablePort(0), 'localhost');
  await expect(server.ready()).rejects.toMatchObject({ code: 'server_not_ready' });
  expect(await server.ended).toBe(4);
});

test('a port in use is rejected with what to do', async () => {
  const other = createServer();
  onTestFinished(() => void other.close());
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
  const { port } = other.address() as { port: number };
  await expect(usablePort(port)).rejects.toMatchObject({
    code: 'port_unusable',
    message: `Port ${port} is in use: choose another with --port.`,
  });
});
