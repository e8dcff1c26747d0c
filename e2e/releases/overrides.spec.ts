import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page, test } from '@playwright/test';
import { App } from '../platform/app.ts';
import { develop } from '../platform/develop.ts';
import { FINANCE, failure, leaveAndComeBack, readsEpoch, TITLE, titled } from '../platform/finance.ts';
import { changeText, insertBehindImports, liveManifest, publishVariant, ROOT, tessera } from '../platform/release.ts';
import { text } from '../platform/texts.ts';

const clear = text('en', 'host', 'release.clear');

test('a remote under development runs inside the released page, which shows a badge and clears it with one tap', async ({
  page,
}) => {
  const { url, stop } = await develop(ROOT, 'finance');
  try {
    await page.goto(url);
    await expect(titled(page, TITLE)).toBeVisible();
    const badge = page.getByText(/finance runs from 127\.0\.0\.1:\d+/);
    await expect(badge).toBeVisible();
    const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    expect(loaded.some((name) => /^http:\/\/127\.0\.0\.1:\d+\/remoteEntry\.js/.test(name))).toBe(true);
    expect(loaded.some((name) => name.includes('/h5/remotes/finance/'))).toBe(false);
    await page.getByRole('button', { name: clear }).click();
    await expect(titled(page, TITLE)).toBeVisible();
    await expect(badge).toHaveCount(0);
    expect(page.url()).not.toContain('override');
  } finally {
    await stop();
  }
});

test('a link to an app that listens on the device runs nothing of it', async ({ page }) => {
  const asked: string[] = [];
  const app = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.setHeader('access-control-allow-origin', '*');
    response.end(request.url === '/remote.json' ? '{"name":"finance","routes":[]}' : 'self.stolen = true;');
  });
  await new Promise<void>((listening) => app.listen(0, '127.0.0.1', listening));
  const origin = `http://127.0.0.1:${(app.address() as AddressInfo).port}`;
  const unsigned = { schema: 2, override: { name: 'finance', origin }, expiresAt: Date.now() + 60_000 };
  const forged = {
    schema: 2,
    payload: JSON.stringify(unsigned),
    signatures: [{ key: 'key', signature: 'c2lnbmF0dXJl' }],
  };
  try {
    for (const override of [`finance=${origin}`, Buffer.from(JSON.stringify(forged)).toString('base64url')]) {
      const response = await page.goto(`/h5/?override=${override}#${FINANCE}`);
      expect(response?.headers()['content-security-policy']).not.toContain(origin);
      await expect(failure(page)).toBeVisible();
      await failure(page).getByRole('button').click();
      await expect(titled(page, TITLE)).toBeVisible();
    }
    expect(asked).toEqual([]);
  } finally {
    app.close();
  }
});

const LENT = 'Finance, lent';

/** Publishes a version whose code leaves a mark as soon as it runs, and makes a link to it. */
async function lend(version: string): Promise<{ readonly path: string; readonly id: string }> {
  await publishVariant(
    'finance',
    version,
    changeText('src/i18n/en.json', 'routes.financial.index', LENT),
    insertBehindImports('src/remote.tsx', "self.name = 'preview ran';"),
  );
  const said = await tessera('preview', `finance@${version}`, '--minutes', '5', '--why', 'shown to the test');
  const [, path = ''] = /(\/h5\/\?preview=\w+#\S+)/.exec(said) ?? [];
  const [, id = ''] = /end-preview (\w+)/.exec(said) ?? [];
  expect(path.endsWith(`#${FINANCE}`)).toBe(true);
  // The terminal shows it as a QR code for the phone as well.
  expect(said).toMatch(/[▀▄█]{10}/);
  // The gateway polls the store a few times a second.
  await expect.poll(async () => (await liveManifest()).previews).toContain(id);
  return { path, id };
}

const question = (page: Page) => page.getByRole('alertdialog', { name: text('en', 'app', 'preview.title') });
/** What the page has fetched of a version, and whether its code has run. */
const traces = (page: Page, version: string) =>
  page.evaluate(
    (folder) => ({
      fetched: performance.getEntriesByType('resource').filter(({ name }) => name.includes(folder)).length,
      ran: self.name === 'preview ran',
    }),
    `/remotes/finance/${version}/`,
  );

test('a followed link to a preview runs nothing in a signed-in browser before the user agrees', async ({ page }) => {
  const version = '0.8.4-lent';
  const { path } = await lend(version);
  await App.open(page, { language: 'en', theme: 'light' }, '/pages/common/login');
  await page.locator('input[autocomplete=username]').fill('demo@tessera.example');
  await page.locator('input[autocomplete=current-password]').fill('Tessera-2026');
  await page.locator('button[type=submit]').tap();
  await expect(page.getByTestId('home-total')).toBeVisible();
  await page.goto('about:blank');
  await page.goto(path);
  await expect(question(page)).toContainText(`version ${version} of finance`);
  await expect(question(page)).toContainText('shown to the test');
  await expect(question(page).getByRole('button', { name: text('en', 'app', 'preview.stay') })).toBeFocused();
  expect(await traces(page, version)).toEqual({ fetched: 0, ran: false });

  await question(page)
    .getByRole('button', { name: text('en', 'app', 'preview.stay') })
    .click();
  await expect(titled(page, TITLE)).toBeVisible();
  expect(page.url()).not.toContain('preview');
  expect(await traces(page, version)).toEqual({ fetched: 0, ran: false });

  await page.goto('about:blank');
  await page.goto(path);
  await question(page)
    .getByRole('button', { name: text('en', 'app', 'preview.open') })
    .click();
  await expect(titled(page, LENT)).toBeVisible();
  await expect(page.getByText(`finance runs from ${version}`)).toBeVisible();
  expect((await traces(page, version)).ran).toBe(true);
});

test('a preview is open to its link alone, and ends at once: in open pages, and for whoever has the link', async ({
  page,
  context,
}) => {
  const { path, id } = await lend('0.8.5-lent');
  await page.goto(path);
  await question(page)
    .getByRole('button', { name: text('en', 'app', 'preview.open') })
    .click();
  await expect(titled(page, LENT)).toBeVisible();
  const other = await context.newPage();
  const ended = other.getByText(text('en', 'app', 'preview.over'));
  await other.goto(path.replace('#', 'x#'));
  await expect(titled(other, TITLE)).toBeVisible();
  await expect(ended).toBeVisible();
  expect(other.url()).not.toContain('preview');

  const { epoch } = await liveManifest();
  const read = readsEpoch(page, epoch + 1);
  await tessera('end-preview', id, '--why', 'the test has seen it');
  await read;
  await leaveAndComeBack(page);
  await expect(titled(page, TITLE)).toBeVisible();
  await expect(page.getByText('finance runs from')).toHaveCount(0);
  await other.goto('about:blank');
  await other.goto(path);
  await expect(ended).toBeVisible();
  await expect(titled(other, TITLE)).toBeVisible();
});
