import { expect, test } from '@playwright/test';
import { type FixedLook, fixExchange } from '../platform/fixed-exchange.ts';
import { fixLetters } from '../platform/fixed-letters.ts';
import { visit } from '../platform/screens.ts';
import { inTurn, TURN_TITLE } from '../platform/turns.ts';
import { screen } from '../platform/where.ts';

const SCREENS = {
  home: '/',
  markets: '/pages/market/market?tab=crypto',
  spot: '/pages/transaction/index?symbol=BTC/USDT',
  chart: '/pages/transaction/currency?symbol=BTC/USDT',
  leverage: '/pages/transaction/index2?mode=contract',
  options: '/pages/transaction/index3',
  copy: '/pages/copytrade/copy',
  finance: '/pages/financial/index',
  mining: '/pages/lockming/lockming',
  invest: '/pages/invest/invest',
  launchpad: '/pages/ieo/ieo',
  loans: '/pages/common/borrow',
  buy: '/pages/fund/select',
  visa: '/pages/fund/visa',
  assets: '/pages/fund/assets',
  deposit: '/pages/fund/receive',
  withdraw: '/pages/fund/withdraw',
  transfer: '/pages/fund/transfer',
  convert: '/pages/transfer/transfer',
  nft: '/pages/nft/nft',
  collection: '/pages/nft/mine',
  chat: '/pages/kf/kf',
  support: '/pages/kefu/index',
  messages: '/pages/mailMessage/mailMessage',
  quiz: '/pages/game/game',
  help: '/pages/help/help',
  vip: '/pages/fund/vip',
  security: '/pages/setting/security',
  settings: '/pages/setting/setting',
  login: '/pages/common/login',
} as const;

const LOOKS: readonly FixedLook[] = [
  { language: 'de', theme: 'dark' },
  { language: 'zh', theme: 'light' },
];

for (const look of LOOKS) {
  test(`main screens look as they did: ${look.language}, ${look.theme}${TURN_TITLE}`, async ({ page }) => {
    await fixLetters(page);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const unknown = await fixExchange(page, look);
    await page.goto(screen('/'));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const [name, address] of inTurn(`screenshots ${look.language}`, Object.entries(SCREENS), 3)) {
      expect.soft(await visit(page, address), name).toBeNull();
      await page.evaluate(() => document.fonts.ready);
      // Where the axes of a chart are divided depends on what came first; journeys look at charts.
      const mask = [page.locator('canvas')];
      await expect
        .soft(page)
        .toHaveScreenshot(`${name}-${look.language}-${look.theme}.png`, { mask, maskColor: '#888' });
    }
    expect(unknown).toEqual([]);
  });
}
