// Takes the pictures of the README from a running platform: pictures.ts <origin>, logged in as the demo user.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { phone } from './platform/phone.ts';

const [origin = 'http://localhost:8080'] = process.argv.slice(2);
const FOLDER = join(import.meta.dirname, '../docs/pictures');
const DEMO = { user: 'demo@tessera.example', password: 'Tessera-2026' };
const SHOTS = [
  ['home', '/'],
  ['markets', '/pages/market/market'],
  ['spot', '/pages/transaction/index'],
  ['chart', '/pages/transaction/currency?symbol=ETH/USDT'],
  ['assets', '/pages/fund/assets'],
  ['deposit', '/pages/fund/receive'],
  ['settings', '/pages/setting/setting'],
] as const;

mkdirSync(FOLDER, { recursive: true });
const browser = await chromium.launch({
  ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
for (const theme of ['light', 'dark'] as const) {
  const context = await browser.newContext({ ...phone, deviceScaleFactor: 1 });
  await context.addInitScript((name) => {
    localStorage.setItem('tessera.host.web-version', '1');
    localStorage.setItem('tessera.host.theme', name);
  }, theme);
  const page = await context.newPage();
  await page.goto(`${origin}/h5/#/pages/common/login`);
  await page.locator('input[autocomplete=username]').fill(DEMO.user);
  await page.locator('input[autocomplete=current-password]').fill(DEMO.password);
  await page.locator('button[type=submit]').tap();
  await page.getByTestId('home-total').waitFor();
  for (const [name, path] of SHOTS) {
    await page.goto(`${origin}/h5/#${path}`);
    await page.waitForLoadState('networkidle').catch(() => undefined);
    await page.locator('main').waitFor();
    // Pictures come when the screen has what it shows: no skeleton is left.
    await page.waitForFunction(() => !document.querySelector('[class*="skeleton" i]'));
    await page.screenshot({ path: join(FOLDER, `${name}-${theme}.png`), animations: 'disabled' });
  }
  await context.close();
}
await browser.close();
