import { expect, type Page, test } from '@playwright/test';
import { App, TABS } from '../platform/app.ts';
import { deposit, register } from '../platform/journey.ts';
import { screen } from '../platform/where.ts';

const PASSWORD = 'quite-a-decent-secret-7';
const SIZES = {
  desk: { width: 1280, height: 800 },
  tablet: { width: 820, height: 1180 },
} as const;

/**
 * Sums what moves without the user, from now on. Browsers leave out half a second after each input and each change of
 * the width: on a busy machine what the user asked for takes longer, so `asked` leaves out all of it.
 */
async function watchShifts(page: Page) {
  await page.evaluate(() => {
    const shifts: { at: number; value: number }[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) shifts.push({ at: entry.startTime, value: entry.value });
    }).observe({ type: 'layout-shift' });
  });
  const times: { from: number; to: number }[] = [];
  const now = () =>
    page.evaluate(
      () =>
        new Promise<number>((drawn) =>
          requestAnimationFrame(() => requestAnimationFrame(() => drawn(performance.now()))),
        ),
    );
  return {
    async asked(action: () => Promise<void>): Promise<void> {
      const from = await now();
      await action();
      times.push({ from, to: await now() });
    },
    async sum(): Promise<number> {
      const all = await page.evaluate(() => (window as unknown as { shifts: { at: number; value: number }[] }).shifts);
      return all
        .filter(({ at }) => !times.some(({ from, to }) => at >= from && at <= to))
        .reduce((sum, { value }) => sum + value, 0);
    },
  };
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
      const label = app.text('trading:form.buyAmount', { amount: '0.001', base: 'BTC' });
      await shifts.asked(async () => {
        await page.setViewportSize({ width: 390, height: 844 });
        await expect(amount).toHaveValue('0.001');
        await page.setViewportSize(viewport);
        await expect(amount).toHaveValue('0.001');
        // The form is drawn anew, by what is beside it.
        await expect(parts.chart.filter({ visible: true }).first()).toBeVisible();
        await expect(parts.book.filter({ visible: true }).first()).toBeVisible();

        await page.getByRole('button', { name: new RegExp(`^${app.text('trading:form.kind')}`) }).tap();
        await page
          .getByRole('dialog')
          .locator('label', { hasText: new RegExp(`^${app.text('trading:form.market')}`) })
          .tap();
        await amount.fill('0.001');
        await expect(page.getByRole('button', { name: label, exact: true })).toBeVisible();
      });
      const sheet = page.getByRole('dialog', { name: app.text('trading:confirm.buyTitle') });
      await shifts.asked(async () => {
        await page.getByRole('button', { name: label, exact: true }).tap();
        await sheet.getByRole('button', { name: label, exact: true }).tap();
        await expect(sheet).toBeHidden();
        await expect(amount).toHaveValue('');
      });
      // While prices go on nothing moves.
      const book = parts.book.filter({ visible: true }).first();
      for (let changes = 0; changes < 5; changes += 1) {
        const before = await book.textContent();
        await expect.poll(() => book.textContent()).not.toBe(before);
      }
      expect(await shifts.sum()).toBeLessThan(0.01);

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
