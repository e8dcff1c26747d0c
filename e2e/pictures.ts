// Takes the pictures of the README from a running platform: pictures.ts <origin>, logged in as the demo user.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { phone } from './platform/phone.ts';

const [origin = 'http://localhost:8080'] = process.argv.slice(2);
const FOLDER = join(import.meta.dirname, '../docs/pictures');
const DEMO = { user: 'demo@tessera.example', password: 'Tessera-2026' };
/** Name, route, and a selector that matches once the screen is loaded. */
const SHOTS = [
  ['home', '/', 'text=Gainers'],
  ['markets', '/pages/market/market', 'text=Avalanche'],
  ['spot', '/pages/transaction/index', 'canvas'],
  ['chart', '/pages/transaction/currency?symbol=ETH/USDT', 'canvas'],
  ['assets', '/pages/fund/assets', 'text=Hide small balances'],
  ['deposit', '/pages/fund/receive', 'text=Deposit address'],
  ['settings', '/pages/setting/setting', 'text=Preferences'],
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
  await page.getByText('Logged in', { exact: true }).waitFor({ state: 'detached' });
  for (const [name, path, ready] of SHOTS) {
    const bars =
      ready === 'canvas' ? page.waitForResponse((response) => response.url().includes('/new_timeshar')) : null;
    await page.goto(`${origin}/h5/#${path}`);
    await bars;
    await page.locator(ready).first().waitFor();
    // Skeletons shimmer and screens slide in: what still moves is not there yet.
    await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
    await page.screenshot({ path: join(FOLDER, `${name}-${theme}.png`), animations: 'disabled' });
  }
  await context.close();
}
await browser.close();
