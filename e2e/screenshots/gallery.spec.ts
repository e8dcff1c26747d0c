import { expect, test } from '@playwright/test';
import { NOW } from '../platform/fixed-exchange.ts';
import { fixLetters, settled } from '../platform/fixed-letters.ts';
import { fewInTurn, TURN_TITLE } from '../platform/turns.ts';

const LOOKS = ['light', 'dark'].flatMap((theme) => ['ltr', 'rtl'].map((direction) => ({ theme, direction })));

for (const { theme, direction } of fewInTurn('gallery', LOOKS, 1))
  test(`the components look as they did, in the browser that took the pictures: ${theme}, ${direction}${TURN_TITLE}`, async ({
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
