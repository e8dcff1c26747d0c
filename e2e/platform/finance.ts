import { expect, type Locator, type Page } from '@playwright/test';
import { changeText } from './release.ts';
import { text } from './texts.ts';
import { screen } from './where.ts';

/** The finance page, which the tests of releases swap: small, open to guests, and not used by other tests. */
export const FINANCE = '/pages/financial/index';
/** Its title as it is in the sources. */
export const TITLE = text('en', 'finance', 'routes.financial.index');

/** Titles of other versions. Tests share them, so that what differs in nothing else is built once for all of them. */
export const ANOTHER = 'Finance, another version';
export const THIRD = 'Finance, a third version';
export const titleAs = (title: string) => changeText('src/i18n/en.json', 'routes.financial.index', title);

export const titled = (page: Page, title: string): Locator =>
  page.getByRole('heading', { level: 1, name: title, exact: true });

/** What the user sees in place of a screen that cannot be shown. */
export const failure = (page: Page): Locator => page.getByRole('alert');

export const tab = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: text('en', 'common', 'navigation') }).getByRole('link', { name });

export async function openFinance(page: Page, title: string = TITLE): Promise<void> {
  await page.goto(screen(FINANCE));
  await expect(titled(page, title)).toBeVisible();
}

/** Leaves for another remote and comes back: a pending version takes effect on the way. */
export async function leaveAndComeBack(page: Page): Promise<void> {
  await tab(page, 'Markets').click();
  await expect(page.getByRole('tab', { name: text('en', 'markets', 'category.crypto') })).toBeVisible();
  await tab(page, 'Finance').click();
}

/** Resolves when the page has asked for a manifest of this epoch or a later one. */
export const readsEpoch = (page: Page, epoch: number) =>
  page.waitForResponse(async (response) => {
    if (!response.url().endsWith('/h5/manifest.json') || !response.ok()) return false;
    // A page that was left takes the body of its response along: the next page asks again.
    const body = (await response.json().catch(() => null)) as { payload: string } | null;
    if (!body) return false;
    const { payload } = body;
    return (JSON.parse(payload) as { epoch: number }).epoch >= epoch;
  });
