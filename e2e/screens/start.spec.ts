import { expect, test } from '@playwright/test';
import { TABS } from '../platform/app.ts';
import { screen } from '../platform/where.ts';

// As users start it: the other journeys do without its worker.
test.use({ serviceWorkers: 'allow' });

test('the files of the first screen are fetched once, with the page, without warnings', async ({ page }) => {
  const entries: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/remoteEntry.js')) entries.push(request.url());
  });
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  await page.goto(screen(TABS.markets));
  await expect(page.locator('main:visible')).toContainText('BTC');
  expect(entries).toHaveLength(1);
  expect(complaints).toEqual([]);
});

test('the page loads one copy of React for all screens', async ({ page }) => {
  const scripts = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(request.url());
  });
  for (const path of Object.values(TABS)) {
    await page.goto(screen(path));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  const copies: string[] = [];
  for (const url of scripts) {
    const body = await (await page.request.get(url)).text();
    // A string that also occurs in minified react-dom.
    if (body.includes('__REACT_DEVTOOLS_GLOBAL_HOOK__')) copies.push(url);
  }
  expect(copies).toHaveLength(1);
});

for (const { locale, code, logIn } of [
  { locale: 'de-AT', code: 'de', logIn: 'Anmelden' },
  { locale: 'zh-TW', code: 'hk', logIn: '登入' },
  { locale: 'nl-NL', code: 'en', logIn: 'Log in' },
])
  test(`a first visit is in the language of the browser: ${locale}`, async ({ browser, baseURL }) => {
    const context = await browser.newContext({ baseURL: String(baseURL), locale, serviceWorkers: 'block' });
    const page = await context.newPage();
    // Of the host, which comes after the page that is drawn before its scripts run, and of its remote.
    const asked = page.waitForRequest((request) => /\/api\/currency\/quotation_new\?.*lang=/.test(request.url()));
    await page.goto(screen(TABS.home));
    expect(new URL((await asked).url()).searchParams.get('lang')).toBe(code);
    await expect(page.getByRole('link', { name: logIn, exact: true })).toBeVisible();
    await context.close();
  });
