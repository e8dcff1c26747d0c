import { expect, test } from '@playwright/test';
import { TABS } from '../platform/app.ts';
import { addressesOfUsers, DEMO, FAILED, followLink, GUESTS } from '../platform/every-screen.ts';
import { originBefore } from '../platform/origin-before.ts';
import { text } from '../platform/texts.ts';
import { translate } from '../platform/translate.ts';
import { fewInTurn, inTurn, TURN_TITLE } from '../platform/turns.ts';
import { ORIGIN } from '../platform/where.ts';
import type { Engine, EnginePage } from './engine.ts';
import { startFirefox } from './firefox.ts';
import { startWebKit } from './webkit.ts';

/*
 * The product in the other two engines: that of iPhones, and Firefox. Playwright drives neither as Debian has them, so
 * one journey takes what engines differ in: keys and storage of the session, workers, input, drawing.
 */

test.use({ trace: 'off' });

const ENGINES = [
  { name: 'Firefox', program: process.env.FIREFOX_PATH, start: startFirefox },
  { name: 'WebKit', program: process.env.WEBKIT_DRIVER_PATH, start: startWebKit },
] as const;

/** `npm test` plays one of those that are installed. */
const INSTALLED = ENGINES.filter(({ program }) => program);
const PLAYED = INSTALLED.length > 0 ? fewInTurn('engines', INSTALLED, 1) : ENGINES;

const LOG_IN = '/pages/common/login';

/** Screens without a title after which the others are not opened: each of them waits to its end. */
const GIVES_UP = 3;

const shownNow = () => `${location.hash}: ${document.querySelector('[data-shown]')?.textContent.slice(0, 500)}`;

/** What is wrong with screens that are opened one after another. */
async function faultsOf({ page, errors }: Engine, addresses: readonly string[]): Promise<readonly string[]> {
  const faults: string[] = [];
  let untitled = 0;
  for (const address of addresses) {
    const title = await page.run(followLink, address);
    if (title === null) {
      untitled += 1;
      faults.push(`${address} has no title, the page shows ${await page.run(shownNow)}`);
    } else if (FAILED.includes(title)) faults.push(`${address}: “${title}”`);
    faults.push(...(await errors()).map((error) => `${address}: ${error}`));
    if (untitled === GIVES_UP) break;
  }
  return faults;
}

const openDialogs = (page: EnginePage) => page.run(() => document.querySelectorAll('dialog[open]').length);

/** As a guest: the choice is of this browser alone. */
async function chooseLanguage(page: EnginePage, name: string, code: string): Promise<void> {
  await page.run(followLink, '/pages/setting/setting');
  await page.tapToOpen('[data-shown] button:has(.lucide-languages)');
  await page.tap('dialog[open] label', name);
  await expect.poll(() => openDialogs(page)).toBe(0);
  const title = text(code, 'account', 'routes.setting.setting');
  await expect.poll(() => page.run(() => document.querySelector('[data-shown] h1')?.textContent)).toBe(title);
}

async function logIn(page: EnginePage): Promise<void> {
  await page.run(followLink, LOG_IN);
  await page.type(DEMO.user, '[data-shown] input[autocomplete=username]');
  await page.type(DEMO.password, '[data-shown] input[autocomplete=current-password]');
  await page.tap('[data-shown] button[type=submit]');
  await page.waitFor('[data-testid=home-total]');
}

/** The keys of sessions that the browser keeps: whether scripts can read them, and whether they sign. */
const keptKeys = (page: EnginePage) =>
  page.run(async () => {
    const database = await new Promise<IDBDatabase>((opened, fail) => {
      const opening = indexedDB.open('tessera');
      opening.onsuccess = () => opened(opening.result);
      opening.onerror = () => fail(opening.error);
    });
    const keys = await new Promise<{ privateKey: CryptoKey }[]>((found, fail) => {
      const reading = database.transaction('keys').objectStore('keys').getAll();
      reading.onsuccess = () => found(reading.result);
      reading.onerror = () => fail(reading.error);
    });
    database.close();
    return keys.map(({ privateKey: { extractable, usages } }) => ({ extractable, usages }));
  });

/** A limit order far below the market: it rests, and is cancelled. */
async function placeAndCancel(page: EnginePage): Promise<void> {
  await page.run(followLink, TABS.trade);
  await page.type('60000', '[data-shown] input', text('en', 'trading', 'form.priceIn', { unit: 'USDT' }));
  await page.type('0.001', '[data-shown] input', text('en', 'trading', 'form.amountIn', { unit: 'BTC' }));
  const buy = text('en', 'trading', 'form.buyAmount', { amount: '0.001', base: 'BTC' });
  await page.tapToOpen('[data-shown] button', buy);
  await page.tap('dialog[open] button', buy);
  await expect.poll(() => openDialogs(page)).toBe(0);
  const cancel = { side: text('en', 'common', 'buy'), symbol: 'BTC/USDT' };
  await page.tapToOpen('[data-shown] button', text('en', 'trading', 'orders.cancelOne', cancel));
  await page.tap('dialog[open] button', text('en', 'trading', 'orders.cancelDo'));
  await expect.poll(() => openDialogs(page)).toBe(0);
}

/** Opens the history of orders. */
async function openHistory(page: EnginePage): Promise<void> {
  await page.run(followLink, '/pages/transaction/currency_order');
  await page.tap('[data-shown] [role=tab]', text('en', 'trading', 'orders.history'));
}

/** The newest order that is shown. */
const newestOrder = (page: EnginePage) =>
  page.run(
    (label) => document.querySelector(`[data-shown] button[aria-label^="${label}"]`)?.textContent ?? '',
    text('en', 'trading', 'orders.details'),
  );

/** Buys at the price of the market: it is filled at once. */
async function buyAtMarket(page: EnginePage): Promise<void> {
  await openHistory(page);
  await expect.poll(() => newestOrder(page)).not.toBe('');
  const former = await newestOrder(page);
  await page.run(followLink, TABS.trade);
  const kind = { name: text('en', 'trading', 'form.kind'), value: text('en', 'trading', 'form.limit') };
  await page.tapToOpen('[data-shown] button', text('en', 'trading', 'named', kind));
  // After the limit order.
  await page.tap('dialog[open] fieldset label:nth-of-type(2)');
  await expect.poll(() => openDialogs(page)).toBe(0);
  await page.type('0.001', '[data-shown] input', text('en', 'trading', 'form.amountIn', { unit: 'BTC' }));
  const buy = text('en', 'trading', 'form.buyAmount', { amount: '0.001', base: 'BTC' });
  await page.tapToOpen('[data-shown] button', buy);
  await page.tap('dialog[open] button', buy);
  await expect.poll(() => openDialogs(page)).toBe(0);
  await openHistory(page);
  // The list is empty while it loads, and may show the former order before it hears of the new one.
  await expect
    .poll(async () => {
      const newest = await newestOrder(page);
      return newest === former ? '' : newest;
    })
    .toContain(text('en', 'trading', 'orders.status.filled'));
}

/** The chart of a pair: bars in at least two colours. */
async function seeChart(page: EnginePage): Promise<void> {
  await page.run(followLink, '/pages/transaction/currency?symbol=BTC/USDT');
  await expect
    .poll(() =>
      page.run(() => {
        const colours = [...document.querySelectorAll<HTMLCanvasElement>('[data-shown] canvas')].map((canvas) => {
          const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
          return new Set(new Uint32Array(Uint8ClampedArray.from(pixels).buffer)).size;
        });
        return Math.max(0, ...colours);
      }),
    )
    .toBeGreaterThan(10);
}

/** The address to pay at is shown as a text and as a picture to scan. */
async function seeDepositAddress(page: EnginePage): Promise<void> {
  await page.run(followLink, '/pages/fund/receive');
  await page.waitFor(`[data-shown] [role=img][aria-label="${text('en', 'assets', 'deposit.qr')}"] path`);
  const shown = await page.run(() => document.querySelector('[data-shown]')?.textContent);
  expect(shown).toMatch(/T[1-9A-HJ-NP-Za-km-z]{33}|0x[0-9a-fA-F]{40}/);
}

/** Whether a worker leads the page and has kept every script and style that it has loaded. */
const isKept = (page: EnginePage) =>
  page.run(async () => {
    const loaded = performance.getEntriesByType('resource').filter((each) => /\/h5\/.*\.(?:js|css)$/.test(each.name));
    const kept = await Promise.all(loaded.map((each) => caches.match(each.name, { ignoreVary: true })));
    return navigator.serviceWorker.controller !== null && loaded.length > 10 && !kept.includes(undefined);
  });

for (const { name, program, start } of PLAYED)
  test(`${name} opens every screen, changes its language, logs in, buys, shows chart and deposit address, survives a translator, and starts without a network${TURN_TITLE}`, async ({
    request,
  }) => {
    test.skip(!program, `${name} is not installed`);
    const before = await originBefore();
    const engine = await start(program ?? '');
    const { page, errors } = engine;
    try {
      await test.step('screens of guests', async () => {
        await page.open(`${ORIGIN}/h5/`);
        expect(await faultsOf(engine, GUESTS)).toEqual([]);
      });
      await test.step('languages', async () => {
        await chooseLanguage(page, 'Deutsch', 'de');
        await chooseLanguage(page, 'English', 'en');
      });
      await test.step('log-in and an order', async () => {
        await logIn(page);
        expect(await keptKeys(page)).toEqual([{ extractable: false, usages: ['sign'] }]);
        await placeAndCancel(page);
        await buyAtMarket(page);
      });
      await test.step('chart and deposit address', async () => {
        await seeChart(page);
        await seeDepositAddress(page);
        expect(await errors()).toEqual([]);
      });
      await test.step('screens of users', async () => {
        expect(await faultsOf(engine, inTurn(name, await addressesOfUsers(request), 3))).toEqual([]);
      });
      await test.step('a translator', async () => {
        for (const tab of Object.values(TABS)) {
          expect(await faultsOf(engine, [tab])).toEqual([]);
          expect(await page.run(translate)).toBeGreaterThan(5);
        }
        await placeAndCancel(page);
        expect(await errors()).toEqual([]);
      });
      await test.step('the session outlives the page', async () => {
        await page.open('about:blank');
        await page.open(`${ORIGIN}/h5/`);
        await page.waitFor('[data-testid=home-total]');
      });
      // Another origin, since it is cut off.
      await test.step('the page outlives the network', async () => {
        await page.open(`${before.origin}/h5/#${TABS.markets}`);
        await page.waitFor('[data-shown] h1');
        // A page that begins before its worker is there goes without to its end.
        await page.run(() => navigator.serviceWorker.ready.then(() => null));
        await page.reload();
        await expect.poll(() => isKept(page)).toBe(true);
        before.down(true);
        await page.reload();
        await page.waitFor('[data-shown] [role=status]');
        expect(await page.run(() => document.querySelector('[data-shown] h1')?.textContent)).toBe(
          text('en', 'markets', 'routes.market'),
        );
        expect(await errors()).toEqual([]);
      });
    } finally {
      await engine.close();
      await before.close();
    }
  });
