import { type BrotliOptions, brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { type S3Server, startS3Server } from '@tessera/object-storage/testing/s3-server';
import { integrityOf, publicKeyOf, ReleaseStore, storageFromEnvironment, storeKeys } from '@tessera/releases';
import { folderWith, newVersionOf, testReleases } from '@tessera/releases/testing';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { serveFiles } from './file-routes.ts';
import { followReleases, type ReleaseFeed } from './release-feed.ts';

const VERSION = '0.8.0-abcdef0123';
const fileAt = (path: string) => `/h5/remotes/markets/${VERSION}/${path}`;

let bucket: S3Server;
let store: ReleaseStore;
let publisher: ReleaseStore;
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
  publisher = published.store;
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
      vary: 'accept-encoding, available-dictionary',
      'use-as-dictionary': 'match="/h5/remotes/markets/*/page.1f.js"',
    });
    const wasted = ['x-download-options', 'x-xss-protection', 'etag', 'last-modified', 'origin-agent-cluster'];
    expect(Object.keys(packed.headers).filter((name) => wasted.includes(name))).toEqual([]);
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

  test('lists what its screens load, from its signed record', async () => {
    const url = fileAt('files.json');
    const packed = await gateway.inject({ url, headers: { 'accept-encoding': 'br' } });
    const list = { screens: {}, provided: {}, texts: {}, assets: [] };
    expect(JSON.parse(brotliDecompressSync(packed.rawPayload).toString())).toEqual(list);
    expect(packed.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await gateway.inject(url)).json()).toEqual(list);
    expect((await gateway.inject('/h5/remotes/markets/9.9.9/files.json')).statusCode).toBe(404);
  });

  test('of which a browser has a former version travels as what it differs by, and whole where that is unknown', async () => {
    const code = (text: string) => `${Array.from({ length: 300 }, (_, at) => `f(${Math.cos(at)})`).join('\n')}${text}`;
    const publish = async (version: string, path: string, content: string, at: number) => {
      const folder = await folderWith({ 'remoteEntry.js': 'entry', [path]: content, [`${path}.br`]: pack(content) });
      await publisher.publish(newVersionOf('trading', version, { publishedAt: at }), folder);
    };
    const pack = (content: string) => brotliCompressSync(content);
    await publish('1.0.0', 'page.aaaaaaaaaa.js', code('one'), 1);
    await publish('1.1.0', 'page.bbbbbbbbbb.js', code('two'), 2);
    const url = '/h5/remotes/trading/1.1.0/page.bbbbbbbbbb.js';
    const hash = integrityOf(Buffer.from(code('one'))).slice('sha256-'.length);
    const ask = (encodings: string, dictionary: string) =>
      gateway.inject({ url, headers: { 'accept-encoding': encodings, 'available-dictionary': dictionary } });

    const delta = await ask('gzip, br, dcb', `:${hash}:`);
    expect(delta.headers).toMatchObject({
      'content-encoding': 'dcb',
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding, available-dictionary',
      'use-as-dictionary': 'match="/h5/remotes/trading/*/page.*.js"',
    });
    expect(delta.rawPayload.byteLength).toBeLessThan(80);
    const options = { dictionary: Buffer.from(code('one')) } as BrotliOptions;
    expect(brotliDecompressSync(delta.rawPayload.subarray(36), options).toString()).toBe(code('two'));

    const other = integrityOf(Buffer.from('other')).slice('sha256-'.length);
    for (const [encodings, dictionary] of [
      ['gzip, br, dcb', `:${other}:`],
      ['gzip, br, dcb', hash],
      ['gzip, br, dcb', ''],
      ['gzip, br', `:${hash}:`],
      ['br, dcbx', `:${hash}:`],
    ] as const) {
      const whole = await ask(encodings, dictionary);
      expect([whole.headers['content-encoding'], whole.statusCode], `${encodings} ${dictionary}`).toEqual(['br', 200]);
      expect(brotliDecompressSync(whole.rawPayload).toString()).toBe(code('two'));
    }
    // As the edge asks: it has the whole file itself.
    expect((await ask('dcb', `:${other}:`)).statusCode).toBe(406);
    expect((await ask('dcb', `:${hash}:`)).headers['content-encoding']).toBe('dcb');
  });

  test('is sent whole where its delta was changed in the store', async () => {
    const code = (text: string) => `${Array.from({ length: 300 }, (_, at) => `f(${Math.cos(at)})`).join('\n')}${text}`;
    for (const [at, version] of ['1.0.0', '1.1.0'].entries()) {
      const folder = await folderWith({ 'remoteEntry.js': code(version) });
      await publisher.publish(newVersionOf('trading', version, { publishedAt: at }), folder);
    }
    const key = `releases/${storeKeys.deltas('trading', '1.1.0', '1.0.0')}`;
    const text = bucket.objects.get(key)?.toString() ?? '';
    const { dcb } = JSON.parse(text)['remoteEntry.js'];
    const evil = Buffer.concat([
      Buffer.from(dcb, 'base64').subarray(0, 36),
      brotliCompressSync('steal()', { dictionary: Buffer.from(code('1.0.0')) } as BrotliOptions),
    ]);
    bucket.objects.set(key, Buffer.from(text.replace(dcb, evil.toString('base64'))));
    const hash = integrityOf(Buffer.from(code('1.0.0'))).slice('sha256-'.length);
    const headers = { 'accept-encoding': 'dcb, br', 'available-dictionary': `:${hash}:` };
    const sent = await gateway.inject({ url: '/h5/remotes/trading/1.1.0/remoteEntry.js', headers });
    expect([sent.headers['content-encoding'], sent.body]).toEqual([undefined, code('1.1.0')]);
  });
});
