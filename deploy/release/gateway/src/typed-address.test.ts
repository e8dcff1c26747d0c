import { type AddressInfo, connect } from 'node:net';
import type { Manifest } from '@tessera/releases';
import { folderWith, testReleases } from '@tessera/releases/testing';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveFiles } from './file-routes.ts';
import { gatewayWith } from './testing/gateway-with.ts';

const OPENED = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'sec-fetch-mode': 'navigate' };
const manifest = {
  epoch: 1,
  remotes: [{ name: 'markets', stable: { name: 'markets', tab: { path: '/pages/market/market' }, routes: [] } }],
} as unknown as Manifest;

let gateway: FastifyInstance;
beforeAll(async () => {
  const dist = await folderWith({ 'host/assets/main.1f.js': 'main', 'console/index.html': 'console' });
  const { store } = await testReleases();
  gateway = await gatewayWith({
    registry: 'http://127.0.0.1:1',
    release: () => ({ manifest, signed: { schema: 2, payload: '', signatures: [] } }),
    shell: async () => ({
      template: '<head><!--tessera:manifest--></head>',
      files: { home: [], texts: {}, provided: {} },
    }),
    files: (instance) =>
      serveFiles(instance, { host: `${dist}/host`, console: `${dist}/console`, gallery: undefined, releases: store }),
  });
});
afterAll(() => gateway.close());

const open = (url: string, headers: Record<string, string> = OPENED) => gateway.inject({ url, headers });

test.each([
  ['/markets', '/h5/#/pages/market/market'],
  ['/h5/markets', '/h5/#/pages/market/market'],
  ['/h5/markets/', '/h5/#/pages/market/market'],
  ['/h5/pages/market/market', '/h5/#/pages/market/market'],
  ['/pages/market/market', '/h5/#/pages/market/market'],
  ['//h5//pages//market//market//', '/h5/#/pages/market/market'],
  ['/h5/pages/market%2Fmarket', '/h5/#/pages/market/market'],
  ['/h5/pages/transaction/settlement?id=7', '/h5/#/pages/transaction/settlement?id=7'],
  ['/h5/pages/x/y?preview=a&id=7&preview=b&q=%26', '/h5/?preview=a&preview=b#/pages/x/y?id=7&q=%26'],
  // A fragment, which browsers keep where the address has none, is the screen's own.
  ['/h5/home?preview=a', '/h5/?preview=a'],
  ['/h5/something/else', '/h5/'],
  ['/wallet', '/h5/'],
  ['/h5/pages', '/h5/'],
  ['/H5/', '/h5/'],
  ['/console/staff?x=1', '/console/?x=1'],
])('%s, opened in a browser, leads to %s', async (typed, meant) => {
  const { statusCode, headers } = await open(typed);
  expect([statusCode, headers.location, headers['cache-control']]).toEqual([302, meant, 'no-store']);
  // There is what it leads to.
  expect((await open(meant.replace(/#.*/, ''))).statusCode).toBe(200);
  const { 'sec-fetch-mode': _mode, ...older } = OPENED;
  expect((await open(typed, older)).headers.location).toBe(meant);
});

test.each([
  '/api',
  '/api/docs',
  '/registry',
  '/registry/',
  '/realtime/x',
  '/metrics',
  '/internal/release',
  '/health/x',
  '/.well-known/change-password/x',
  '/h5/assets/none.js',
  '/h5/assets/none',
  '/h5/remotes/markets/1.0.0/none',
  '/h5/previews/none.json',
  '/h5/app/none.webmanifest',
  '/h5/gallery/',
  '/h5/none.js',
  '/favicon.ico',
  '/console/none.js',
  '/wp-login.php',
])('%s is of no person, and missing', async (path) => {
  const { statusCode, headers } = await open(path);
  expect([statusCode >= 400, headers.location]).toEqual([true, undefined]);
});

test('what is asked by scripts, programs, or sent, is missing as before', async () => {
  const asked = [
    { accept: '*/*' },
    {},
    { ...OPENED, 'sec-fetch-mode': 'cors' },
    { ...OPENED, 'sec-fetch-mode': 'no-cors' },
    { ...OPENED, 'service-worker': 'script' },
  ] as Record<string, string>[];
  for (const headers of asked)
    expect((await open('/h5/pages/market/market', headers)).headers.location, JSON.stringify(headers)).toBeUndefined();
  for (const method of ['POST', 'PUT', 'DELETE', 'HEAD'] as const)
    expect((await gateway.inject({ method, url: '/markets', headers: OPENED })).statusCode, method).toBe(404);
});

test('no address, however it is spelt, leads to another site', async () => {
  await gateway.listen({ port: 0, host: '127.0.0.1' });
  const { port } = gateway.server.address() as AddressInfo;
  const answerTo = (target: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () =>
        socket.write(
          `GET ${target} HTTP/1.1\r\nhost: evil.example\r\nx-forwarded-host: evil.example\r\naccept: text/html\r\nconnection: close\r\n\r\n`,
        ),
      );
      let received = '';
      socket.on('data', (data) => {
        received += data;
      });
      socket.on('end', () => resolve(received));
      socket.on('error', reject);
    });
  const targets = [
    '//evil.example',
    '///evil.example/pages/x',
    '/h5//evil.example',
    '/%2f%2fevil.example',
    '/h5/%2f/evil.example',
    '/h5/pages//evil.example',
    '/pages/x/y?preview=//evil.example',
    '/h5/https://evil.example',
    'http://evil.example/pages/market/market',
    '/\\evil.example',
    '/h5/%5cevil.example',
    '/%0d%0alocation:%20//evil.example',
    '/h5/x?%0d%0alocation:%20//evil.example',
    '/h5/pages/x/y?a=%0d%0aset-cookie:%20a=b',
    '/@evil.example',
    '/console//evil.example',
    '/console/%2f%2fevil.example',
  ];
  for (const target of targets) {
    const [head = ''] = (await answerTo(target)).split('\r\n\r\n');
    const locations = [...head.matchAll(/^location: (.*)$/gim)].map(([, location]) => location ?? '');
    expect(head, target).toMatch(/^HTTP\/1\.1 (?:302|4\d\d) /);
    expect(head, target).not.toMatch(/^set-cookie/im);
    expect(locations.length, target).toBeLessThan(2);
    for (const location of locations) {
      const { origin, pathname } = new URL(location, 'https://app.example/h5/x');
      expect([origin, pathname], target).toEqual([
        'https://app.example',
        expect.stringMatching(/^\/(?:h5|console)\/$/),
      ]);
    }
  }
});
