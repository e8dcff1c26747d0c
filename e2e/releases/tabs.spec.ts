import { expect, test } from '@playwright/test';
import { readsEpoch } from '../platform/finance.ts';
import { liveManifest, tessera } from '../platform/release.ts';
import { screen } from '../platform/where.ts';

const MARKETS = '/pages/market/market';

let arranged = false;
test.afterEach(async () => {
  if (arranged) await tessera('tabs', 'default', '--why', 'the test is over');
});

test('operations arrange the bottom bar of an open page without a build, and undo it', async ({ page }) => {
  const bar = page.getByRole('navigation', { name: 'Main navigation' });
  const names = () => bar.locator('a, button').allInnerTexts();
  const goTo = (path: string) =>
    page.evaluate((to) => {
      location.hash = to;
    }, path);
  await page.goto(screen(MARKETS));
  const declared = ['Home', 'Markets', 'Trade', 'Finance', 'Assets'];
  await expect.poll(names).toEqual(declared);
  await page.evaluate(() => Object.assign(window, { stillThisPage: true }));

  const release = async (...command: string[]) => {
    const { epoch } = await liveManifest();
    const read = readsEpoch(page, epoch + 1);
    await tessera(...command, '--why', 'a journey of the bar');
    await read;
  };
  await release('tabs', 'assets', 'markets');
  arranged = true;
  await goTo('/');
  await expect.poll(names).toEqual(['Home', 'Assets', 'Markets']);
  // A screen without a tab is where it was.
  await goTo('/pages/transaction/index');
  await expect(page.getByRole('heading', { level: 1 }).filter({ visible: true })).toBeVisible();
  await expect(tessera('tabs', 'lottery', '--why', 'a mistake')).rejects.toThrow(
    'No live version of lottery has a tab',
  );

  await release('rollback');
  arranged = false;
  await goTo(MARKETS);
  await expect.poll(names).toEqual(declared);
  expect(await page.evaluate(() => 'stillThisPage' in window)).toBe(true);
});
