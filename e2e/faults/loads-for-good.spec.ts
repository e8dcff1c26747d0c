import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { TABS } from '../platform/app.ts';
import { addressesOfUsers, GUESTS, logIn } from '../platform/every-screen.ts';
import { open, outcome } from '../platform/outcome.ts';
import { liveManifest, ROOT } from '../platform/release.ts';
import { blames, FILES, fileIn, hurry, type Network, networkOf, type SpoilingWay, WAYS } from '../platform/spoil.ts';
import { ORIGIN, screen } from '../platform/where.ts';

/*
 * Each file spoiled for good, alone: the user gets a sentence and a way on, or the screen without that part; once the
 * network is whole, so is the screen. Files come from the builds (host) and the signed manifest (remotes). Which of them a
 * start, a tab and a screen load, a first visit of all screens finds out; a file that it does not meet fails the test,
 * unless `RARE` names it.
 *
 * `npm test` spoils every file of the start, of the tabs and of the screens of guests in two ways, chosen by the day, which
 * the titles of the tests print (`SPOIL_TURN` sets another). `npm run test:deep` plays every file of every screen in all ways.
 */

const DEEP = process.env.TESSERA_DEEP === '1';
const TURN = Number(process.env.SPOIL_TURN ?? Math.floor(Date.now() / 86_400_000));
const TITLE = DEEP ? '' : ` (SPOIL_TURN=${TURN})`;
const ALL_WAYS = Object.keys(WAYS) as SpoilingWay[];

/** The ways for the `index`-th file: neighbours have others, so that each way is played on each kind of file. */
const waysFor = (index: number): readonly SpoilingWay[] => {
  const at = (shift: number) => ALL_WAYS[(TURN + index + shift) % ALL_WAYS.length] as SpoilingWay;
  return DEEP ? ALL_WAYS : [at(0), at(3)];
};

/** Files that no screen loads when it is opened, and what does. */
const RARE: readonly RegExp[] = [
  // Texts of languages that were not chosen.
  /\/texts-\w+-json\./,
  /_(?:i18n|kinds)_\w+_json\.js/,
  // Older browsers, pages without a secure context, previews and refused starts, browsers that are asked for vitals.
  /\/polyfills\./,
  /\/(?:curves|hashes|shared_manifest_src_insecure_ts)\./,
  /\/rarely\./,
  /\/vitals\./,
  // What a user does on a screen: codes, keys of the device, files, work before a code is mailed; a new user's first steps.
  /\/shared_ui_src_codes_ts-_\w+\./,
  /\/webauthn\./,
  /\/files\./,
  /\/shared_api_src_kit_proof_solve_ts\./,
  /\/first-steps\./,
  // Rules without content that stand in more than one chunk.
  /\/common-\w+\.\w+\.css/,
];

/** Scripts and style sheets that are served. */
async function servedFiles(): Promise<readonly string[]> {
  const files = readdirSync(join(ROOT, 'dist/host/assets')).map((name) => `/h5/assets/${name}`);
  for (const { stable } of (await liveManifest()).remotes) {
    const folder = `/h5/${stable.entry.replace(/[^/]+$/, '')}`;
    const { assets } = (await (await fetch(`${ORIGIN}${folder}files.json`)).json()) as { assets: [string, string][] };
    files.push(...assets.map(([path]) => folder + path));
  }
  return files.filter((path) => FILES.test(path)).map(fileIn);
}

/** A screen without a file: a sentence and a button in its place, or in that of a part; or it does without it. */
const ENDS = ['failed', 'partly', 'whole'];

async function again(page: Page): Promise<string> {
  const button = page.locator('[data-shown]').getByRole('alert').getByRole('button').first();
  const tapped = await button.tap({ timeout: 5_000 }).then(
    () => true,
    () => false,
  );
  return tapped ? page.evaluate(outcome) : 'its button cannot be tapped';
}

async function newPage(
  browser: Browser,
): Promise<{ page: Page; network: Network; blamed: () => Promise<readonly string[]> }> {
  const page = await browser.newPage({ locale: 'en-US' });
  await hurry(page);
  return { page, network: await networkOf(page), blamed: blames(page) };
}

type Met = ReadonlyMap<string, readonly string[]>;
/** Screens that say something without any fault: what their address names does not exist. */
const partlyAnyway = new Set<string>();

/** Opens addresses one after the other; which files each loads that no other had before. */
async function meet(
  page: Page,
  network: Network,
  addresses: readonly string[],
  met: Map<string, readonly string[]>,
): Promise<void> {
  const known = new Set([...met.values()].flat());
  for (const address of addresses) {
    const state = await open(page, address);
    if (state === 'partly') partlyAnyway.add(address);
    else expect(state, address).toBe('whole');
    // What a screen fetches behind itself.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 })));
    const fresh = [...network.asked].filter((path) => !known.has(path)).sort();
    for (const path of fresh) known.add(path);
    met.set(address, fresh);
  }
}

let guests: Promise<Met> | undefined;
const metByGuests = (browser: Browser): Promise<Met> => {
  guests ??= (async () => {
    const { page, network } = await newPage(browser);
    const met = new Map<string, readonly string[]>();
    await page.goto(screen('/'));
    expect(await page.evaluate(outcome)).toBe('whole');
    await page.waitForLoadState('networkidle');
    await meet(page, network, [...Object.values(TABS), ...GUESTS], met);
    await page.close();
    return met;
  })();
  return guests;
};

/**
 * Where the server itself would have sent them, the version does lack the file or has another: a page cannot tell, and
 * counts it against that version (`host/src/federation/diagnose.ts`). It blames no other, and no file of the host.
 */
const SAID_BY_SERVER: readonly SpoilingWay[] = ['status 404', 'truncated', 'other bytes'];

/** Versions that a page blames although nothing that was spoiled speaks against them. */
async function blamedWrongly(blamed: () => Promise<readonly string[]>, played: readonly Played[]) {
  const lacking = played.filter(({ ways }) => ways.some((way) => SAID_BY_SERVER.includes(way)));
  const guilty = new Set(lacking.map(({ file }) => /\/remotes\/([^/]+)/.exec(file)?.[1]));
  return (await blamed()).filter((version) => !guilty.has(version.split('@')[0]));
}

type Played = { readonly file: string; readonly ways: readonly SpoilingWay[] };

/** Opens a screen with one of its files spoiled, in one way after the other, then whole. Returns what is wrong. */
async function spoilScreen(page: Page, network: Network, address: string, { file, ways }: Played) {
  let state = '';
  const faults: string[] = [];
  for (const way of ways) {
    network.spoil({ [file]: way });
    state = state === '' ? await open(page, address) : await again(page);
    if (!network.asked.has(file)) faults.push(`${address} did not ask for ${file}`);
    if (!ENDS.includes(state)) faults.push(`${address}, ${file}, ${way}: ${state}`);
    // A part that is left out: the screen is there, and would not ask again.
    if (state === 'whole' || partlyAnyway.has(address)) break;
  }
  network.spoil({});
  if (state === 'failed' || state === 'partly') state = await again(page);
  if (state !== 'whole' && !partlyAnyway.has(address)) faults.push(`${address} with ${file} whole again: ${state}`);
  return faults;
}

test.describe.configure({ timeout: DEEP ? 1_800_000 : 400_000 });

test(`each file of a start, spoiled for good: a sentence and a way on, or all else works${TITLE}`, async ({
  browser,
}) => {
  const files = (await metByGuests(browser)).get('/') ?? [];
  expect(files.length).toBeGreaterThan(8);
  const { page, network, blamed } = await newPage(browser);
  const tabs = Object.values(TABS).filter((path) => path !== TABS.home);
  const faults: string[] = [];
  const states = new Map<string, string>();
  for (const [index, file] of files.entries())
    for (const way of waysFor(index)) {
      network.spoil({ [file]: way });
      await page.goto('about:blank');
      await page.goto(screen(TABS.home), { waitUntil: 'commit' });
      let state = await page.evaluate(outcome);
      states.set(file, state);
      // A part of Home: with it gone the rest goes on.
      if (state === 'whole') state = await open(page, tabs[(TURN + index) % tabs.length] as string);
      if (state !== 'notice' && !ENDS.includes(state)) faults.push(`${file}, ${way}: ${state}`);
    }
  expect(faults).toEqual([]);
  expect(new Set(states.values())).toEqual(new Set(['notice', 'failed', 'whole']));
  network.spoil({});
  await page.goto('about:blank');
  await page.goto(screen(TABS.home));
  for (const path of [TABS.home, ...tabs]) expect(await open(page, path), path).toBe('whole');
  expect(await blamed()).toEqual([]);
});

test(`each file of a tab’s first screen and of the screens of guests, spoiled for good, then whole${TITLE}`, async ({
  browser,
}) => {
  const screens = [...(await metByGuests(browser))].filter(([address]) => address !== TABS.home);
  const rounds = Math.max(...screens.map(([, files]) => files.length));
  const faults: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { page, network, blamed } = await newPage(browser);
    await page.goto(screen(TABS.home));
    expect(await page.evaluate(outcome)).toBe('whole');
    const played: Played[] = [];
    for (const [address, files] of screens) {
      const file = files[round];
      if (!file) continue;
      const one = { file, ways: waysFor(round) };
      played.push(one);
      faults.push(...(await spoilScreen(page, network, address, one)));
    }
    faults.push(...(await blamedWrongly(blamed, played)).map((version) => `${version} is blamed`));
    await page.close();
  }
  expect(faults).toEqual([]);
});

/** In place of an address: Home and what a log-in loads. */
const LOG_IN = '';
let users: Promise<Met> | undefined;
/** A page of a user with nothing loaded but Home. */
async function newUserPage(browser: Browser) {
  const all = await newPage(browser);
  await logIn(all.page);
  return all;
}
const metByUsers = (browser: Browser): Promise<Met> => {
  users ??= (async () => {
    const { page, network } = await newUserPage(browser);
    const met = new Map<string, readonly string[]>([[LOG_IN, [...network.asked]]]);
    await meet(page, network, await addressesOfUsers(page.request), met);
    await page.close();
    return met;
  })();
  return users;
};

if (DEEP) {
  test('every file that is served is met by opening every screen, or has its own test', async ({ browser }) => {
    const met = new Set([...(await metByUsers(browser)).values()].flat());
    for (const files of (await metByGuests(browser)).values()) for (const path of files) met.add(path);
    const served = await servedFiles();
    expect(served.length).toBeGreaterThan(100);
    const unmet = served.filter((path) => !met.has(path));
    expect(unmet.filter((path) => !RARE.some((kind) => kind.test(path)))).toEqual([]);
    expect(RARE.filter((kind) => !unmet.some((path) => kind.test(path))).map(String)).toEqual([]);
  });

  test('each file of every other screen, spoiled for good, then whole', async ({ browser }) => {
    const screens = [...(await metByUsers(browser))].filter(([address]) => address !== LOG_IN);
    const rounds = Math.max(...screens.map(([, files]) => files.length));
    const faults: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const { page, network, blamed } = await newUserPage(browser);
      const played: Played[] = [];
      for (const [index, [address, files]] of screens.entries()) {
        const file = files[round];
        if (!file) continue;
        const one = { file, ways: waysFor(index) };
        played.push(one);
        faults.push(...(await spoilScreen(page, network, address, one)));
      }
      faults.push(...(await blamedWrongly(blamed, played)).map((version) => `${version} is blamed`));
      await page.close();
    }
    expect(faults).toEqual([]);
  });
}
