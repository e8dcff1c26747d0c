import { expect, type Page, test } from '@playwright/test';
import { ANOTHER, leaveAndComeBack, openFinance, readsEpoch, TITLE, titleAs, titled } from '../platform/finance.ts';
import { liveManifest, liveRemote, publishVariant, tessera } from '../platform/release.ts';

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
  await publishVariant('finance', second, titleAs(ANOTHER));

  const loads: string[] = [];
  page.on('framenavigated', (frame) => frame === page.mainFrame() && loads.push(frame.url()));
  await openFinance(page);
  await page.evaluate(() => Object.assign(window, { stillThisPage: true }));

  for (const [version, heading] of [
    [second, ANOTHER],
    [first, TITLE],
    [second, ANOTHER],
    [first, TITLE],
  ] as const) {
    const { epoch } = await liveManifest();
    const read = readsEpoch(page, epoch + 1);
    await tessera('promote', `finance@${version}`, '--why', 'swap test');
    await read;
    await leaveAndComeBack(page);
    await expect(titled(page, heading)).toBeVisible();
    // Styles of one version only, on a screen that has some of its own.
    await page.evaluate((hash) => {
      location.hash = hash;
    }, '#/pages/invest/help');
    await expect.poll(async () => [...new Set(await financeStyles(page))]).toEqual([version]);
    await page.goBack();
    await expect(titled(page, heading)).toBeVisible();
  }
  // All of it without a reload.
  expect(await page.evaluate(() => 'stillThisPage' in window)).toBe(true);
});
