import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { TABS } from '../platform/app.ts';
import { ROOT } from '../platform/release.ts';
import { blames, FILES, type SpoilingWay, spoil, spoilOnce, WAYS } from '../platform/spoil.ts';
import { text } from '../platform/texts.ts';
import { fewInTurn, TURN_TITLE } from '../platform/turns.ts';
import { screen } from '../platform/where.ts';

/*
 * In the browser: every file of a start, of each tab's first screen and of their lazy parts, spoiled once in every way, of
 * which the commit decides one for `npm test`; those spoiled for good are in `loads-for-good.spec.ts`. All ways for all kinds are played without a browser:
 * `deploy/release/gateway/src/load-again.test.ts`, `host/src/federation/diagnose.test.ts`.
 */

const common = (key: string) => text('en', 'common', key);
const failed = (page: Page) => page.getByRole('alert');
const title = (page: Page) => page.locator('[data-shown]').getByRole('heading', { level: 1 });
const go = (page: Page, path: string) =>
  page.evaluate((to) => {
    location.hash = to;
  }, path);

/** Scripts of a module that the host provides to remotes; their names follow what else asks for it. */
function providedFiles(request: string): readonly string[] {
  const report = JSON.parse(readFileSync(join(ROOT, 'dist/host.report.json'), 'utf8')) as {
    readonly provided: Readonly<Record<string, readonly string[]>>;
  };
  const files = report.provided[request]?.filter((file) => file.endsWith('.js')) ?? [];
  if (files.length === 0) throw new Error(`the host provides no ${request}`);
  return files;
}

/** Each tab's first screen, with what it fetches later. */
async function visitTabs(page: Page): Promise<void> {
  for (const path of Object.values(TABS)) {
    await go(page, path);
    await expect(page.locator(`[data-shown][data-at="${path}"]`)).toBeVisible();
    await expect(failed(page)).toHaveCount(0);
  }
}

for (const way of fewInTurn('once', Object.keys(WAYS) as SpoilingWay[], 1))
  test(`every file is spoiled once (${way}): a delay at most, nothing is blamed, and the next visit is whole${TURN_TITLE}`, async ({
    page,
  }) => {
    const blamed = await blames(page);
    const spoiled = await spoilOnce(page, FILES, way);
    await page.goto(screen('/'));
    await expect(title(page)).toBeVisible();
    await expect(page.locator('#start-failed')).toBeHidden();
    await visitTabs(page);
    await expect
      .poll(() => [...spoiled].filter((path) => /(?:after-screen|remotes\/home\/.*\/later)\..*js$/.test(path)).length)
      .toBe(2);
    for (const kind of [
      /main\..*js/,
      /vendor/,
      /main\..*css/,
      /texts-en/,
      /remotes\/home\/.*HomePage/,
      /remoteEntry/,
      /atoms\./,
      /remotes\/.*css/,
    ])
      expect(
        [...spoiled].some((path) => kind.test(path)),
        String(kind),
      ).toBe(true);
    for (const file of providedFiles('@tessera/ui/forms'))
      expect(
        [...spoiled].some((path) => path.endsWith(file)),
        file,
      ).toBe(true);
    // Every file that this browser needs has been spoiled by now: what is asked for on the next visit comes as it is.
    await page.goto('about:blank');
    await page.goto(screen('/'));
    await expect(title(page)).toBeVisible();
    await visitTabs(page);
    await expect(page.locator('#start-failed')).toBeHidden();
    expect(await blamed()).toEqual([]);
  });

for (const [file, way] of [
  [/\/assets\/vendor\./, 'HTML'],
  [/\/assets\/main\..*\.js$/, 'status 404'],
  [/\/assets\/texts-en/, 'reset'],
] as const)
  test(`a file of the start that is spoiled for good (${file.source}, ${way}): a sentence, a way on, then all is whole`, async ({
    page,
  }) => {
    const whole = await spoil(page, file, way);
    await page.goto(screen('/'));
    const notice = page.locator('#start-failed');
    await expect(notice).toContainText('A file of the app did not arrive.');
    await whole();
    await notice.getByRole('button', { name: common('retry') }).click();
    await expect(title(page)).toBeVisible();
    await expect(page.locator('#start-failed')).toBeHidden();
  });

test('lazy parts of the shell that never come are left out: Home and every tab work without them', async ({ page }) => {
  const blamed = await blames(page);
  await spoil(page, /\/assets\/(?:after-screen|shared_realtime|rarely)/, 'reset');
  await page.goto(screen('/'));
  await expect(title(page)).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Shortcuts' })).toBeVisible();
  await visitTabs(page);
  expect(await blamed()).toEqual([]);
});
