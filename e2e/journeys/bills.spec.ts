import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page, test } from '@playwright/test';
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

/** Nothing else lies over a button: its middle and the middles of its edges are its own. */
const expectOwnHitArea = async (button: Locator) => {
  const others = await button.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const points = [
      [x, y],
      [left + 1, y],
      [right - 1, y],
      [x, top + 1],
      [x, bottom - 1],
    ] as const;
    return points.flatMap(([atX, atY]) => {
      const hit = document.elementFromPoint(atX, atY);
      return hit && element.contains(hit) ? [] : [`${atX},${atY}: ${hit?.outerHTML.slice(0, 80)}`];
    });
  });
  expect(others).toEqual([]);
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
    await expectOwnHitArea(app.button('home:hide'));

    await page.goto(screen('/pages/fund/assets'));
    await expect(app.heading('assets:routes.fund.assets')).toBeVisible();
    await expect(page.getByRole('progressbar').first()).toBeVisible();
    await picture(page, `overview-${look.language}`);
    // The eye stands beside the figure.
    await expectOwnHitArea(app.button('assets:overview.hide'));
    await app.button('assets:overview.hide').tap();
    await expect(page.getByTestId('total')).toHaveText('••••••');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expectOwnHitArea(app.button('assets:overview.show'));
    await app.button('assets:overview.show').tap();
    const total = app.text('assets:overview.total');
    await app.button('common:explain', { of: total }).tap();
    const sheet = page.getByRole('dialog', { name: total });
    await sheet.getByRole('button', { name: total }).first().tap();
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
