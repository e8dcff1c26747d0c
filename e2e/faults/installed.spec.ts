import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { App } from '../platform/app.ts';
import { kept } from '../platform/kept.ts';
import { type OriginBefore, originBefore, type Passing } from '../platform/origin-before.ts';
import { phone } from '../platform/phone.ts';
import { ROOT } from '../platform/release.ts';
import { ORIGIN, screen } from '../platform/where.ts';

test.use({ serviceWorkers: 'allow' });

const DEMO = { user: 'demo@tessera.example', password: 'Tessera-2026' };
/** Ms: longer than the page waits before it tries a failed file again. */
const LATE = 1_500;
const NO_WORKER = readFileSync(join(ROOT, 'deploy/release/gateway/src/app/no-worker.js'));

/** Which page is shown: the tests mark them. */
const mark = (page: Page) => page.locator('meta[name=mark]').getAttribute('content');

test('the app can be installed, with icons, a start page and its tabs as shortcuts', async ({ playwright }, info) => {
  const { launchOptions } = info.project.use;
  const context = await playwright.chromium.launchPersistentContext(info.outputPath('profile'), {
    ...phone,
    ...launchOptions,
  });
  const page = await context.newPage();
  await page.goto(`${ORIGIN}${screen('/')}`);
  await kept(page);
  const devtools = await context.newCDPSession(page);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  const { errors, data, url } = await devtools.send('Page.getAppManifest');
  await context.close();
  expect(installabilityErrors).toEqual([]);
  expect(errors).toEqual([]);
  expect(url).toContain('/h5/app/en.webmanifest');
  expect(JSON.parse(data ?? '{}').shortcuts.map((shortcut: { url: string }) => shortcut.url)).toContain(
    '/h5/#/pages/market/market',
  );
});

test('without a network the app starts with last known balances, marked as such, until the user logs out', async ({
  page,
  context,
}) => {
  await App.open(page, { language: 'de', theme: 'dark' }, '/pages/common/login');
  await page.locator('input[autocomplete=username]').fill(DEMO.user);
  await page.locator('input[autocomplete=current-password]').fill(DEMO.password);
  await page.locator('button[type=submit]').tap();
  await expect(page.getByTestId('home-total')).toBeVisible();
  await kept(page);
  const pill = page.getByRole('button', { name: /Letzter bekannter Stand/ });
  await expect(pill).toHaveCount(0);
  await page.reload();
  await expect(page.getByTestId('home-total')).toBeVisible();
  expect(
    await page.evaluate(async () =>
      Promise.all(
        (await caches.keys()).map(async (name) =>
          (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname),
        ),
      ).then((paths) => paths.flat()),
    ),
  ).not.toContainEqual(expect.stringMatching(/^\/api\//));

  await context.setOffline(true);
  await page.reload();
  await pill.tap();
  const sheet = page.getByRole('dialog', { name: 'Letzter bekannter Stand' });
  await expect(sheet).toContainText('Diese Zahlen sind nicht aktuell');
  await expect(sheet.getByRole('listitem').filter({ hasText: 'USDT' }).first()).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('offline.png') });
  await page.keyboard.press('Escape');

  await page.goto(screen('/pages/setting/setting'));
  await page.evaluate(() => localStorage.removeItem('tessera.host.token'));
  await page.reload();
  await expect(pill).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem('tessera.host.balances'))).toBeNull();
});

test.describe('releases', () => {
  let before: OriginBefore;
  test.beforeEach(async () => {
    before = await originBefore();
  });
  test.afterEach(() => before.close());

  /** Serves pages with a mark; `killed` as the gateway serves them where the worker is switched off. */
  const serve = (name: string, { killed = false }: { killed?: boolean } = {}) =>
    before.change((path, response) => {
      if (path === '/h5/sw.js' && killed) response.body = NO_WORKER;
      if (path !== '/h5/') return;
      response.body = Buffer.from(
        response.body
          .toString()
          .replace(
            '</head>',
            `<meta name="mark" content="${name}">${killed ? '<meta name="tessera-worker" content="off">' : ''}</head>`,
          ),
      );
    });

  test('what the network sends always counts, without it the page starts, and the kill switch ends it all', async ({
    page,
  }) => {
    const open = async () => {
      await page.goto('about:blank');
      await page.goto(`${before.origin}/h5/#/pages/market/market`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    };
    serve('first');
    await open();
    await kept(page);
    serve('second');
    await open();
    expect(await mark(page)).toBe('second');
    before.down(true);
    await open();
    // Not what was sent, which may be altered: the page that the worker's script holds.
    await expect(page.locator('meta[name=mark]')).toHaveCount(0);
    before.down(false);
    serve('third');
    await open();
    expect(await mark(page)).toBe('third');

    serve('fourth', { killed: true });
    await open();
    await expect
      .poll(() =>
        page.evaluate(async () => [
          (await navigator.serviceWorker.getRegistrations()).length,
          (await caches.keys()).length,
        ]),
      )
      .toEqual([0, 0]);
    expect(before.asked.filter((path) => path.startsWith('/api/')).length).toBeGreaterThan(0);
  });

  const answer = (type: string, change: (body: Buffer) => Buffer) => (response: Passing) => {
    response.headers = { 'content-type': type, 'cache-control': 'public, max-age=31536000, immutable' };
    response.body = change(response.body);
  };
  const status = (code: number) => (response: Passing) => {
    response.status = code;
    response.headers = { 'content-type': 'application/json' };
    response.body = Buffer.from('{}');
  };
  const HTML = Buffer.from('<!doctype html><title>Log in to the network</title>');
  const WAYS = {
    'a page with 200': answer('text/html', () => HTML),
    'other bytes with 200': answer('text/javascript', () => Buffer.from('void 0;')),
    'half of it with 200': answer('text/javascript', (body) => body.subarray(0, body.length / 2)),
    'a 404': status(404),
    'a 500': status(500),
    'a reset connection': (response) => {
      response.isReset = true;
    },
    'a late response': (response) => {
      response.late = LATE;
    },
  } satisfies Readonly<Record<string, (response: Passing) => void>>;

  // One installed app loses its files seven times: each time it has all of them again before it loses them.
  test('any wrong response for each file that the worker has lost costs a delay, and no later visit', async ({
    page,
    context,
  }) => {
    const devtools = await context.newCDPSession(page);
    const open = async (what: string) => {
      await page.goto('about:blank');
      await page.goto(`${before.origin}/h5/#/pages/market/market`);
      await expect(page.locator('[data-shown]').getByRole('heading', { level: 1 }), what).toBeVisible();
      await expect(page.locator('#start-failed'), what).toBeHidden();
    };
    await open('the first visit');
    await kept(page);
    /** Files of the start that the worker has kept, which it forgets where it `loses` them. */
    const keptFiles = (loses: boolean) =>
      page.evaluate(async (isLost) => {
        let count = 0;
        for (const name of await caches.keys()) {
          const cache = await caches.open(name);
          for (const request of await cache.keys()) {
            if (!request.url.includes('/assets/')) continue;
            if (isLost) await cache.delete(request);
            count += 1;
          }
        }
        return count;
      }, loses);
    for (const [what, spoil] of Object.entries(WAYS)) {
      await expect.poll(() => keptFiles(false), `files that were kept before ${what}`).toBeGreaterThan(2);
      // As a full disk, or the first start of a newer host, leaves the browser.
      await keptFiles(true);
      await devtools.send('Network.clearBrowserCache');
      const spoiled = new Set<string>();
      before.change((path, response) => {
        if (!/\/h5\/(?:assets|remotes)\/.*\.(?:js|css)$/.test(path) || spoiled.has(path)) return;
        spoiled.add(path);
        spoil(response);
      });
      await open(what);
      expect([...spoiled].filter((path) => /\/(?:vendor|main)\./.test(path)).length, what).toBeGreaterThan(2);
      before.change(null);
      const { length } = before.asked;
      await open(`the visit after ${what}`);
      // What was fetched in its place is kept: the network is not asked for the files again.
      const again = before.asked.slice(length).filter((path) => /\/assets\/(?:vendor|main)\./.test(path));
      expect(again, `the visit after ${what}`).toEqual([]);
    }
  });
});
