import { expect, type Page, test } from '@playwright/test';
import { type OriginBefore, originBefore } from '../platform/origin-before.ts';

/*
 * Code that ran once in the page writes whatever it likes into its storage and into the worker's caches, and sends the
 * worker any message. It must not outlive its release.
 */

test.use({ serviceWorkers: 'allow' });

const PLANTED =
  '<!doctype html><title>planted</title><script>window.planted = true; eval("window.evaluated = true")</script>';

let before: OriginBefore;
test.beforeEach(async () => {
  before = await originBefore();
});
test.afterEach(() => before.close());

const open = async (page: Page) => {
  await page.goto('about:blank');
  return page.goto(`${before.origin}/h5/#/pages/market/market`);
};
const isGenuine = async (page: Page) => {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await page.evaluate(() => [Reflect.get(window, 'planted'), Reflect.get(window, 'evaluated')])).toEqual([
    undefined,
    undefined,
  ]);
};

/** A first visit after which the worker controls the page and has kept what it needs. */
async function visited(page: Page): Promise<void> {
  await open(page);
  await isGenuine(page);
  await expect
    .poll(() =>
      page.evaluate(
        async () =>
          navigator.serviceWorker.controller !== null && (await caches.match('/h5/manifest.json')) !== undefined,
      ),
    )
    .toBe(true);
  await open(page);
  await isGenuine(page);
  // The files of the screen are kept as well.
  await expect
    .poll(() =>
      page.evaluate(async () => (await (await caches.open((await caches.keys())[0] as string)).keys()).length),
    )
    .toBeGreaterThan(10);
}

/** Puts a response under every path of every cache, and under those that workers of any version have looked at. */
const plantEverywhere = (page: Page, html: string) =>
  page.evaluate(async (planted) => {
    const headers = { 'content-type': 'text/html', 'x-tessera-release': '9999999 k' };
    for (const name of [...(await caches.keys()), 'tessera-app', 'tessera-kept-9999999']) {
      const cache = await caches.open(name);
      const kept = (await cache.keys()).map(({ url }) => new URL(url).pathname);
      for (const path of [...kept, '/h5/', '/h5/index.html', '/h5/app/state']) {
        const script = path.endsWith('.js');
        const body = script ? 'window.planted = true;' : planted;
        await cache.put(
          path,
          new Response(body, { headers: script ? { 'content-type': 'text/javascript' } : headers }),
        );
      }
      await cache.put('/h5/app/state', new Response(JSON.stringify({ epoch: 9_999_999, keys: ['k'] })));
    }
    navigator.serviceWorker.controller?.postMessage({
      epoch: 9_999_999,
      loaded: [['/h5/assets/../../api/user/info', `sha256-${'A'.repeat(43)}=`]],
    });
  }, html);

test('a planted page, state, script and message lose to the network, on every visit', async ({ page }) => {
  await visited(page);
  await plantEverywhere(page, PLANTED);
  for (let visit = 0; visit < 2; visit += 1) {
    const response = await open(page);
    expect(response?.headers()['content-security-policy']).toContain("default-src 'none'");
    await isGenuine(page);
  }
});

test('cookies with which each request for the page fails do not start what is kept, and are gone afterwards', async ({
  page,
}) => {
  await visited(page);
  // As the edge does with more than 32 KiB of headers.
  before.endLong(true);
  await page.evaluate(() => {
    const put = (jar: { cookie: string }, cookie: string) => {
      jar.cookie = cookie;
    };
    for (let index = 0; index < 9; index += 1)
      put(document, `a${index}=${'x'.repeat(4_000)}; Path=/h5; Max-Age=1000000`);
  });
  before.asked.length = 0;
  await open(page);
  await isGenuine(page);
  expect(before.asked).toContain('/h5/');
  await expect.poll(() => page.evaluate(() => document.cookie.length)).toBeLessThan(1_000);
  const response = await open(page);
  expect(response?.status()).toBe(200);
});

test('without a network a planted page is not shown: the genuine one is, or none', async ({ page }) => {
  await visited(page);
  await plantEverywhere(page, PLANTED);
  before.down(true);
  await open(page).catch(() => null);
  expect(await page.title()).not.toBe('planted');
  expect(await page.evaluate(() => Reflect.get(window, 'planted'))).toBeUndefined();
});

test('a forged manifest counts neither beside a signature of another text nor with keys of its own', async ({
  page,
}) => {
  await visited(page);
  await page.evaluate(async () => {
    const cache = await caches.open((await caches.keys())[0] as string);
    const signed = await (await fetch('/h5/manifest.json')).json();
    const payload = JSON.stringify({ ...JSON.parse(signed.payload), epoch: 9_999_999 });
    await cache.put('/h5/manifest.json', new Response(JSON.stringify({ ...signed, payload })));
  });
  before.down(true);
  await expect(open(page)).rejects.toThrow(/ERR_/);
});

test('without a network the page has its policy and headers from the worker, whatever a cache holds', async ({
  page,
}) => {
  await visited(page);
  const online = await open(page);
  await page.evaluate(async () => {
    const cache = await caches.open((await caches.keys())[0] as string);
    const text = await (await cache.match('/h5/manifest.json'))?.text();
    await cache.put(
      '/h5/manifest.json',
      new Response(text, { headers: { 'content-security-policy': "default-src * 'unsafe-inline'", 'x-planted': '1' } }),
    );
  });
  before.down(true);
  const offline = await open(page);
  await isGenuine(page);
  expect(offline?.fromServiceWorker()).toBe(true);
  const headers = offline?.headers() ?? {};
  expect(headers['x-planted']).toBeUndefined();
  const policy = (text = '') => text.split('; ').filter((each) => !each.startsWith('script-src'));
  expect(policy(headers['content-security-policy'])).toEqual(policy(online?.headers()['content-security-policy']));
  expect(headers['content-security-policy']).not.toContain('unsafe');
  for (const name of ['permissions-policy', 'referrer-policy', 'x-frame-options', 'cross-origin-opener-policy'])
    expect([name, headers[name]?.toLowerCase()]).toEqual([name, online?.headers()[name]?.toLowerCase()]);
  expect(
    await page.evaluate(() =>
      fetch('https://127.0.0.1:1/').then(
        () => 'sent',
        () => 'blocked',
      ),
    ),
  ).toBe('blocked');
});

test('no file of a release and no address but its own may become a worker', async ({ page }) => {
  await visited(page);
  const outcome = await page.evaluate(async () => {
    const [script] = performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => path.startsWith('/h5/remotes/') && path.endsWith('.js'));
    return navigator.serviceWorker.register(script as string).then(
      () => 'registered',
      () => 'refused',
    );
  });
  expect(outcome).toBe('refused');
});
