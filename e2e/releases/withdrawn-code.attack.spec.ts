import { expect, type Page, test } from '@playwright/test';
import { App } from '../platform/app.ts';
import { ANOTHER, FINANCE, openFinance, titleAs, titled } from '../platform/finance.ts';
import { liveManifest, publishVariant, tessera } from '../platform/release.ts';
import { screen } from '../platform/where.ts';

/*
 * Last of this suite: after it, each browser clears what it kept once. Chromium carries out `Clear-Site-Data` itself, on
 * localhost too.
 */

test.use({ serviceWorkers: 'allow' });

const VERSION = '0.8.7-harm';

/** What code of a version could leave in a browser. */
const plant = (page: Page) =>
  page.evaluate(async () => {
    localStorage.setItem('planted', '1');
    sessionStorage.setItem('planted', '1');
    await (await caches.open('planted')).put('/h5/planted', new Response('planted'));
    await new Promise<void>((done, fail) => {
      const opening = indexedDB.open('planted');
      opening.onerror = () => fail(opening.error);
      opening.onsuccess = () => {
        opening.result.close();
        done();
      };
    });
  });

const left = (page: Page) =>
  page.evaluate(async () => ({
    token: localStorage.getItem('tessera.host.token'),
    local: localStorage.getItem('planted'),
    caches: (await caches.keys()).filter((name) => name === 'planted'),
    databases: (await indexedDB.databases()).map(({ name }) => name).filter((name) => name === 'planted'),
  }));

async function logIn(page: Page): Promise<void> {
  await page.locator('input[autocomplete=username]').fill('demo@tessera.example');
  await page.locator('input[autocomplete=current-password]').fill('Tessera-2026');
  await page.locator('button[type=submit]').tap();
  await expect(page.getByTestId('home-total')).toBeVisible();
}

/** The caches of workers in the browser. */
const workerCaches = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('tessera-kept-')));

test('after a rollback of compromised code a browser has nothing of before, the session has ended, and the page works', async ({
  page,
}) => {
  await publishVariant('finance', VERSION, titleAs(ANOTHER));
  const { epoch } = await liveManifest();
  await tessera('promote', `finance@${VERSION}`, '--why', 'it looked well');
  await expect.poll(async () => (await liveManifest()).epoch).toBe(epoch + 1);

  await App.open(page, { language: 'en', theme: 'light' }, '/pages/common/login');
  await logIn(page);
  await openFinance(page, ANOTHER);
  await expect.poll(() => workerCaches(page)).toEqual(['tessera-kept-0']);
  await plant(page);
  const said = await tessera('rollback', 'finance', '--compromised', '--why', 'it read what users typed');
  expect(said).toContain('each browser clears caches and storage');
  await expect.poll(async () => (await liveManifest()).epoch).toBe(epoch + 2);
  // Ended on the server, which tells the open page.
  await expect(page.getByText('Your session has ended')).toBeVisible();

  await page.goto('about:blank');
  await page.goto(screen(FINANCE));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await left(page)).toEqual({ token: null, local: null, caches: [], databases: [] });
  // The worker of before is gone with what it had kept; another one comes with the page.
  await expect.poll(() => workerCaches(page)).toEqual([`tessera-kept-${epoch + 2}`]);

  await page.goto('about:blank');
  await page.goto(screen('/pages/common/login'));
  await logIn(page);
  await openFinance(page);
  await expect(titled(page, ANOTHER)).toHaveCount(0);
  await page.evaluate(() => localStorage.setItem('kept', '1'));
  await page.goto('about:blank');
  await page.goto(screen('/'));
  await expect(page.getByTestId('home-total')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('kept'))).toBe('1');
});
