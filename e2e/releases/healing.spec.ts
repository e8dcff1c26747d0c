import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { storeKeys } from '@tessera/releases';
import {
  ANOTHER,
  FINANCE,
  failure,
  leaveAndComeBack,
  openFinance,
  readsEpoch,
  TITLE,
  titleAs,
  titled,
} from '../platform/finance.ts';
import { insertBehind, insertBehindImports, liveManifest, publishVariant, withLive } from '../platform/release.ts';
import { blames, followFailures } from '../platform/spoil.ts';
import { fewInTurn, TURN_TITLE } from '../platform/turns.ts';
import { DATA_DIR, screen } from '../platform/where.ts';

const next = titleAs(ANOTHER);

const BROKEN = [
  [
    'throws while it is evaluated',
    '0.8.1-evaluation',
    insertBehindImports('src/remote.tsx', "if (self.document) throw new Error('broken');"),
  ],
  [
    'throws while it renders',
    '0.8.1-render',
    insertBehind(
      'src/pages/home/FinancePage.tsx',
      'export default function FinancePage() {',
      "if (self.document) throw new Error('broken');",
    ),
  ],
] as const;
for (const [what, version, edit] of fewInTurn('broken', BROKEN, 1)) {
  test(`a released version that ${what} is replaced by the previous one, and users see no error${TURN_TITLE}`, async ({
    page,
  }) => {
    await publishVariant('finance', version, next, edit);
    await openFinance(page);
    const { epoch } = await liveManifest();
    const read = readsEpoch(page, epoch + 1);
    await withLive(`finance@${version}`, async () => {
      await read;
      await leaveAndComeBack(page);
      await expect(titled(page, TITLE)).toBeVisible();
      await expect(failure(page)).toHaveCount(0);
      // Later visits do not try it again.
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      await page.reload();
      await expect(titled(page, TITLE)).toBeVisible();
      expect(asked.filter((url) => url.includes(version))).toEqual([]);
    });
  });
}

test('a released version whose files are gone or altered in the store is replaced by the previous one, and reported', async ({
  browser,
}) => {
  const version = '0.8.1-missing';
  await publishVariant('finance', version, next);
  const files = join(DATA_DIR, 'releases', storeKeys.file('finance', version, ''));
  const pages = readdirSync(files).filter((name) => name.startsWith('src_pages_'));
  expect(pages.length).toBeGreaterThan(0);
  await withLive(`finance@${version}`, async () => {
    for (const [spoil, kind] of [
      [(path: string) => rmSync(path), 'load'],
      [(path: string) => writeFileSync(path, 'void 0;'), 'integrity'],
    ] as const) {
      for (const name of pages) spoil(join(files, name));
      const page = await browser.newPage();
      const failures: object[] = [];
      await followFailures(page, (one) => failures.push(one));
      await openFinance(page);
      await expect(failure(page)).toHaveCount(0);
      await expect.poll(() => failures).toMatchObject([{ remote: 'finance', version, kind }]);
      await page.close();
    }
  });
});

test('a 404 that the gateway did not send counts against no version', async ({ page }) => {
  const blamed = await blames(page);
  const chunks = '**/h5/remotes/finance/*/src_pages_*.js';
  await page.route(chunks, (route) => route.fulfill({ status: 404, body: 'gone' }));
  await page.goto(screen(FINANCE));
  await expect(failure(page)).toBeVisible();
  await page.unroute(chunks);
  await failure(page).getByRole('button').first().click();
  await expect(titled(page, TITLE)).toBeVisible();
  expect(await blamed()).toEqual([]);
});

test('a lost connection counts against no version: the screen offers a retry and keeps the version', async ({
  page,
}) => {
  await publishVariant('finance', '0.8.1-offline', next);
  await withLive('finance@0.8.1-offline', async () => {
    await page.goto(screen('/'));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.route('**/h5/**', (route) => route.abort('connectionfailed'));
    await page.evaluate((path) => {
      location.hash = path;
    }, FINANCE);
    await expect(failure(page)).toBeVisible();
    await page.unrouteAll();
    await failure(page).getByRole('button').first().click();
    await expect(titled(page, ANOTHER)).toBeVisible();
  });
});
