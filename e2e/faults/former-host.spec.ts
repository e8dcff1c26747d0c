import { createHash } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { type OriginBefore, originBefore } from '../platform/origin-before.ts';
import { liveManifest } from '../platform/release.ts';
import { text } from '../platform/texts.ts';
import { ORIGIN } from '../platform/where.ts';

const hashOf = (content: string) => `sha256-${createHash('sha256').update(content).digest('base64')}`;

let before: OriginBefore;
test.beforeEach(async () => {
  before = await originBefore();
});
test.afterEach(() => before.close());

/** Serves the page as that of a host before the one that the manifest names. */
async function serveFormer(): Promise<void> {
  const page = await (await fetch(`${ORIGIN}/h5/`)).text();
  const [, path = '', integrity = ''] =
    /href="(\/h5\/assets\/main\.[^"]+\.js)"[^>]*integrity="([^"]+)"/.exec(page) ?? [];
  const { host } = await liveManifest();
  const script = (await (await fetch(ORIGIN + path)).text()).replaceAll(host?.version ?? '', '0.8.0-former');
  before.change((asked, response) => {
    if (asked === path) response.body = Buffer.from(script);
    if (asked === '/h5/') response.body = Buffer.from(response.body.toString().replaceAll(integrity, hashOf(script)));
  });
}

test('a tab of a former host takes the present one between two screens, once, and keeps what was typed', async ({
  page,
}) => {
  await page.clock.install();
  await serveFormer();
  await page.goto(`${before.origin}/h5/#/pages/common/login`);
  const title = (owner: string, key: string) =>
    page.getByRole('heading', { level: 1, name: text('en', owner, key), exact: true });
  const name = page.locator('[data-shown] input[autocomplete=username]');
  await expect(title('entrance', 'login.title')).toBeVisible();
  await name.fill('trader@example.com');
  await page.locator('[data-shown] input[autocomplete=current-password]').fill('a secret');
  const pages = () => before.asked.filter((path) => path === '/h5/').length;

  // The files of the former host are gone, and its successor is served.
  before.change(null);
  await page.route('**/h5/assets/rarely.*', (route) =>
    pages() === 1 ? route.fulfill({ status: 404, body: 'gone' }) : route.continue(),
  );
  await page.clock.fastForward(11_000);
  await page.evaluate(() => {
    location.hash = '/pages/index/err';
  });
  await page.clock.runFor(3_000);
  await expect(title('host', 'err.title')).toBeVisible();
  expect(pages()).toBe(2);

  await page.goBack();
  await expect(name).toHaveValue('trader@example.com');
  await expect(page.locator('[data-shown] input[autocomplete=current-password]')).toHaveValue('');
});

test('a language whose texts are gone with a former host is taken with the present one', async ({ page }) => {
  await page.clock.install();
  await serveFormer();
  await page.goto(`${before.origin}/h5/#/pages/setting/setting`);
  const title = (language: string) =>
    page.getByRole('heading', { level: 1, name: text(language, 'account', 'routes.setting.setting'), exact: true });
  await expect(title('en')).toBeVisible();
  const pages = () => before.asked.filter((path) => path === '/h5/').length;

  before.change(null);
  await page.route('**/h5/assets/texts-de-*', (route) =>
    pages() === 1 ? route.fulfill({ status: 404, body: 'gone' }) : route.continue(),
  );
  await page.clock.fastForward(11_000);
  await page.getByRole('button', { name: new RegExp(`^${text('en', 'account', 'settings.language')}`) }).tap();
  await page.locator('dialog[open] label', { hasText: 'Deutsch' }).tap();
  await page.clock.runFor(5_000);
  await expect(title('de')).toBeVisible();
  expect(pages()).toBe(2);
});
