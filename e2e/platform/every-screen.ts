import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { addressesOfAll } from './screens.ts';
import { text } from './texts.ts';
import { inTurn } from './turns.ts';
import { screen } from './where.ts';

export const DEMO = { user: 'demo@tessera.example', password: 'Tessera-2026' };
export const FAILED = ['common:failed.title', 'common:failed.unknownTitle'].map((path) => {
  const [namespace = '', key = ''] = path.split(':');
  return text('en', namespace, key);
});
/** Shown to guests; they lead a signed-in user away. */
export const GUESTS = ['/pages/common/login', '/pages/common/register', '/pages/common/forget'];
/** Its title is that of a failed screen. */
const ERROR = '/pages/index/err';

/** Logs in as the demo user, by the screen. */
export async function logIn(page: Page): Promise<void> {
  const shown = page.locator('[data-shown]');
  await page.goto(screen('/pages/common/login'));
  await shown.locator('input[autocomplete=username]').fill(DEMO.user);
  await shown.locator('input[autocomplete=current-password]').fill(DEMO.password);
  await shown.locator('button[type=submit]').tap();
  await expect(page.getByTestId('home-total')).toBeVisible();
}

/**
 * Opens a screen as a link does: runs in the page. Resolves to its title once it has one, null where none appears within 40 s:
 * by time, as a browser may draw few frames or none.
 */
export async function followLink(to: string): Promise<string | null> {
  const former = document.querySelector('[data-shown]');
  const changes = location.hash !== `#${to}`;
  location.hash = to;
  const until = performance.now() + 40_000;
  while (performance.now() < until) {
    await new Promise((resolve) => {
      requestAnimationFrame(resolve);
      setTimeout(resolve, 1_000);
    });
    const shown = document.querySelector('[data-shown]');
    const title = shown?.querySelector('h1')?.textContent;
    if (title && (!changes || shown !== former)) return title;
  }
  return null;
}

export const titleOf = (page: Page, address: string): Promise<string | null> => page.evaluate(followLink, address);

/** Addresses of every screen that a signed-in user opens. */
export async function addressesOfUsers(request: APIRequestContext): Promise<readonly string[]> {
  const addresses = await addressesOfAll(request);
  return addresses.filter((address) => address !== ERROR && !GUESTS.includes(address));
}

/**
 * Opens every screen, first a guest's, then a user's; in `npm test` a sixth of those of users, which the name and the commit
 * decide. Returns what is wrong with them.
 */
export async function openEveryScreen(page: Page, name: string): Promise<readonly string[]> {
  const faults: string[] = [];
  let current = '';
  page.on('pageerror', (error) => faults.push(`${current}: ${error.message}`));
  for (const address of GUESTS) {
    current = address;
    await page.goto(screen(address));
    const title = page.locator('[data-shown] h1').first();
    await expect(title).toBeVisible();
    if (FAILED.includes((await title.textContent()) ?? '')) faults.push(`${address} failed`);
  }
  await logIn(page);
  for (const address of inTurn(name, await addressesOfUsers(page.request), 6)) {
    current = address;
    const title = await titleOf(page, address);
    if (title === null || FAILED.includes(title)) faults.push(`${address}: “${title}”`);
    if (page.url().includes('/pages/common/login')) faults.push(`${address} sends a signed-in user to the log-in`);
  }
  return faults;
}
