import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { App } from '../platform/app.ts';
import { screen } from '../platform/where.ts';

const DEMO = { user: 'demo@tessera.example', password: 'Tessera-2026' };
const LOOKS = [
  { language: 'de', theme: 'dark' },
  { language: 'zh', theme: 'light' },
] as const;
/** A folder for pictures of the screens, to look at. */
const PICTURES = process.env.BILLS_PICTURES;

const picture = async (page: Page, name: string) => {
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true, animations: 'disabled' });
};

for (const look of PICTURES ? LOOKS : LOOKS.slice(0, 1)) {
  test(`funds explain themselves and are taken along as a statement, ${look.language} and ${look.theme}`, async ({
    page,
  }) => {
    const app = await App.open(page, look, '/pages/common/login');
    await page.locator('input[autocomplete=username]').fill(DEMO.user);
    await page.locator('input[autocomplete=current-password]').fill(DEMO.password);
    await page.locator('button[type=submit]').tap();
    await expect(page.getByTestId('home-total')).toBeVisible();

    await page.goto(screen('/pages/fund/assets'));
    await expect(app.heading('assets:routes.fund.assets')).toBeVisible();
    await expect(page.getByRole('progressbar').first()).toBeVisible();
    await picture(page, `overview-${look.language}`);
    await page.getByTestId('total').tap();
    const sheet = page.getByRole('dialog', { name: app.text('assets:overview.total') });
    await expect(sheet).toContainText(app.text('assets:overview.totalFormula'));
    await picture(page, `total-${look.language}`);

    await page.goto(screen('/pages/setting/bill'));
    await expect(page.getByRole('listitem').first()).toBeVisible();
    await picture(page, `bills-${look.language}`);
    const downloading = page.waitForEvent('download');
    await app.button('assets:bill.pdf').tap();
    const file = await downloading;
    expect(file.suggestedFilename()).toMatch(/^statement-\d+-\d{4}-\d\d-\d\d\.pdf$/);
    const content = readFileSync(await file.path());
    expect(content.subarray(0, 5).toString()).toBe('%PDF-');
    expect(content.subarray(-6).toString()).toContain('%%EOF');
  });
}
