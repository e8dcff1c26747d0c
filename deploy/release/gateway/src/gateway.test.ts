import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { publicKeyOf, storeKeys } from '@tessera/releases';
import { folderWith, newVersionOf, type TestReleases, testReleases } from '@tessera/releases/testing';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { serveFiles } from './file-routes.ts';
import { followReleases } from './release-feed.ts';
import { readShell } from './shell-source.ts';
import { gatewayWith } from './testing/gateway-with.ts';

const PAGE = '<!doctype html><html><head><meta charset="utf-8"><!--tessera:manifest--></head><body></body></html>';
const version = '0.8.0-abcdef0123';
const remoteFile = (file: string) => `/h5/remotes/markets/${version}/${file}`;

let gateway: FastifyInstance;
let backend: Server;
let release: TestReleases;
/** Has the gateway look for a newer release. */
let refresh: () => Promise<void>;
let received: { url: string; headers: Record<string, unknown>; body: string }[];
const cleanups: (() => unknown)[] = [];

const originOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

beforeEach(async () => {
  received = [];
  backend = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    received.push({ url: request.url ?? '', headers: request.headers, body });
    if (request.headers.range) {
      response.writeHead(206, { 'content-type': 'video/mp4', 'content-range': 'bytes 0-3/9' });
      return response.end('part');
    }
    response.setHeader('content-type', 'application/json');
    response.end('{"type":"ok","code":1,"message":null}');
  });
  await new Promise<void>((resolve) => backend.listen(0, '127.0.0.1', resolve));
  const dist = await folderWith({
    'host/index.html': PAGE,
    'host/assets/main.1f2e.js': 'plain',
    'host/assets/main.1f2e.js.br': brotliCompressSync('packed'),
    'host.report.json': JSON.stringify({
      chunkGroups: { main: ['assets/main.1.js'], home: ['assets/home.77.js'], 'texts-de-json': ['assets/home.77.js'] },
      provided: { '@tessera/ui/content': ['assets/home.77.js'] },
    }),
    'gallery/index.html': '<title>gallery</title>',
    'console/index.html': '<title>console</title>',
    'host/assets/home.77.js': 'home',
    'secret.txt': 'classified',
  });
  release = await testReleases();
  const { service, store, clock } = release;
  const built = await folderWith({ 'remoteEntry.js': 'entry', 'page.1f.js': 'page' });
  await store.publish(newVersionOf('markets', version), built);
  await service.promote({ name: 'markets', version }, { who: 'ops', why: 'x' });
  const keys = async () => release.keys.map(publicKeyOf);
  const feed = followReleases({
    store,
    keys,
    now: () => clock.now,
    every: 3_600_000,
    onEpoch: () => undefined,
    onFault: () => undefined,
  });
  await feed.refresh();
  refresh = feed.refresh;
  gateway = await gatewayWith({
    backend: originOf(backend),
    // Nothing listens there: the registry is down in these tests by default.
    registry: 'http://127.0.0.1:1',
    release: feed.current,
    keys,
    preview: (id) => store.preview(id),
    shell: readShell(`${dist}/host`),
    now: () => clock.now,
    files: (instance) =>
      serveFiles(instance, {
        host: `${dist}/host`,
        gallery: undefined,
        console: `${dist}/console`,
        releases: store,
      }),
  });
  cleanups.push(
    feed.stop,
    () => gateway.close(),
    () => backend.close(),
  );
});

afterEach(async () => {
  for (const clean of cleanups.splice(0)) await clean();
});

/** A link to the version that is live. */
async function lend(): Promise<string> {
  const { link } = await release.service.preview({ name: 'markets', version }, 5, { who: 'ops', why: 'x' });
  await refresh();
  return link;
}

/** Sends a raw request line: clients would normalize the path. */
function rawGet(port: number, path: string, method = 'GET'): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(`${method} ${path} HTTP/1.1\r\nhost: localhost\r\ncookie: c=secret\r\nconnection: close\r\n\r\n`);
    });
    let response = '';
    socket.on('data', (data) => {
      response += data;
    });
    socket.on('end', () => resolve(response));
    socket.on('error', reject);
  });
}

describe('the page', () => {
  test('is where its other addresses lead, with the query', async () => {
    for (const path of ['/h5', '/h5/index.html', '/h5/index.html/']) {
      const response = await gateway.inject(`${path}?preview=1`);
      expect([path, response.statusCode, response.headers.location]).toEqual([path, 302, '/h5/?preview=1']);
    }
    expect((await gateway.inject('/console/index.html')).headers.location).toBe('/console/');
  });

  test('is the target of the root redirect', async () => {
    for (const url of ['/', '/h5']) {
      const response = await gateway.inject(url);
      expect([response.statusCode, response.headers.location]).toEqual([302, '/h5/']);
    }
  });

  test('contains the current release, is not cached, and may run only its inline scripts', async () => {
    const response = await gateway.inject('/h5/');
    const manifest = /id="tessera-manifest">(.*?)<\/script>/.exec(response.body)?.[1] ?? '';
    expect(JSON.parse(JSON.parse(manifest).payload)).toMatchObject({
      schema: 2,
      epoch: 1,
      remotes: [{ name: 'markets', stable: { version } }],
    });
    const keys = /id="tessera-keys">(.*?)<\/script>/.exec(response.body)?.[1] ?? '';
    expect(JSON.parse(keys)).toEqual(release.keys.map(publicKeyOf));
    expect(response.body).not.toContain(release.keys[0]?.d);
    expect(response.headers['cache-control']).toBe('no-cache');
    expect(response.headers['content-security-policy']).toMatch(/script-src 'self'(?: 'sha256-[^']+'){2};/);
    expect(response.headers['content-security-policy']).not.toContain('unsafe');
    expect(response.headers['permissions-policy']).toContain('camera=(), ');
  });

  test('connects to and frames its own origin only, and is framed by none', async () => {
    const policyAt = async (host: string) =>
      String((await gateway.inject({ url: '/h5/', headers: { host } })).headers['content-security-policy']).split('; ');
    const policy = await policyAt('h5.example:8443');
    expect(policy).toContain("connect-src 'self' ws://h5.example:8443");
    expect(policy).toContain("frame-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(await policyAt('x;script-src *')).toContain("connect-src 'self'");
  });

  test('and the manifest are compressed for clients that accept it', async () => {
    for (const url of ['/h5/', '/h5/manifest.json']) {
      const packed = await gateway.inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
      expect(packed.headers['content-encoding']).toBe('br');
      expect(brotliDecompressSync(packed.rawPayload).toString()).toBe((await gateway.inject(url)).body);
    }
  });

  test('lists the files of index page, texts and shared modules for preloading', async () => {
    const { body } = await gateway.inject('/h5/');
    const [, files = ''] = /\(document,location,(\{.*?\}),self\)/.exec(body) ?? [];
    const file = ['/h5/assets/home.77.js', expect.stringMatching(/^sha256-.{44}$/)];
    expect(JSON.parse(files)).toEqual({
      banner: null,
      home: [file],
      texts: { de: [file] },
      provided: { '@tessera/ui/content': [file] },
    });
  });
});

describe('the manifest', () => {
  test('is revalidated each time and sent once per epoch', async () => {
    const first = await gateway.inject('/h5/manifest.json');
    expect(JSON.parse(first.json().payload)).toMatchObject({ epoch: 1 });
    expect(first.headers['cache-control']).toBe('no-cache');
    const second = await gateway.inject({
      url: '/h5/manifest.json',
      headers: { 'if-none-match': first.headers.etag as string },
    });
    expect(second.statusCode).toBe(304);
  });
});

test('page, manifest and preview carry the server’s time, by the minute', async () => {
  release.clock.now += 59_999;
  const link = await lend();
  const page = await gateway.inject('/h5/');
  const inlined = /id="tessera-manifest">(.*?)<\/script>/.exec(page.body)?.[1] ?? '';
  const sent = [
    JSON.parse(inlined),
    (await gateway.inject('/h5/manifest.json')).json(),
    (await gateway.inject(`/h5/previews/${link}.json`)).json(),
  ];
  const minute = release.clock.now - (release.clock.now % 60_000);
  expect(sent.map(({ at }) => at)).toEqual([minute, minute, minute]);
});

describe('a registry that is down', () => {
  test('is reported by the gateway, and does not affect pages', async () => {
    await gateway.listen({ port: 0, host: '127.0.0.1' });
    const { port } = gateway.server.address() as AddressInfo;
    for (const [method, path] of [
      ['GET', 'status'],
      ['POST', 'telemetry'],
    ] as const) {
      const response = await fetch(`http://127.0.0.1:${port}/registry/${path}`, { method });
      expect([response.status, await response.json()]).toMatchObject([503, { error: 'registry_unavailable' }]);
    }
    const page = await gateway.inject('/h5/');
    expect([page.statusCode, page.body.includes('id="tessera-manifest"')]).toEqual([200, true]);
    const manifest = await gateway.inject('/h5/manifest.json');
    expect(JSON.parse(manifest.json().payload)).toMatchObject({ epoch: 1 });
    expect((await gateway.inject(`/h5/remotes/markets/${version}/remoteEntry.js`)).body).toBe('entry');
  });
});

describe('a preview', () => {
  test('returns its signed text, or 404 for an unknown link, its public id and one that was ended', async () => {
    const link = await lend();
    const response = await gateway.inject(`/h5/previews/${link}.json`);
    expect(JSON.parse(response.json().payload)).toMatchObject({ preview: { name: 'markets', version } });
    expect(response.headers['cache-control']).toBe('no-store');
    const [{ id = '' } = {}] = await release.service.previews();
    for (const other of ['nobody', id]) {
      expect((await gateway.inject(`/h5/previews/${other}.json`)).statusCode).toBe(404);
    }
    const signed = await release.store.preview(link);
    await release.service.endPreview(id, { who: 'ops', why: 'seen' });
    // Also where its text could not be deleted, or was put back.
    await release.store.storage.put(storeKeys.preview(link), Buffer.from(JSON.stringify(signed)));
    await refresh();
    expect((await gateway.inject(`/h5/previews/${link}.json`)).statusCode).toBe(404);
  });
});

describe('files', () => {
  test('of host and remotes are immutable', async () => {
    for (const url of ['/h5/assets/main.1f2e.js', remoteFile('remoteEntry.js')]) {
      const response = await gateway.inject(url);
      expect(response.statusCode).toBe(200);
      expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    }
  });

  test('are sent precompressed to clients that accept it', async () => {
    const packed = await gateway.inject({ url: '/h5/assets/main.1f2e.js', headers: { 'accept-encoding': 'gzip, br' } });
    expect(packed.headers['content-encoding']).toBe('br');
    expect(packed.headers['content-type']).toContain('javascript');
    expect(packed.headers.vary).toContain('accept-encoding');
    expect((await gateway.inject('/h5/assets/main.1f2e.js')).body).toBe('plain');
  });

  test('that are missing are not cached as missing', async () => {
    for (const url of ['/h5/assets/none.js', remoteFile('none.js'), '/h5/remotes/nobody/1.0.0/remoteEntry.js', '/x']) {
      const response = await gateway.inject(url);
      expect(response.statusCode).toBe(404);
      expect(response.headers['cache-control']).toBe('no-store');
    }
  });

  test('of the staff page have a separate content policy', async () => {
    const response = await gateway.inject('/console/');
    expect(response.body).toContain('console');
    expect(response.headers['content-security-policy']).toContain("script-src 'self';");
    expect(response.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(response.headers['permissions-policy']).toContain('camera=()');
  });

  test('for developers are not there, the documentation of the API neither', async () => {
    for (const url of ['/h5/gallery/', '/api/docs', '/api/docs/', '/api/docs/json', '/api/%64ocs/', '/api/docs?x']) {
      expect([url, (await gateway.inject(url)).statusCode]).toEqual([url, 404]);
    }
    expect(received).toEqual([]);
  });

  test('outside their folder cannot be reached by any encoding', async () => {
    await gateway.listen({ port: 0, host: '127.0.0.1' });
    const { port } = gateway.server.address() as AddressInfo;
    const paths = [
      '/h5/assets/../../secret.txt',
      '/h5/assets/%2e%2e/%2e%2e/secret.txt',
      '/h5/assets/..%2f..%2fsecret.txt',
      '/h5/assets/%252e%252e%252f..%252fsecret.txt',
      '/h5/assets/..\\..\\secret.txt',
      '/h5/assets//../../secret.txt',
      remoteFile('../../../../records/markets/x.json'),
      remoteFile('..%2fversion.json'),
      '/h5/remotes/markets/..%2f..%2fmoves/00000001.json',
      '/h5/remotes/..%2f../moves/00000001.json',
      '/h5/gallery/../secret.txt',
      '/h5/assets/%00',
      '/h5/assets/%c0%ae%c0%ae/secret.txt',
    ];
    for (const path of paths) {
      const response = await rawGet(port, path);
      expect(response, path).toMatch(/^HTTP\/1\.1 4\d\d/);
      expect(response, path).not.toContain('classified');
    }
  });
});

describe('the backend', () => {
  test('receives calls unchanged, with the client’s address and without internal secrets', async () => {
    const response = await gateway.inject({
      method: 'POST',
      url: '/api/user/login?lang=de',
      headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: 't', 'x-internal-token': 'guess' },
      payload: 'user_string=a%40b.c',
    });
    expect(response.json()).toEqual({ type: 'ok', code: 1, message: null });
    expect(received).toMatchObject([{ url: '/api/user/login?lang=de', body: 'user_string=a%40b.c' }]);
    expect(received[0]?.headers).toMatchObject({ authorization: 't', 'x-forwarded-for': '127.0.0.1' });
    expect(received[0]?.headers).not.toHaveProperty('x-internal-token');
  });

  test('receives no call that a page of another origin has a browser make', async () => {
    const call = (headers: Record<string, string>, method: 'GET' | 'POST' = 'POST') =>
      gateway.inject({
        method,
        url: '/api/user/login',
        headers: { host: 'h5.example', 'content-type': 'application/x-www-form-urlencoded', ...headers },
        ...(method === 'POST' && { payload: 'user_string=an-account-of-the-attacker' }),
      });
    for (const headers of [
      { 'sec-fetch-site': 'cross-site', origin: 'https://other.example' },
      { 'sec-fetch-site': 'cross-site', origin: 'null' },
      { 'sec-fetch-site': 'same-site', origin: 'https://neighbour.h5.example' },
      { origin: 'https://other.example' },
      { origin: 'https://h5.example.other' },
    ] as Record<string, string>[]) {
      const refused = await call(headers);
      expect([refused.statusCode, refused.json().error], JSON.stringify(headers)).toEqual([403, 'foreign_origin']);
    }
    expect(received).toEqual([]);
    // Our own page, also where a browser keeps its origin back; a program; a link.
    const own = { origin: 'https://h5.example', 'sec-fetch-site': 'same-origin' };
    for (const headers of [own, { origin: own.origin }, { origin: 'null' }, { 'sec-fetch-site': 'none' }, {}])
      expect((await call(headers as Record<string, string>)).statusCode).toBe(200);
    expect((await call({ 'sec-fetch-site': 'cross-site' }, 'GET')).statusCode).toBe(200);
  });

  test('sends a player the part of a film that it asks for', async () => {
    const response = await gateway.inject({ url: '/api/nft/media/x.mp4', headers: { range: 'bytes=0-3' } });
    expect([response.statusCode, response.body]).toEqual([206, 'part']);
    expect(response.headers).toMatchObject({ 'content-type': 'video/mp4', 'content-range': 'bytes 0-3/9' });
    expect(received[0]?.headers.range).toBe('bytes=0-3');
  });

  test('receives the client address only from a trusted proxy', async () => {
    const behind = (trustedProxies?: string) =>
      gatewayWith({
        backend: originOf(backend),
        trustedProxies,
      });
    const call = { url: '/api/x', headers: { 'x-forwarded-for': '203.0.113.7' } };
    for (const trusted of ['loopback', '10.0.0.0/8', '', undefined]) {
      const instance = await behind(trusted);
      cleanups.push(() => instance.close());
      await instance.inject(call);
    }
    const seen = received.map(({ headers }) => headers['x-forwarded-for']);
    expect(seen).toEqual(['203.0.113.7', '127.0.0.1', '127.0.0.1', '127.0.0.1']);
  });

  test('receives the request id of a trusted proxy, and a new one for other clients', async () => {
    const call = { url: '/api/x', headers: { 'x-forwarded-for': '203.0.113.7', 'x-request-id': 'from-the-edge-1' } };
    for (const trustedProxies of ['loopback', undefined]) {
      const instance = await gatewayWith({
        backend: originOf(backend),
        trustedProxies,
      });
      cleanups.push(() => instance.close());
      await instance.inject(call);
    }
    const [trusted, made] = received.map(({ headers }) => headers['x-request-id']);
    expect(trusted).toBe('from-the-edge-1');
    expect(made).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('cannot be reached outside its public paths', async () => {
    await gateway.listen({ port: 0, host: '127.0.0.1' });
    const { port } = gateway.server.address() as AddressInfo;
    for (const path of [
      '/internal/release',
      '/api/../internal/release',
      '/api/%2e%2e/internal/release',
      '/apix',
      '/metrics',
      '/api/../metrics',
      '/realtime/%2e%2e/metrics',
    ]) {
      expect(await rawGet(port, path), path).toMatch(/^HTTP\/1\.1 40[04]/);
    }
    expect(received).toEqual([]);
  });

  test('and pages take no TRACE, which would return what a page may not read of its own request', async () => {
    await gateway.listen({ port: 0, host: '127.0.0.1' });
    const { port } = gateway.server.address() as AddressInfo;
    const paths = [
      '/',
      '/h5/',
      '/h5/sw.js',
      '/manifest',
      '/api/wallet/list',
      '/realtime',
      '/registry/status',
      '/console/',
    ];
    for (const path of paths) {
      const response = await rawGet(port, path, 'TRACE');
      expect(response, path).toMatch(/^HTTP\/1\.1 404/);
      expect(response, path).not.toContain('secret');
    }
    expect(received).toEqual([]);
  });

  test('that is down is reported immediately, for calls and for the realtime connection', async () => {
    await new Promise((resolve) => backend.close(resolve));
    await gateway.listen({ port: 0, host: '127.0.0.1' });
    const { port } = gateway.server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}/api/wallet/list`, { method: 'POST', body: 'page=1' });
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ type: 'error', error: 'backend_unavailable' });
    expect(response.headers.get('retry-after')).toBe('1');
    const socket = new WebSocket(`ws://127.0.0.1:${port}/realtime`);
    await new Promise((resolve) => socket.addEventListener('close', resolve));
    expect((await gateway.inject('/h5/')).statusCode).toBe(200);
  });
});
