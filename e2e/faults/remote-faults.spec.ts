import { expect, type Page, test } from '@playwright/test';
import { text } from '../platform/texts.ts';
import { screen } from '../platform/where.ts';

const ENTRY = '**/h5/remotes/finance/*/remoteEntry.js';
const FINANCE = '/pages/financial/index';

const failed = (page: Page) => page.getByRole('alert');
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: text('en', 'common', 'navigation') }).getByRole('link', { name });

/** The failure is contained: the bar is visible, another remote opens, and the page keeps its state. */
async function expectTheRestToWork(page: Page) {
  await tab(page, 'Markets').click();
  await expect(page.getByRole('tab', { name: text('en', 'markets', 'category.crypto') })).toBeVisible();
}

async function expectRetryToHeal(page: Page) {
  await page.unroute(ENTRY);
  await tab(page, 'Finance').click();
  await expect(
    failed(page)
      .or(page.getByRole('heading', { level: 1, name: 'Finance' }))
      .first(),
  ).toBeVisible();
  const retry = failed(page).getByRole('button', { name: text('en', 'common', 'retry') });
  if (await retry.isVisible()) await retry.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Finance' })).toBeVisible();
}

test('a remote that returns 404 shows a retry screen, the other tabs work, and a retry recovers it', async ({
  page,
}) => {
  await page.route(ENTRY, (route) => route.fulfill({ status: 404, body: 'gone' }));
  await page.goto(screen(FINANCE));
  await expect(failed(page)).toContainText(text('en', 'common', 'failed.load'));
  await expectTheRestToWork(page);
  await expectRetryToHeal(page);
});

test('a remote that hangs does not affect other tabs and ends in a retry screen', async ({ page }) => {
  await page.clock.install();
  // Never fulfilled: the request stays open as long as the page.
  await page.route(ENTRY, () => undefined);
  await page.goto(screen('/'));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await tab(page, 'Finance').click();
  await page.clock.runFor(1_000);
  await expect(page.getByRole('progressbar').first()).toBeVisible();
  await page.clock.runFor(61_000);
  await expect(failed(page)).toBeVisible();
  await page.clock.resume();
  await expectTheRestToWork(page);
});

test('a missing page chunk shows a retry screen, and a retry recovers it', async ({ page }) => {
  const chunk = '**/h5/remotes/finance/*/src_pages_*';
  await page.route(chunk, (route) => route.fulfill({ status: 404, body: 'gone' }));
  await page.goto(screen(FINANCE));
  await expect(failed(page)).toContainText(text('en', 'common', 'failed.load'));
  await page.unroute(chunk);
  await failed(page)
    .getByRole('button', { name: text('en', 'common', 'retry') })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Finance' })).toBeVisible();
});
