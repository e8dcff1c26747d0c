import { expect, type Locator, test } from '@playwright/test';
import { App } from '../platform/app.ts';
import { finish } from '../platform/journey.ts';

/** The journey of spot has the other language and theme. */
const LOOK = { language: 'zh', theme: 'light' } as const;

const DEMO = { user: 'demo@tessera.example', password: 'Tessera-2026' };
const SYMBOL = 'BTC/USDT-PERP';

async function logIn({ page }: App) {
  await page.locator('input[autocomplete=username]').fill(DEMO.user);
  await page.locator('input[autocomplete=current-password]').fill(DEMO.password);
  await page.locator('button[type=submit]').tap();
  await expect(page.getByTestId('home-total')).toBeVisible();
}

/** The name of something followed by its value, in the punctuation of the language. */
const named = (app: App, name: string) => new RegExp(`^${app.text('trading:named', { name, value: '' }).trimEnd()}`);

/** Moves margin over from the spot account, from the link in the order form. */
async function fund(app: App, amount: string) {
  const { page } = app;
  const form = page.getByRole('region', { name: app.text('trading:form.label'), exact: true });
  await form.getByRole('link', { name: app.text('trading/leverage:lever.form.transfer'), exact: true }).tap();
  // The order form that is left has a field of the same name.
  await expect(app.heading('assets:routes.fund.transfer')).toBeVisible();
  const field = app.field('assets:transfer.amount').filter({ visible: true });
  await field.fill(amount);
  const label = new RegExp(`^${app.text('assets:transfer.action', { amount: '[0-9.,]+', currency: 'USDT' })}$`);
  await page.getByRole('button', { name: label }).tap();
  await page.getByRole('dialog').getByRole('button', { name: label }).tap();
  await finish(app);
  // What was moved leaves the form.
  await expect(field).toHaveValue('');
  await app.button('common:back').tap();
}

/** An isolated long at the market; the sheet before it names what it can lead to. */
async function openLong(app: App, lots: string) {
  const { page } = app;
  const mode = app.text('trading/leverage:lever.mode.label');
  await page.getByRole('button', { name: named(app, mode) }).tap();
  await page.getByRole('dialog', { name: mode }).locator('label').nth(1).tap();
  await page.getByRole('tab', { name: app.text('trading:form.market'), exact: true }).tap();
  await page.getByLabel(app.text('trading/leverage:lever.form.unit')).selectOption('lots');
  await app.field('common:amount').filter({ visible: true }).fill(lots);
  const label = new RegExp(`^${app.text('trading/leverage:lever.open.longLots', { lots: '[0-9.,]+' })}$`);
  await page.getByRole('button', { name: label }).tap();
  const sheet = page.getByRole('dialog', { name: app.text('trading/leverage:lever.confirm.long') });
  await expect(sheet.getByText(app.text('trading/leverage:lever.outlook.breakEven')).first()).toBeVisible();
  await expect(sheet.getByText(app.text('trading/leverage:lever.outlook.liquidated')).first()).toBeVisible();
  await sheet.getByRole('button', { name: label }).tap();
  await expect(sheet).toBeHidden();
}

/** A take profit and a stop loss by their return on the margin. */
async function protect(app: App, card: Locator) {
  const { page } = app;
  await card.getByRole('button', { name: named(app, app.text('trading/leverage:lever.stop.both')) }).tap();
  const sheet = page.getByRole('dialog', { name: app.text('trading/leverage:lever.stop.title', { symbol: SYMBOL }) });
  for (const [stop, percent] of [
    ['profit', '40'],
    ['loss', '20'],
  ] as const) {
    const name = app.text(`trading:lever.stop.${stop}`);
    await sheet.getByLabel(app.text('trading/leverage:lever.stop.unit', { stop: name })).selectOption('percent');
    await sheet.getByLabel(name, { exact: true }).fill(percent);
  }
  await sheet.getByRole('button', { name: app.text('trading/leverage:lever.stop.save') }).tap();
  await expect(sheet).toBeHidden();
}

/** Drags the stop loss on the chart by some pixels, and confirms the price where it was let go. */
async function dragStop(app: App) {
  const { page } = app;
  const line = app.text('trading/leverage:lever.chart.loss');
  const handle = page.getByRole('slider', { name: app.text('trading:lever.chart.handle', { line }), exact: true });
  // The chart is drawn anew once its settings are there.
  await expect(() => handle.scrollIntoViewIfNeeded()).toPass();
  const before = await handle.getAttribute('aria-valuetext');
  const box = await handle.boundingBox();
  if (!box) throw new Error('the stop loss is not on the chart');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2 - 12, { steps: 4 });
  await page.mouse.up();
  const question = page.getByRole('alertdialog', { name: app.text('trading:lever.chart.moveTitle') });
  await question.getByRole('button', { name: app.text('common:confirm') }).tap();
  await expect(question).toBeHidden();
  await expect(handle).not.toHaveAttribute('aria-valuetext', before ?? '');
}

/** Closes a share of the position at the market. */
async function close(app: App, card: Locator, share: string) {
  const { page } = app;
  await card.getByRole('button', { name: named(app, app.text('trading/leverage:lever.close.do')) }).tap();
  const side = app.text('trading/leverage:lever.long');
  const sheet = page.getByRole('dialog', {
    name: app.text('trading/leverage:lever.close.title', { side, symbol: SYMBOL }),
  });
  await sheet.getByRole('button', { name: share, exact: true }).tap();
  const label = new RegExp(`^${app.text('trading/leverage:lever.close.lots', { lots: '[0-9.,]+' })}$`);
  await sheet.getByRole('button', { name: label }).tap();
  await expect(sheet).toBeHidden();
}

test('a contract is opened, protected, closed in part and whole', async ({ page }) => {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  const app = await App.open(page, LOOK, '/pages/common/login');
  await logIn(app);
  await page.goto(`/h5/#/pages/transaction/index2?symbol=${SYMBOL}`);
  await fund(app, '500');
  await openLong(app, '1000');

  const name = `${app.text('trading/leverage:lever.long')} ${SYMBOL}`;
  const card = page.getByRole('listitem', { name, exact: true }).filter({ visible: true });
  await expect(card).toContainText('0.01');
  await protect(app, card);

  await page.goto(`/h5/#/pages/transaction/contract?symbol=${SYMBOL}`);
  await expect(card).toBeVisible();
  await dragStop(app);
  await close(app, card, '50%');
  await expect(card).toContainText('0.005');
  await close(app, card, '100%');
  await expect(card).toHaveCount(0);

  await page.goto('/h5/#/pages/transaction/contract_order');
  const shelf = (path: string) =>
    page.getByRole('tab', { name: app.text(path), exact: true }).filter({ visible: true });
  await shelf('trading/leverage:lever.orders.complete').tap();
  const closing = page.getByText(app.text('trading/leverage:lever.close.long')).filter({ visible: true });
  await expect(closing.first()).toBeVisible();
  await shelf('trading/leverage:lever.history.title').tap();
  await expect(card.first()).toContainText(app.text('trading/leverage:lever.cause.user'));
  expect(problems).toEqual([]);
});
