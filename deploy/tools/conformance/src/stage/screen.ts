import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Locator, Page } from '@playwright/test';

const ROOT = resolve(import.meta.dirname, '../../../../..');
const { failed } = JSON.parse(readFileSync(join(ROOT, 'shared/i18n/src/common/en.json'), 'utf8')) as {
  failed: { title: string };
};

/** Polling interval of a condition, in ms. */
const LOOKS_EVERY = 50;

export const open = (page: Page, origin: string, path: string) => page.goto(`${origin}/h5/#${path}`);

/** Goes to another screen of the same page. */
export const go = (page: Page, path: string) =>
  page.evaluate((to) => {
    location.hash = to;
  }, path);

/** The shell's retry screen. */
const failure = (page: Page): Locator => page.getByRole('heading', { level: 1, name: failed.title, exact: true });

/** Presses the button that the shell shows in place of a screen. */
export const retry = (page: Page) => page.getByRole('alert').getByRole('button').first().click();

/** Whether the shell shows that a screen did not open. */
export const isFailed = async (page: Page): Promise<boolean> => (await failure(page).count()) > 0;

/** The screen's title; empty while there is none. */
export const titleOf = async (page: Page): Promise<string> =>
  (await page.getByRole('heading', { level: 1 }).allTextContents()).join();

/** Whether a condition becomes true within a number of ms. */
export async function becomes(condition: () => Promise<boolean>, within: number): Promise<boolean> {
  const until = performance.now() + within;
  for (;;) {
    if (await condition()) return true;
    if (performance.now() > until) return false;
    await new Promise((next) => setTimeout(next, LOOKS_EVERY));
  }
}

/** Opens the host's home page and returns its title. */
export async function openHome(page: Page, origin: string, within: number): Promise<string> {
  await open(page, origin, '/');
  await becomes(async () => (await titleOf(page)) !== '', within);
  return titleOf(page);
}

/** Whether a screen replaces the host's home page, or the shell shows that it failed. */
export async function arrives(page: Page, home: string, within: number): Promise<'opened' | 'failed' | 'nothing'> {
  if (!(await becomes(async () => ![home, ''].includes(await titleOf(page)), within))) return 'nothing';
  return (await isFailed(page)) ? 'failed' : 'opened';
}

/** Returns to the host's home page, if the shell still works. */
export async function goHome(page: Page, home: string, within: number): Promise<boolean> {
  await go(page, '/');
  return becomes(
    async () => (await titleOf(page)) === home && (await page.getByRole('navigation').count()) > 0,
    within,
  );
}
