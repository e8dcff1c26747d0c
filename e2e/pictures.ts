// Takes the pictures of README and docs from a running platform: pictures.ts <origin>, logged in as the demo user.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { MAIN_SCREENS } from './platform/main-screens.ts';
import { phone } from './platform/phone.ts';
import { visit } from './platform/screens.ts';

const [origin = 'http://localhost:8080'] = process.argv.slice(2);
const FOLDER = join(import.meta.dirname, '../docs/pictures');
const DEMO = { user: 'demo@tessera.example', password: 'Tessera-2026' };
/** About 12 KiB a screen. */
const QUALITY = 60;
const SHOTS = { ...MAIN_SCREENS, invite: '/pages/setting/share' } as const;

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
