import { expect, type Page, type Route, test } from '@playwright/test';
import { ANOTHER, FINANCE, failure, openFinance, TITLE, tab, titleAs, titled } from '../platform/finance.ts';
import { liveRemote, publishVariant, signedManifest, withLive } from '../platform/release.ts';
import { text } from '../platform/texts.ts';
import { fewInTurn, TURN_TITLE } from '../platform/turns.ts';
import { screen } from '../platform/where.ts';

const FILES = '**/h5/remotes/finance/*/';

/** Serves a file with prepended code that runs if the page accepts the file. */
async function tamper(route: Route): Promise<void> {
  const response = await route.fetch();
  await route.fulfill({ response, body: `self.tampered = true;\n${await response.text()}` });
}

const ranTampered = (page: Page) => page.evaluate(() => 'tampered' in self);

async function retryHeals(page: Page, pattern: string, title = TITLE): Promise<void> {
  await page.unroute(pattern);
  await failure(page)
    .getByRole('button', { name: text('en', 'common', 'retry') })
    .click();
  await expect(titled(page, title)).toBeVisible();
}

const TAMPERED = [
  ['entry', 'remoteEntry.js'],
  ['exposed module', 'src_remote_tsx.js'],
  ['page', 'src_pages_home_*.js'],
  ['texts', 'src_i18n_en_json.js'],
] as const;
for (const [what, file] of fewInTurn('tampered', TAMPERED, 2, 2)) {
  test(`a tampered byte in the ${what} of a remote never runs, and the rest keeps working${TURN_TITLE}`, async ({
    page,
  }) => {
    await page.route(FILES + file, tamper);
    await page.goto(screen(FINANCE));
    await expect(failure(page)).toBeVisible();
    expect(await ranTampered(page)).toBe(false);
    await tab(page, 'Markets').click();
    await expect(page.getByRole('tab', { name: text('en', 'markets', 'category.crypto') })).toBeVisible();
    await tab(page, 'Finance').click();
    await expect(failure(page)).toBeVisible();
    expect(await ranTampered(page)).toBe(false);
    await retryHeals(page, FILES + file);
  });
}

test('a tampered style sheet is not applied, and its screen is not shown without it', async ({ page }) => {
  const sheet = `${FILES}src_pages_invest-help_*.css`;
  await page.route(sheet, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${await response.text()} body { outline: 3px solid red }` });
  });
  await page.goto(screen('/pages/invest/help'));
  await expect(failure(page)).toBeVisible();
  expect(await page.evaluate(() => getComputedStyle(document.body).outlineStyle)).toBe('none');
  await retryHeals(page, sheet, text('en', 'finance', 'routes.invest.help'));
});

/** Puts another version into the manifest that comes with the page, without a signature for it. */
const forgePage = (page: Page, forge: (html: string) => string) =>
  page.route('**/h5/', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: forge(await response.text()) });
  });

test('an altered manifest is rejected: the page fetches the signed one', async ({ page }) => {
  const { version } = await liveRemote('finance');
  await forgePage(page, (html) => html.replaceAll(version, '6.6.6'));
  await openFinance(page);
});

test('without a signed manifest the page shows that it cannot start, and a retry recovers it', async ({ page }) => {
  await forgePage(page, (html) => html.replace(/"signature":"[^"]{10}/, '"signature":"AAAAAAAAAA'));
  await page.route('**/h5/manifest.json', (route) => route.fulfill({ json: { epoch: 1_000, remotes: [] } }));
  await page.goto(screen(FINANCE));
  await expect(failure(page)).toBeVisible();
  await page.unrouteAll();
  await failure(page)
    .getByRole('button', { name: text('en', 'common', 'retry') })
    .click();
  await expect(titled(page, TITLE)).toBeVisible();
});

const CLOCKS = [
  ['two months ahead', 60],
  ['years behind', -1_500],
] as const;
for (const [what, days] of fewInTurn('clocks', CLOCKS, 1)) {
  test(`an app on a device whose clock is ${what} opens${TURN_TITLE}`, async ({ page }) => {
    await page.clock.setSystemTime(Date.now() + days * 24 * 3_600_000);
    await openFinance(page);
  });
}

test('a replayed manifest is rejected: the last valid one stays in force', async ({ page }) => {
  await publishVariant('finance', '0.8.1-replay', titleAs(ANOTHER));
  const older = JSON.stringify(await signedManifest());
  await withLive('finance@0.8.1-replay', async () => {
    await openFinance(page, ANOTHER);
    const inlined = older.replaceAll('<', '\\u003c');
    await forgePage(page, (html) =>
      html.replace(/(id="tessera-manifest">).*?(<\/script>)/, (_, open, close) => open + inlined + close),
    );
    await page.route('**/h5/manifest.json', (route) => route.fulfill({ body: older, contentType: 'application/json' }));
    await page.reload();
    await expect(titled(page, ANOTHER)).toBeVisible();
  });
});
