import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Locator, Page } from '@playwright/test';

const ROOT = resolve(import.meta.dirname, '../../../..');
const { failed } = JSON.parse(readFileSync(join(ROOT, 'shared/i18n/src/common/en.json'), 'utf8')) as {
  failed: { title: string };
};

/** ms that a screen may take on a busy machine. */
export const APPEARS_WITHIN = 20_000;

export const open = (page: Page, origin: string, path: string) => page.goto(`${origin}/h5/#${path}`);

/** Goes to another screen of the same page. */
export const go = (page: Page, path: string) =>
  page.evaluate((to) => {
    location.hash = to;
  }, path);

/** What the shell shows in place of a screen that did not open. */
export const notOpened = (page: Page): Locator =>
  page.getByRole('heading', { level: 1, name: failed.title, exact: true });

const title = (page: Page): Locator => page.getByRole('heading', { level: 1 });

/** Words of the screen's title; empty while there is none. */
export const titleOf = async (page: Page): Promise<string> => (await title(page).allTextContents()).join();

/** Whether a screen appears, `opened` or `failed`; `nothing` if neither does in time. */
export async function appears(page: Page): Promise<'opened' | 'failed' | 'nothing'> {
  try {
    await title(page).first().waitFor({ timeout: APPEARS_WITHIN });
  } catch {
    return 'nothing';
  }
  return (await notOpened(page).count()) > 0 ? 'failed' : 'opened';
}

/** Whether a condition comes true in time. */
export async function becomes(condition: () => Promise<boolean>, within = APPEARS_WITHIN): Promise<boolean> {
  const until = performance.now() + within;
  while (performance.now() < until) {
    if (await condition()) return true;
    await new Promise((next) => setTimeout(next, 50));
  }
  return false;
}

/** Whether the shell is alive: the host's own page opens, with the bottom bar. */
export async function shellIsAlive(page: Page): Promise<boolean> {
  await go(page, '/');
  return becomes(async () => (await page.getByRole('navigation').count()) > 0 && (await notOpened(page).count()) === 0);
}
