import { expect, type Page, type Route, test } from '@playwright/test';
import { App, TABS } from '../platform/app.ts';
import { logIn, openEveryScreen, titleOf } from '../platform/every-screen.ts';
import { beFull, beHostile, type Hostility } from '../platform/hostile-browser.ts';
import { fewInTurn, TURN_TITLE } from '../platform/turns.ts';

/*
 * Nothing that the browser, the device or its storage says ends a screen: each is opened in a browser that lacks,
 * refuses or falsifies what pages read.
 */

test.use({ reducedMotion: 'reduce', trace: 'off' });

const KINDS = ['absent', 'throwing', 'wrong'] as const satisfies readonly Hostility[];
for (const kind of fewInTurn('hostile', KINDS, 1))
  test(`every screen opens in a browser whose storage is ${kind}, and all else is in its turn${TURN_TITLE}`, async ({
    page,
  }) => {
    await beHostile(page, kind);
    expect(await openEveryScreen(page, kind)).toEqual([]);
  });

/** A limit order far below the market; it rests, and is cancelled. */
async function placeAndCancel(app: App): Promise<void> {
  const { page } = app;
  await app.tab(TABS.trade).tap();
  const price = app.field('trading:form.priceIn', { unit: 'USDT' });
  await expect(price).not.toHaveValue('');
  await price.fill('60000');
  await app.field('trading:form.amountIn', { unit: 'BTC' }).fill('0.001');
  const label = app.text('trading:form.buyAmount', { amount: '0.001', base: 'BTC' });
  await page.getByRole('button', { name: label, exact: true }).tap();
  const sheet = page.getByRole('dialog', { name: app.text('trading:confirm.buyTitle') });
  await sheet.getByRole('button', { name: label, exact: true }).tap();
  await expect(sheet).toBeHidden();
  const side = app.text('common:buy');
  const cancel = page.getByRole('button', { name: app.text('trading:orders.cancelOne', { side, symbol: 'BTC/USDT' }) });
  await cancel.first().tap();
  await app.button('trading:orders.cancelDo').tap();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

const STORES = ['localStorage', 'sessionStorage', 'indexedDB', 'caches', 'BroadcastChannel', 'Worker', 'SharedWorker'];

/** Headers of a reply as it came, which are not those of the text that was read from it. */
const ENCODED = new Set(['content-encoding', 'content-length', 'transfer-encoding']);

/**
 * No cookie of the backend or the gateway arrives. Their replies are fetched beside the browser, as those that the driver
 * fetches leave their cookies there.
 */
async function keepNoCookies(page: Page): Promise<void> {
  const withoutCookies = async (route: Route): Promise<void> => {
    const asked = route.request();
    const body = asked.postDataBuffer();
    const headers = await asked.allHeaders();
    const reply = await fetch(asked.url(), {
      method: asked.method(),
      headers: Object.fromEntries(Object.entries(headers).filter(([name]) => /^[a-z]/.test(name))),
      redirect: 'manual',
      ...(body && { body: new Uint8Array(body) }),
    }).catch(() => null);
    if (!reply) return route.abort();
    const kept = [...reply.headers].filter(([name]) => name !== 'set-cookie' && !ENCODED.has(name));
    await route.fulfill({
      status: reply.status,
      headers: Object.fromEntries(kept),
      body: Buffer.from(await reply.arrayBuffer()),
    });
  };
  for (const asked of ['**/api/**', '**/h5/']) await page.route(asked, withoutCookies);
}

async function storeNothing(page: Page, kind: Hostility): Promise<void> {
  await keepNoCookies(page);
  for (const name of STORES) await beHostile(page, kind, { window: [name], navigator: [], intl: [] });
  for (const name of ['serviceWorker', 'locks', 'storage'])
    await beHostile(page, kind, { window: [], navigator: [name], intl: [] });
}

for (const kind of fewInTurn('no storage', ['absent', 'throwing', 'full'] as const, 1))
  test(`with every storage ${kind} a session lasts the visit: an order is placed, and a reload ends it${TURN_TITLE}`, async ({
    page,
  }) => {
    if (kind === 'full') await beFull(page);
    else await storeNothing(page, kind);
    const app = await App.open(page, { language: 'en', theme: 'light' });
    await logIn(page);
    const proven = page.waitForRequest((request) => 'authorization' in request.headers());
    expect(await titleOf(page, TABS.assets)).not.toBeNull();
    // With a key, as any other session: it may do what others may.
    expect((await proven).headers().dpop).toMatch(/^ey/);
    await placeAndCancel(app);
    expect((await page.context().cookies()).length > 0).toBe(kind === 'full');

    // The last sheet may still be on its way out of the history, which ends a reload.
    await expect(() => page.reload()).toPass();
    await expect(page.locator('[data-shown] h1')).toBeVisible();
    await titleOf(page, '/');
    await expect(page.getByTestId('home-total')).toHaveCount(0);
  });
