import { expect, test } from '@playwright/test';
import { App } from '../platform/app.ts';
import { pageSession, tokenOf } from '../platform/session.ts';
import { ORIGIN } from '../platform/where.ts';

const DEMO = { user: 'demo@tessera.example', password: 'Tessera-2026' };

test('a page that requires a log-in redirects a guest with a notice, and returns after the log-in', async ({
  page,
}) => {
  const app = await App.open(page, { language: 'en', theme: 'light' });
  await page.goto('/h5/#/pages/fund/transfer');
  await expect(page.getByText(app.text('common:pleaseLogin'))).toBeVisible();
  await expect(app.heading('entrance:login.title')).toBeVisible();
  await page.locator('input[autocomplete=username]').fill(DEMO.user);
  await page.locator('input[autocomplete=current-password]').fill(DEMO.password);
  await page.locator('button[type=submit]').tap();
  await expect(app.heading('assets:routes.fund.transfer')).toBeVisible();
});

test('a session that ended on the server ends in the open app too: the reason, then the log-in page', async ({
  page,
}) => {
  const app = await App.open(page, { language: 'en', theme: 'dark' }, '/pages/common/login');
  await page.locator('input[autocomplete=username]').fill(DEMO.user);
  await page.locator('input[autocomplete=current-password]').fill(DEMO.password);
  await page.locator('button[type=submit]').tap();
  await expect(page.getByTestId('home-total')).toBeVisible();

  const session = await pageSession(page);
  await page.request.get('/api/user/logout', { headers: await session('GET', '/user/logout') });
  await expect(page.getByText('Your session has ended')).toBeVisible();
  await expect(app.heading('entrance:login.title')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('tessera.host.token'))).toBeNull();
});

test('a token that is read from storage is worth nothing elsewhere, and the page that has its key goes on', async ({
  page,
}) => {
  const app = await App.open(page, { language: 'en', theme: 'light' }, '/pages/common/login');
  await page.locator('input[autocomplete=username]').fill(DEMO.user);
  await page.locator('input[autocomplete=current-password]').fill(DEMO.password);
  await page.locator('button[type=submit]').tap();
  await expect(page.getByTestId('home-total')).toBeVisible();

  const authorization = await tokenOf(page);
  const seen = page.waitForRequest((request) => request.url().includes('/api/user/info'));
  await page.reload();
  const request = await seen;
  await request.response();
  const { dpop = '' } = request.headers();
  const elsewhere = async (headers: Record<string, string>, url = request.url()) =>
    (await fetch(url, { headers })).json();
  const refused = { type: '999', error: 'session_proof_invalid' };
  expect(await elsewhere({ authorization })).toMatchObject(refused);
  expect(await elsewhere({ authorization, dpop }, `${ORIGIN}/api/safe/sessions?lang=en`)).toMatchObject(refused);
  expect(await elsewhere({ authorization, dpop })).toMatchObject({ error: 'session_proof_stale' });
  const exported = await page.evaluate(async () => {
    const kept = await new Promise<{ privateKey: CryptoKey }[]>((found) => {
      const opening = indexedDB.open('tessera');
      opening.onsuccess = () => {
        const reading = opening.result.transaction('keys').objectStore('keys').getAll();
        reading.onsuccess = () => found(reading.result);
        opening.result.close();
      };
    });
    const [key] = kept;
    return (
      key &&
      crypto.subtle.exportKey('pkcs8', key.privateKey).then(
        () => 'a private key',
        (error: unknown) => (error as Error).name,
      )
    );
  });
  expect(exported).toBe('InvalidAccessError');

  await page.reload();
  await expect(page.getByText(app.text('entrance:login.title'))).toHaveCount(0);
  const session = await pageSession(page);
  const info = await page.request.get('/api/user/info', { headers: await session('GET', '/user/info') });
  expect(await info.json()).toMatchObject({ type: 'ok' });
  // What the page has signed ahead is worth nothing without the cookie of its browser.
  const { cookie: _cookie, ...signed } = await session('GET', '/user/info');
  const sent = await fetch(`${ORIGIN}/api/user/info`, { headers: signed });
  expect(await sent.json()).toMatchObject({ error: 'session_proof_invalid' });

  // A browser that has lost the key: the reason, then the log-in page.
  await page.evaluate(
    () =>
      new Promise((done) => {
        indexedDB.deleteDatabase('tessera').onsuccess = done;
      }),
  );
  // The notice goes by itself, on a busy machine before this test looks: the page notes that it was there.
  await page.addInitScript((notice) => {
    new MutationObserver(() => {
      if (document.body?.textContent?.includes(notice)) Object.assign(window, { noticeShown: true });
    }).observe(document, { childList: true, subtree: true, characterData: true });
  }, 'This device no longer has the key of your session');
  await page.reload({ waitUntil: 'commit' });
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'noticeShown') === true)).toBe(true);
  await expect(app.heading('entrance:login.title')).toBeVisible();
});

test('a wrong password shows an error, and the form keeps its input', async ({ page }) => {
  await App.open(page, { language: 'en', theme: 'light' }, '/pages/common/login');
  const user = page.locator('input[autocomplete=username]');
  await user.fill('nobody@example.com');
  await page.locator('input[autocomplete=current-password]').fill('not-the-password');
  await page.locator('button[type=submit]').tap();
  await expect(page.getByText('Account or password is incorrect')).toBeVisible();
  await expect(user).toHaveValue('nobody@example.com');
});
