import { expect, type Page, test } from '@playwright/test';
import { App, TABS } from '../platform/app.ts';
import { deposit, register } from '../platform/journey.ts';
import { screen } from '../platform/where.ts';

const PASSWORD = 'quite-a-decent-secret-7';
const SIZES = {
  desk: { width: 1280, height: 800 },
  tablet: { width: 820, height: 1180 },
} as const;

/** Sums what moves without the user, from now on. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const sum = { of: 0 };
    Object.assign(window, { shifts: sum });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) sum.of += entry.value;
    }).observe({ type: 'layout-shift' });
  });
  return () => page.evaluate(() => (window as unknown as { shifts: { of: number } }).shifts.of);
}

for (const [name, viewport] of Object.entries(SIZES)) {
  test.describe(name, () => {
    test.use({ viewport, deviceScaleFactor: 1, isMobile: false, hasTouch: true });

    test('a user trades, and reads a record beside the list of them', async ({ page }, { retry }) => {
      const app = await App.open(page, { language: 'en', theme: 'light' });
      await register(app, `${name}-${retry}@example.com`, PASSWORD);
      await deposit(app, '400');
      // The rail stays on each screen.
      await app.tab(TABS.trade).tap();
      const buy = page
        .getByRole('button', { name: 'Buy BTC', exact: true })
        .or(page.getByRole('button', { name: /^Buy / }));
      const parts = {
        chart: page.getByRole('region', { name: /BTC\/USDT/ }),
        book: page.getByRole('region', { name: app.text('trading:book.title') }),
        form: buy,
        orders: page.getByRole('tablist', { name: app.text('trading:orders.loginTitle') }),
      };
      for (const [part, of] of Object.entries(parts)) {
        await expect(of.filter({ visible: true }).first(), part).toBeVisible();
        if (name === 'desk') await expect(of.filter({ visible: true }).first(), part).toBeInViewport({ ratio: 0.3 });
      }
      const shifts = await watchShifts(page);
      const amount = app.field('trading:form.amountIn', { unit: 'BTC' });
      await amount.fill('0.001');

      // The width changes and what was entered stays.
      await page.setViewportSize({ width: 390, height: 844 });
      await expect(amount).toHaveValue('0.001');
      await page.setViewportSize(viewport);
      await expect(amount).toHaveValue('0.001');

      await page.getByRole('button', { name: new RegExp(`^${app.text('trading:form.kind')}`) }).tap();
      await page
        .getByRole('dialog')
        .locator('label', { hasText: new RegExp(`^${app.text('trading:form.market')}`) })
        .tap();
      await amount.fill('0.001');
      const label = app.text('trading:form.buyAmount', { amount: '0.001', base: 'BTC' });
      await page.getByRole('button', { name: label, exact: true }).tap();
      const sheet = page.getByRole('dialog', { name: app.text('trading:confirm.buyTitle') });
      await sheet.getByRole('button', { name: label, exact: true }).tap();
      await expect(sheet).toBeHidden();
      expect(await shifts()).toBeLessThan(0.01);

      await page.goto(screen('/pages/fund/assets_all_record'));
      await expect(app.heading('assets:routes.fund.assets_all_record')).toBeVisible();
      const rows = page.locator('[data-shown] li button');
      await rows.first().tap();
      const detail = page.getByRole('region', { name: app.text('assets:record.details') });
      const [first, second] = [await detail.textContent(), rows.nth(1)];
      await second.tap();
      await expect(detail).not.toHaveText(first ?? '');
      await expect(rows.first()).toBeVisible();
      const [list, beside] = [await rows.first().boundingBox(), await detail.boundingBox()];
      expect((list?.x ?? 0) + (list?.width ?? 0)).toBeLessThanOrEqual((beside?.x ?? 0) + 1);
      await detail.getByRole('button', { name: app.text('common:close') }).tap();
      await expect(detail).toBeHidden();

      await page.goto(screen('/pages/setting/setting'));
      await page.locator('[data-shown] a[href="#/pages/setting/security"]').tap();
      await expect(app.heading('account:routes.setting.security')).toBeVisible();
      await expect(page.locator('[data-aside] a[href="#/pages/setting/security"]')).toBeVisible();
      await app.button('common:back').tap();
      await expect(page.locator('[data-aside]')).toHaveCount(0);
    });
  });
}
