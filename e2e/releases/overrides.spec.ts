import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { develop } from '../platform/develop.ts';
import { FINANCE, failure, openFinance, TITLE, titled } from '../platform/finance.ts';
import { changeText, publishVariant, ROOT, tessera } from '../platform/release.ts';
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

test('a preview is available only with its link', async ({ page, context }) => {
  const lent = 'Finance, lent';
  await publishVariant('finance', '0.8.4-lent', changeText('src/i18n/en.json', 'routes.financial.index', lent));
  const said = await tessera('preview', 'finance@0.8.4-lent', '--minutes', '5');
  const id = /\?preview=(\w+)/.exec(said)?.[1];
  expect(said).toContain(`/h5/?preview=${id}#${FINANCE}`);
  // The terminal shows it as a QR code for the phone as well.
  expect(said).toMatch(/[▀▄█]{10}/);
  await page.goto(`/h5/?preview=${id}#${FINANCE}`);
  await expect(titled(page, lent)).toBeVisible();
  await expect(page.getByText('finance runs from 0.8.4-lent')).toBeVisible();
  const other = await context.newPage();
  await openFinance(other);
  await other.goto(`/h5/?preview=${id}x#${FINANCE}`);
  await expect(failure(other)).toContainText('there is no preview');
});
