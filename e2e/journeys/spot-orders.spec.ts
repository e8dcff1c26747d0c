import { expect, type Page, test } from '@playwright/test';
import { App } from '../platform/app.ts';
import { fund } from '../platform/collector.ts';
import { register } from '../platform/journey.ts';

const PASSWORD = 'quite-a-decent-secret-7';
const PAIR = 'BTC/USDT';

/** A finger that comes down, rests until something shows, and is lifted. */
async function press(page: Page, [x, y]: readonly [number, number], shown: () => Promise<unknown>) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  await shown();
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await devtools.detach();
}

const typed = (value: number, digits = 2) => value.toFixed(digits).replace('.', ',');
const figure = (text: string) => Number(text.replace(/\./g, '').replace(',', '.'));

const price = (app: App) => app.field('trading:form.priceIn', { unit: 'USDT' });
const amount = (app: App) => app.field('trading:form.amountIn', { unit: 'BTC' });
const trigger = (app: App) => app.field('trading:lever.form.triggerIn', { unit: 'USDT' });
const openOrders = (app: App) => app.page.getByRole('button', { name: /^Orderdetails: Kaufen BTC\/USDT$/ });

async function chooseKind(app: App, kind: 'limit' | 'stop_limit' | 'oco') {
  const { page } = app;
  await page.getByRole('button', { name: new RegExp(`^${app.text('trading:form.kind')}`) }).tap();
  // The radio button itself is drawn by its label.
  const wanted = page
    .getByRole('dialog')
    .locator('label', { hasText: new RegExp(`^${app.text(`trading:form.${kind}`)}`) });
  await wanted.tap();
  await expect(page.getByRole('dialog')).toBeHidden();
}

/** Sends the form and confirms its sheet, by keys alone. */
async function submitByKeys(app: App, bought: string) {
  const { page } = app;
  const label = app.text('trading:form.buyAmount', { amount: bought, base: 'BTC' });
  await page.getByRole('button', { name: label, exact: true }).press('Enter');
  const sheet = page.getByRole('dialog', { name: app.text('trading:confirm.buyTitle') });
  await sheet.getByRole('button', { name: label, exact: true }).press('Enter');
  await expect(sheet).toBeHidden();
}

/** An order that a search fills in: the amount stands in the form, and the market's price. */
async function searchFills(app: App): Promise<number> {
  const { page } = app;
  await page.goto('/h5/#/pages/market/search');
  await page.getByRole('searchbox').fill('kaufe 0,002 btc');
  await page.getByRole('link', { name: app.text('markets:search.buy', { amount: '0,002', symbol: PAIR }) }).tap();
  await expect(amount(app)).toHaveValue('0,002');
  await expect(price(app)).not.toHaveValue('');
  return figure(await price(app).inputValue());
}

/** A finger rests on a small row: larger ones open, and one of them is taken into the form. */
async function holdsARow(app: App) {
  const { page } = app;
  const bids = page.getByRole('list', { name: app.text('trading:book.bids'), exact: true });
  const row = bids.getByRole('listitem').filter({ hasText: /\d/ }).nth(2);
  const box = await row.boundingBox();
  if (!box) throw new Error('the book has no rows');
  // The larger rows are the only item with several buttons.
  const larger = bids.getByRole('listitem').first().getByRole('button');
  await press(page, [box.x + box.width / 2, box.y + box.height / 2], () => expect(larger).toHaveCount(5));
  const before = await price(app).inputValue();
  const name = (await larger.nth(4).getAttribute('aria-label')) ?? '';
  await larger.nth(4).tap();
  await expect(price(app)).not.toHaveValue(before);
  expect(name).toContain((await price(app).inputValue()).split(',')[1] ?? '');
}

/** All orders at once, by touch, after a question. */
async function cancelsAll(app: App) {
  const { page } = app;
  await app.button('trading:orders.cancelAll').tap();
  const question = page.getByRole('alertdialog', { name: app.text('trading:orders.cancelAllTitle') });
  await question.getByRole('button', { name: app.text('trading:orders.cancelAll'), exact: true }).tap();
  await expect(question).toBeHidden();
  await expect(openOrders(app)).toHaveCount(0);
  await expect(page.getByText(app.text('trading:orders.noneOpen'), { exact: true })).toBeVisible();
}

test('a trader fills in an order by search and book, and places and changes orders that wait', async ({ page }, {
  retry,
}) => {
  const app = await App.open(page, { language: 'de', theme: 'dark' });
  await register(app, `orders-${retry}@example.com`, PASSWORD);
  await fund(app, '400');

  const market = await searchFills(app);
  await holdsARow(app);

  // A stop-limit order with take profit and stop loss, by keys.
  await chooseKind(app, 'stop_limit');
  await trigger(app).fill(typed(market * 1.2));
  await price(app).fill(typed(market * 1.21));
  await amount(app).fill('0,001');
  await page.getByRole('checkbox', { name: app.text('trading:form.exits') }).press('Space');
  await app.field('trading:lever.stop.profit').fill(typed(market * 1.4));
  await app.field('trading:lever.stop.loss').fill(typed(market * 1.1));
  await submitByKeys(app, '0,001');
  await expect(openOrders(app)).toHaveCount(1);
  await expect(openOrders(app)).toContainText(app.text('trading:lever.stop.profit'));

  // OCO: a limit below the market, a stop above it.
  await chooseKind(app, 'oco');
  await price(app).fill(typed(market * 0.9));
  await trigger(app).fill(typed(market * 1.05));
  await app.field('trading:form.stopLimitIn', { unit: 'USDT' }).fill(typed(market * 1.06));
  await amount(app).fill('0,0015');
  await submitByKeys(app, '0,0015');
  await expect(openOrders(app)).toHaveCount(2);

  // Amended in one step, by touch.
  const side = app.text('common:buy');
  await page
    .getByRole('button', { name: app.text('trading:lever.amend.one', { side, symbol: PAIR }), exact: true })
    .first()
    .tap();
  const sheet = page.getByRole('dialog', { name: app.text('trading:orders.amend') });
  await sheet.getByLabel(app.text('trading:form.amountIn', { unit: 'BTC' }), { exact: true }).fill('0,0008');
  await sheet.getByRole('button', { name: app.text('trading:orders.amend'), exact: true }).tap();
  await expect(sheet).toBeHidden();
  await expect(openOrders(app).filter({ hasText: '0,0008' })).toHaveCount(1);

  await cancelsAll(app);
});
