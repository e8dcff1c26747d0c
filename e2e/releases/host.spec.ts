import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import { BUCKETS, isWithin } from '@tessera/releases';
import { readsEpoch } from '../platform/finance.ts';
import { publishHostVariant } from '../platform/host-variant.ts';
import { phone } from '../platform/phone.ts';
import { liveManifest, liveRemote, liveSlot, tessera } from '../platform/release.ts';
import { followFailures } from '../platform/spoil.ts';
import { text } from '../platform/texts.ts';
import { ORIGIN, screen } from '../platform/where.ts';

const LOGIN = '/pages/common/login';
/** A screen of the host's own, in a file of its own. */
const ERROR = '/pages/index/err';
const title = (page: Page, owner: string, key: string) =>
  page.getByRole('heading', { level: 1, name: text('en', owner, key), exact: true });

const contexts: BrowserContext[] = [];
let before = '';

test.afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
  if (before && (await liveRemote('host')).version !== before)
    await tessera('promote', `host@${before}`, '--why', 'the test is over', '--force');
});

/** A browser at a place in ramps of the host; each page tells which main scripts it loads. */
async function browserAt(browser: Browser, bucket: number) {
  const context = await browser.newContext({ ...phone, baseURL: ORIGIN, locale: 'en-US', serviceWorkers: 'block' });
  contexts.push(context);
  await context.addCookies([{ name: 'tessera_bucket', value: String(bucket), url: ORIGIN }]);
  const page = await context.newPage();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  return {
    page,
    context,
    /** Whether the page has asked for a file of a host. */
    asked: (file: string) => asked.includes(`/h5/assets/${file}`),
  };
}

const goTo = (page: Page, path: string) =>
  page.evaluate((to) => {
    location.hash = to;
  }, path);

/** Makes a release of the host, and waits until the gateway and the open page have it. */
async function release(page: Page, ...command: string[]): Promise<void> {
  const { epoch } = await liveManifest();
  const read = readsEpoch(page, epoch + 1);
  await tessera(...command, '--why', 'a journey of the host');
  await read;
}

test('the host is ramped, promoted and rolled back while a page stays open, and one that does not start is left', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000);
  before = (await liveRemote('host')).version;
  const tries = Date.now().toString(36);
  const second = `0.8.1-second-${tries}`;
  const files = await publishHostVariant(second, before);

  await page.goto(screen(LOGIN));
  await expect(title(page, 'entrance', 'login.title')).toBeVisible();
  await page.evaluate(() => Object.assign(window, { stillThisPage: true }));

  await test.step('a ramp gives it to the browsers of its buckets, and to them at each visit', async () => {
    await release(page, 'ramp', `host@${second}`, '50');
    const { ramp } = await liveSlot('host');
    const bucketWhich = (isIn: boolean) =>
      Array.from({ length: BUCKETS }, (_, bucket) => bucket).find(
        (bucket) => isWithin(ramp?.weight ?? 0, ramp?.salt ?? '', String(bucket)) === isIn,
      ) ?? 0;
    for (const isIn of [true, false, true]) {
      const phoneOf = await browserAt(browser, bucketWhich(isIn));
      await phoneOf.page.goto(screen(LOGIN));
      await expect(title(phoneOf.page, 'entrance', 'login.title')).toBeVisible();
      expect(phoneOf.asked(files.main)).toBe(isIn);
    }
  });

  await test.step('a promotion gives it to all, and the open page goes on with the files of its own', async () => {
    await release(page, 'promote', `host@${second}`);
    await goTo(page, ERROR);
    await expect(title(page, 'host', 'err.title')).toBeVisible();
    expect(await page.evaluate(() => 'stillThisPage' in window)).toBe(true);
  });

  await test.step('after a rollback a page that runs it finds each of its files', async () => {
    const other = await browserAt(browser, 7);
    await other.page.goto(screen(LOGIN));
    await expect(title(other.page, 'entrance', 'login.title')).toBeVisible();
    expect(other.asked(files.main)).toBe(true);
    await release(page, 'rollback', 'host');
    expect((await liveRemote('host')).version).toBe(before);
    expect((await fetch(`${ORIGIN}/h5/assets/${files.rarely}`)).status).toBe(200);
    await goTo(other.page, ERROR);
    await expect(title(other.page, 'host', 'err.title')).toBeVisible();
    const visitor = await browserAt(browser, 7);
    await visitor.page.goto(screen(LOGIN));
    await expect(title(visitor.page, 'entrance', 'login.title')).toBeVisible();
    expect(visitor.asked(files.main)).toBe(false);
  });

  await test.step('one that does not start is left by the phone itself, which reports it', async () => {
    const third = `0.8.1-third-${tries}`;
    const broken = await publishHostVariant(
      third,
      before,
      (main) =>
        `setTimeout(() => dispatchEvent(new CustomEvent('tessera-start-failed', { detail: new TypeError('broken') })));\n/* ${main.length} */`,
    );
    await release(page, 'promote', `host@${third}`);
    const victim = await browserAt(browser, 7);
    const failures: object[] = [];
    await followFailures(victim.page, (one) => failures.push(one));
    await victim.page.goto(screen(LOGIN));
    const notice = victim.page.locator('#start-failed');
    await expect(notice.getByRole('button')).toBeVisible();
    expect(victim.asked(broken.main)).toBe(true);
    await notice.getByRole('button').click();
    await expect(title(victim.page, 'entrance', 'login.title')).toBeVisible();
    await expect
      .poll(() => failures)
      .toMatchObject([{ type: 'failure', remote: 'host', version: third, kind: 'evaluation' }]);
    // Later visits do not try it again.
    await victim.page.reload();
    await expect(title(victim.page, 'entrance', 'login.title')).toBeVisible();
    await release(page, 'rollback', 'host');
    expect((await liveManifest()).host?.version).toBe(before);
  });

  await goTo(page, LOGIN);
  await expect(title(page, 'entrance', 'login.title')).toBeVisible();
});
