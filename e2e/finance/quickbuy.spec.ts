import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { App } from '../platform/app.ts';
import { approveTogether, twoColleagues } from '../platform/staff.ts';
import { voucher } from '../platform/voucher.ts';
import { screen } from '../platform/where.ts';

const DEMO = { user: 'demo@tessera.example', password: 'Tessera-2026' };

test('coins are ordered, paid by bank transfer, confirmed by staff, and credited', async ({ page }) => {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  const app = await App.open(page, { language: 'de', theme: 'dark' }, '/pages/common/login');
  await page.locator('input[autocomplete=username]').fill(DEMO.user);
  await page.locator('input[autocomplete=current-password]').fill(DEMO.password);
  await page.locator('button[type=submit]').tap();
  await expect(page.getByTestId('home-total')).toBeVisible();

  await page.goto(screen('/pages/fund/select'));
  await app.field('finance/quickbuy:pay').fill('500');
  await page.getByRole('radio', { name: app.text('finance/quickbuy:methods.bank_transfer') }).check();
  await app.field('finance/quickbuy:fields.first_name').fill('Ada');
  await app.field('finance/quickbuy:fields.last_name').fill('Lovelace');
  await app.field('finance/quickbuy:fields.email').fill('ada@example.com');
  await app.field('finance/quickbuy:fields.phone').fill('+1 212 5550100');
  await app.button('finance/quickbuy:review').tap();
  const sheet = page.getByRole('dialog', { name: app.text('finance/quickbuy:confirm') });
  const receives = sheet.getByText(/^(≈ )?\d[\d.,]* USDT$/).last();
  await expect(receives).toBeVisible();
  const coins = ((await receives.textContent()) ?? '').replace('≈ ', '');
  await sheet.getByRole('button', { name: app.text('finance/quickbuy:order', { amount: '500 USD' }) }).tap();

  // What to pay, where, and how to name the transfer.
  await expect(page.getByRole('button', { name: app.text('finance/quickbuy:copy', { label: 'IBAN' }) })).toBeVisible();
  await expect(
    page.getByRole('button', {
      name: app.text('finance/quickbuy:copy', { label: app.text('finance/quickbuy:reference') }),
    }),
  ).toBeVisible();
  await expect(page.getByRole('timer')).toBeVisible();
  await page.locator('input[type=file]').setInputFiles(voucher());
  await app.button('finance/quickbuy:send').tap();
  await expect(page.getByText(app.text('finance/quickbuy:hints.under_review'))).toBeVisible();

  // While the name of the demo user is not checked, it takes two members. The decision reaches the open screen.
  await approveTogether(await twoColleagues('treasury'), 'quickbuy', { txid: `statement-${randomUUID()}` });
  await expect(page.getByText(app.text('finance/quickbuy:hints.successful'))).toBeVisible();
  await expect(page.getByText(coins, { exact: true }).filter({ visible: true }).first()).toBeVisible();
  expect(problems).toEqual([]);
});
