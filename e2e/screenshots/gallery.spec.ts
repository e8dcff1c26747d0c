import { expect, test } from '@playwright/test';
import { NOW } from '../platform/fixed-exchange.ts';
import { fixLetters, settled } from '../platform/fixed-letters.ts';

for (const theme of ['light', 'dark']) {
  for (const direction of ['ltr', 'rtl']) {
    test(`the components look as they did, in the browser that took the pictures: ${theme}, ${direction}`, async ({
      page,
    }) => {
      await fixLetters(page);
      await page.clock.setFixedTime(NOW);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.goto(`/h5/gallery/?theme=${theme}&dir=${direction}`);
      const sections = page.locator('section[id]');
      await expect(sections.first()).toBeVisible();
      await settled(page);
      for (const section of await sections.all()) {
        const name = await section.getAttribute('id');
        await expect.soft(section).toHaveScreenshot(`gallery-${name}-${theme}-${direction}.png`);
      }
    });
  }
}
