import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { leaveAndComeBack, openFinance, readsEpoch, titled } from '../platform/finance.ts';
import { changeText, type Edit, liveManifest, publishVariant, tessera, withLive } from '../platform/release.ts';
import { text } from '../platform/texts.ts';

const titleAs = (title: string) => changeText('src/i18n/en.json', 'routes.financial.index', title);

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
  await publishVariant('finance', '0.8.2-ask', titleAs('Finance asks'), policy('ask'));
  await publishVariant('finance', '0.8.2-asked', titleAs('Finance was asked'));
  await withLive('finance@0.8.2-ask', async () => {
    await openFinance(page, 'Finance asks');
    await afterMove(page, 'promote', 'finance@0.8.2-asked');
    await leaveAndComeBack(page);
    await expect(titled(page, 'Finance asks')).toBeVisible();
    await expect(page.getByText(text('en', 'host', 'release.offered'))).toBeVisible();
    await page.getByRole('button', { name: text('en', 'host', 'release.agree') }).click();
    await expect(titled(page, 'Finance was asked')).toBeVisible();
    await expect(page.getByText(text('en', 'host', 'release.offered'))).toHaveCount(0);
  });
});

test('a version with policy block stays until the page is reloaded, and is replaced immediately when it is rolled back', async ({
  page,
}) => {
  await publishVariant('finance', '0.8.3-block', titleAs('Finance blocks'), policy('block'));
  await publishVariant('finance', '0.8.3-next', titleAs('Finance after it'), policy('block'));
  await withLive('finance@0.8.3-block', async () => {
    await openFinance(page, 'Finance blocks');
    await afterMove(page, 'promote', 'finance@0.8.3-next');
    await leaveAndComeBack(page);
    await expect(titled(page, 'Finance blocks')).toBeVisible();
    await page.reload();
    await expect(titled(page, 'Finance after it')).toBeVisible();
    await afterMove(page, 'rollback', 'finance');
    await leaveAndComeBack(page);
    await expect(titled(page, 'Finance blocks')).toBeVisible();
  });
});
