import { symlink } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { type ReleaseStore, storeKeys } from '@tessera/releases';
import { folderWith, newVersionOf, testReleases } from '@tessera/releases/testing';
import { expect, onTestFinished, test } from 'vitest';
import { serveFiles } from './file-routes.ts';
import { gatewayWith } from './testing/gateway-with.ts';

/* A disk or a bucket that fails is an error of the platform: each request that it fails is one line of the log. */

const FILE = '/h5/remotes/markets/1.0.0/page.1f.js';
const ERROR = 50;

type Line = { readonly level: number; readonly msg: string };

/** A gateway on a store with one version, of which the files are read by `file`. */
async function gatewayOn(file: (store: ReleaseStore) => ReleaseStore['file']) {
  const { store } = await testReleases();
  const built = await folderWith({ 'remoteEntry.js': 'entry', 'page.1f.js': 'the page' });
  await store.publish(newVersionOf('markets', '1.0.0'), built);
  const host = await folderWith({ 'assets/main.1f.js': 'main' });
  const lines: Line[] = [];
  const gateway = await gatewayWith({
    files: (instance) => {
      instance.get('/typed.css', async (_request, reply) => {
        reply.type('text/css');
        throw new Error('EIO: the disk is broken');
      });
      return serveFiles(instance, {
        host,
        console: host,
        releases: {
          remotes: () => store.remotes(),
          versionNumbers: (name) => store.versionNumbers(name),
          file: file(store),
          version: (name, version) => store.version(name, version),
          deltas: (record) => store.deltas(record),
        },
      });
    },
    logger: { level: 'debug', stream: { write: (line: string) => void lines.push(JSON.parse(line)) } },
  });
  onTestFinished(() => gateway.close());
  return { gateway, store, host, lines, errors: () => lines.filter(({ level }) => level >= ERROR) };
}

const failing = () => () => Promise.reject(new Error('EIO: the disk is broken'));

test.each(['', 'br', 'gzip, br'])('a stored file that cannot be read is one line (%s)', async (encoding) => {
  const { gateway, errors } = await gatewayOn(failing);
  const response = await gateway.inject({ url: FILE, headers: { 'accept-encoding': encoding } });
  expect(response.statusCode).toBe(500);
  expect(errors().map(({ msg }) => msg)).toEqual(['EIO: the disk is broken']);
  expect(response.json()).toEqual({ error: 'gateway_fault' });
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(response.headers['cache-control']).toBe('no-store');
});

test('requests that wait for the same file are a line each, and the next one reads it again', async () => {
  let broken = true;
  const { gateway, errors } = await gatewayOn(
    (store) =>
      (...asked) =>
        broken ? Promise.reject(new Error('EIO')) : store.file(...asked),
  );
  const responses = await Promise.all(Array.from({ length: 5 }, () => gateway.inject(FILE)));
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([500, 500, 500, 500, 500]);
  expect(errors()).toHaveLength(5);
  broken = false;
  expect((await gateway.inject(FILE)).body).toBe('the page');
  expect(errors()).toHaveLength(5);
});

test('a stored file with other bytes is one line', async () => {
  const { gateway, store, errors } = await gatewayOn(
    (store) =>
      (...asked) =>
        store.file(...asked),
  );
  await store.storage.put(storeKeys.file('markets', '1.0.0', 'page.1f.js'), Buffer.from('half of the'));
  expect((await gateway.inject(FILE)).statusCode).toBe(404);
  expect(errors().map(({ msg }) => msg)).toEqual([
    'markets@1.0.0: page.1f.js in the store is not the file that its record names',
  ]);
});

test('a file of the host that cannot be read is one line', async () => {
  const { gateway, host, errors } = await gatewayOn(failing);
  // A link to itself: ELOOP for any user, also one who may read everything.
  await symlink('round.js', join(host, 'assets/round.js'));
  const response = await gateway.inject('/h5/assets/round.js');
  expect([response.statusCode, response.headers['content-type']]).toEqual([500, 'application/json; charset=utf-8']);
  expect(errors()).toHaveLength(1);
});

test('a response that breaks after its type was set is one line, and says in its own type that it broke', async () => {
  const { gateway, errors } = await gatewayOn(failing);
  const response = await gateway.inject('/typed.css');
  expect([response.statusCode, response.json()]).toEqual([500, { error: 'gateway_fault' }]);
  expect(errors()).toHaveLength(1);
});

test('a file that breaks when its client has gone is no error', async () => {
  const reading = Promise.withResolvers<void>();
  const disk = Promise.withResolvers<never>();
  const { gateway, lines, errors } = await gatewayOn(() => () => {
    reading.resolve();
    return disk.promise;
  });
  const { port } = new URL(await gateway.listen({ host: '127.0.0.1', port: 0 }));
  const gone = new Promise<void>((resolve) =>
    gateway.server.once('connection', (socket) => socket.once('close', () => resolve())),
  );
  const client = connect(Number(port), '127.0.0.1');
  client.write(`GET ${FILE} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
  await reading.promise;
  client.destroy();
  await gone;
  disk.reject(new Error('EIO'));
  await expect.poll(() => lines.filter(({ msg }) => msg === 'EIO')).toHaveLength(1);
  expect(errors()).toEqual([]);
});
