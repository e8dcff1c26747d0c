import { expect, test } from '@playwright/test';
import { App, TABS } from '../platform/app.ts';
import { deposit, register } from '../platform/journey.ts';

/** The journey of contracts has the other language and theme. */
const LOOK = { language: 'de', theme: 'dark' } as const;

const PASSWORD = 'quite-a-decent-secret-7';
const DEPOSIT = '400';
const AMOUNT = '0.001';

/** A decimal in the locale's format, as the fields expect it. */
const typed = (value: string, language: string) => (language === 'de' ? value.replace('.', ',') : value);

async function watchPrices(app: App) {
  await app.tab(TABS.markets).tap();
  const figures = app.page.locator('main:visible');
  await expect(figures).toContainText('BTC');
  const first = await figures.textContent();
  await expect.poll(() => figures.textContent()).not.toBe(first);
}

async function confirmOrder(app: App, side: 'buy' | 'sell') {
  const sheet = app.page.getByRole('dialog', { name: app.text(`trading:confirm.${side}Title`) });
  await sheet
    .getByRole('button', {
      name: new RegExp(`^${app.text(`trading:form.${side}Amount`, { amount: '.+', base: 'BTC' })}$`),
    })
    .tap();
  await expect(sheet).toBeHidden();
}

const price = (app: App) => app.field('trading:form.priceIn', { unit: 'USDT' });
const amount = (app: App) => app.field('trading:form.amountIn', { unit: 'BTC' });

async function submit(app: App, side: 'buy' | 'sell') {
  const label = app.text(`trading:form.${side}Amount`, { amount: typed(AMOUNT, app.language), base: 'BTC' });
  await app.page.getByRole('button', { name: label, exact: true }).tap();
  await confirmOrder(app, side);
}

/** A limit order far below the market waits; cancelling returns its funds. */
async function limitAndCancel(app: App) {
  const { page } = app;
  await app.tab(TABS.trade).tap();
  await expect(price(app)).not.toHaveValue('');
  await price(app).fill('60000');
  await amount(app).fill(typed(AMOUNT, app.language));
  await submit(app, 'buy');
  const side = app.text('common:buy');
  const cancel = page.getByRole('button', { name: app.text('trading:orders.cancelOne', { side, symbol: 'BTC/USDT' }) });
  await expect(cancel).toBeVisible();
  await cancel.tap();
  await app.button('trading:orders.cancelDo').tap();
  await expect(cancel).toBeHidden();
}

async function chooseKind(app: App, kind: 'limit' | 'market') {
  const { page } = app;
  await page.getByRole('button', { name: new RegExp(`^${app.text('trading:form.kind')}`) }).tap();
  // The radio button itself is drawn by its label.
  await page
    .getByRole('dialog')
    .locator('label', { hasText: new RegExp(`^${app.text(`trading:form.${kind}`)}`) })
    .tap();
}

async function buyAtMarket(app: App) {
  await chooseKind(app, 'market');
  await amount(app).fill(typed(AMOUNT, app.language));
  await submit(app, 'buy');
}

/** A marketable limit order that must not rest fills immediately. */
async function sellByLimit(app: App) {
  const { page } = app;
  // The radio button itself is drawn by its label.
  await page.locator('label', { hasText: new RegExp(`^${app.text('common:sell')}$`) }).tap();
  await chooseKind(app, 'limit');
  await price(app).fill('80000');
  await page.getByRole('button', { name: `${app.text('trading:form.tif')}: GTC`, exact: true }).tap();
  await page.locator('label', { hasText: /^IOC/ }).tap();
  const all = page.getByRole('button', { name: /^100\s%$/ });
  await expect(all).toBeEnabled();
  await all.tap();
  await expect(amount(app)).not.toHaveValue('');
  const label = new RegExp(`^${app.text('trading:form.sellAmount', { amount: '[0-9.,]+', base: 'BTC' })}$`);
  await page.getByRole('button', { name: label }).tap();
  await confirmOrder(app, 'sell');
}

test('a user registers, deposits, trades and logs out', async ({ page }, { retry }) => {
  // Commands of staff run beside it.
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  const app = await App.open(page, LOOK);

  await register(app, `trader-${retry}@example.com`, PASSWORD);
  await watchPrices(app);
  await deposit(app, DEPOSIT);

  await app
    .tab(TABS.home)
    .or(page.getByRole('button', { name: app.text('common:back') }))
    .first()
    .tap();
  await page.goto(`/h5/#${TABS.assets}`);
  await expect(page.getByRole('link', { name: /USDT/ })).toContainText('400');

  await limitAndCancel(app);
  await buyAtMarket(app);
  await sellByLimit(app);

  await page.goto('/h5/#/pages/transaction/currency_order');
  // The screen before stays in the page, hidden.
  await expect(app.heading('trading:routes.spotOrders')).toBeVisible();
  await page.getByRole('tab', { name: app.text('trading:orders.history') }).tap();
  const orders = page.getByRole('button', {
    name: new RegExp(
      `^${app.text('trading:named', { name: app.text('trading:orders.details'), value: '' }).trimEnd()}`,
    ),
  });
  await expect(orders).toHaveCount(3);
  await expect(orders.filter({ hasText: '100' })).toHaveCount(2);
  const cancelled = page.getByText(app.text('trading:orders.status.cancelled'), { exact: true });
  await expect(cancelled.filter({ visible: true })).toHaveCount(1);

  await expect(orders.filter({ hasText: 'IOC' })).toHaveCount(1);

  await page.goto('/h5/#/pages/transaction/source?symbol=BTC/USDT');
  await expect(
    page.getByRole('heading', { name: app.text('trading/source:source.simulated'), exact: true }),
  ).toBeVisible();

  await page.goto('/h5/#/pages/fund/assets_all_record');
  for (const kind of ['deposit', 'order_freeze', 'order_release', 'trade_buy', 'trade_sell', 'trade_fee']) {
    const record = page.getByText(app.text(`assets:kind.${kind}`), { exact: true }).filter({ visible: true });
    await expect(record.first()).toBeVisible();
  }

  await page.goto('/h5/#/pages/setting/setting');
  await app.button('common:logout').tap();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: app.text('common:logout') })
    .tap();
  await expect(app.link('common:register')).toBeVisible();
  expect(problems).toEqual([]);
});
