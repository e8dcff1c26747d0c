import { expect, type Page, test } from '@playwright/test';
import { logIn } from '../platform/every-screen.ts';
import { open } from '../platform/outcome.ts';
import { rawKeys } from '../platform/raw-keys.ts';
import { ROUTES } from '../platform/screens.ts';
import { DEEP, fewInTurn, TURN_TITLE } from '../platform/turns.ts';
import { screen } from '../platform/where.ts';

/*
 * Every route that takes parameters, opened with addresses that no link leads to: without them, with garbage, with ids
 * that no row has, and with those of rows that may be of others. Routes and types are those that the packages declare; in
 * `npm test` each is opened in one of the nine ways. Each shows its screen, or says what is missing, and leads on; none crashes, loads for ever or stays empty.
 */

type Kind = (type: string) => string | null;

const GARBAGE = '😈"><i>../../%00\u202e'.repeat(40);
/** In place of numbers; texts are those that nothing has. */
const number =
  (value: string): Kind =>
  (type) =>
    type.startsWith('number') ? value : (type.split('|')[0] ?? '').replace(/^string\??$/, 'ZZZ9');
const KINDS: Readonly<Record<string, Kind>> = {
  missing: () => null,
  empty: () => '',
  garbage: () => GARBAGE,
  'a number of another kind': () => '-1e999',
  unknown: number('987654321'),
  zero: number('0'),
  'below zero': number('-1'),
  letters: number('abc'),
  "another's": () => '1',
};

const addressOf = (path: string, params: Readonly<Record<string, string>>, kind: Kind): string => {
  const query = new URLSearchParams();
  for (const [name, type] of Object.entries(params)) {
    const value = kind(type);
    if (value !== null) query.set(name, value);
  }
  return query.size > 0 ? `${path}?${query}` : path;
};

const ADDRESSES: readonly string[] = [
  ...new Set(
    ROUTES.flatMap(({ path, params }) =>
      params ? fewInTurn(path, Object.values(KINDS), 1).map((kind) => addressOf(path, params, kind)) : [],
    ),
  ),
];

/** What a reader of the screen misses: runs in the page. */
function missing(): string | null {
  const shown = document.querySelector<HTMLElement>('[data-shown]');
  const title = shown?.querySelector('h1')?.textContent ?? '';
  if (title.trim() === '') return 'a title';
  if (!location.hash.includes('?') && /did not open|not found/i.test(title)) return 'its own title';
  if ((shown?.textContent ?? '').replace(title, '').trim().length < 20) return 'a sentence';
  // A text to read needs no other way on than the way back.
  const says = shown?.querySelector('[class*="EmptyState-state-"]');
  const ways = [...(shown?.querySelectorAll<HTMLElement>('a[href], button:enabled, input, summary') ?? [])];
  const isWay = (way: HTMLElement) => way.getClientRects().length > 0 && way.getAttribute('aria-label') !== 'Back';
  if (says && !ways.some(isWay)) return 'a way on';
  if (/undefined|NaN|\[object |Invalid Date|\{\{/.test(shown?.textContent ?? ''))
    return 'sense: it shows what code means';
  return null;
}

async function openAll(page: Page, addresses: readonly string[]): Promise<readonly string[]> {
  const faults: string[] = [];
  let current = '';
  page.on('pageerror', (error) => faults.push(`${current} throws ${error.message}`));
  for (const address of addresses) {
    current = decodeURIComponent(address).slice(0, 120);
    const state = await open(page, address);
    if (state !== 'whole' && state !== 'partly') faults.push(`${current}: ${state}`);
    else {
      const lacks = await page.evaluate(missing);
      if (lacks) faults.push(`${current} lacks ${lacks}`);
      for (const key of await rawKeys(page)) faults.push(`${current} shows the key ${key}`);
    }
  }
  return faults;
}

// What is read here has no pixels: a quarter of them is drawn.
test.use({ reducedMotion: 'reduce', trace: 'off', deviceScaleFactor: 1 });

test(`screens say what is missing when their address names nothing that exists${TURN_TITLE}`, async ({ page }) => {
  expect(ADDRESSES.length).toBeGreaterThan(DEEP ? 150 : 15);
  await page.goto(screen('/'));
  await logIn(page);
  expect(await openAll(page, ADDRESSES)).toEqual([]);
});
