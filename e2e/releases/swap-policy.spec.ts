import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { ANOTHER, leaveAndComeBack, openFinance, readsEpoch, THIRD, titleAs, titled } from '../platform/finance.ts';
import { type Edit, liveManifest, publishVariant, tessera, withLive } from '../platform/release.ts';
import { text } from '../platform/texts.ts';

const policy =
  (swap: 'ask' | 'block'): Edit =>
  (dir) => {
    const path = join(dir, 'remote.json');
    writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), swap }));
  };

async function afterMove(page: Page, ...command: string[]): Promise<void> {
  const { epoch } = await liveManifest();
  const read = readsEpoch(page, epoch + 1);
  await tessera(...command, '--why', 'swap policy test');
  await read;
}

test('a version with policy ask is replaced only after the user confirms', async ({ page }) => {
  await publishVariant('finance', '0.8.2-ask', titleAs(ANOTHER), policy('ask'));
  await publishVariant('finance', '0.8.2-asked', titleAs(THIRD));
  await withLive('finance@0.8.2-ask', async () => {
    await openFinance(page, ANOTHER);
    await afterMove(page, 'promote', 'finance@0.8.2-asked');
    await leaveAndComeBack(page);
    await expect(titled(page, ANOTHER)).toBeVisible();
    await expect(page.getByText(text('en', 'host', 'release.offered'))).toBeVisible();
    await page.getByRole('button', { name: text('en', 'host', 'release.agree') }).click();
    await expect(titled(page, THIRD)).toBeVisible();
    await expect(page.getByText(text('en', 'host', 'release.offered'))).toHaveCount(0);
  });
});

test('a version with policy block stays until the page is reloaded, and is replaced immediately when it is rolled back', async ({
  page,
}) => {
  await publishVariant('finance', '0.8.3-block', titleAs(ANOTHER), policy('block'));
  await publishVariant('finance', '0.8.3-next', titleAs(THIRD), policy('block'));
  await withLive('finance@0.8.3-block', async () => {
    await openFinance(page, ANOTHER);
    await afterMove(page, 'promote', 'finance@0.8.3-next');
    await leaveAndComeBack(page);
    await expect(titled(page, ANOTHER)).toBeVisible();
    await page.reload();
    await expect(titled(page, THIRD)).toBeVisible();
    await afterMove(page, 'rollback', 'finance');
    await leaveAndComeBack(page);
    await expect(titled(page, ANOTHER)).toBeVisible();
  });
});
