import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { App } from '../platform/app.ts';
import { advanceClock } from '../platform/clock.ts';
import { approve, finish } from '../platform/journey.ts';
import { codeAfter } from '../platform/outbox.ts';
import { pageSession } from '../platform/session.ts';
import { approveTogether, type Colleague, changeTogether, twoColleagues } from '../platform/staff.ts';
import { voucher } from '../platform/voucher.ts';
import { screen } from '../platform/where.ts';

const DEMO = { user: 'demo@tessera.example', password: 'Tessera-2026' };
const PAY_PASSWORD = '482915';

type Calls = {
  readonly get: (path: string) => Promise<Record<string, unknown>>;
  readonly post: (path: string, form?: Record<string, string>) => Promise<Record<string, unknown>>;
  readonly upload: () => Promise<string>;
};

/** Calls of the logged-in page. */
async function callsOf(page: Page): Promise<Calls> {
  const session = await pageSession(page);
  return {
    get: async (path) => (await page.request.get(`/api${path}`, { headers: await session('GET', path) })).json(),
    post: async (path, form = {}) =>
      (await page.request.post(`/api${path}`, { headers: await session('POST', path, form), form })).json(),
    async upload() {
      const headers = await session('POST', '/upload');
      const response = await page.request.post('/api/upload', { headers, multipart: { file: voucher() } });
      return ((await response.json()) as { message: string }).message;
    },
  };
}

/** Advanced verification, the mark of a market maker, a payment password, and loans that the demo user can secure. */
async function prepare({ get, post, upload }: Calls, staff: readonly [Colleague, Colleague]): Promise<void> {
  const code = await codeAfter(DEMO.user, () => post('/sms_send', { scene: 'pay_password' }));
  expect(await post('/safe/pay_password', { key: PAY_PASSWORD, re_key: PAY_PASSWORD, code })).toMatchObject({
    type: 'ok',
  });
  const { message } = (await get('/user/info')) as { message: { uid: string; verification_level: number } };
  if (message.verification_level < 2) {
    const verification = {
      real_type: '2',
      id_type: 'passport',
      // Who pays in the journey that buys coins.
      country: 'US',
      name: 'Ada Lovelace',
      card_id: randomUUID().slice(0, 8),
      front_pic: await upload(),
      reverse_pic: await upload(),
    };
    expect(await post('/user/real', verification)).toMatchObject({ type: 'ok' });
    await approveTogether(staff, 'identity');
  }
  const reason = 'journey';
  await changeTogether(staff, '/staff/loans/maker', { uid: message.uid, marked: '1', reason });
  // An overdue loan nears its liquidation within days.
  await changeTogether(staff, '/staff/loans/terms', { min_amount: '10000', overdue_rate: '0.05', reason });
}

async function enterPayPassword(app: App): Promise<void> {
  const keypad = app.page.getByRole('group', { name: app.text('approval:payPassword'), exact: true });
  for (const digit of PAY_PASSWORD) await keypad.getByRole('button', { name: digit, exact: true }).tap();
  await expect(keypad).toHaveCount(0);
}

/** Gives each picture of a form a file, and waits until all are uploaded. */
async function givePictures(form: Locator): Promise<void> {
  const inputs = form.locator('input[type=file]');
  await expect(inputs.first()).toBeAttached();
  for (const input of await inputs.all()) await input.setInputFiles(voucher());
  await expect(form.getByRole('img')).toHaveCount(await inputs.count());
  await expect(form.getByRole('progressbar')).toHaveCount(0);
}

/** What the spot account has of a currency. */
async function spot({ post }: Calls, currency: string): Promise<{ readonly id: string; readonly available: string }> {
  type Holding = { readonly currency_id: number; readonly currency: string; readonly available: string };
  const { message } = (await post('/wallet/list')) as {
    message: { accounts: { type: string; currencies: Holding[] }[] };
  };
  const account = message.accounts.find(({ type }) => type === 'change');
  const held = account?.currencies.find((holding) => holding.currency === currency);
  if (!held) throw new Error(`no ${currency} in the spot account`);
  return { id: String(held.currency_id), available: held.available };
}

/** The index, as loans see it, USDT. */
async function priceOf({ get }: Calls, currency: string): Promise<number> {
  const { message } = (await get('/loan/terms')) as {
    message: { currencies: { currency: string; price: string | null }[] };
  };
  return Number(message.currencies.find((each) => each.currency === currency)?.price);
}

test('a loan is applied for, approved by two, warned of, repaid, and a visa card is granted', async ({ page }) => {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  const app = await App.open(page, { language: 'de', theme: 'dark' }, '/pages/common/login');
  await page.locator('input[autocomplete=username]').fill(DEMO.user);
  await page.locator('input[autocomplete=current-password]').fill(DEMO.password);
  await page.locator('button[type=submit]').tap();
  await expect(page.getByTestId('home-total')).toBeVisible();
  const [calls, staff] = await Promise.all([callsOf(page), twoColleagues('admin')]);
  await prepare(calls, staff);
  const bitcoin = await spot(calls, 'BTC');
  const { id: currency_id } = await spot(calls, 'USDT');
  const price = await priceOf(calls, 'BTC');
  /** BTC worth this part of 100,000 USDT, as a German writes it. */
  const german = (part: number) => ((100_000 * part) / price).toFixed(6).replace('.', ',');
  await page.goto(screen('/pages/common/borrowing'));
  await page.reload();

  const form = page.locator('form');
  await app.field('finance/loans:amount').fill('10000');
  await app.field('finance/loans:term').fill('7');
  await page.getByRole('textbox', { name: app.text('finance/loans:collateral') }).fill(german(0.205));
  await givePictures(form);
  await app.button('finance/loans:submit').tap();
  await expect(page.getByRole('dialog', { name: app.text('finance/loans:apply') })).toContainText(
    app.text('finance/loans:risk'),
  );
  await enterPayPassword(app);
  await finish(app);
  await expect(page.getByText(app.text('finance/loans:reviewText'))).toBeVisible();

  await approveTogether(staff, 'loan');
  const gauge = page.getByRole('img', { name: new RegExp(`^${app.text('finance/loans:ratio')}: [2-5]\\d\\d`) });
  await expect(gauge).toBeVisible();
  const history = page.getByRole('list', { name: app.text('finance/loans:history') });
  await expect(history.getByText(app.text('finance/loans:e_paid_out'))).toBeVisible();
  await expect(page.getByText(app.text('finance/loans:blocked'))).toBeVisible();
  expect(
    await calls.post('/wallet/zhuanzhan/begin', { account: 'friend@example.com', currency_id, number: '1' }),
    // Another journey may have set the payment password of this user, which stops sending as well.
  ).toMatchObject({ error: expect.stringMatching(/^(loan_outstanding|withdrawals_paused)$/) });

  await app.button('finance/loans:addCollateral').tap();
  await page.getByRole('textbox', { name: app.text('finance/loans:addCollateral') }).fill(german(0.001));
  await app.button('finance/loans:confirm').tap();
  await enterPayPassword(app);
  await finish(app);
  await expect(history.getByText(app.text('finance/loans:e_collateral_added'))).toBeVisible();
  await app.button('finance/loans:repayPart').tap();
  await page.getByRole('textbox', { name: app.text('finance/loans:repayPart') }).fill('100');
  await app.button('finance/loans:confirm').tap();
  await enterPayPassword(app);
  await finish(app);
  await expect(history.getByText(app.text('finance/loans:e_repayment'), { exact: true })).toBeVisible();

  // Nothing can be collected at the due time: the loan is overdue, and each day more is owed.
  const aside = { currency_id, number: (await spot(calls, 'USDT')).available };
  expect(await calls.post('/wallet/change', { ...aside, from_field: 'change', to_field: 'legal' })).toMatchObject({
    type: 'ok',
  });
  const ratio = async () => {
    const { message } = (await calls.post('/user/jiedaiusernewone')) as {
      message: { application: { loan: { risk_rate: string } } };
    };
    return Number(message.application.loan.risk_rate);
  };
  // In steps that a session outlives.
  while ((await ratio()) > 1.5) await advanceClock({ days: 6 });
  await page.reload();
  await expect(page.getByText(app.text('finance/loans:overdue'))).toBeVisible();
  await expect(history.getByText(app.text('finance/loans:e_warning'), { exact: true }).first()).toBeVisible();

  expect(await calls.post('/wallet/change', { ...aside, from_field: 'legal', to_field: 'change' })).toMatchObject({
    type: 'ok',
  });
  await app.button('finance/loans:repayAll').tap();
  await enterPayPassword(app);
  await finish(app);
  await expect(history.getByText(app.text('finance/loans:e_repaid'))).toBeVisible();
  await expect(app.button('finance/loans:again')).toBeVisible();
  expect(await spot(calls, 'BTC')).toEqual(bitcoin);

  // Of a verified identity no document is asked for again.
  await page.goto(screen('/pages/fund/visa'));
  await page.getByRole('button', { name: new RegExp(`^${app.text('finance/loans:vNation')}: `) }).tap();
  await page.getByRole('searchbox').fill('Deutsch');
  await page.getByRole('radio', { name: /^Deutschland/ }).tap();
  await app.field('finance/loans:vAddress').fill('Lindenstraße 12, 10969 Berlin');
  await app.field('finance/loans:vPhone').fill('+4915123456789');
  await app.button('finance/loans:submit').tap();
  await expect(page.getByText(app.text('finance/loans:vReview'))).toBeVisible();
  await approve('visa');
  await expect(page.getByText(app.text('finance/loans:vApproved'))).toBeVisible();
  expect(problems).toEqual([]);
});
