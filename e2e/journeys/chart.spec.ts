import { expect, type Page, test } from '@playwright/test';
import { App } from '../platform/app.ts';

const PAIR = '/pages/transaction/currency?symbol=BTC%2FUSDT';

/** A finger that moves in a straight line. */
async function swipe(page: Page, from: readonly [x: number, y: number], by: readonly [x: number, y: number]) {
  const devtools = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
  await touch('touchStart', ...from);
  const steps = 12;
  for (let step = 1; step <= steps; step++)
    await touch('touchMove', from[0] + (by[0] * step) / steps, from[1] + (by[1] * step) / steps);
  await touch('touchEnd');
  await devtools.detach();
}

const chartOf = (app: App) =>
  app.page.getByRole('application', { name: app.text('trading:chart.title', { symbol: 'BTC/USDT' }) });

/** A point of the chart, from 0 to 1 of its width and height. */
async function pointOf(app: App, across: number, down: number): Promise<[number, number]> {
  const box = await chartOf(app).boundingBox();
  if (!box) throw new Error('the chart is not in the page');
  return [box.x + box.width * across, box.y + box.height * down];
}

const summary = (app: App) => app.page.getByRole('status').filter({ hasText: 'Eröffnung' });
const jump = (app: App) => app.page.getByRole('button', { name: 'Zum aktuellen Kurs' });

async function byTouch(app: App) {
  const { page } = app;
  await expect(summary(app)).toContainText(/Kerzen zu 15m.*Hoch.*Tief.*Schluss.*Trend/);
  await swipe(page, await pointOf(app, 0.4, 0.6), [0, -150]);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(80);
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(jump(app)).toBeHidden();
  await swipe(page, await pointOf(app, 0.2, 0.4), [220, 0]);
  await jump(app).tap();
  await expect(jump(app)).toBeHidden();
}

async function byKeyboard(app: App) {
  const { page } = app;
  await chartOf(app).focus();
  for (let press = 0; press < 4; press++) await page.keyboard.press('ArrowLeft');
  await expect(jump(app)).toBeVisible();
  await page.keyboard.press('End');
  await expect(jump(app)).toBeHidden();
  const before = await summary(app).textContent();
  for (let press = 0; press < 4; press++) await page.keyboard.press('-');
  await expect(summary(app)).not.toHaveText(before ?? '');
}

async function draws(app: App) {
  const { page } = app;
  await app.button('trading:chart.draw').tap();
  await page.getByRole('button', { name: 'Trendlinie', exact: true }).tap();
  await page.touchscreen.tap(...(await pointOf(app, 0.2, 0.4)));
  const line = page.getByRole('button', { name: 'Trendlinie', exact: true });
  // A tap that comes too soon after the first belongs to a double tap, and places nothing.
  await expect(async () => {
    await page.touchscreen.tap(...(await pointOf(app, 0.6, 0.2)));
    await expect(line).toHaveAttribute('aria-pressed', 'false', { timeout: 1_000 });
  }).toPass();
  await page.reload();
  await app.button('trading:chart.draw').tap();
  const eraseAll = page.getByRole('button', { name: 'Alle Zeichnungen löschen' });
  await expect(eraseAll).toBeEnabled();
  await eraseAll.tap();
  await expect(eraseAll).toBeDisabled();
  // The same by keys.
  await line.tap();
  await expect(line).toHaveAttribute('aria-pressed', 'true');
  await chartOf(app).focus();
  const point = (number: number) => page.getByRole('status').filter({ hasText: `Punkt ${number} von 2: ` });
  // A key that comes before the bars are there has nothing to move along.
  await expect(async () => {
    await page.keyboard.press('ArrowLeft');
    await expect(point(1)).toBeVisible({ timeout: 1_000 });
  }).toPass();
  for (const key of ['ArrowUp', 'Enter', 'ArrowLeft', 'ArrowDown']) await page.keyboard.press(key);
  await expect(point(2)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(line).toHaveAttribute('aria-pressed', 'false');
  await expect(eraseAll).toBeEnabled();
  await app.button('trading:chart.draw').tap();
}

async function fillsTheScreen(app: App) {
  const { page } = app;
  await app.button('trading:chart.full').tap();
  const leave = app.button('trading:chart.leaveFull');
  await expect(leave).toBeVisible();
  await expect.poll(async () => (await chartOf(app).boundingBox())?.height).toBeGreaterThan(600);
  await leave.tap();
  await page.setViewportSize({ width: 844, height: 390 });
  await expect(leave).toBeVisible();
  await expect.poll(async () => (await chartOf(app).boundingBox())?.width).toBeGreaterThan(800);
  // The bars around it leave the chart most of the height, and the panes below them leave the candles most of the chart.
  expect((await chartOf(app).boundingBox())?.height).toBeGreaterThan(250);
  const candles = chartOf(app).locator('canvas').first();
  await expect.poll(async () => (await candles.boundingBox())?.height).toBeGreaterThan(120);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(leave).toBeHidden();
}

async function readsTheDepth(app: App) {
  const { page } = app;
  await page.getByRole('tab', { name: app.text('trading:chart.depth'), exact: true }).tap();
  const depth = page.getByRole('slider', { name: 'Markttiefe BTC/USDT' });
  await depth.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(depth).toHaveAttribute('aria-valuetext', /^Kaufgebote bis [\d.,]+: [\d.,]+ BTC$/);
}

/** Figures of a German text. */
const figure = (text: string) => Number(text.replace(/\./g, '').replace(',', '.'));

async function readsTheBook(app: App) {
  const { page } = app;
  const precision = app.text('trading:book.precision');
  for (const step of ['0,01', '10']) {
    if (step !== '0,01') {
      await page.getByRole('button', { name: new RegExp(`^${precision}`) }).tap();
      await page.getByRole('dialog', { name: precision }).getByRole('radio', { name: step, exact: true }).tap();
    }
    for (const side of ['bids', 'asks'] as const) {
      const rows = page
        .getByRole('list', { name: app.text(`trading:book.${side}`), exact: true })
        .getByRole('listitem');
      // Blank rows keep the room; a filled one has a price, an amount and a sum.
      const filled = rows.filter({ hasText: /\d/ });
      await expect.poll(() => filled.count()).toBeGreaterThanOrEqual(15);
      const prices = (await filled.locator('span > span:first-child').allTextContents()).map(figure);
      if (step === '10') expect(prices.every((price) => price % 10 === 0)).toBe(true);
    }
  }
  await expect(page.getByText(/^Kaufgebote \d+\s%, Verkaufsgebote \d+\s%$/)).toBeAttached();
  await expect(page.getByText(/^live · \d+ ms · simuliert · #\d+$/)).toBeVisible();
}

test('a trader reads and draws on the chart, and reads the book', async ({ page }) => {
  const app = await App.open(page, { language: 'de', theme: 'dark' }, PAIR);
  await byTouch(app);
  await byKeyboard(app);
  await draws(app);
  await fillsTheScreen(app);
  await readsTheDepth(app);
  await readsTheBook(app);
});
