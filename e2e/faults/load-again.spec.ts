import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page, test } from '@playwright/test';
import { loadAgainScript } from '../../deploy/release/gateway/src/load-again.ts';
import { fewInTurn, TURN_TITLE } from '../platform/turns.ts';

/*
 * What no fake plays: how the browser's own loader, cache and integrity work together with the page's second and third
 * try. A page of four files, one of each kind, all spoiled in one way, once or for good, in `npm test` in two of the ways; files may be kept for ever.
 */

const FILES = {
  '/h5/start.js': ['text/javascript', 'window.start = true;'],
  '/h5/start.css': ['text/css', 'body { color: rgb(1, 2, 3) }'],
  '/h5/chunk.js': ['text/javascript', 'window.chunk = true;'],
  '/h5/chunk.css': ['text/css', 'body { background: rgb(1, 2, 3) }'],
} as const;
type Path = keyof typeof FILES;

const hashOf = (path: Path) => `sha256-${createHash('sha256').update(FILES[path][1]).digest('base64')}`;

/** A page as the gateway sends it, whose code asks for chunks as the bundler's does. */
const PAGE = `<!doctype html><html><head><script>${loadAgainScript()}</script>
<link rel="stylesheet" href="/h5/start.css" integrity="${hashOf('/h5/start.css')}"></head><body>
<div id="root"></div><div id="start"></div><div id="start-failed" hidden><h1></h1><p></p><button></button></div>
<script type="application/json" id="tessera-start-texts">{"en":["","","","","title","text","again"]}</script>
<script>
  const insert = (url, integrity, done) => {
    const style = url.endsWith('.css');
    const element = document.createElement(style ? 'link' : 'script');
    if (style) element.rel = 'stylesheet';
    element.integrity = integrity;
    element.onload = element.onerror = done && ((event) => {
      element.onload = element.onerror = null;
      if (!style || event.type === 'error') element.remove();
      done(event.type);
    });
    element[style ? 'href' : 'src'] = url;
    document.head.append(element);
  };
  window.ask = (url, integrity) => new Promise((done) => insert(url, integrity, done));
  insert('/h5/start.js', '${hashOf('/h5/start.js')}', null);
</script></body></html>`;

const WAYS = {
  reset: (response: ServerResponse) => response.req.socket.resetAndDestroy(),
  'status 404': (response: ServerResponse) => response.writeHead(404, { 'cache-control': 'no-store' }).end(),
  'status 500': (response: ServerResponse) => response.writeHead(500).end('fault'),
  HTML: (response: ServerResponse) => response.setHeader('content-type', 'text/html').end('<!doctype html>log in'),
  'other bytes': (response: ServerResponse) =>
    response.setHeader('content-type', 'text/javascript').end('window.evil = true'),
  truncated: (response: ServerResponse) => {
    response.setHeader('content-length', 1_000).write('window.');
    setTimeout(() => response.destroy(), 20);
  },
} as const;

let server: Server;
/** How many answers for each file are spoiled, and how. */
let spoiled: { readonly way: keyof typeof WAYS; readonly times: number };
let asked: Map<string, number>;

test.beforeAll(async () => {
  server = createServer((request, response) => {
    const { url = '/' } = request;
    if (url === '/') return response.setHeader('content-type', 'text/html').end(PAGE);
    const file = FILES[url as Path];
    if (!file) return response.writeHead(404).end();
    const times = (asked.get(url) ?? 0) + 1;
    asked.set(url, times);
    response.setHeader('cache-control', 'public, max-age=31536000, immutable');
    if (times <= spoiled.times) return WAYS[spoiled.way](response);
    return response.setHeader('content-type', file[0]).end(file[1]);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
test.afterAll(async () => {
  server.closeAllConnections();
  server.close();
});

const open = (page: Page) => page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
const ask = (page: Page, path: Path) =>
  page.evaluate(
    ([url, hash]) => (Reflect.get(window, 'ask') as (url: string, hash: string) => Promise<string>)(url, hash),
    [path, hashOf(path)] as const,
  );
const state = (page: Page) =>
  page.evaluate(() => {
    const { color, backgroundColor } = getComputedStyle(document.body);
    const ran = ['start', 'chunk', 'evil'].filter((name) => Reflect.get(window, name));
    return { ran, color, backgroundColor, notice: !document.getElementById('start-failed')?.hidden };
  });
const WHOLE = { ran: ['start', 'chunk'], color: 'rgb(1, 2, 3)', backgroundColor: 'rgb(1, 2, 3)', notice: false };

for (const way of fewInTurn('again', Object.keys(WAYS) as (keyof typeof WAYS)[], 2, 3)) {
  test(`once (${way}), all kinds of files come with a delay${TURN_TITLE}`, async ({ page }) => {
    spoiled = { way, times: 1 };
    asked = new Map();
    await open(page);
    expect(await Promise.all([ask(page, '/h5/chunk.js'), ask(page, '/h5/chunk.css')])).toEqual(['load', 'load']);
    await expect.poll(() => state(page)).toEqual(WHOLE);
    // None was needed more than twice, and what came is kept in place of what was spoiled.
    expect(Math.max(...asked.values())).toBe(2);
    await open(page);
    await Promise.all([ask(page, '/h5/chunk.js'), ask(page, '/h5/chunk.css')]);
    await expect.poll(() => state(page)).toEqual(WHOLE);
    expect(Math.max(...asked.values())).toBe(2);
  });

  test(`for good (${way}), the code that asked and the user learn of it, nothing foreign ran, and the next visit is whole${TURN_TITLE}`, async ({
    page,
  }) => {
    spoiled = { way, times: Number.POSITIVE_INFINITY };
    asked = new Map();
    await open(page);
    expect(await Promise.all([ask(page, '/h5/chunk.js'), ask(page, '/h5/chunk.css')])).toEqual(['error', 'error']);
    const notice = page.locator('#start-failed');
    await expect(notice).toBeVisible();
    await expect.poll(() => state(page)).toMatchObject({ ran: [], color: 'rgb(0, 0, 0)' });
    spoiled = { way, times: 0 };
    // In the same page, too: nothing of the failure is left.
    expect(await ask(page, '/h5/chunk.js')).toBe('load');
    await notice.getByRole('button').click();
    // The page is loaded anew: for a moment it has no scripts yet.
    await expect(async () => {
      await ask(page, '/h5/chunk.css');
      await ask(page, '/h5/chunk.js');
      expect(await state(page)).toEqual(WHOLE);
    }).toPass({ timeout: 90_000 });
  });
}
