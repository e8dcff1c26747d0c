import { expect, type Page, test } from '@playwright/test';
import { cutOff, cutOffAtTwice, loadAxe, violations } from '../platform/accessibility.ts';
import { App } from '../platform/app.ts';
import { ROUTES, SeenLinks, visit } from '../platform/screens.ts';

const DEMO = { user: 'demo@tessera.example', password: 'Tessera-2026' };

/** Logs in as the demo user, by what the browser completes. */
async function logIn(page: Page): Promise<void> {
  await App.open(page, { language: 'en', theme: 'light' }, '/pages/common/login');
  await page.locator('input[autocomplete=username]').fill(DEMO.user);
  await page.locator('input[autocomplete=current-password]').fill(DEMO.password);
  await page.locator('button[type=submit]').tap();
  await expect(page.getByTestId('home-total')).toBeVisible();
}

const wear = (page: Page, theme: string, direction = '') =>
  page.evaluate(
    ([name, pair]) => {
      Object.assign(document.documentElement.dataset, { theme: name, direction: pair });
    },
    [theme, direction] as const,
  );

// Less motion is asked for: a screen that moves nevertheless never stands still, and is reported.
test.use({ reducedMotion: 'reduce' });

/** About a minute alone; three and more beside all other suites. */
const MANY_ROUTES = 400_000;

test('axe finds nothing on any route in either theme, and letters of 200 % fit', async ({ page }) => {
  test.setTimeout(MANY_ROUTES);
  await logIn(page);
  await loadAxe(page);
  const devtools = await page.context().newCDPSession(page);
  const links = new SeenLinks();
  const found: string[] = [];
  for (const route of ROUTES) {
    const address = links.addressOf(route);
    const missing = await visit(page, address);
    await links.collect(page);
    const dark = async () => {
      await wear(page, 'dark', 'cb');
      const inDark = await violations(page, 'colours');
      await wear(page, 'light');
      return inDark;
    };
    const problems = [
      ...(missing ? [`waits for ${missing}`] : []),
      ...(await cutOff(page)),
      ...(await cutOffAtTwice(page, devtools)),
      ...(await violations(page, 'every rule')),
      ...(await dark()).map((line) => `dark: ${line}`),
    ];
    found.push(...problems.map((line) => `${address}: ${line}`));
  }
  expect(found).toEqual([]);
});
