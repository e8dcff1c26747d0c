import { expect, type Page, test } from '@playwright/test';
import { App } from '../platform/app.ts';
import { advanceClock, tradeUntil } from '../platform/clock.ts';
import { finish } from '../platform/journey.ts';
import { codeAfter } from '../platform/outbox.ts';
import { pageSession } from '../platform/session.ts';
import { screen } from '../platform/where.ts';

const DEMO = { user: 'demo@tessera.example', password: 'Tessera-2026' };
const PAY_PASSWORD = '482915';
const HOUR = 3_600_000;
/** ms between two prices: 655 of an hour, where 600 settle. */
const STEP = 5_500;

type Product = { readonly id: number; readonly status: string; readonly days: number; readonly matures_at: number };

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

/** The dual product that is settled first. */
async function soonest(page: Page): Promise<Product> {
  const response = await page.request.get('/api/dual/index?section=blockchain');
  const { message } = (await response.json()) as { message: { list: readonly Product[] } };
  const [first] = message.list.filter(({ status }) => status === 'open').sort((a, b) => a.matures_at - b.matures_at);
  if (!first) throw new Error('no dual product is on sale');
  return first;
}

test('a dual product is settled by its hour and verified; deposits pay by the day and are redeemed', async ({
  page,
}) => {
  const app = await App.open(page, { language: 'zh', theme: 'light' }, '/pages/common/login');
  await page.locator('input[autocomplete=username]').fill(DEMO.user);
  await page.locator('input[autocomplete=current-password]').fill(DEMO.password);
  await page.locator('button[type=submit]').tap();
  await expect(page.getByTestId('home-total')).toBeVisible();
  await prepare(page);
  await page.reload();

  const form = page.getByRole('region', { name: app.text('finance/invest:form.title') }).filter({ visible: true });
  const buy = async (field: string, number: string, amount: string) => {
    await form.getByRole('textbox', { name: app.text(field) }).fill(number);
    await form.getByRole('button', { name: app.text('finance/invest:form.buy', { amount }), exact: true }).tap();
    const sheet = page.getByRole('dialog');
    for (const digit of PAY_PASSWORD) await sheet.getByRole('button', { name: digit, exact: true }).tap();
    await expect(page.getByRole('dialog', { name: app.text('finance/invest:form.done', { amount }) })).toBeVisible();
    await finish(app);
  };
  // Runs the job that offers the products, which had no prices yet when the platform started.
  await advanceClock({ ms: 60_000 });
  const dual = await soonest(page);
  await page.goto(screen(`/pages/invest/purchase?id=${dual.id}`));
  await page.getByRole('slider').fill('0');
  await expect(page.getByText(/^结算价 .+ 时，您获得/)).toBeVisible();
  const share = await form.getByText(/^× /).textContent();
  await buy('finance/invest:form.shares', '1', (share ?? '').replace('× ', ''));

  await page.goto(screen('/pages/invest/invest?section=demand'));
  await page.getByRole('listitem').filter({ hasText: 'USDT' }).getByRole('link').first().tap();
  await buy('finance/invest:form.amount', '365', '365 USDT');
  await page.goto(screen('/pages/invest/invest?section=fixed'));
  await page.getByRole('listitem').filter({ hasText: 'USDT' }).getByRole('link').first().tap();
  await buy('finance/invest:form.amount', '100', '100 USDT');

  await tradeUntil(dual.matures_at - HOUR - STEP, 6 * HOUR);
  await tradeUntil(dual.matures_at + STEP, STEP);
  // The heads that sign the last of its minutes.
  await advanceClock({ ms: 120_000 });

  await page.goto(screen('/pages/invest/mine'));
  await page.reload();
  await page.getByRole('tab', { name: app.text('finance/invest:mine.all') }).tap();
  const list = page.getByRole('list', { name: app.text('finance:routes.invest.mine') });
  const settled = list.getByRole('button', { name: app.text('finance/invest:state.completed') });
  await settled.first().tap();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByText(app.text('finance/invest:result.price'))).toBeVisible();
  await sheet.getByRole('button', { name: app.text('finance/invest:verify.button') }).tap();
  await expect(sheet.getByRole('status')).toHaveText(app.text('finance/invest:verify.valid'));
  await page.goBack();

  // The product may have been settled before a whole day had passed.
  await advanceClock({ days: 2 });
  await advanceClock({ ms: 120_000 });
  await page.goto(screen('/pages/fund/demandDeposit'));
  // 365 × 3 % / 365 for the first whole day.
  await expect(page.getByRole('row').filter({ hasText: '0.03 USDT' }).first()).toBeVisible();
  await page.getByRole('textbox', { name: app.text('finance/invest:redeem.number') }).fill('365');
  await app.button('finance/invest:redeem.take').tap();
  await expect(page.getByRole('dialog', { name: app.text('finance/invest:redeem.out') })).toBeVisible();
});
