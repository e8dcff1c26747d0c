import { expect, type Page, test } from '@playwright/test';
import { App } from '../platform/app.ts';
import { advanceClock } from '../platform/clock.ts';
import { finish } from '../platform/journey.ts';
import { codeAfter } from '../platform/outbox.ts';
import { pageSession } from '../platform/session.ts';
import { screen } from '../platform/where.ts';

const DEMO = { user: 'demo@tessera.example', password: 'Tessera-2026' };
const PAY_PASSWORD = '482915';

/** The payment password, set by the calls of the page. */
async function prepare(page: Page): Promise<void> {
  const session = await pageSession(page);
  const post = async (path: string, form: Record<string, string>) => {
    const headers = await session('POST', path, form);
    const response = await page.request.post(`/api${path}`, { headers, form });
    expect(await response.json()).toMatchObject({ type: 'ok' });
  };
  const code = await codeAfter(DEMO.user, () => post('/sms_send', { scene: 'pay_password' }));
  await post('/safe/pay_password', { key: PAY_PASSWORD, re_key: PAY_PASSWORD, code });
}

test('an amount is locked, paid day by day, shown in the portfolio, and returned by itself', async ({ page }) => {
  const app = await App.open(page, { language: 'de', theme: 'dark' }, '/pages/common/login');
  await page.locator('input[autocomplete=username]').fill(DEMO.user);
  await page.locator('input[autocomplete=current-password]').fill(DEMO.password);
  await page.locator('button[type=submit]').tap();
  await expect(page.getByTestId('home-total')).toBeVisible();
  await prepare(page);
  await page.reload();

  await page.goto(screen('/pages/lockming/lockming'));
  const product = page.getByRole('listitem').filter({ hasText: 'USDT für 5 Tage' });
  await expect(product).toContainText('3,65');
  await product.getByRole('link', { name: 'Sperren' }).tap();
  await expect(page.getByText(/10\.000 USDT für 5 Tage bringt 5 USDT/)).toBeVisible();
  await page.getByRole('textbox', { name: /Betrag/ }).fill('1000');
  await page.getByRole('button', { name: 'Sperren', exact: true }).tap();
  const sheet = page.getByRole('dialog', { name: 'USDT für 5 Tage' });
  await expect(sheet).toContainText('kommen von selbst auf Ihr Spot-Konto zurück');
  for (const digit of PAY_PASSWORD) await sheet.getByRole('button', { name: digit, exact: true }).tap();
  await expect(page.getByRole('dialog', { name: '1.000 USDT gesperrt' })).toBeVisible();
  await finish(app);

  await advanceClock({ days: 2 });
  await page.goto(screen('/pages/lockming/order'));
  await page.reload();
  await page
    .getByRole('button', { name: /USDT für 5 Tage/ })
    .first()
    .tap();
  const position = page.getByRole('dialog', { name: 'USDT für 5 Tage' });
  await expect(position.getByText('Gezahlt', { exact: true })).toHaveCount(2);
  await expect(position).toContainText('0,17 USDT von 0,5 USDT');
  await position.getByRole('button', { name: 'Vorzeitig zurückgeben' }).tap();
  await expect(page.getByRole('alertdialog')).toContainText('999 USDT');
  await page.getByRole('alertdialog').getByRole('button').first().tap();

  await page.goto(screen('/pages/financial/index3'));
  await expect(page.getByRole('list', { name: 'Bestand' })).toContainText('USDT für 5 Tage');
  await expect(page.getByText('0,1 USDT', { exact: true }).filter({ visible: true }).first()).toBeVisible();

  await advanceClock({ days: 3 });
  await page.goto(screen('/pages/lockming/order'));
  await page.reload();
  await expect(page.getByText('Nichts gesperrt')).toBeVisible();
  await page.getByRole('tab', { name: 'Alle' }).tap();
  await expect(page.getByText('0,5 USDT von 0,5 USDT Zinsen').first()).toBeVisible();
});
