import { expect, type Page, test } from '@playwright/test';
import { App } from '../platform/app.ts';
import { codeAfter } from '../platform/outbox.ts';
import { pageSession } from '../platform/session.ts';
import { screen } from '../platform/where.ts';

const DEMO = { user: 'demo@tessera.example', password: 'Tessera-2026' };
const PAY_PASSWORD = '482915';
const USDT = '3';

/** What a user has before the first option: a payment password, and money in the options account. */
async function prepare(page: Page): Promise<void> {
  const { request } = page;
  const session = await pageSession(page);
  const post = async (path: string, form: Record<string, string>) => {
    const headers = await session('POST', path, form);
    const response = await request.post(`/api${path}`, { headers, form });
    expect(await response.json()).toMatchObject({ type: 'ok' });
  };
  const code = await codeAfter(DEMO.user, () => post('/sms_send', { scene: 'pay_password' }));
  await post('/safe/pay_password', { key: PAY_PASSWORD, re_key: PAY_PASSWORD, code });
  await post('/wallet/change', { currency_id: USDT, number: '100', from_field: 'change', to_field: 'micro' });
}

test('an option is opened, counts down, shows its result with its prices, and is verified in the page', async ({
  page,
}) => {
  const app = await App.open(page, { language: 'de', theme: 'dark' }, '/pages/common/login');
  await page.locator('input[autocomplete=username]').fill(DEMO.user);
  await page.locator('input[autocomplete=current-password]').fill(DEMO.password);
  await page.locator('button[type=submit]').tap();
  await expect(page.getByTestId('home-total')).toBeVisible();
  await prepare(page);
  await page.reload();

  await page.goto(screen('/pages/transaction/index3?symbol=BTC/USDT'));
  await page
    .getByRole('button', { name: new RegExp(`^${app.text('trading/options:option.seconds', { count: '30' })}`) })
    .tap();
  await app.field('trading/options:option.stake').fill('25');
  await expect(page.getByText('55,56', { exact: false }).first()).toBeVisible();
  await app.button('trading/options:option.higher').tap();
  const keypad = page.getByRole('group', { name: app.text('approval:payPassword') });
  for (const digit of PAY_PASSWORD) await keypad.getByRole('button', { name: digit, exact: true }).tap();

  const row = page.getByRole('button', {
    name: app.text('trading:named', { name: app.text('trading/options:option.details'), value: '' }).trimEnd(),
  });
  await expect(row.first()).toContainText(/00:00:[012]\d/);
  // The strike, once it is known.
  await expect(row.first()).toContainText(/\d{2,3}\.\d{3},\d{2}/);

  const result = page.getByRole('dialog', { name: app.text('trading/options:option.details') });
  const prices = result.getByRole('list', { name: app.text('trading/options:option.ticks') });
  await expect(prices.getByRole('listitem')).toHaveCount(25);
  await expect(prices.locator('s')).toHaveCount(10);
  await result.getByRole('link', { name: app.text('trading/options:option.proof') }).tap();
  // The minute of the expiry may not be signed yet.
  await expect(page.getByRole('status').first()).toContainText(
    new RegExp(`${app.text('trading/options:settlement.valid')}|${app.text('trading/options:settlement.waiting')}`),
  );
});
