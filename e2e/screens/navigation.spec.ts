import { expect, type Page, test } from '@playwright/test';
import { App, TABS } from '../platform/app.ts';
import { ORIGIN } from '../platform/where.ts';

const EN = { language: 'en', theme: 'light' } as const;
const HELP = '/pages/help/help';
const SETTINGS = '/pages/setting/setting';

const at = (path: string) => new RegExp(`#${path.replace(/[/?]/g, '\\$&')}(\\?|$)`);
const scrolled = (page: Page) => page.evaluate(() => Math.round(window.scrollY));
/** Scrolls, again where rows that are laid out late took the position back, until it holds for two reads. */
const scrollTo = async (page: Page, top: number) => {
  await expect(async () => {
    await page.evaluate((y) => window.scrollTo(0, y), top);
    expect(await scrolled(page)).toBe(top);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    expect(await scrolled(page)).toBe(top);
  }).toPass();
};
const title = (page: Page) => page.getByRole('heading', { level: 1 });
/** Name of the transition of the current screen. */
const motion = (page: Page) => page.locator('[data-shown]').getAttribute('data-motion');

/** History entries of sheets: they are removed shortly after the sheet is closed. */
const covers = (page: Page) => page.evaluate(() => (history.state as { usr?: { cover?: number } }).usr?.cover ?? 0);

async function openMarkets(page: Page) {
  const app = await App.open(page, EN);
  await app.tab(TABS.markets).tap();
  // Home lists the same pairs: what is scrolled before Markets has come is Home.
  await expect(page.locator(`[data-shown][data-at="${TABS.markets}"]`)).toBeVisible();
  await expect(page.locator('main:visible')).toContainText('BTC');
  await expect(page.getByRole('link', { name: /ETH/ }).first()).toBeVisible();
  return app;
}

test('each tab keeps its position, and tapping the current tab scrolls to the top', async ({ page }) => {
  const app = await openMarkets(page);
  await scrollTo(page, 600);
  await app.tab(TABS.home).tap();
  await expect(page).toHaveURL(at('/'));
  await expect.poll(() => scrolled(page)).toBe(0);
  expect(await motion(page)).toBe('none');

  await app.tab(TABS.markets).tap();
  await expect.poll(() => scrolled(page)).toBe(600);
  await app.tab(TABS.markets).tap();
  await expect.poll(() => scrolled(page)).toBe(0);
});

test('an address that was typed without the # of the page opens the screen that it means', async ({ page }) => {
  await App.open(page, EN);
  for (const [typed, screen] of [
    ['/h5/pages/help/help/', HELP],
    ['/markets', TABS.markets],
    ['/h5/nothing/of/this/name', TABS.home],
    // The browser adds the fragment to where the address leads.
    [`/h5/home#${HELP}`, HELP],
  ] as const) {
    await page.goto('about:blank');
    await page.goto(new URL(typed, ORIGIN).href);
    await expect(page.locator(`[data-shown][data-at="${screen}"]`), typed).toBeVisible();
  }
});

test('a screen slides in from the right; back reverses it and restores the scroll position', async ({ page }) => {
  await openMarkets(page);
  await scrollTo(page, 300);
  await page.evaluate(() => {
    location.hash = '#/pages/market/search';
  });
  await expect(page).toHaveURL(at('/pages/market/search'));
  await expect.poll(() => motion(page)).toBe('forward');
  await page.getByRole('button', { name: 'Back', exact: true }).tap();
  await expect(page).toHaveURL(at(TABS.markets));
  await expect.poll(() => motion(page)).toBe('back');
  await expect.poll(() => scrolled(page)).toBe(300);
});

test('form input survives a change of tab', async ({ page }) => {
  const app = await App.open(page, EN, TABS.trade);
  const price = app.field('trading:form.priceIn', { unit: 'USDT' });
  await expect(price).not.toHaveValue('');
  await price.fill('60123');
  await app.tab(TABS.home).tap();
  await expect(price).toBeHidden();
  await app.tab(TABS.trade).tap();
  await expect(price).toHaveValue(/60,?123/);
});

test('back closes an open sheet first, and a closed sheet leaves no history entry', async ({ page }) => {
  const app = await App.open(page, EN);
  await app.tab(TABS.markets).tap();
  await expect(page).toHaveURL(at(TABS.markets));
  await app.tab(TABS.home).tap();
  const more = app.button('home:more');
  const sheet = page.getByRole('dialog', { name: app.text('home:allServices') });
  const length = () => page.evaluate(() => history.length);

  await more.tap();
  await expect(sheet).toBeVisible();
  await page.goBack();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(at('/'));
  const before = await length();

  await more.tap();
  await expect(sheet).toBeVisible();
  await app.button('common:close').tap();
  await expect(sheet).toBeHidden();
  await expect.poll(() => covers(page)).toBe(0);
  expect(await length()).toBe(before);
  await page.goBack();
  await expect(page).toHaveURL(at(TABS.markets));
});

test('back from a screen opened in a sheet returns to the screen below the sheet', async ({ page }) => {
  const app = await App.open(page, EN);
  await app.button('home:more').tap();
  const sheet = page.getByRole('dialog', { name: app.text('home:allServices') });
  await sheet.locator(`a[href="#${HELP}"]`).tap();
  await expect(page).toHaveURL(at(HELP));
  await expect(sheet).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL(at('/'));
  await expect(sheet).toBeHidden();
});

test('back from a deep link opens the home screen', async ({ page }) => {
  await App.open(page, EN, HELP);
  await page.getByRole('button', { name: 'Back', exact: true }).tap();
  await expect(page).toHaveURL(at('/'));
  await expect(title(page)).toHaveText(/Tessera/);
});

test('stocks and futures open the list of their market', async ({ page }) => {
  const app = await App.open(page, EN);
  await app.button('home:more').tap();
  await page.getByRole('dialog').locator('a[href$="?tab=stocks"]').tap();
  await expect(page.getByRole('tab', { name: app.text('markets:category.stocks'), exact: true })).toHaveAttribute(
    'aria-selected',
    'true',
  );
});

async function swipe(page: Page, from: number, to: number, y = 400) {
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y }] });
  await touch('touchStart', from);
  for (let part = 1; part <= 5; part += 1) await touch('touchMove', from + ((to - from) * part) / 5);
  await touch('touchEnd');
}

test('a swipe from the left edge goes back; one that starts further in, or ends early, does not', async ({ page }) => {
  await App.open(page, EN);
  await page.evaluate((to) => {
    location.hash = to;
  }, SETTINGS);
  await expect(page).toHaveURL(at(SETTINGS));
  await expect(page.getByRole('button', { name: 'Back', exact: true })).toBeVisible();
  await swipe(page, 120, 320);
  await swipe(page, 5, 60);
  await expect(page).toHaveURL(at(SETTINGS));
  await swipe(page, 5, 300);
  await expect(page).toHaveURL(at('/'));
});
