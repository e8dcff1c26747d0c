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
/** ms, of the looks for what was missing. */
let passed: number;

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
  passed = 0;
  await serveFiles(gateway, { host: '/', console: '/', releases: store, now: () => passed });
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

  const code = (text: string) => `${Array.from({ length: 300 }, (_, at) => `f(${Math.cos(at)})`).join('\n')}${text}`;
  const deltaOf = async (version: string, former: string) => {
    const dictionary = integrityOf(Buffer.from(code(former))).slice('sha256-'.length);
    const headers = { 'accept-encoding': 'dcb, br', 'available-dictionary': `:${dictionary}:` };
    const sent = await gateway.inject({ url: `/h5/remotes/trading/${version}/remoteEntry.js`, headers });
    return sent.headers['content-encoding'];
  };

  test('has its deltas again a second after they could not be read', async () => {
    for (const [at, version] of ['1.0.0', '1.1.0'].entries()) {
      const folder = await folderWith({ 'remoteEntry.js': code(version) });
      await publisher.publish(newVersionOf('trading', version, { publishedAt: at }), folder);
    }
    const deltas = store.deltas.bind(store);
    let reads = 0;
    store.deltas = async (...asked) => {
      reads += 1;
      if (reads === 1) throw new Error('the bucket is away');
      return deltas(...asked);
    };
    expect(await deltaOf('1.1.0', '1.0.0')).toBeUndefined();
    expect(await deltaOf('1.1.0', '1.0.0')).toBeUndefined();
    passed += 1_000;
    expect([await deltaOf('1.1.0', '1.0.0'), await deltaOf('1.1.0', '1.0.0'), reads]).toEqual(['dcb', 'dcb', 2]);
  });

  test('that is in use is not read again, however many others are asked for', async () => {
    const others = Array.from({ length: 250 }, (_, at) => `1.0.${at}`);
    const record = await store.version('markets', VERSION);
    if (!record) throw new Error('markets was published');
    const asked: string[] = [];
    store.versionNumbers = async () => [VERSION, ...others];
    store.version = async (name, version) => {
      asked.push(version);
      return { ...record, name, version };
    };
    for (const version of others) {
      expect((await gateway.inject(fileAt('files.json'))).statusCode).toBe(200);
      await gateway.inject(`/h5/remotes/markets/${version}/files.json`);
    }
    expect(asked.filter((version) => version === VERSION)).toHaveLength(1);
  });
});

describe('what nobody published', () => {
  /** Statuses; as many at once as an address may have under way. */
  const ask = async (paths: readonly string[]) => {
    const statuses = new Set<number>();
    for (let from = 0; from < paths.length; from += 300) {
      const asked = paths.slice(from, from + 300).map((path) => gateway.inject(path));
      for (const { statusCode } of await Promise.all(asked)) statuses.add(statusCode);
    }
    return statuses;
  };
  const many = Array.from({ length: 500 }, (_, at) => at);

  test('costs the store a list a second, and no request each: versions, remotes and files', async () => {
    await gateway.inject(fileAt('remoteEntry.js'));
    bucket.calls.length = 0;
    const made = many.flatMap((at) => [
      `/h5/remotes/markets/9.9.${at}/remoteEntry.js`,
      `/h5/remotes/made${at}/1.0.0/remoteEntry.js`,
      fileAt(`none-${at}.js`),
    ]);
    expect(await ask(made)).toEqual(new Set([404]));
    expect(await ask(made)).toEqual(new Set([404]));
    expect(bucket.calls.length).toBeLessThanOrEqual(2);
    passed += 1_000;
    expect(await ask(made)).toEqual(new Set([404]));
    expect(bucket.calls.length).toBeLessThanOrEqual(4);
  });

  test('is there a second after it was published', async () => {
    const url = '/h5/remotes/markets/9.9.9/remoteEntry.js';
    expect(await ask([url])).toEqual(new Set([404]));
    const built = await folderWith({ 'remoteEntry.js': 'nine' });
    await publisher.publish(newVersionOf('markets', '9.9.9'), built);
    passed += 1_000;
    expect((await gateway.inject(url)).body).toBe('nine');
  });

  test('any more: a file that was pruned is looked for once a second', async () => {
    expect(await ask([fileAt('files.json')])).toEqual(new Set([200]));
    for (const path of ['page.1f.js', 'page.1f.js.br'])
      bucket.objects.delete(`releases/${storeKeys.file('markets', VERSION, path)}`);
    bucket.calls.length = 0;
    for (let times = 0; times < 5; times += 1) expect(await ask([fileAt('page.1f.js')])).toEqual(new Set([404]));
    expect(bucket.calls).toHaveLength(2);
  });
});
