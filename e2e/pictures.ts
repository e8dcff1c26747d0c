// Takes the pictures of README and docs from a running platform: pictures.ts <origin>, logged in as the demo user.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { phone } from './platform/phone.ts';
import { visit } from './platform/screens.ts';

const [origin = 'http://localhost:8080'] = process.argv.slice(2);
const FOLDER = join(import.meta.dirname, '../docs/pictures');
const DEMO = { user: 'demo@tessera.example', password: 'Tessera-2026' };
/** About 12 KiB a screen. */
const QUALITY = 60;
/** Name and address; an area each. */
const SHOTS = {
  home: '/',
  markets: '/pages/market/market?tab=crypto',
  spot: '/pages/transaction/index?symbol=BTC/USDT',
  chart: '/pages/transaction/currency?symbol=ETH/USDT',
  margin: '/pages/transaction/index2?mode=contract',
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
  convert: '/pages/transfer/transfer',
  nft: '/pages/nft/nft',
  chat: '/pages/kf/kf',
  support: '/pages/kefu/index',
  messages: '/pages/mailMessage/mailMessage',
  quiz: '/pages/game/game',
  help: '/pages/help/help',
  invite: '/pages/setting/share',
  security: '/pages/setting/security',
  settings: '/pages/setting/setting',
} as const;

mkdirSync(FOLDER, { recursive: true });
const browser = await chromium.launch({
  ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
// Less motion: skeletons do not shimmer, and screens do not slide.
const context = await browser.newContext({ ...phone, deviceScaleFactor: 1, reducedMotion: 'reduce' });
await context.addInitScript(() => localStorage.setItem('tessera.host.web-version', '1'));
const page = await context.newPage();
await page.goto(`${origin}/h5/#/pages/common/login`);
await page.locator('input[autocomplete=username]').fill(DEMO.user);
await page.locator('input[autocomplete=current-password]').fill(DEMO.password);
await page.locator('button[type=submit]').tap();
await page.getByTestId('home-total').waitFor();
await page.getByText('Logged in', { exact: true }).waitFor({ state: 'detached' });
for (const theme of ['light', 'dark'] as const) {
  await page.evaluate((chosen) => localStorage.setItem('tessera.host.theme', chosen), theme);
  await page.reload();
  await page.getByTestId('home-total').waitFor();
  for (const [name, address] of Object.entries(SHOTS)) {
    const missing = await visit(page, address);
    if (missing) throw new Error(`${name} waits for ${missing}`);
    await page.waitForLoadState('networkidle');
    const picture = await page.screenshot({ animations: 'disabled' });
    await sharp(picture)
      .webp({ quality: QUALITY, effort: 6 })
      .toFile(join(FOLDER, `${name}-${theme}.webp`));
  }
  await page.goto(`${origin}/h5/#/`);
}
await browser.close();
