import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Locator, Page, Request } from '@playwright/test';
import { CheckFailure } from '../check-failure.ts';

const ROOT = resolve(import.meta.dirname, '../../../../..');
const { failed } = JSON.parse(readFileSync(join(ROOT, 'shared/i18n/src/common/en.json'), 'utf8')) as {
  failed: { title: string };
};

/** Polling interval of a condition, in ms. */
const LOOKS_EVERY = 50;
/** A page that has been settled so many times in a row waits for nothing: between two steps it may look so once. */
const SETTLED_LOOKS = 3;
/** The longest extra time of a page that does not settle, in ms. */
const UNSETTLED_FOR = 30_000;

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

/** Requests without a response, per page. */
const loading = new WeakMap<Page, Set<Request>>();

/** Counts the page's requests; without it, a page that waits for one looks settled. */
export function watchRequests(page: Page): void {
  const open = new Set<Request>();
  loading.set(page, open);
  page.on('request', (request) => open.add(request));
  const ended = (request: Request) => open.delete(request);
  page.on('requestfinished', ended).on('requestfailed', ended);
}

/** Whether the page waits for nothing: no request is open and its main thread is idle. False while it navigates. */
async function isSettled(page: Page): Promise<boolean> {
  const isIdle = () => page.evaluate(() => new Promise<boolean>((idle) => requestIdleCallback(() => idle(true))));
  return (await isIdle().catch(() => false)) && (loading.get(page)?.size ?? 0) === 0;
}

/**
 * Whether a condition becomes true within a number of ms. A page that still loads or computes after them gets up to
 * `UNSETTLED_FOR` more: on a busy machine "not yet" is not "never".
 */
export async function becomes(page: Page, condition: () => Promise<boolean>, within: number): Promise<boolean> {
  const until = performance.now() + within;
  let settled = 0;
  for (;;) {
    if (await condition()) return true;
    const over = performance.now() - until;
    settled = over > 0 && (await isSettled(page)) ? settled + 1 : 0;
    if (settled === SETTLED_LOOKS || over > UNSETTLED_FOR) return false;
    await new Promise((next) => setTimeout(next, LOOKS_EVERY));
  }
}

/** Where a check begins and goes back to. */
export type Base = {
  readonly origin: string;
  /** Path of a screen that is not of the remote under test. */
  readonly base: string;
  /** ms that a screen may take. */
  readonly patience: number;
};

/** The index; of the remote that serves it, a screen of the host. */
export const baseFor = (routes: readonly string[]): string => (routes.includes('/') ? '/pages/index/err' : '/');

/** Opens the base and returns its title. Rejects with CheckFailure if it does not open. */
export async function openHome(page: Page, { origin, base, patience: within }: Base): Promise<string> {
  await open(page, origin, base);
  if (!(await becomes(page, async () => (await titleOf(page)) !== '', within))) {
    throw new CheckFailure('The home page does not open; no screen can be checked.');
  }
  return titleOf(page);
}

/** Whether a screen replaces the base, or the shell shows that it failed. */
export async function arrives(page: Page, home: string, within: number): Promise<'opened' | 'failed' | 'nothing'> {
  if (!(await becomes(page, async () => ![home, ''].includes(await titleOf(page)), within))) return 'nothing';
  return (await isFailed(page)) ? 'failed' : 'opened';
}

/** Returns to the base, if the shell still works: with its bottom bar, where the base has it. */
export async function goHome(page: Page, { base, patience }: Base, home: string): Promise<boolean> {
  await go(page, base);
  const hasBar = async () => base !== '/' || (await page.getByRole('navigation').count()) > 0;
  return becomes(page, async () => (await titleOf(page)) === home && (await hasBar()), patience);
}
