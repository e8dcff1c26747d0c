import { expect, type Page, test } from '@playwright/test';
import { readsEpoch } from '../platform/finance.ts';
import { changeText, liveManifest, liveRemote, publishVariant, tessera } from '../platform/release.ts';
import { text } from '../platform/texts.ts';
import { screen } from '../platform/where.ts';

const NEXT = 'Finance, second edition';

const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: text('en', 'common', 'navigation') }).getByRole('link', { name });

const financeStyles = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]
      .map(({ href }) => href.match(/remotes\/finance\/([^/]+)\//)?.[1])
      .filter(Boolean),
  );

test('a swapped remote runs its new code on the next navigation of an open page, and the old code after a rollback', async ({
  page,
}) => {
  const { version: first } = await liveRemote('finance');
  const second = '0.8.1-e2e';
  await publishVariant('finance', second, changeText('src/i18n/en.json', 'routes.financial.index', NEXT));

  const loads: string[] = [];
  page.on('framenavigated', (frame) => frame === page.mainFrame() && loads.push(frame.url()));
  await page.goto(screen('/pages/financial/index'));
  await expect(page.getByRole('heading', { level: 1, name: 'Finance', exact: true })).toBeVisible();
  await page.evaluate(() => Object.assign(window, { stillThisPage: true }));

  for (const [version, heading] of [
    [second, NEXT],
    [first, 'Finance'],
    [second, NEXT],
    [first, 'Finance'],
  ] as const) {
    const { epoch } = await liveManifest();
    const read = readsEpoch(page, epoch + 1);
    await tessera('promote', `finance@${version}`, '--why', 'swap test');
    await read;
    await tab(page, 'Markets').click();
    await expect(page.getByRole('tab', { name: text('en', 'markets', 'category.crypto') })).toBeVisible();
    await tab(page, 'Finance').click();
    await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible();
    // Styles of one version only.
    await expect.poll(async () => [...new Set(await financeStyles(page))]).toEqual([version]);
  }
  // All of it without a reload.
  expect(await page.evaluate(() => 'stillThisPage' in window)).toBe(true);
});
