import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { LANGUAGE_CODES } from '@tessera/releases';
import { App, TABS } from '../platform/app.ts';
import { liveManifest } from '../platform/release.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const DEMO = { user: 'demo@tessera.example', password: 'Tessera-2026' };

type Descriptor = { readonly routes: ReadonlyArray<{ readonly path: string; readonly title: string }> };
type Tree = { readonly [key: string]: string | Tree };

const keysOf = (tree: Tree, path = ''): string[] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [path + key] : keysOf(value, `${path}${key}.`),
  );

/** Every dotted text key of the product: none may be visible to users. */
const keys = [
  'shared/i18n/src/common',
  'host/src/i18n',
  ...['markets', 'trading', 'finance', 'nft', 'assets', 'account', 'community'].map(
    (name) => `remotes/${name}/src/i18n`,
  ),
]
  .flatMap((folder) => keysOf(JSON.parse(readFileSync(join(ROOT, folder, 'en.json'), 'utf8')) as Tree))
  .filter((key) => key.includes('.'));

async function expectNoKeys(page: Page) {
  const words = new Set(((await page.locator('body').textContent()) ?? '').split(/[\s,:;!?()“”"]+/));
  expect(keys.filter((key) => words.has(key))).toEqual([]);
}

async function logIn(app: App) {
  const { page } = app;
  await page.locator('input[autocomplete=username]').fill(DEMO.user);
  await page.locator('input[autocomplete=current-password]').fill(DEMO.password);
  await page.locator('button[type=submit]').tap();
  await expect(page.getByTestId('home-total')).toBeVisible();
}

const sidewaysOverflow = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth } = document.scrollingElement ?? document.documentElement;
    return scrollWidth - innerWidth;
  });

test('every route of the release opens with a title, and no raw text key shows', async ({ page }) => {
  const app = await App.open(page, { language: 'en', theme: 'light' }, '/pages/common/login');
  await logIn(app);
  for (const { name } of (await liveManifest()).remotes) {
    const { routes } = JSON.parse(readFileSync(join(ROOT, 'remotes', name, 'remote.json'), 'utf8')) as Descriptor;
    for (const { path, title } of routes) {
      await page.goto(`/h5/#${path}`);
      const heading = page.getByRole('heading', { level: 1 });
      // Some screens have the title of their content (a pair, an article); the rest have their route's title.
      const expected = app.text(`${name}:${title}`);
      // Read together and again: the screen before stays until the next one is loaded.
      await expect(async () => {
        await expect(heading).not.toHaveText(/^$|did not open|not found/i, { timeout: 1 });
        if (await page.getByRole('main').getByText('Not built yet', { exact: true }).isVisible()) {
          await expect(heading).toHaveText(expected, { timeout: 1 });
        }
      }, path).toPass({ timeout: 90_000 });
      await expectNoKeys(page);
    }
  }
});

for (const language of LANGUAGE_CODES) {
  test(`the five tabs read well in ${language}: no raw key, nothing reaches past the edge at 390 and 320 px`, async ({
    page,
  }) => {
    await App.open(page, { language, theme: language.length === 2 ? 'light' : 'dark' });
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 700 });
      for (const path of Object.values(TABS)) {
        await page.goto(`/h5/#${path}`);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.locator('main:visible')).not.toBeEmpty();
        await expectNoKeys(page);
        await expect.poll(() => sidewaysOverflow(page), { message: `${path} at ${width} px` }).toBeLessThanOrEqual(0);
      }
    }
  });
}
