import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { LANGUAGE_CODES, type Manifest } from '@tessera/releases';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGateway } from '../gateway.ts';
import { withoutComments } from '../inline-source.ts';
import type { LiveRelease } from '../release-feed.ts';
import { PLACEHOLDER } from '../shell-page.ts';
import type { PinnedPage } from './app-routes.ts';

const tab = (name: string, order: number) => ({
  name,
  stable: {
    name,
    version: '1.0.0',
    entry: '',
    integrity: '',
    tab: { path: `/pages/${name}/index`, icon: '', order, label: { en: name, de: `${name}-de` } },
    routes: [],
    assets: [],
    swap: 'allow',
  },
});
const manifest = { epoch: 7, issuedAt: 1, remotes: [tab('assets', 4), tab('markets', 1)] } as unknown as {
  -readonly [Field in keyof Manifest]: Manifest[Field];
};
const live: LiveRelease = { manifest, signed: { schema: 2, payload: JSON.stringify(manifest), signatures: [] } };

let site = { name: 'Tessera & "Co"', worker: true };
let gateway: Awaited<ReturnType<typeof createGateway>>;
beforeAll(async () => {
  gateway = await createGateway({
    trustedProxies: 'loopback',
    backend: 'http://127.0.0.1:1',
    release: () => live,
    keys: async () => [{ id: 'k1', x: '', y: '' }],
    shell: async () => ({
      template: `<head>${PLACEHOLDER}</head>`,
      files: { home: [], texts: {}, provided: {} },
    }),
    files: async () => undefined,
    origin: 'https://app.example',
    site: () => site,
  });
});
afterAll(() => gateway.close());

test.each(LANGUAGE_CODES)(
  'the manifest in %s has icons that are there in their sizes, and the tabs as shortcuts',
  async (language) => {
    const response = await gateway.inject(`/h5/app/${language}.webmanifest`);
    expect(response.headers).toMatchObject({
      'content-type': 'application/manifest+json; charset=utf-8',
      'cache-control': 'no-cache',
    });
    const app = response.json();
    expect(app).toMatchObject({ id: '/h5/', start_url: '/h5/', scope: '/h5/', display: 'standalone', name: site.name });
    expect(new Intl.Locale(app.lang).language).toMatch(/^[a-z]{2}$/);
    expect(app.shortcuts.map(({ name, url }: { name: string; url: string }) => [name, url])).toEqual([
      [language === 'de' ? 'markets-de' : 'markets', '/h5/#/pages/markets/index'],
      [language === 'de' ? 'assets-de' : 'assets', '/h5/#/pages/assets/index'],
    ]);
    expect(app.icons.map(({ purpose }: { purpose: string }) => purpose)).toContain('maskable');
    for (const { src, sizes } of app.icons) {
      const png = (await gateway.inject(src)).rawPayload;
      expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`).toBe(sizes);
    }
  },
);

test('descriptions differ by language, and another language has no manifest', async () => {
  const all = await Promise.all(
    LANGUAGE_CODES.map(async (code) => (await gateway.inject(`/h5/app/${code}.webmanifest`)).json()),
  );
  expect(new Set(all.map(({ description }) => description)).size).toBe(LANGUAGE_CODES.length);
  for (const name of ['xx', 'constructor', '__proto__'])
    expect((await gateway.inject(`/h5/app/${name}.webmanifest`)).statusCode).toBe(404);
});

test('the page links manifest, icon and picture by the configured address', async () => {
  const response = await gateway.inject({ url: '/h5/', headers: { host: 'other.example:8443' } });
  expect(response.body).toContain('<link rel="manifest" href="/h5/app/en.webmanifest">');
  expect(response.body).toContain('content="https://app.example/h5/app/share.png"');
  expect(response.body).toContain('og:title" content="Tessera &amp; &quot;Co&quot;"');
  expect(response.body).not.toContain('tessera-worker');
});

test('a flood of made-up host names has all texts made once: each is sent compressed', async () => {
  const claims = Array.from({ length: 60 }, (_, index) => ({
    host: index % 2 ? `invented-${index}.example` : 'a"><script>',
    'x-forwarded-host': `forwarded-${index}.example`,
    'x-forwarded-proto': index % 3 ? 'https' : 'http',
  }));
  for (const url of ['/h5/', '/h5/sw.js', '/h5/manifest.json']) {
    const sent = new Set<string>();
    for (const claim of claims) {
      const headers = { ...claim, 'accept-encoding': 'br' };
      const response = await gateway.inject({ url, headers });
      expect([response.statusCode, response.headers['content-encoding']]).toEqual([200, 'br']);
      sent.add(brotliDecompressSync(response.rawPayload).toString());
    }
    // The page and the manifest have the time by the minute, which may pass meanwhile.
    expect(sent.size, url).toBeLessThanOrEqual(url === '/h5/sw.js' ? 1 : 2);
  }
});

test('the worker is asked for anew each time, may ask this origin only, and is at most 6.1 KiB with a small page', async () => {
  const response = await gateway.inject('/h5/sw.js');
  expect(response.headers).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': 'text/javascript; charset=utf-8',
    'content-security-policy': "default-src 'none'; connect-src 'self'; img-src 'self'",
  });
  expect(brotliCompressSync(response.rawPayload).length).toBeLessThanOrEqual(6.1 * 1024);
  const again = await gateway.inject({ url: '/h5/sw.js', headers: { 'if-none-match': String(response.headers.etag) } });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});

/** What the worker's script holds that no page can change. */
const pinnedIn = async (): Promise<PinnedPage> => {
  const { body } = await gateway.inject('/h5/sw.js');
  const [, json = ''] = /^self\.PINNED=(.*);$/m.exec(body) ?? [];
  return JSON.parse(json);
};

test('the worker holds the keys, and the page around its manifest under the policy and headers of a page', async () => {
  const { keys, page, headers, since } = await pinnedIn();
  const sent = await gateway.inject('/h5/');
  expect([keys, since]).toEqual([[{ id: 'k1', x: '', y: '' }], 0]);
  const kept = page?.join('{}') ?? '';
  expect(kept).toContain('<script type="application/json" id="tessera-manifest">{}</script>');
  const scripts = (html: string) => [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script]) => script);
  expect(scripts(kept)).toEqual(scripts(sent.body));
  // The worker adds the WebSocket of its own host.
  const expected = {
    ...sent.headers,
    'content-security-policy': String(sent.headers['content-security-policy']).replace(' ws://localhost:80', ''),
  };
  expect(headers['content-security-policy']).not.toMatch(/localhost/);
  expect(expected).toMatchObject(headers);
  const ofApplication = Object.keys(sent.headers).filter((name) =>
    /^(content-security|cross-|x-|origin-|perm|ref)/.test(name),
  );
  expect(ofApplication.filter((name) => !(name in headers))).toEqual([
    'x-dns-prefetch-control',
    'x-download-options',
    'x-permitted-cross-domain-policies',
    'x-xss-protection',
  ]);
});

test('manifests of before the last rollback of compromised code do not count for the worker', async () => {
  const { body } = await gateway.inject('/h5/sw.js');
  manifest.compromised = { epoch: 7, mark: 'a-mark-of-sixteen', from: 1, until: 2 };
  expect((await pinnedIn()).since).toBe(7);
  expect((await gateway.inject('/h5/sw.js')).body).not.toBe(body);
  delete manifest.compromised;
});

test('a browser clears what it kept once after a rollback of compromised code, at a navigation, and no script can say so', async () => {
  const visit = (headers: Record<string, string> = {}) => gateway.inject({ url: '/h5/', headers });
  expect((await visit()).headers['clear-site-data']).toBeUndefined();
  manifest.compromised = { epoch: 7, mark: 'a-mark-of-sixteen', from: 1, until: 2 };
  const first = await visit({ 'sec-fetch-mode': 'navigate' });
  expect(first.headers['clear-site-data']).toBe('"cache", "storage"');
  const [cookie = '', ...attributes] = String(first.headers['set-cookie']).split('; ');
  expect(attributes).toEqual(['Path=/', 'Max-Age=34560000', 'HttpOnly', 'SameSite=Lax']);
  expect((await visit({ cookie: `a=b; ${cookie}` })).headers['clear-site-data']).toBeUndefined();
  for (const made of [
    'tessera_cleared=',
    'tessera_cleared=a-mark-of-sixteen',
    `tessera_cleared=${'ÿ'.repeat(32)}`,
    `${cookie}0`,
  ])
    expect((await visit({ cookie: made })).headers['clear-site-data']).toBeDefined();
  const overTls = await visit({ 'x-forwarded-proto': 'https' });
  expect(overTls.headers['set-cookie']).toMatch(/^__Host-tessera_cleared=[\w-]{32}; Path=\/; .*; Secure$/);
  for (const byScript of [
    { 'sec-fetch-mode': 'cors' },
    { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
    { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'object' },
  ]) {
    const asked = await visit(byScript);
    expect([asked.headers['clear-site-data'], asked.headers['set-cookie']]).toEqual([undefined, undefined]);
  }
  // A worker that passes a navigation on names no destination.
  const passedOn = await visit({ 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'empty' });
  expect(passedOn.headers['clear-site-data']).toBeDefined();
  manifest.compromised = { epoch: 9, mark: 'another-mark-then', from: 3, until: 4 };
  expect((await visit({ cookie })).headers['clear-site-data']).toBeDefined();
  delete manifest.compromised;
});

test('no other address is a worker', async () => {
  for (const url of ['/h5/remotes/markets/1.0.0/page.js', '/h5/assets/a.js', '/h5/sw.js?1', '/console/a.js'])
    expect((await gateway.inject({ url, headers: { 'service-worker': 'script' } })).statusCode).toBe(403);
  expect((await gateway.inject({ url: '/h5/sw.js', headers: { 'service-worker': 'script' } })).statusCode).toBe(200);
});

test('the kill switch replaces the worker by one that ends itself, also for who has the former one by its tag', async () => {
  const before = await gateway.inject('/h5/sw.js');
  site = { ...site, worker: false };
  const after = await gateway.inject({ url: '/h5/sw.js', headers: { 'if-none-match': String(before.headers.etag) } });
  expect(after.statusCode).toBe(200);
  expect(after.body).toBe(withoutComments(readFileSync(join(import.meta.dirname, 'no-worker.js'), 'utf8')));
  expect(after.body).toContain('registration.unregister()');
  expect((await gateway.inject('/h5/')).body).toContain('<meta name="tessera-worker" content="off">');
  site = { ...site, worker: true };
});
