import { expect, type Page, test } from '@playwright/test';
import { openEveryScreen } from '../platform/every-screen.ts';
import { TURN_TITLE } from '../platform/turns.ts';
import { ORIGIN, screen } from '../platform/where.ts';

/* The oldest browsers of docs/browsers.md, older ones, and a start that does not end. */

const POLYFILLS = /\/assets\/polyfills\./;

/** Takes away what Chrome 100, Safari 16.4 or Firefox 115 lack, whether the product uses it or not. */
const beOldest = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const lacks: readonly (readonly [object | undefined, readonly string[]])[] = [
      [AbortSignal, ['any', 'timeout']],
      [Array, ['fromAsync']],
      [Array.prototype, ['toSorted', 'toReversed', 'toSpliced', 'with']],
      [Object, ['groupBy']],
      [Map, ['groupBy']],
      [Promise, ['withResolvers', 'try']],
      [URL, ['canParse', 'parse']],
      [String.prototype, ['isWellFormed', 'toWellFormed']],
      [RegExp, ['escape']],
      [Uint8Array, ['fromHex', 'fromBase64']],
      [Uint8Array.prototype, ['toHex', 'toBase64', 'toSorted', 'toReversed', 'with']],
      [
        Set.prototype,
        ['union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom'],
      ],
      [Object.getPrototypeOf(Object.getPrototypeOf([].values())), ['map', 'filter', 'take', 'drop', 'toArray', 'some']],
      [HTMLElement.prototype, ['showPopover', 'hidePopover', 'togglePopover', 'popover']],
      [Element.prototype, ['checkVisibility']],
      [Document.prototype, ['startViewTransition']],
      [Intl, ['Segmenter', 'DurationFormat']],
      [window, ['Iterator', 'navigation', 'scheduler', 'SuppressedError', 'DisposableStack', 'CloseWatcher']],
    ];
    for (const [holder, names] of lacks) for (const name of names) if (holder) Reflect.deleteProperty(holder, name);
  });

test.use({ reducedMotion: 'reduce', trace: 'off' });

test(`every screen opens in the oldest browsers, which alone load what they lack${TURN_TITLE}`, async ({
  page,
  browser,
}) => {
  const loaded: string[] = [];
  page.on('request', (request) => POLYFILLS.test(request.url()) && loaded.push(request.url()));
  await beOldest(page);
  expect(await openEveryScreen(page, 'oldest')).toEqual([]);
  expect(new Set(loaded).size).toBe(1);

  const newer = await browser.newPage();
  const files: string[] = [];
  newer.on('request', (request) => files.push(request.url()));
  await newer.goto(ORIGIN + screen('/'));
  await expect(newer.locator('[data-shown] h1').first()).toBeVisible();
  expect(files.filter((url) => POLYFILLS.test(url))).toEqual([]);
  await newer.close();
});

for (const lacking of ['toSorted', 'any'])
  test(`a browser that lacks ${lacking} alone starts`, async ({ page }) => {
    await page.addInitScript((name) => {
      Reflect.deleteProperty(name === 'any' ? AbortSignal : Array.prototype, name);
    }, lacking);
    await page.goto(screen('/pages/transaction/index'));
    await expect(page.locator('[data-shown] h1').first()).toBeVisible();
  });

for (const [tag, title] of [
  ['de-AT', 'Ihr Browser ist zu alt'],
  ['zh-TW', '您的瀏覽器版本過低'],
  ['C', 'Your browser is too old'],
] as const)
  test(`an older browser with the language ${tag} says what to do, and runs no script of the app`, async ({ page }) => {
    await page.addInitScript((language) => {
      Object.defineProperty(navigator, 'language', { get: () => language });
      Reflect.deleteProperty(window, 'structuredClone');
      localStorage.setItem('tessera.host.theme', 'dark');
    }, tag);
    await page.goto(screen('/'));
    await expect(page.getByRole('alert')).toContainText(title);
    await expect(page.getByRole('alert')).toContainText('Chrome 100');
    // In the dark theme, too, the notice is dark on white.
    await expect(page.getByRole('alert').locator('h1')).toHaveCSS('color', 'rgb(17, 17, 17)');
    expect(await page.evaluate(() => document.querySelectorAll('script[src]').length)).toBe(0);
    await expect(page.locator('#root > *')).toHaveCount(0);
  });

/** Not its style sheet, which the page's own scripts wait for. */
const MAIN_SCRIPT = /\/assets\/main\.\w+\.js$/;

test('a start that shows nothing after 20 seconds says so and offers to reload, which helps', async ({ page }) => {
  await page.clock.install();
  const arrived = new Set<string>();
  page.on('requestfinished', (request) => arrived.add(request.url()));
  await page.route(MAIN_SCRIPT, () => undefined);
  await page.goto(screen('/pages/common/login'), { waitUntil: 'domcontentloaded' });
  // The page's own scripts wait for the style sheet, then begin to load those of the app after the first picture, or a
  // moment later: time passes until they have.
  // No more of it than that takes: on a slow machine they arrive late, and the time to be told would be over.
  let passed = 0;
  await expect(async () => {
    if (passed < 5_000) {
      await page.clock.runFor(100);
      passed += 100;
    }
    await expect(page.locator('script[src*="/assets/main."]')).toBeAttached({ timeout: 100 });
  }).toPass({ intervals: [250] });
  // All else is there: on a slow machine the time that passes at once would be that of a file on its way.
  const others = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLScriptElement | HTMLLinkElement>('script[src], link[rel=stylesheet]')].map(
        (element) => (element instanceof HTMLLinkElement ? element.href : element.src),
      ),
    );
  await expect
    .poll(async () => (await others()).filter((url) => !MAIN_SCRIPT.test(url) && !arrived.has(url)))
    .toEqual([]);
  // The page's own style is given up within 20 s of that time unless it has been applied.
  const withoutStyle = () =>
    page.evaluate(() => {
      const { tesseraLoaded = [] } = window as { tesseraLoaded?: [address: string, integrity: string][] };
      const loaded = new Set(tesseraLoaded.map(([address]) => address));
      return [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')]
        .map(({ href }) => href)
        .filter((href) => !loaded.has(href));
    });
  await expect.poll(withoutStyle).toEqual([]);
  await page.clock.runFor(19_000 - passed);
  await expect(page.locator('#start-notice')).toHaveCount(0);
  await page.clock.runFor(2_000);
  const notice = page.getByRole('alert');
  await expect(notice).toContainText('This is taking long');
  await page.unroute(MAIN_SCRIPT);
  // Before time goes on: the page tries its files again by itself, and the notice would be gone.
  await notice.getByRole('button', { name: 'Reload' }).dispatchEvent('click');
  await page.clock.resume();
  await expect(page.locator('[data-shown] h1').first()).toBeVisible();
  await expect(page.locator('#start-notice')).toHaveCount(0);
});
