import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect as connectPlain, type Socket } from 'node:net';
import { connect } from 'node:tls';
import { ABSENT_HEADER, ASKED_HEADER, storeKeys } from '@tessera/releases';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { environmentOf, readCompose, serviceOf } from './compose.ts';
import { mainContainer, probedPaths } from './kubernetes.ts';
import { readText } from './repository.ts';
import { ask, askOn, type EdgeResponse, type Question, session } from './testing/ask.ts';
import { type Edge, fillIn, NGINX_PATH, startEdge } from './testing/edge.ts';
import { freePort, memoryOf, type Running, responds, start, untilWell } from './testing/processes.ts';
import { REMOTE, type Released, released, VERSION } from './testing/release-store.ts';

const SECRETS = {
  SERVER_NAME: 'localhost',
  INTERNAL_TOKEN: 'internal',
  POSTGRES_PASSWORD: 'unused',
  SMTP_URL: 'unused',
  MAIL_FROM: 'unused',
  DEPOSIT_XPUB_BITCOIN: 'unused',
  DEPOSIT_XPUB_ETHEREUM: 'unused',
  DEPOSIT_XPUB_TRON: 'unused',
  UPLOAD_KEYS: 'unused',
  FACTOR_KEY: 'unused',
};
const remoteFile = (file: string) => `/h5/remotes/${REMOTE}/${VERSION}/${file}`;
const MAIN = '/h5/assets/main.1f2e.js';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** Other systems have only one loopback address. */
const MANY_ADDRESSES = process.platform === 'linux';
/** Address of one of several clients. */
const person = (number: number) => `127.0.0.${MANY_ADDRESSES ? number : 1}`;

type Received = { readonly url: string; readonly headers: Record<string, unknown>; readonly bytes: number };

let releases: Released;
let backend: Server;
let hub: WebSocketServer;
let received: Received[];
let ports: { readonly gateway: number; readonly registry: number };
let gateway: Running;
let registry: Running;
let edge: Edge;

const get = (path: string, question?: Question): Promise<EdgeResponse> => ask(edge, path, question);

/** Starts a service with the command and environment of production; only addresses and folders differ. */
async function startPart(name: 'gateway' | 'registry', url: string): Promise<Running> {
  const service = serviceOf(readCompose(), name);
  const env = {
    ...environmentOf(service, SECRETS),
    ...releases.env,
    DIST_DIR: releases.dist,
    PORT: String(ports.gateway),
    REGISTRY_PORT: String(ports.registry),
    BACKEND_URL: `http://127.0.0.1:${(backend.address() as AddressInfo).port}`,
    REGISTRY_URL: `http://127.0.0.1:${ports.registry}`,
    // Here the edge is on the same machine.
    TRUSTED_PROXIES: 'loopback',
  };
  const [, ...args] = service.command ?? [];
  const running = await start([process.execPath, ...args], env);
  await untilWell(running, () => responds(url));
  return running;
}

const startGateway = () => startPart('gateway', `http://127.0.0.1:${ports.gateway}/health`);
const startRegistry = () => startPart('registry', `http://127.0.0.1:${ports.registry}/registry/health`);

beforeAll(async () => {
  if (!NGINX_PATH) return;
  releases = await released();
  received = [];
  backend = createServer(async (request, response) => {
    let bytes = 0;
    for await (const part of request) bytes += part.length;
    received.push({ url: request.url ?? '', headers: request.headers, bytes });
    response.setHeader('content-type', 'application/json; charset=utf-8');
    response.end(request.url === '/api/long' ? JSON.stringify({ list: 'x'.repeat(5_000) }) : '{"type":"ok"}');
  });
  hub = new WebSocketServer({ server: backend, path: '/realtime' });
  hub.on('connection', (socket, request) => {
    socket.on('message', (data) => socket.send(`${data} from ${request.headers['x-forwarded-for']}`));
  });
  await new Promise<void>((resolve) => backend.listen(0, '127.0.0.1', resolve));
  ports = { gateway: await freePort(), registry: await freePort() };
  registry = await startRegistry();
  gateway = await startGateway();
  edge = await startEdge(`127.0.0.1:${ports.gateway}`);
}, 60_000);
beforeEach(({ skip }) => skip(!NGINX_PATH, 'nginx or openssl is missing (NGINX_PATH)'));

afterAll(async () => {
  for (const running of [edge, gateway, registry]) await running?.stop();
  hub?.close();
  backend?.close();
});

describe('the configuration of the edge', () => {
  test('uses only settings that production provides', () => {
    const env = {
      ...environmentOf(serviceOf(readCompose(), 'nginx'), { SERVER_NAME: 'localhost' }),
      NGINX_LOCAL_RESOLVERS: '127.0.0.11',
    };
    const filled = fillIn(readText('deploy/production/nginx/nginx.conf.template'), env).replaceAll(/^\s*#.*$/gm, '');
    expect(filled).not.toContain('${');
    expect(filled).toContain('proxy_set_header X-Forwarded-For $remote_addr;');
  });

  test('counts an IPv6 network of 48 bits as one client, however nginx writes its addresses', () => {
    const template = readText('deploy/production/nginx/nginx.conf.template');
    const [, pattern = ''] = /"~(.*)" \$network;/.exec(template) ?? [];
    const networkOf = (address: string) => new RegExp(pattern).exec(address)?.groups?.network;
    expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe(networkOf('2001:db8:1:3::6'));
    expect(networkOf('2001:db8::3:4:5:6')).toBe(networkOf('2001:db8::6'));
    expect(networkOf('2001:db8::3:4:5:6')).toBe(networkOf('2001:db8::7:4:5:6'));
    expect(networkOf('2001:db8:1:2::6')).not.toBe(networkOf('2001:db8:2:2::6'));
    expect([networkOf('::ffff:198.51.100.7'), networkOf('198.51.100.7')]).toEqual([undefined, undefined]);
  });

  test('limits the requests of an address, a second and under way, wherever it passes them on', () => {
    const template = readText('deploy/production/nginx/nginx.conf.template');
    const locations = [...template.matchAll(/^ {4}location (.*) \{\n([\s\S]*?)^ {4}\}/gm)];
    const passing = locations.filter(([, , body = '']) => body.includes('proxy_pass'));
    expect(passing.map(([, name]) => name)).toEqual(expect.arrayContaining(['/', '@file', '@delta', '/api/']));
    for (const [, name, body] of passing) {
      expect(body, name).toMatch(/^ {6}limit_req zone=\w+ burst=\d+ nodelay;$/m);
      expect(body, name).toMatch(/^ {6}(?:limit_conn) \w+ \d+;$/m);
      expect(body, name).toContain('error_page 429 @too_many;');
    }
  });

  test('starts while the gateway’s name is unknown, and reports it as unavailable', async () => {
    const early = await startEdge('gateway.invalid:8080');
    try {
      const [call, page] = await Promise.all([ask(early, '/api/getSiteConfig'), ask(early, '/h5/')]);
      expect([call.status, JSON.parse(call.body).error]).toEqual([503, 'backend_unavailable']);
      expect([page.status, page.headers['retry-after']]).toEqual([503, '3']);
      expect(page.body).toContain('http-equiv="refresh"');
    } finally {
      await early.stop();
    }
  }, 60_000);
});

describe('the way in', () => {
  test('over plain HTTP redirects to HTTPS, except for health checks', async () => {
    const plain = `http://127.0.0.1:${edge.http}`;
    const response = await fetch(`${plain}/h5/?a=b`, { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([308, 'https://localhost/h5/?a=b']);
    const compose = serviceOf(readCompose(), 'nginx').healthcheck?.test.at(-1) ?? '';
    for (const path of [new URL(compose).pathname, ...probedPaths(mainContainer('edge'))]) {
      expect(await (await fetch(plain + path)).json()).toEqual({ ok: true });
    }
  });

  test('speaks HTTP/2', async () => {
    const opened = await session(edge);
    const { status } = await askOn(opened, '/h5/');
    opened.destroy();
    expect([opened.alpnProtocol, status]).toEqual(['h2', 200]);
  });

  test('speaks TLS 1.2 and 1.3, by ephemeral keys and authenticated ciphers alone', async () => {
    const negotiated = async (options: object): Promise<string> => {
      const socket = connect({
        ...{ host: '127.0.0.1', port: edge.https, servername: 'localhost', rejectUnauthorized: false },
        ...options,
      });
      try {
        await once(socket, 'secureConnect');
        return `${socket.getProtocol()} ${socket.getCipher().name}`;
      } catch (error) {
        return String(Reflect.get(error as Error, 'code'));
      } finally {
        socket.destroy();
      }
    };
    const upTo = (maxVersion: string, ciphers?: string) =>
      negotiated({ minVersion: 'TLSv1', maxVersion, ...(ciphers !== undefined && { ciphers }) });
    expect(await negotiated({})).toMatch(/^TLSv1\.3 TLS_/);
    expect(await upTo('TLSv1.2')).toMatch(/^TLSv1\.2 ECDHE-.*(?:GCM|POLY1305)/);
    expect(await upTo('TLSv1.1', 'DEFAULT:@SECLEVEL=0')).toBe('ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION');
    expect(await upTo('TLSv1.2', 'ECDHE-RSA-AES128-SHA256:ECDHE-ECDSA-AES128-SHA256')).toMatch(/HANDSHAKE_FAILURE/);
    // What depends on the kind of the certificate, which is the operator's.
    const [, ciphers = ''] =
      /^ *ssl_ciphers (\S+);$/m.exec(readText('deploy/production/nginx/nginx.conf.template')) ?? [];
    for (const each of ciphers.split(':')) expect(each).toMatch(/^ECDHE-(?:ECDSA|RSA)-.*(?:GCM|POLY1305)/);
  });

  test('does not reveal the version of nginx', async () => {
    for (const path of ['/h5/', '/%']) expect((await get(path)).headers.server ?? '').not.toMatch(/\d/);
  });

  test('sends each header once, including security headers', async () => {
    for (const path of ['/h5/', '/h5/manifest.json', MAIN, remoteFile('remoteEntry.js'), '/console/', '/api/x', '/%']) {
      const { names, headers } = await get(path, { headers: { 'accept-encoding': 'gzip, br' } });
      expect(new Set(names).size, `${path}: ${names}`).toBe(names.length);
      expect(headers['strict-transport-security'], path).toBe('max-age=31536000; includeSubDomains');
    }
    const { headers } = await get('/h5/');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['x-frame-options']).toBe('DENY');
    expect(headers['referrer-policy']).toBe('no-referrer');
  });
});

test.each([
  ['a malformed address', '/%', 400],
  ['an address that is too long', `/${'x'.repeat(20_000)}`, 414],
  ['a body that is too large for its path', '/registry/promote', 413],
])("nginx's own page for %s is not taken for another type", async (_, path, status) => {
  const request = status === 413 ? { method: 'POST', body: ' '.repeat(200_000), headers: FORM } : {};
  const response = await get(path, request);
  expect([response.status, response.headers['x-content-type-options']]).toEqual([status, 'nosniff']);
});

describe('the page', () => {
  test('and the manifest are not cached', async () => {
    for (const path of ['/h5/', '/h5/manifest.json']) {
      for (const _again of [1, 2]) {
        const response = await get(path);
        expect([response.status, response.headers['cache-control']]).toEqual([200, 'no-cache']);
        expect(response.headers['x-cache-status']).toBeUndefined();
      }
    }
    const { headers } = await get('/h5/manifest.json');
    const unchanged = await get('/h5/manifest.json', { headers: { 'if-none-match': headers.etag ?? '' } });
    expect(unchanged.status).toBe(304);
  });

  test('is where an address leads that a person typed, and no other site', async () => {
    const typed = async (path: string) => {
      const { status, headers } = await get(path, { headers: { accept: 'text/html', 'sec-fetch-mode': 'navigate' } });
      return [path, status, headers.location];
    };
    for (const [path, meant] of [
      ['/markets?x=1', '/h5/?x=1'],
      ['/h5/pages/market/market', '/h5/#/pages/market/market'],
      ['//h5//pages/market/market/', '/h5/#/pages/market/market'],
      ['//other/', '/h5/'],
    ] as const)
      expect(await typed(path)).toEqual([path, 302, meant]);
    for (const path of [
      '/h5/assets/none.js',
      `/h5/remotes/${REMOTE}/${VERSION}/none.js`,
      '/registry/none',
      '/favicon.ico',
    ])
      expect(await typed(path)).toEqual([path, 404, undefined]);
    expect((await get('/h5/pages/market/market')).status).toBe(404);
  });

  test('is compressed', async () => {
    const response = await get('/h5/', { headers: { 'accept-encoding': 'gzip, deflate, br, zstd' } });
    expect(response.headers['content-encoding']).toBe('br');
  });
});

describe('an immutable file', () => {
  test('is cached, one copy per encoding, whatever else a browser accepts', async () => {
    const file = '/h5/assets/chart.5c.js';
    const packed = (encodings: string) => get(file, { headers: { 'accept-encoding': encodings } });
    const [first, other, gzip, plain] = [
      await packed('gzip, deflate, br'),
      await packed('gzip, deflate, br, zstd'),
      await packed('gzip'),
      await get(file),
    ];
    expect([first, other, gzip, plain].map(({ headers }) => headers['x-cache-status'])).toEqual([
      'MISS',
      'HIT',
      'MISS',
      'MISS',
    ]);
    expect([other, gzip, plain].map(({ body }) => body.split(' ')[0]?.slice(0, 6))).toEqual([
      'brotli',
      'gzip',
      'xxxxxx',
    ]);
    expect([other, gzip, plain].map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip', undefined]);
    expect(other.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(other.headers.vary).toContain('accept-encoding');
    expect(other.headers['content-type']).toContain('javascript');
  });

  test('is cached once for all queries', async () => {
    await get(remoteFile('page.1f.js'));
    expect((await get(`${remoteFile('page.1f.js')}?t=${Date.now()}`)).headers['x-cache-status']).toBe('HIT');
  });

  test('of a version is no document that could do anything, and only what its record names is served', async () => {
    const page = '<script>fetch("/api/x")</script>';
    for (const file of ['steal.html', 'steal.js', 'steal.svg']) {
      await releases.store.storage.put(storeKeys.file(REMOTE, VERSION, file), Buffer.from(page));
      expect([(await get(remoteFile(file))).status, file]).toEqual([404, file]);
    }
    const icon = await get(remoteFile('icon.svg'));
    const inert = "sandbox; default-src 'none'; frame-ancestors 'none'";
    expect([icon.status, icon.headers['content-security-policy']]).toEqual([200, inert]);
    expect((await get(remoteFile('icon.svg'))).headers['content-security-policy']).toBe(inert);
    expect((await get(MAIN)).headers['content-security-policy']).toBeUndefined();
  });

  test('is not cached as missing, nor by another encoding of its path', async () => {
    for (const _again of [1, 2]) {
      const response = await get(remoteFile('none.js'));
      expect([response.status, response.headers['x-cache-status']]).toEqual([404, 'MISS']);
    }
    const spelt = await get(`/h5/remotes/${REMOTE}/${VERSION}/sub/%2e%2e/remoteEntry.js`);
    expect(spelt.status).toBe(400);
    expect((await get(remoteFile('remoteEntry.js'))).status).toBe(200);
  });

  test('that the gateway has not carries its mark to each who asks; the edge adds none, and keeps none', async () => {
    const ask = async (path: string, id: string, headers = {}) => {
      const response = await get(path, { headers: { [ASKED_HEADER]: id, ...headers } });
      return [response.status, response.headers[ABSENT_HEADER]];
    };
    const dictionary = { 'accept-encoding': 'dcb, br', 'available-dictionary': `:${'A'.repeat(43)}=:` };
    for (const id of ['1'.repeat(32), '2'.repeat(32)]) {
      const mark = `${REMOTE}@${VERSION} load ${id}`;
      expect(await ask(remoteFile('none.js'), id)).toEqual([404, mark]);
      expect(await ask(remoteFile('none.js'), id, dictionary)).toEqual([404, mark]);
    }
  });

  test('is served while the gateway is down; other requests report the outage', async () => {
    await get(MAIN);
    await get(remoteFile('remoteEntry.js'));
    await gateway.stop();
    try {
      for (const path of [MAIN, remoteFile('remoteEntry.js')]) {
        const response = await get(path);
        expect([response.status, response.headers['x-cache-status']], path).toEqual([200, 'HIT']);
      }
      const missing = await get(remoteFile('late.2e.js'), { headers: { [ASKED_HEADER]: '3'.repeat(32) } });
      expect(missing.headers[ABSENT_HEADER]).toBeUndefined();
      expect([missing.status, missing.headers['cache-control']]).toEqual([503, 'no-store']);
      expect((await get('/h5/')).status).toBe(503);
      for (const path of ['/h5/', '/api/x', remoteFile('late.2e.js')]) {
        expect((await get(path)).headers['x-content-type-options'], path).toBe('nosniff');
      }
      const call = await get('/api/x', { method: 'POST', body: 'a=b', headers: FORM });
      expect([call.status, call.headers['retry-after']]).toEqual([503, '1']);
      expect(JSON.parse(call.body)).toMatchObject({ type: 'error', error: 'backend_unavailable' });
      expect(new Set(call.names).size).toBe(call.names.length);
    } finally {
      gateway = await startGateway();
    }
    expect((await get(remoteFile('late.2e.js'))).body).toBe('late');
    expect((await get('/h5/')).status).toBe(200);
  }, 60_000);
});

describe('a call', () => {
  test('has the client address seen by the edge, whatever the client sends', async () => {
    const said = {
      'x-forwarded-for': '203.0.113.9',
      'x-real-ip': '203.0.113.9',
      forwarded: 'for=203.0.113.9',
      'x-forwarded-host': 'evil.example',
      'x-internal-token': 'guess',
    };
    await get('/api/from', { headers: said, from: person(5) });
    const { headers = {} } = received.find(({ url }) => url === '/api/from') ?? {};
    expect(headers['x-forwarded-for']).toBe(person(5));
    expect(headers['x-forwarded-proto']).toBe('https');
    expect(headers['x-forwarded-host']).toBe('localhost');
    expect(JSON.stringify(headers)).not.toMatch(/203\.0\.113\.9|evil|guess/);
  });

  test('with a long response is compressed', async () => {
    const response = await get('/api/long', { headers: { 'accept-encoding': 'gzip' } });
    expect([response.headers['content-encoding'], response.headers.vary]).toEqual(['gzip', 'Accept-Encoding']);
  });

  test('accepts a picture of 10 MiB, and rejects more', async () => {
    const upload = (bytes: number) =>
      get('/api/upload', {
        method: 'POST',
        body: Buffer.alloc(bytes, 1),
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
      });
    const largest = 10 * 1024 * 1024 + 2_000;
    expect((await upload(largest)).status).toBe(200);
    // The gateway asks the backend by itself meanwhile.
    expect(received.findLast(({ url }) => url === '/api/upload')).toMatchObject({ bytes: largest });
    const rejected = await upload(12 * 1024 * 1024);
    expect([rejected.status, JSON.parse(rejected.body).error]).toEqual([413, 'upload_too_large']);
    // One is over the limit of the edge, the other over that of the gateway alone.
    for (const length of [200_000, 100_000]) {
      const form = await get('/api/x', { method: 'POST', body: 'a'.repeat(length), headers: FORM });
      expect([form.status, JSON.parse(form.body).error]).toEqual([413, 'text_too_long']);
    }
  });

  test('takes a publication of some MiB as far as the registry, which asks who sends it, and rejects more', async () => {
    const headers = { 'content-type': 'application/json' };
    const publish = (bytes: number) =>
      get('/registry/publish', { method: 'POST', body: Buffer.alloc(bytes, ' '), headers });
    const taken = await publish(2 * 1024 * 1024);
    expect([taken.status, JSON.parse(taken.body).error]).toEqual([401, 'staff_session_missing']);
    expect((await publish(17 * 1024 * 1024)).status).toBe(413);
    const release = await get('/registry/promote', { method: 'POST', body: ' '.repeat(200_000), headers });
    expect(release.status).toBe(413);
  });

  test('does not reach internal paths', async () => {
    for (const path of ['/internal/release', '/api/../internal/release', '/api/%2e%2e/internal/release']) {
      expect([400, 404]).toContain((await get(path, { method: 'POST' })).status);
    }
    for (const path of ['/metrics', '/api/../metrics', '/realtime/%2e%2e/metrics']) {
      expect([path, [400, 404].includes((await get(path)).status)]).toEqual([path, true]);
    }
    expect(received.filter(({ url }) => /internal|metrics/.test(url))).toEqual([]);
  });

  test.runIf(MANY_ADDRESSES)(
    'in a flood from one address is rejected with Retry-After; another address is served',
    async () => {
      // Many at once on two connections: one by one, the limit would refill before it is reached.
      const sessions = await Promise.all([session(edge, person(9)), session(edge, person(9))]);
      const flood = await Promise.all(
        sessions.flatMap((opened) => Array.from({ length: 800 }, () => askOn(opened, '/api/flood'))),
      );
      for (const opened of sessions) opened.destroy();
      expect(flood.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(800);
      const rejected = flood.filter(({ status }) => status !== 200);
      expect(rejected[0]).toMatchObject({ status: 429, retryAfter: '1' });
      expect(JSON.parse(rejected[0]?.body ?? '')).toMatchObject({ error: 'rate_limited' });
      expect((await get('/api/flood', { from: person(10) })).status).toBe(200);
      expect((await get(MAIN, { from: person(9) })).status).toBe(200);
    },
    60_000,
  );
});

test.runIf(MANY_ADDRESSES)(
  'files that one address makes up pass as far as its limit; those of others are served, and a page starts within it',
  async () => {
    const limits = /(zone=files:16m rate=)2000(r\/s)|(zone=files burst=)4000/g;
    const changed: string[] = [];
    const slow = await startEdge(`127.0.0.1:${ports.gateway}`, (configuration) =>
      configuration.replaceAll(limits, (all, rate?: string, unit?: string, burst?: string) => {
        changed.push(all);
        return burst === undefined ? `${rate}50${unit}` : `${burst}400`;
      }),
    );
    try {
      expect(changed).toEqual(['zone=files:16m rate=2000r/s', ...Array(2).fill('zone=files burst=4000')]);
      // A connection has a thousand requests.
      const sessions = await Promise.all([session(slow, person(15)), session(slow, person(15))]);
      const dictionary = { 'accept-encoding': 'dcb, br', 'available-dictionary': `:${'A'.repeat(43)}=:` };
      for (const headers of [{}, dictionary])
        expect((await ask(slow, MAIN, { from: person(15), headers })).status).toBe(200);
      const made = (at: number) => (at % 2 ? `/h5/assets/none-${at}.js` : `/h5/remotes/${REMOTE}/9.9.${at}/x.js`);
      const flood = await Promise.all(
        sessions.flatMap((opened) => Array.from({ length: 600 }, (_, at) => askOn(opened, made(at)))),
      );
      const passed = flood.filter(({ status }) => status === 404).length;
      expect(passed).toBeGreaterThanOrEqual(390);
      expect(passed).toBeLessThan(1_000);
      const rejected = flood.filter(({ status }) => status !== 404);
      expect(rejected[0]).toMatchObject({ status: 429, retryAfter: '1' });
      expect(JSON.parse(rejected[0]?.body ?? '')).toMatchObject({ error: 'rate_limited' });
      const deltas = sessions.flatMap((opened) => Array.from({ length: 390 }, () => askOn(opened, MAIN, dictionary)));
      expect((await Promise.all(deltas)).map(({ status }) => status)).toContain(429);
      for (const opened of sessions) opened.destroy();
      expect((await ask(slow, MAIN, { from: person(16) })).status).toBe(200);
      expect((await ask(slow, '/api/x', { from: person(15) })).status).toBe(200);
    } finally {
      await slow.stop();
    }
  },
  60_000,
);

describe('the realtime connection', () => {
  test('is proxied to the backend, with the client’s address', async () => {
    // A variable, because the types of ws omit options that it passes to the socket.
    const options = {
      ca: edge.authority,
      servername: 'localhost',
      headers: { 'x-forwarded-for': '203.0.113.9' },
      localAddress: person(6),
    };
    const socket = new WebSocket(`wss://127.0.0.1:${edge.https}/realtime`, options);
    const said = await new Promise((resolve, reject) => {
      socket.on('error', reject);
      socket.on('open', () => socket.send('ping'));
      socket.on('message', (data) => resolve(String(data)));
    });
    socket.close();
    expect(said).toBe(`ping from ${person(6)}`);
  });
});

describe('what only developers need', () => {
  test('is not public: overrides, gallery, documentation of the API', async () => {
    for (const path of ['/h5/gallery/', '/h5/gallery', '/api/docs', '/api/docs/json', '/api/%64ocs/']) {
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    }
    const { headers } = await get('/h5/?override=markets=http://127.0.0.1:5173');
    expect(headers['content-security-policy']).not.toContain('127.0.0.1');
    expect(headers['permissions-policy']).toContain('camera=()');
    expect(received.filter(({ url }) => url.includes('docs'))).toEqual([]);
  });
});

test('the log of the edge has no ids of previews and documents, whose addresses grant access to them', async () => {
  const id = 'b'.repeat(32);
  const folders = ['/h5/previews/', '/api/statements/', '/api/spot-trades/', '/api/user/export/file/'];
  for (const folder of folders) await get(`${folder}${id}.json`);
  await get(`/h5/?preview=${id}`);
  for (const folder of folders)
    await expect.poll(() => edge.said(), { timeout: 5_000 }).toContain(`"path":"${folder}"`);
  expect(edge.said()).not.toContain(id);
});

describe('a flood', () => {
  const upgrade = (from: string) => {
    // A variable, because the types of TLS omit options that it passes to the socket.
    const options = {
      host: '127.0.0.1',
      port: edge.https,
      localAddress: from,
      ca: edge.authority,
      servername: 'localhost',
    };
    const socket = connect(options);
    socket.on('error', () => undefined);
    socket.write(
      'GET /realtime HTTP/1.1\r\nhost: localhost\r\nconnection: Upgrade\r\nupgrade: websocket\r\n' +
        'sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    );
    return socket;
  };

  test('of sockets that never read fills neither edge nor gateway: what they do not take waits in the hub', async () => {
    const before = memoryOf(gateway) + memoryOf(edge);
    const part = Buffer.alloc(128 * 1024);
    const flooded = new Set<WebSocket>();
    const flood = (socket: WebSocket) => {
      flooded.add(socket);
      for (let parts = 0; parts < 128; parts += 1) socket.send(part);
    };
    hub.on('connection', flood);
    const clients = Array.from({ length: 12 }, () => upgrade(person(7)).pause());
    await expect.poll(() => flooded.size, { timeout: 15_000 }).toBe(12);
    const waiting = () => [...flooded].filter(({ bufferedAmount }) => bufferedAmount > 0).length;
    const grown = memoryOf(gateway) + memoryOf(edge) - before;
    expect(waiting()).toBeGreaterThan(6);
    for (const client of clients) client.destroy();
    hub.off('connection', flood);
    expect(grown).toBeLessThan(96 * 1024 * 1024);
  });

  test('of slow forms reaches no backend, and others are served', async () => {
    const clients = Array.from({ length: 100 }, () => {
      const client = connect({ host: '127.0.0.1', port: edge.https, ca: edge.authority, servername: 'localhost' });
      client.on('error', () => undefined);
      client.write('POST /api/slow HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000\r\n\r\na');
      return client;
    });
    await Promise.all(clients.map((client) => once(client, 'secureConnect')));
    expect((await get('/api/x')).status).toBe(200);
    for (const client of clients) client.destroy();
    expect(received.filter(({ url }) => url === '/api/slow')).toEqual([]);
  });

  test('of slow publications is not kept by the edge: the registry asks who sends before it has the body', async () => {
    const client = connect({ host: '127.0.0.1', port: edge.https, ca: edge.authority, servername: 'localhost' });
    client.on('error', () => undefined);
    client.write('POST /registry/publish HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n');
    client.write('content-length: 16000000\r\n\r\n{');
    const [head] = await once(client, 'data');
    client.destroy();
    expect(String(head).split('\r\n')[0]).toBe('HTTP/1.1 401 Unauthorized');
  });

  test('of one carrier address leaves room: 300 sockets open at once', async () => {
    const clients = Array.from({ length: 300 }, () => upgrade(person(8)));
    const heads = await Promise.all(clients.map((client) => once(client, 'data')));
    for (const client of clients) client.destroy();
    expect(new Set(heads.map(([head]) => String(head).split('\r\n')[0]))).toEqual(
      new Set(['HTTP/1.1 101 Switching Protocols']),
    );
  }, 60_000);
});

describe('a flood of plain HTTP', () => {
  const MOST_GROWTH = 96 * 1024 * 1024;
  const VENDOR = '/h5/assets/vendor.7d.js';
  const held = () => memoryOf(gateway) + memoryOf(edge);
  const clients: Socket[] = [];
  afterEach(() => {
    for (const client of clients.splice(0)) client.destroy();
  });

  const keep = <Client extends Socket>(client: Client): Client => {
    clients.push(client);
    return client.on('error', () => undefined);
  };
  const secure = (from: string, { https, authority }: Edge = edge) => {
    // A variable, because the types of TLS omit options that it passes to the socket.
    const options = { host: '127.0.0.1', port: https, localAddress: from, ca: authority, servername: 'localhost' };
    return keep(connect(options));
  };
  const plain = (port: number) => keep(connectPlain(port, '127.0.0.1'));
  const asking = (path: string, times: number) => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`.repeat(times);

  /** Resolves when a connection has ended, in whatever way. */
  const closed = (client: Socket) => new Promise<void>((resolve) => client.once('close', () => resolve()));

  /** Statuses of all responses of a connection, once it has ended. */
  async function statusesOf(client: Socket): Promise<readonly string[]> {
    const found: string[] = [];
    let rest = '';
    client.setEncoding('latin1').on('data', (text: string) => {
      const lines = (rest + text).split('\r\n');
      rest = lines.pop() ?? '';
      // A body ends without a line end: the next response begins behind it.
      for (const line of lines) found.push(...(/HTTP\/1\.1 (\d{3})/.exec(line)?.slice(1) ?? []));
    });
    await closed(client);
    return found;
  }

  test.runIf(MANY_ADDRESSES)(
    'of 25 connections with 1,000 pipelined calls each passes as far as the limit of their address; another is served',
    async () => {
      const before = held();
      const reached = received.length;
      const flood = Array.from({ length: 25 }, () => secure(person(11)));
      const ended = Promise.all(flood.map(statusesOf));
      for (const client of flood) client.write(asking('/api/pipelined', 1_000));
      expect((await get('/api/x', { from: person(12) })).status).toBe(200);
      const statuses = (await ended).flat();
      const passed = statuses.filter((status) => status === '200').length;
      expect(new Set(statuses)).toEqual(new Set(['200', '429']));
      expect(statuses).toHaveLength(25_000);
      expect(passed).toBeGreaterThanOrEqual(800);
      expect(passed).toBeLessThan(12_500);
      expect(received.slice(reached).filter(({ url }) => url === '/api/pipelined')).toHaveLength(passed);
      expect(held() - before).toBeLessThan(MOST_GROWTH);
    },
    60_000,
  );

  test('of 25 connections that pipeline 1,000 files of 1 MiB each and read none fills nothing', async () => {
    const before = held();
    await get(VENDOR);
    for (let index = 0; index < 25; index += 1) {
      const client = secure(person(13)).pause();
      await once(client, 'secureConnect');
      client.write(asking(VENDOR, 1_000));
    }
    for (let index = 0; index < 25; index += 1) plain(edge.http).pause().write(asking('/h5/', 1_000));
    for (const path of ['/h5/', VENDOR, '/api/x']) expect((await get(path)).status, path).toBe(200);
    expect(await responds(`http://127.0.0.1:${edge.http}/edge/health`)).toBe(true);
    expect(held() - before).toBeLessThan(MOST_GROWTH);
  }, 60_000);

  test('of connections that have not sent a byte gives way to clients that send a request', async () => {
    // Room for a hundred connections in place of some thirty thousand.
    const small = await startEdge(`127.0.0.1:${ports.gateway}`, (configuration) =>
      configuration
        .replace('worker_processes auto;', 'worker_processes 1;')
        .replace('worker_connections 24576;', 'worker_connections 100;'),
    );
    try {
      const silent = Array.from({ length: 300 }, (_, index) => plain(index % 2 ? small.https : small.http));
      await Promise.all(silent.map((client) => once(client, 'connect')));
      for (let asked = 0; asked < 20; asked += 1) expect((await ask(small, '/h5/')).status).toBe(200);
      await expect.poll(() => silent.filter((client) => client.closed).length).toBeGreaterThan(200);
    } finally {
      await small.stop();
    }
  }, 60_000);

  test('that is silent, stops within a request or does not read is closed', async () => {
    const waits = /\b(client_header_timeout|client_body_timeout|send_timeout) (\d+)s;/g;
    let found: readonly (readonly [string, number])[] = [];
    const hasty = await startEdge(`127.0.0.1:${ports.gateway}`, (configuration) => {
      found = [...configuration.matchAll(waits)].map(([, name = '', seconds]) => [name, Number(seconds)]);
      return configuration.replaceAll(waits, '$1 1s;');
    });
    try {
      expect(Object.fromEntries(found)).toEqual({
        client_header_timeout: 15,
        client_body_timeout: 30,
        send_timeout: 30,
      });
      const heads = [
        '',
        'GET /h5/ HTTP/1.1\r\nhost: local',
        'POST /api/x HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\na',
      ];
      const stopped = Array.from({ length: 60 }, (_, index) => {
        const head = heads[index % heads.length] ?? '';
        const asked = [plain(hasty.http), secure(person(14), hasty)];
        for (const client of asked) client.write(head);
        // The last one does not even begin with TLS.
        return [...asked, plain(hasty.https)].map((client) => closed(client.resume()));
      }).flat();
      const unread = Array.from({ length: 25 }, () => secure(person(14), hasty).pause());
      for (const client of unread) client.write(asking(VENDOR, 1_000));
      await Promise.all(stopped);
      // A client that does not read learns of the end when it writes.
      const left = () => {
        const open = unread.filter(({ destroyed }) => !destroyed);
        for (const client of open) client.write(' ');
        return open.length;
      };
      await expect.poll(left, { timeout: 20_000 }).toBe(0);
      expect((await ask(hasty, '/h5/')).status).toBe(200);
    } finally {
      await hasty.stop();
    }
  }, 60_000);
});

describe('the registry', () => {
  test('and the staff page are at the same origin', async () => {
    expect(JSON.parse((await get('/registry/health')).body)).toEqual({ ok: true });
    expect((await get('/console/')).body).toContain('console');
  });

  test('that is down does not affect users', async () => {
    await registry.stop();
    try {
      const response = await get('/registry/status');
      expect([response.status, JSON.parse(response.body).error]).toEqual([503, 'registry_unavailable']);
      for (const path of ['/h5/', '/h5/manifest.json', remoteFile('page.1f.js'), '/api/x']) {
        expect((await get(path)).status, path).toBe(200);
      }
    } finally {
      registry = await startRegistry();
    }
  }, 60_000);
});
