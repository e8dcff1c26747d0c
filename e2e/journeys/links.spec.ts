import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { App } from '../platform/app.ts';

const DEMO = { user: 'demo@tessera.example', password: 'Tessera-2026' };
const ROOT = join(import.meta.dirname, '../..');

type Declared = { readonly path: string; readonly params?: Readonly<Record<string, string>> };

const declaredIn = (file: string): readonly Declared[] => {
  const found = JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as
    | readonly Declared[]
    | { routes?: readonly Declared[] };
  return Array.isArray(found) ? found : ((found as { routes?: readonly Declared[] }).routes ?? []);
};

const declared = [
  ...declaredIn('host/screens.json'),
  ...readdirSync(join(ROOT, 'remotes')).flatMap((name) => declaredIn(join('remotes', name, 'remote.json'))),
];
const needs = ({ params = {} }: Declared) => Object.values(params).some((type) => !type.endsWith('?'));

/** Screens that lead away from themselves, or that only the shell shows. */
const LEAVE = new Set(['/pages/common/login', '/pages/common/register', '/pages/common/forget', '/pages/index/err']);
/** Screens that no link leads to: aliases, entries from outside the app (a mail, a shared place), and the error page. */
const BY_ADDRESS = new Set([
  '/pages/index/index',
  '/pages/index/err',
  '/pages/quotation/index',
  '/pages/kefu/mail',
  '/pages/common/webView',
]);

/** Opened with what was chosen or done before: a place on a map, a contact to bind, an option that has settled. */
const AFTER_AN_ACT = new Set(['/pages/system/open-location', '/pages/setting/bind', '/pages/transaction/settlement']);

/** One address of each kind is enough: the same screen with the same parameters, whatever their values. */
const kindOf = (url: string): string => {
  const [path = '', query = ''] = url.split('?');
  return `${path}?${[...new URLSearchParams(query).keys()].sort().join('&')}`;
};

type Visit = { readonly heading: string; readonly links: readonly string[]; readonly at: string };

/** Opens an address in the running page, waits until its calls have come back, and reads what it leads to. */
const visit = (page: Page, url: string): Promise<Visit> =>
  page.evaluate(async (to) => {
    const calls = (window as unknown as { calls: { open: number } }).calls;
    const shown = () => document.querySelector('[data-shown]');
    const before = shown();
    const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
    if (location.hash !== `#${to}`) location.hash = `#${to}`;
    const began = performance.now();
    while (shown() === before && performance.now() - began < 4_000) await wait(20);
    let quiet = 0;
    while (quiet < 3 && performance.now() - began < 6_000) {
      await wait(40);
      quiet = calls.open === 0 ? quiet + 1 : 0;
    }
    return {
      heading: shown()?.querySelector('h1')?.textContent ?? '',
      links: [...document.querySelectorAll<HTMLAnchorElement>('[data-shown] a[href^="#/"]')].map((link) =>
        (link.getAttribute('href') ?? '').slice(1),
      ),
      at: location.hash.slice(1),
    };
  }, url);

test('every link of every screen leads to a screen that works, and every screen is linked', async ({ page }) => {
  const failures: string[] = [];
  await page.addInitScript(() => {
    const calls = { open: 0 };
    Object.assign(window, { calls });
    const send = window.fetch;
    window.fetch = (...request) => {
      calls.open += 1;
      return send(...request).finally(() => {
        calls.open -= 1;
      });
    };
  });
  const app = await App.open(page, { language: 'en', theme: 'light' }, '/pages/common/login');
  await page.locator('input[autocomplete=username]').fill(DEMO.user);
  await page.locator('input[autocomplete=current-password]').fill(DEMO.password);
  await page.locator('button[type=submit]').tap();
  await expect(page.getByTestId('home-total')).toBeVisible();

  let current = '/';
  const failed = new Set([
    app.text('common:failed.unknownTitle'),
    app.text('common:failed.title'),
    app.text('common:ui.notBuilt.title'),
  ]);
  page.on('pageerror', (error) => failures.push(`${current}: ${error.message}`));
  page.on('response', (response) => {
    const path = new URL(response.url()).pathname;
    if (path.startsWith('/api/') && (response.status() === 404 || response.status() >= 500))
      failures.push(`${current}: ${path} returned ${response.status()}`);
    if (path.startsWith('/api/') && response.headers()['content-type']?.includes('json'))
      void response.text().then(
        (text) => {
          if (text.includes('function_under_development')) failures.push(`${current}: ${path} is not built`);
        },
        () => undefined,
      );
  });

  const seen = new Set<string>();
  const linked = new Map<string, string>();
  // The menu of services is a sheet; its entries are links, too.
  await page.getByRole('button', { name: app.text('host:home.more') }).tap();
  const services = await page
    .getByRole('dialog')
    .locator('a[href^="#/"]')
    .evaluateAll((links) => links.map((link) => (link.getAttribute('href') ?? '').slice(1)));
  expect(services.length).toBeGreaterThan(20);
  await page.keyboard.press('Escape');

  const queue: Array<readonly [url: string, from: string]> = [
    ...declared.filter((route) => !needs(route)).map(({ path }) => [path, 'its declaration'] as const),
    ...services.map((path) => [path, 'the services'] as const),
  ];
  for (let next = queue.shift(); next; next = queue.shift()) {
    const [url, from] = next;
    const path = url.split('?')[0] as string;
    if (from !== 'its declaration') linked.set(path, from);
    if (seen.has(kindOf(url)) || LEAVE.has(path)) continue;
    seen.add(kindOf(url));
    current = url;
    const { heading, links, at } = await visit(page, url);
    if (failed.has(heading)) failures.push(`${url}, linked from ${from}: "${heading}"`);
    if (heading === '') failures.push(`${url}, linked from ${from}: no title`);
    if (/\/common\/login/.test(at)) failures.push(`${url}, linked from ${from}: sends a signed-in user to the log-in`);
    for (const link of links) queue.push([link, path]);
  }
  // The bar, the tabs of the shell and the buttons of the top bars open screens without an anchor.
  expect(failures).toEqual([]);
  const unlinked = declared.filter(
    ({ path, ...rest }) => needs({ path, ...rest }) && !linked.has(path) && !BY_ADDRESS.has(path),
  );
  // Screens that need a parameter are known by a link only: one that is not linked cannot be reached, or found broken.
  expect(unlinked.map(({ path }) => path).filter((path) => !AFTER_AN_ACT.has(path))).toEqual([]);
});
