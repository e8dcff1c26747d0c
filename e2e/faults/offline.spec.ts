import { expect, type Page, test } from '@playwright/test';
import { App } from '../platform/app.ts';

const prices = (page: Page) => page.locator('main:visible').textContent();

async function expectPricesToMove(page: Page) {
  const before = await prices(page);
  await expect.poll(() => prices(page)).not.toBe(before);
}

test('without a network the market shows a notice, and recovers automatically', async ({ page, context }) => {
  await App.open(page, { language: 'en', theme: 'dark' }, '/pages/market/market');
  await expect(page.locator('main:visible')).toContainText('BTC');
  await expectPricesToMove(page);
  await context.setOffline(true);
  await expect(page.getByText(/offline|reconnecting/i).first()).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(/offline|reconnecting/i)).toHaveCount(0);
  await expectPricesToMove(page);
});
