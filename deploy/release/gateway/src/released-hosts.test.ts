import { createHash } from 'node:crypto';
import { generateKey, hostCookieName, publicKeyOf, sign, storeKeys } from '@tessera/releases';
import { folderWith, publishTestHost, type TestReleases, testReleases } from '@tessera/releases/testing';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { serveFiles } from './file-routes.ts';
import { followReleases } from './release-feed.ts';
import { releasedHosts } from './released-hosts.ts';
import { readShell } from './shell-source.ts';
import { gatewayWith } from './testing/gateway-with.ts';

const audit = { who: 'ops', why: 'x' };
const host = (version: string) => ({ name: 'host', version });
const DAY = 24 * 3_600_000;

let release: TestReleases;
let gateway: FastifyInstance;
let refresh: () => Promise<void>;
/** ms, of the looks for new hosts. */
let passed: number;
const cleanups: (() => unknown)[] = [];

beforeEach(async () => {
  release = await testReleases();
  passed = 0;
  const { service, store, clock } = release;
  await publishTestHost(release, '9.0.0');
  await publishTestHost(release, '9.1.0');
  await service.promote(host('9.0.0'), audit);
  const dist = await folderWith({
    'host/index.html': '<title>built</title><!--tessera:manifest-->',
    'host/assets/built.1.js': 'of the folder',
    'host/assets/main.9.0.0.js': 'of the folder',
  });
  const keys = async () => release.keys.map(publicKeyOf);
  const feed = followReleases({
    store,
    keys,
    now: () => clock.now,
    every: 3_600_000,
    onEpoch: () => undefined,
    onFault: () => undefined,
  });
  refresh = feed.refresh;
  await refresh();
  const hosts = releasedHosts(store, () => passed);
  gateway = await gatewayWith({
    release: feed.current,
    keys,
    host: hosts.page,
    shell: readShell(`${dist}/host`),
    now: () => clock.now,
    site: () => ({ name: 'Tessera', worker: true }),
    files: (instance) =>
      serveFiles(instance, {
        host: `${dist}/host`,
        hosts,
        console: '/',
        gallery: undefined,
        releases: store,
        now: () => passed,
      }),
  });
  cleanups.push(feed.stop, () => gateway.close());
});

afterEach(async () => {
  for (const clean of cleanups.splice(0)) await clean();
});

const cookieOf = (bucket: number | string, unfit?: string) =>
  [
    `${hostCookieName('bucket', false)}=${bucket}`,
    ...(unfit ? [`${hostCookieName('unfit', false)}=${unfit}`] : []),
  ].join('; ');

/** The version of the host whose page or worker a client gets. */
async function given(cookie = '', url = '/h5/'): Promise<string | undefined> {
  const { body } = await gateway.inject({ url, headers: cookie ? { cookie } : {} });
  return /main\.([\d.]+)\.js/.exec(body)?.[1] ?? /<title>\w+/.exec(body)?.[0];
}

const asset = async (name: string) => {
  const { statusCode, body } = await gateway.inject(`/h5/assets/${name}`);
  return statusCode === 200 ? body : statusCode;
};

/** Buckets of 40 clients, for whole and half ramps. */
const clients = Array.from({ length: 40 }, (_, index) => index * 250);

describe('the page of a client', () => {
  test('is that of its host: the candidate within the ramp, for its bucket the same each time', async () => {
    expect(await given(cookieOf(7))).toBe('9.0.0');
    await release.service.ramp(host('9.1.0'), 50, audit);
    await refresh();
    const all = await Promise.all(clients.map((bucket) => given(cookieOf(bucket))));
    expect(new Set(all)).toEqual(new Set(['9.0.0', '9.1.0']));
    expect(await Promise.all(clients.map((bucket) => given(cookieOf(bucket))))).toEqual(all);
    await release.service.promote(host('9.1.0'), audit);
    await refresh();
    expect(await given()).toBe('9.1.0');
    await release.service.rollback('host', audit);
    await refresh();
    expect(await given()).toBe('9.0.0');
  });

  test('brings a bucket for a browser without one, which is no secret and tells few apart', async () => {
    const first = await gateway.inject('/h5/');
    const [, bucket] =
      /^tessera_bucket=(\d{1,4}); Path=\/; Max-Age=34560000; SameSite=Lax$/.exec(String(first.headers['set-cookie'])) ??
      [];
    expect(Number(bucket)).toBeLessThan(10_000);
    const again = await gateway.inject({ url: '/h5/', headers: { cookie: cookieOf(String(bucket)) } });
    expect(again.headers['set-cookie']).toBeUndefined();
    const other = await gateway.inject({ url: '/h5/', headers: { cookie: cookieOf('nonsense') } });
    expect(other.headers['set-cookie']).toMatch(/^tessera_bucket=\d/);
  });

  test('is the one before where a host did not start', async () => {
    await release.service.promote(host('9.1.0'), audit);
    await refresh();
    expect(await given(cookieOf(7))).toBe('9.1.0');
    expect(await given(cookieOf(7, '9.1.0'))).toBe('9.0.0');
    expect(await given(cookieOf(7, '9.1.0~9.0.0'))).toBe('9.1.0');
  });

  test('watches its start, by its version; the built one has none to go back to', async () => {
    const page = await gateway.inject('/h5/');
    const [, script = ''] = /<script>(\(function watchStart[\s\S]*?)<\/script>/.exec(page.body) ?? [];
    expect(script).toContain('(document,self,"9.0.0","tessera_unfit",21600)');
    const hash = createHash('sha256').update(script).digest('base64');
    expect(page.headers['content-security-policy']).toContain(`'sha256-${hash}'`);
    expect((await gateway.inject('/h5/sw.js')).body).toContain('watchStart');
    const other = await gatewayWith({
      shell: async () => ({ template: '<!--tessera:manifest-->', files: { home: [], texts: {}, provided: {} } }),
    });
    cleanups.push(() => other.close());
    expect((await other.inject('/h5/')).body).not.toContain('watchStart');
  });

  test('is pinned in the worker of the same client', async () => {
    await release.service.ramp(host('9.1.0'), 50, audit);
    await refresh();
    for (const bucket of clients.slice(0, 8))
      expect(await given(cookieOf(bucket), '/h5/sw.js')).toBe(await given(cookieOf(bucket)));
    expect(await given('', '/h5/sw.js')).toBe('9.0.0');
  });

  test('names the files of its parts with their hashes', async () => {
    const { body } = await gateway.inject('/h5/');
    expect(body).toMatch(/"home":\[\["\/h5\/assets\/home\.1f\.js","sha256-/);
    expect(body).toMatch(/"texts":\{"de":\[\["\/h5\/assets\/texts-de\.1f\.js","sha256-/);
    expect(body).toContain('"provided":{"@tessera/ui/content":[[');
  });

  test('is the built one for a release of before hosts were released by pointer', async () => {
    const before = await testReleases();
    await before.publish('markets', '1.0.0');
    await before.service.takeOver(
      { host: { version: '8.0.0' }, remotes: [{ name: 'markets', version: '1.0.0' }] },
      audit,
    );
    const manifest = await before.inForce();
    const former = await gatewayWith({
      release: () => ({ manifest, signed: { schema: 2, payload: '{}', signatures: [] } }),
      host: releasedHosts(before.store).page,
      shell: async () => ({ template: '<title>built</title>', files: { home: [], texts: {}, provided: {} } }),
    });
    cleanups.push(() => former.close());
    const response = await former.inject('/h5/');
    expect(response.body).toContain('<title>built');
    expect(response.headers['set-cookie']).toBeUndefined();
  });
});

describe('files of hosts', () => {
  test('of every published one are served, as long as an epoch of the last days names it', async () => {
    await release.service.promote(host('9.1.0'), audit);
    await refresh();
    expect(await asset('main.9.0.0.js')).toBe('// 9.0.0');
    expect(await asset('main.9.1.0.js')).toBe('// 9.1.0');
    expect(await asset('built.1.js')).toBe('of the folder');
    release.clock.now += 29 * DAY;
    await release.service.prune(release.clock.now);
    expect(await asset('main.9.0.0.js')).toBe('// 9.0.0');
  });

  test('of one that is published later are found, and what does not exist costs one look a second', async () => {
    expect(await asset('main.9.0.0.js')).toBe('// 9.0.0');
    await publishTestHost(release, '9.2.0');
    const { storage } = release.store;
    let looks = 0;
    const list = storage.list.bind(storage);
    storage.list = (prefix) => {
      looks += 1;
      return list(prefix);
    };
    await Promise.all(Array.from({ length: 50 }, (_, index) => asset(`none.${index}.js`)));
    expect(looks).toBe(0);
    expect(await asset('main.9.2.0.js')).toBe(404);
    passed += 1_000;
    expect(await asset('main.9.2.0.js')).toBe('// 9.2.0');
    await Promise.all(Array.from({ length: 50 }, (_, index) => asset(`none.${index}.js`)));
    expect(looks).toBe(1);
  });
});

describe('an attacker who writes to the store', () => {
  test('brings no page of his own, by any object', async () => {
    await release.service.ramp(host('9.1.0'), 100, audit);
    await refresh();
    const { storage, store } = { storage: release.store.storage, store: release.store };
    const evil = Buffer.from('<title>evil</title><!--tessera:manifest-->');
    await storage.put(storeKeys.file('host', '9.1.0', 'index.html'), evil);
    // What follows is what the store has as well: the stable one.
    expect(await given(cookieOf(7))).toBe('9.0.0');
    await storage.put(storeKeys.file('host', '9.0.0', 'index.html'), evil);
    const stranger = await generateKey('evil', release.clock.now);
    const record = await store.requireVersion('host', '9.1.0');
    const planted = { ...record, version: '9.9.9' };
    await storage.put(storeKeys.record('host', '9.9.9'), Buffer.from(JSON.stringify(await sign(planted, [stranger]))));
    await storage.put(storeKeys.file('host', '9.9.9', 'index.html'), evil);
    await storage.put(storeKeys.file('host', '9.9.9', 'assets/evil.js'), Buffer.from('evil'));
    passed += 10_000;
    expect(await asset('evil.js')).toBe(404);
    for (const cookie of [cookieOf(7), cookieOf(7, '9.1.0~9.0.0'), cookieOf('9.9.9'), cookieOf(7, '9.9.9')])
      expect(await given(cookie)).not.toContain('evil');
  });

  test('brings no other bytes of a file, and no host that no manifest names', async () => {
    const { storage } = release.store;
    await storage.put(storeKeys.file('host', '9.0.0', 'assets/home.1f.js'), Buffer.from('evil'));
    // Another host has the same file.
    expect(await asset('home.1f.js')).toBe('home');
    await storage.put(storeKeys.file('host', '9.1.0', 'assets/main.9.1.0.js'), Buffer.from('evil'));
    expect(await asset('main.9.1.0.js')).toBe(404);
    for (const bucket of clients) expect(await given(cookieOf(bucket, '9.0.0'))).toBe('9.0.0');
  });

  test('does not bring back a former epoch: the gateway keeps the newest that it has seen', async () => {
    await release.service.promote(host('9.1.0'), audit);
    await refresh();
    await release.store.storage.remove(storeKeys.event(2));
    release.clock.now += 60_000;
    await refresh();
    expect(await given(cookieOf(7))).toBe('9.1.0');
  });
});
