import { expect, test } from '@playwright/test';
import { type FixedLook, fixExchange } from '../platform/fixed-exchange.ts';
import { drawFromFiles, fixLetters, settled } from '../platform/fixed-letters.ts';
import { MAIN_SCREENS } from '../platform/main-screens.ts';
import { visit } from '../platform/screens.ts';
import { inTurn, TURN_TITLE } from '../platform/turns.ts';
import { screen } from '../platform/where.ts';

/** Not Invitations, whose link names the port. */
const SCREENS = {
  ...MAIN_SCREENS,
  // The fixtures have bars of this one.
  chart: '/pages/transaction/currency?symbol=BTC/USDT',
  transfer: '/pages/fund/transfer',
  collection: '/pages/nft/mine',
  vip: '/pages/fund/vip',
  login: '/pages/common/login',
} as const;

const LOOKS: readonly FixedLook[] = [
  { language: 'de', theme: 'dark' },
  { language: 'zh', theme: 'light' },
];

for (const look of LOOKS) {
  test(`main screens look as they did, in the browser that took the pictures: ${look.language}, ${look.theme}${TURN_TITLE}`, async ({
    page,
  }) => {
    await fixLetters(page);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const unknown = await fixExchange(page, look);
    await page.goto(screen('/'));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const [name, address] of inTurn(`screenshots ${look.language}`, Object.entries(SCREENS), 6)) {
      expect.soft(await visit(page, address), name).toBeNull();
      await settled(page);
      // Where the axes of a chart are divided depends on what came first; journeys look at charts.
      const mask = [page.locator('canvas')];
      await expect
        .soft(page)
        .toHaveScreenshot(`${name}-${look.language}-${look.theme}.png`, { mask, maskColor: '#888' });
    }
    expect(unknown).toEqual([]);
  });
}

/** Those that are laid out otherwise where there is room. */
const WIDE = ['home', 'markets', 'spot', 'margin'] as const;

for (const look of LOOKS) {
  test(`screens on a wide page look as they did: ${look.language}, ${look.theme}${TURN_TITLE}`, async ({
    browser,
    page: phone,
  }) => {
    await fixLetters(phone);
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      deviceScaleFactor: 1,
      isMobile: false,
      hasTouch: false,
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    await drawFromFiles(page);
    const unknown = await fixExchange(page, look);
    const mask = [page.locator('canvas')];
    for (const name of inTurn(`wide screenshots ${look.language}`, WIDE, WIDE.length)) {
      // Each in a page of its own: the edges of the rail's entries are drawn by which screen came before.
      await page.goto('about:blank');
      await page.goto(screen(SCREENS[name]));
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect.soft(await visit(page, SCREENS[name]), name).toBeNull();
      await settled(page);
      await expect
        .soft(page)
        .toHaveScreenshot(`wide-${name}-${look.language}-${look.theme}.png`, { mask, maskColor: '#888' });
    }
    expect(unknown).toEqual([]);
    await context.close();
  });
}
