import { expect, type Locator, type Page, test } from '@playwright/test';
import { App } from '../platform/app.ts';
import { fund } from '../platform/collector.ts';
import { register } from '../platform/journey.ts';

const PASSWORD = 'quite-a-decent-secret-7';
const PAIR = 'BTC/USDT';
const SPOT = '/h5/#/pages/transaction/index?symbol=BTC%2FUSDT';
const CHART = '/h5/#/pages/transaction/currency?symbol=BTC%2FUSDT';

type Point = readonly [x: number, y: number];

/** A finger that comes down and is lifted after what it does. */
async function finger(page: Page, at: Point, act: (move: (to: Point) => Promise<unknown>) => Promise<unknown>) {
  const devtools = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove', [x, y]: Point) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y }] });
  await touch('touchStart', at);
  await act((to) => touch('touchMove', to));
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await devtools.detach();
}

async function middleOf(element: Locator): Promise<Point> {
  const read = () => element.boundingBox();
  let box = await read();
  // A line is drawn anew as prices move.
  await expect.poll(async () => (box ??= await read())).not.toBeNull();
  if (!box) throw new Error('the element is not on the screen');
  return [box.x + box.width / 2, box.y + box.height / 2];
}

const figure = (text: string) => Number(text.replace(/\./g, '').replace(',', '.'));
const handle = (app: App, label: string) => app.page.getByRole('slider', { name: new RegExp(label) });
const question = (app: App) => app.page.getByRole('alertdialog', { name: app.text('trading:lever.chart.moveTitle') });

/** A limit order below the candles, which waits. */
async function placesAnOrder(app: App) {
  const { page } = app;
  await page.goto(SPOT);
  const price = app.field('trading:form.priceIn', { unit: 'USDT' });
  await expect(price).not.toHaveValue('');
  await price.fill((figure(await price.inputValue()) * 0.9).toFixed(2).replace('.', ','));
  await app.field('trading:form.amountIn', { unit: 'BTC' }).fill('0,001');
  const label = app.text('trading:form.buyAmount', { amount: '0,001', base: 'BTC' });
  await page.getByRole('button', { name: label, exact: true }).press('Enter');
  const sheet = page.getByRole('dialog', { name: app.text('trading:confirm.buyTitle') });
  await sheet.getByRole('button', { name: label, exact: true }).press('Enter');
  await expect(sheet).toBeHidden();
}

/**
 * Drags a line until it asks whether it is to move from where it was. The candles are scaled anew as prices move: a line that
 * has left the place that was touched is dragged again.
 */
async function drags(app: App, line: Locator, from: string, drag: (at: Point) => Promise<void>) {
  await expect(async () => {
    if (!(await question(app).isVisible())) await drag(await middleOf(line));
    await expect(question(app)).toContainText(from, { timeout: 5_000 });
  }).toPass();
}

/** The line of the order, drawn at the edge, is dragged a little into the candles by touch, and the order amended. */
async function dragsTheOrder(app: App) {
  const { page } = app;
  const line = handle(app, 'Kauf 0,001 BTC');
  await expect(line).toBeVisible();
  const before = (await line.getAttribute('aria-valuetext')) ?? '';
  await drags(app, line, before, ([x, y]) =>
    finger(page, [x, y], async (move) => {
      for (const up of [4, 8, 12]) await move([x, y - up]);
    }),
  );
  await question(app)
    .getByRole('button', { name: app.text('common:confirm'), exact: true })
    .tap();
  await expect(question(app)).toBeHidden();
  await expect(page.getByText(app.text('trading:lever.amend.done'))).toBeVisible();
  await expect(line).not.toHaveAttribute('aria-valuetext', before);
}

/** A finger rests on the candles, far from the last price, and an alert is set where it was. */
async function setsAnAlert(app: App) {
  const { page } = app;
  const chart = page.getByRole('application', { name: app.text('trading:chart.title', { symbol: PAIR }) });
  const box = await chart.boundingBox();
  if (!box) throw new Error('the chart is not on the screen');
  const offer = page.getByRole('button', { name: /^Alarm bei / });
  await finger(page, [box.x + box.width * 0.3, box.y + 8], () => expect(offer).toBeVisible());
  await offer.tap();
  await page.getByRole('button', { name: 'Alarm speichern', exact: true }).tap();
  await expect(page.getByText('Alarm gespeichert')).toBeVisible();
}

/** The line of the alert is dragged by mouse, and stays where it was when the question is denied. */
async function dragsTheAlert(app: App) {
  const { page } = app;
  const line = handle(app, 'Alarm');
  await expect(line).toBeVisible();
  const before = (await line.getAttribute('aria-valuetext')) ?? '';
  await drags(app, line, before, async ([x, y]) => {
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y + 20, { steps: 3 });
    await page.mouse.up();
  });
  await question(app)
    .getByRole('button', { name: app.text('common:cancel'), exact: true })
    .click();
  await expect(question(app)).toBeHidden();
  await expect(line).toHaveAttribute('aria-valuetext', before);
}

/**
 * From the keyboard: `A` sets an alert at the newest price, here at a distance from it. The market may reach the level
 * before the alert is saved, which is rejected: saved again, it is for the other direction.
 */
async function setsAnAlertNear(app: App, distance: number) {
  const { page } = app;
  await page.getByRole('application', { name: app.text('trading:chart.title', { symbol: PAIR }) }).press('a');
  const sheet = page.getByRole('dialog', { name: `Alarm für ${PAIR}` });
  const price = sheet.getByLabel('Preis (USDT)');
  const level = figure(await price.inputValue()) + distance;
  await price.fill(level.toFixed(2).replace('.', ','));
  const save = sheet.getByRole('button', { name: 'Alarm speichern', exact: true });
  await expect(async () => {
    if (await sheet.isVisible()) await save.tap({ timeout: 5_000 });
    await expect(sheet).toBeHidden({ timeout: 20_000 });
  }).toPass();
}

/**
 * The price leaves the band between two alerts within seconds, in one direction or the other: one of them fires. Where it has
 * left the band before the second one is saved, that one is for its way back, so two more are set around where it is then.
 */
async function isAlerted(app: App) {
  let fired = false;
  // Looked at in every frame: the next toast takes the place of one that is shown while the other alert is being set.
  const told = app.page
    .waitForFunction(
      (title) =>
        [...document.querySelectorAll('[role=status]')].some(({ textContent }) =>
          new RegExp(title).test(textContent ?? ''),
        ),
      `^${PAIR} ist auf [0-9.,]+ (gestiegen|gefallen)$`,
      { timeout: 180_000 },
    )
    .then(() => {
      fired = true;
    });
  const setting = async () => {
    for (let tries = 0; tries < 6 && !fired; tries += 1) {
      await setsAnAlertNear(app, 5);
      await setsAnAlertNear(app, -5);
      const soon = expect.poll(() => fired, { timeout: 20_000 }).toBe(true);
      await soon.catch(() => undefined);
    }
  };
  await Promise.all([told, setting()]);
}

test('a trader moves an order, sets alerts on the chart, and sees one fire', async ({ page }, { retry }) => {
  const app = await App.open(page, { language: 'de', theme: 'dark' });
  await register(app, `chart-${retry}@example.com`, PASSWORD);
  await fund(app, '400');
  await placesAnOrder(app);
  await page.goto(CHART);
  await dragsTheOrder(app);
  await setsAnAlert(app);
  await dragsTheAlert(app);
  await isAlerted(app);
});
