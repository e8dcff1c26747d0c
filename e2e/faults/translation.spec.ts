import { expect, test } from '@playwright/test';
import { App } from '../platform/app.ts';
import { countCalls, needsParameters, PARAMS, ROUTES, visit } from '../platform/screens.ts';
import { translate } from '../platform/translate.ts';

const DEMO = { user: 'demo@tessera.example', password: 'Tessera-2026' };
/** They lead a signed-in user away. */
const GUESTS = new Set(['/pages/common/login', '/pages/common/register', '/pages/common/forget']);
/** Its own title is that of a failed screen. */
const ERROR = '/pages/index/err';

test('every screen goes on while a translator of the browser replaces its texts', async ({ page }) => {
  test.setTimeout(300_000);
  const failures: string[] = [];
  let current = '';
  page.on('pageerror', (error) => failures.push(`${current}: ${error.message}`));
  await countCalls(page);
  const app = await App.open(page, { language: 'en', theme: 'light' }, '/pages/common/login');
  const shown = page.locator('[data-shown]');
  await shown.locator('input[autocomplete=username]').fill(DEMO.user);
  await shown.locator('input[autocomplete=current-password]').fill(DEMO.password);
  await shown.locator('button[type=submit]').tap();
  await expect(page.getByTestId('home-total')).toBeVisible();
  const failed = ['common:failed.unknownTitle', 'common:failed.title'].map((text) => app.text(text));
  let translated = 0;
  for (const route of ROUTES) {
    const { path } = route;
    if (GUESTS.has(path) || path === ERROR || (needsParameters(route) && !PARAMS[path])) continue;
    current = path;
    const missing = await visit(page, PARAMS[path] ? `${path}?${PARAMS[path]}` : path);
    if (missing) failures.push(`${path}: waits for ${missing}`);
    translated += await page.evaluate(translate);
    const field = shown.locator('input:is([type=text], :not([type])):enabled:visible').first();
    if (await field.count()) await field.pressSequentially('1');
    // Prices tick meanwhile, on this screen and on those that were left and are kept.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    const title = (await shown.locator('h1').first().textContent()) ?? '';
    if (failed.some((each) => title.startsWith(each))) failures.push(`${path}: ${title}`);
  }
  expect(failures).toEqual([]);
  expect(translated).toBeGreaterThan(ROUTES.length);
});
