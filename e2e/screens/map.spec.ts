import { expect, type Page, test } from '@playwright/test';
import { LANGUAGE_CODES } from '@tessera/releases';
import { App, TABS } from '../platform/app.ts';
import { rawKeys } from '../platform/raw-keys.ts';
import { fewInTurn, TURN_TITLE } from '../platform/turns.ts';

const sidewaysOverflow = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth } = document.scrollingElement ?? document.documentElement;
    return scrollWidth - innerWidth;
  });

for (const language of fewInTurn('languages', LANGUAGE_CODES, 2, 5))
  test(`the five tabs read well in ${language}: no raw key, nothing reaches past the edge at 390 and 320 px${TURN_TITLE}`, async ({
    page,
  }) => {
    await App.open(page, { language, theme: language.length === 2 ? 'light' : 'dark' });
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 700 });
      for (const path of Object.values(TABS)) {
        await page.goto(`/h5/#${path}`);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.locator('main:visible')).not.toBeEmpty();
        expect(await rawKeys(page)).toEqual([]);
        await expect.poll(() => sidewaysOverflow(page), { message: `${path} at ${width} px` }).toBeLessThanOrEqual(0);
      }
    }
  });
