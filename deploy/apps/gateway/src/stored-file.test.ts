import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { type S3Server, startS3Server } from '@tessera/object-storage/testing/s3-server';
import { publicKeyOf, ReleaseStore, storageFromEnvironment, storeKeys } from '@tessera/releases';
import { folderWith, newVersionOf, testReleases } from '@tessera/releases/testing';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { serveFiles } from './file-routes.ts';
import { followReleases, type ReleaseFeed } from './release-feed.ts';

const VERSION = '0.8.0-abcdef0123';
const fileAt = (path: string) => `/h5/remotes/markets/${VERSION}/${path}`;

let bucket: S3Server;
let store: ReleaseStore;
let gateway: FastifyInstance;
let feed: ReleaseFeed;
let faults: string[];

beforeEach(async () => {
  bucket = await startS3Server();
  const { endpoint, region, accessKeyId, secretAccessKey } = bucket.settings;
  const env = {
    S3_BUCKET: bucket.settings.bucket,
    S3_ENDPOINT: endpoint,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
    S3_PREFIX: 'releases',
  };
  const published = await testReleases(undefined, await storageFromEnvironment(env, '/nowhere'));
  const built = await folderWith({
    'remoteEntry.js': 'entry',
    'page.1f.js': 'the page',
    'page.1f.js.br': brotliCompressSync('the page'),
    'keys.txt': 'classified',
  });
  await published.store.publish(newVersionOf('markets', VERSION), built);
  await published.service.promote({ name: 'markets', version: VERSION }, { who: 'ops', why: 'x' });
  // A gateway has a separate connection, and never writes.
  store = new ReleaseStore(await storageFromEnvironment(env, '/nowhere'), published.store.keys);
  bucket.calls.length = 0;
  faults = [];
  feed = followReleases({
    store,
    keys: async () => published.keys.map(publicKeyOf),
    now: () => published.clock.now,
    every: 3_600_000,
    onEpoch: () => undefined,
    onFault: (message) => faults.push(message),
  });
  gateway = fastify();
  await serveFiles(gateway, { host: '/', console: '/', releases: store });
});

afterEach(async () => {
  feed.stop();
  await gateway.close();
  await bucket.stop();
});

describe('a version in a bucket', () => {
  test('is served compressed, immutable and with its content type', async () => {
    const packed = await gateway.inject({ url: fileAt('page.1f.js'), headers: { 'accept-encoding': 'gzip, br' } });
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe('the page');
    expect(packed.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    });
    const plain = await gateway.inject(fileAt('page.1f.js'));
    expect([plain.body, plain.headers['content-encoding']]).toEqual(['the page', undefined]);
    const unpacked = await gateway.inject({ url: fileAt('remoteEntry.js'), headers: { 'accept-encoding': 'br' } });
    expect([unpacked.body, unpacked.headers['content-encoding']]).toEqual(['entry', undefined]);
  });

  test.each(['none.js', 'keys.txt', '.hidden.js', 'a%20b.js', 'a//b.js'])('holds no %s', async (path) => {
    expect((await gateway.inject(fileAt(path))).statusCode).toBe(404);
  });

  test('is live through its signed manifest, which a gateway reads without writing', async () => {
    await feed.refresh();
    expect(feed.current()?.manifest).toMatchObject({ epoch: 1, remotes: [{ stable: { version: VERSION } }] });
    await gateway.inject(fileAt('remoteEntry.js'));
    expect(bucket.calls.filter((call) => !call.startsWith('GET '))).toEqual([]);
  });

  test('with a tampered manifest is not live: the last manifest is kept', async () => {
    await feed.refresh();
    bucket.objects.set(`releases/${storeKeys.event(2)}`, Buffer.from('{}'));
    await feed.refresh();
    expect(feed.current()?.manifest).toMatchObject({ epoch: 1 });
    expect(faults).toEqual([expect.stringContaining('moves/00000002.json')]);
  });
});
