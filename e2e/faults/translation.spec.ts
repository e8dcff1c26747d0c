import { expect, type Page, test } from '@playwright/test';
import { isFigures } from '../../host/src/app/keep-figures.ts';
import { App, TABS } from '../platform/app.ts';
import { addressesOfUsers, DEMO, GUESTS } from '../platform/every-screen.ts';
import { countCalls, visit } from '../platform/screens.ts';
import { blames } from '../platform/spoil.ts';
import { translate } from '../platform/translate.ts';
import { fewInTurn, inTurn, TURN_TITLE } from '../platform/turns.ts';
import { screen } from '../platform/where.ts';

/** Figures, symbols, ids and codes that stand alone, where a translator would rewrite them. */
const unprotected = async (page: Page): Promise<string[]> => {
  const texts = await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = new Set<string>();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (!node.nodeValue?.trim() || !parent || parent.closest('[translate=no], script, style, font')) continue;
      found.add(parent.textContent);
    }
    return [...found];
  });
  return texts.filter(isFigures);
};

test(`every screen goes on while a translator of the browser replaces its texts${TURN_TITLE}`, async ({ page }) => {
  const failures: string[] = [];
  let current = '';
  page.on('pageerror', (error) => failures.push(`${current}: ${error.message}`));
  const blamed = await blames(page);
  await countCalls(page);
  const app = await App.open(page, { language: 'en', theme: 'light' }, '/pages/common/login');
  const shown = page.locator('[data-shown]');
  const failed = ['common:failed.unknownTitle', 'common:failed.title'].map((text) => app.text(text));
  let translated = 0;
  const translateAt = async (address: string) => {
    current = address;
    const missing = await visit(page, address);
    if (missing) failures.push(`${address}: waits for ${missing}`);
    for (const figures of await unprotected(page)) failures.push(`${address}: “${figures}” is translated`);
    translated += await page.evaluate(translate);
    const field = shown.locator('input:is([type=text], :not([type])):enabled:visible').first();
    if (await field.count()) await field.pressSequentially('1');
    // Prices tick meanwhile, on this screen and on those that were left and are kept.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    const title = (await shown.locator('h1').first().textContent()) ?? '';
    if (failed.some((each) => title.startsWith(each))) failures.push(`${address}: ${title}`);
  };
  for (const address of GUESTS) await translateAt(address);
  // The form is translated and holds what was typed: it is opened anew.
  await page.goto(screen('/pages/common/login'));
  await page.reload();
  await shown.locator('input[autocomplete=username]').fill(DEMO.user);
  await shown.locator('input[autocomplete=current-password]').fill(DEMO.password);
  await shown.locator('button[type=submit]').tap();
  await expect(page.getByTestId('home-total')).toBeVisible();
  const addresses = inTurn('translated', await addressesOfUsers(page.request), 6);
  for (const address of addresses) await translateAt(address);
  expect(failures).toEqual([]);
  expect(translated).toBeGreaterThan(addresses.length);
  expect(await blamed()).toEqual([]);
});

/** Several ticks reach the prices of a translated screen, in whatever order; each may bring rows that a translator takes. */
async function ticksOn(page: Page): Promise<void> {
  const prices = () =>
    page.locator('[data-shown] [translate=no]:visible').evaluateAll((all) =>
      all
        .map(({ textContent }) => textContent)
        .filter((text) => /^\D?[\d,]+\.\d+$/.test(text))
        .sort(),
    );
  await expect.poll(async () => (await prices()).length).toBeGreaterThan(0);
  for (const _ of [1, 2, 3]) {
    const last = await prices();
    await expect.poll(prices).not.toEqual(last);
    await page.evaluate(translate);
  }
}

test('on a translated Spot prices tick on, what was typed is kept, and no version is blamed', async ({ page }) => {
  const blamed = await blames(page);
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  const app = await App.open(page, { language: 'en', theme: 'dark' }, TABS.trade);
  const labelled = app.field('trading:form.amountIn', { unit: 'BTC' });
  await labelled.fill('0.125');
  // Its label is translated: it is found by its place.
  const inputs = page.locator('[data-shown] input');
  const field = await labelled.elementHandle();
  const amount = inputs.nth(await inputs.evaluateAll((all, one) => all.indexOf(one as HTMLInputElement), field));
  expect(await page.evaluate(translate)).toBeGreaterThan(10);
  await ticksOn(page);
  await expect(amount).toHaveValue('0.125');
  expect(errors).toEqual([]);
  expect(await blamed()).toEqual([]);
});

const TICKING = {
  home: TABS.home,
  markets: TABS.markets,
  contracts: '/pages/transaction/index2?mode=contract',
  options: '/pages/transaction/index3',
  chart: '/pages/transaction/currency?symbol=BTC%2FUSDT',
  'chart of a contract': '/pages/transaction/contract',
};
for (const [name, address] of fewInTurn('ticking', Object.entries(TICKING), 1))
  test(`on a translated screen (${name}) prices tick on${TURN_TITLE}`, async ({ page }) => {
    const blamed = await blames(page);
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    await App.open(page, { language: 'en', theme: 'dark' }, address);
    await expect(
      page
        .locator('[data-shown]')
        .getByText(/^[\d,]+\.\d{2,}$/)
        .first(),
    ).toBeVisible();
    expect(await page.evaluate(translate)).toBeGreaterThan(10);
    await ticksOn(page);
    expect(errors).toEqual([]);
    expect(await blamed()).toEqual([]);
  });
