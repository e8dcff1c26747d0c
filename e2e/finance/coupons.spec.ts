import { expect, test } from '@playwright/test';
import { App } from '../platform/app.ts';
import { advanceClock } from '../platform/clock.ts';
import { codeAfter } from '../platform/outbox.ts';
import { pageSession } from '../platform/session.ts';
import { screen } from '../platform/where.ts';

const DEMO = { user: 'demo@tessera.example', password: 'Tessera-2026' };
const PAY_PASSWORD = '482915';

test('a coupon is taken and started, adds to the yield of mining, and is in the records; a country is chosen', async ({
  page,
}) => {
  const app = await App.open(page, { language: 'de', theme: 'dark' }, '/pages/common/login');
  await page.locator('input[autocomplete=username]').fill(DEMO.user);
  await page.locator('input[autocomplete=current-password]').fill(DEMO.password);
  await page.locator('button[type=submit]').tap();
  await expect(page.getByTestId('home-total')).toBeVisible();
  const session = await pageSession(page);
  const post = async (path: string, form: Record<string, string>) => {
    const headers = await session('POST', path, form);
    const response = await page.request.post(`/api${path}`, { headers, form });
    expect(await response.json()).toMatchObject({ type: 'ok' });
  };

  await page.goto(screen('/pages/setting/coupon'));
  const offer = page.getByRole('list', { name: app.text('account:coupons.offers') }).getByRole('listitem');
  await offer
    .filter({ hasText: '10 % extra auf Ihre Erträge' })
    .getByRole('button', { name: app.text('account:coupons.take') })
    .tap();
  await expect(page.getByText(app.text('account:coupons.taken'))).toBeVisible();
  await page.getByRole('tab', { name: app.text('account:coupons.status.available') }).tap();
  const mine = page.getByRole('listitem').filter({ hasText: '10 % extra auf Ihre Erträge' });
  await mine.getByRole('button', { name: app.text('account:coupons.start') }).tap();
  await expect(page.getByText(app.text('account:coupons.started'))).toBeVisible();

  // Interest of mining is paid a day later; a tenth of it comes on top.
  const code = await codeAfter(DEMO.user, () => post('/sms_send', { scene: 'pay_password' }));
  await post('/safe/pay_password', { key: PAY_PASSWORD, re_key: PAY_PASSWORD, code });
  const config = (await (await page.request.get('/api/lh/deposit/config')).json()) as {
    readonly message: { readonly list: readonly { readonly id: number; readonly currency: string }[] };
  };
  const product = config.message.list.find(({ currency }) => currency === 'USDT')?.id;
  await post('/lh/deposit', { config_id: String(product), amount: '1000', key: PAY_PASSWORD });
  await advanceClock({ days: 2 });
  await advanceClock({ ms: 120_000 });
  await page.goto(screen('/pages/setting/coupon'));
  await page.reload();
  await page.getByRole('tab', { name: app.text('account:coupons.status.active') }).tap();
  await expect(page.getByRole('progressbar', { name: app.text('account:coupons.paid') })).toBeVisible();
  await expect(page.getByText(/0,\d+\s*\/ 5\s*USDT/)).toBeVisible();
  await page.goto(screen('/pages/setting/bill'));
  await expect(
    page.getByRole('button', { name: new RegExp(`${app.text('assets:kind.coupon')}.*\\+0,\\d+\\s*USDT`) }),
  ).toBeVisible();

  await page.goto(screen('/pages/setting/areas'));
  await page.getByRole('link', { name: new RegExp(app.text('account:areas.forms')) }).tap();
  await page.getByRole('searchbox').fill('Japan');
  await page.getByRole('radio', { name: /Japan/ }).tap();
  await page.goto(screen('/pages/setting/areas'));
  await expect(page.getByRole('link', { name: /Japan \(\+81\)/ })).toBeVisible();
});
