import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { TABS } from '../platform/app.ts';
import { addressesOfUsers, GUESTS, logIn } from '../platform/every-screen.ts';
import { open, outcome } from '../platform/outcome.ts';
import { liveManifest, ROOT } from '../platform/release.ts';
import {
  blames,
  FILES,
  fileIn,
  giveUpAfter,
  hurry,
  NEVER,
  type Network,
  networkOf,
  neverGiveUp,
  type SpoilingWay,
  WAYS,
} from '../platform/spoil.ts';
import { text } from '../platform/texts.ts';
import { DEEP, fewInTurn, inTurn, TURN, TURN_TITLE } from '../platform/turns.ts';
import { voucher } from '../platform/voucher.ts';
import { ORIGIN, screen } from '../platform/where.ts';

/*
 * Each file spoiled for good, alone: the user gets a sentence and a way on, or the screen without that part; once the
 * network is whole, so is the screen. Files come from the builds (host) and the signed manifest (remotes). Which of them a
 * start, a tab and a screen load, a first visit of all screens finds out; what only some browsers or addresses load is in
 * `STARTS`; a file that neither meets fails the test, unless `RARE` says why.
 *
 * `npm test` spoils a third of the files of the start, and a sixth of those of the tabs and of the screens of guests, in one
 * way each, two of `STARTS` and one of `ACTIONS`: the names and the commit decide which. `npm run test:deep` plays every file of every screen in all ways.
 */

const ALL_WAYS = Object.keys(WAYS) as SpoilingWay[];

/** The ways for a file: another for each name and commit, so that all ways are played on all kinds of files. */
const waysFor = (file: string): readonly SpoilingWay[] => fewInTurn(file, ALL_WAYS, 1);

/** Files that no visit loads: what does, and where its failure is tested. */
const RARE: readonly (readonly [file: RegExp, why: string])[] = [
  [/\/texts-\w+-json\./, 'languages that were not chosen: one of them is in STARTS'],
  [/_(?:i18n|kinds)_\w+_json\.js/, 'the same of screens: English ones are spoiled, of the same loader'],
  [/\/(?:curves|hashes)\./, 'parts of signing without WebCrypto: the first of them is in STARTS'],
  [
    /\/shared_api_src_kit_proof_solve_ts\./,
    'a log-in after five wrong ones, which fails as without a network: code.test.ts',
  ],
  [/\/first-steps\./, 'Home and Assets of a new user, as optional parts: optional-part.test.tsx'],
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

/** Ms; a page is looked at for longer (`outcome`). */
const LONGEST_WAIT = 5_000;
let start: Promise<number> | undefined;
/** Ms after which a page may give up a file: some times what a whole start takes on this machine. */
function patience(browser: Browser): Promise<number> {
  start ??= (async () => {
    const page = await browser.newPage({ locale: 'en-US' });
    const began = performance.now();
    await page.goto(screen('/'));
    expect(await page.evaluate(outcome)).toBe('whole');
    const took = performance.now() - began;
    await page.close();
    return took;
  })();
  return start.then((took) => Math.min(3 * took, LONGEST_WAIT));
}

async function newPage(
  browser: Browser,
): Promise<{ page: Page; network: Network; blamed: () => Promise<readonly string[]> }> {
  const page = await browser.newPage({ locale: 'en-US' });
  await hurry(page, await patience(browser));
  return { page, network: await networkOf(page), blamed: await blames(page) };
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

/** Opens a screen with one of its files spoiled, in one way after the other, then whole. Returns what is wrong. */
async function spoilScreen(page: Page, network: Network, address: string, file: string) {
  const wait = patience(page.context().browser() as Browser);
  let state = '';
  const faults: string[] = [];
  for (const way of waysFor(file)) {
    network.spoil({ [file]: way });
    await giveUpAfter(page, await wait);
    state = state === '' ? await open(page, address) : await again(page);
    if (!network.asked.has(file)) faults.push(`${address} did not ask for ${file}`);
    if (!ENDS.includes(state)) faults.push(`${address}, ${file}, ${way}: ${state}`);
    // A part that is left out: the screen is there, and would not ask again.
    if (state === 'whole' || partlyAnyway.has(address)) break;
  }
  network.spoil({});
  // On a slow machine a whole file would be given up.
  await giveUpAfter(page, NEVER);
  if (state === 'failed' || state === 'partly') state = await again(page);
  if (state !== 'whole' && !partlyAnyway.has(address)) faults.push(`${address} with ${file} whole again: ${state}`);
  return faults;
}

// It ends what hangs.
test.describe.configure({ timeout: 1_800_000 });

test(`each file of a start, spoiled for good: a sentence and a way on, or all else works${TURN_TITLE}`, async ({
  browser,
}) => {
  const all = (await metByGuests(browser)).get('/') ?? [];
  expect(all.length).toBeGreaterThan(8);
  const files = inTurn('start', all, 3);
  const { page, network, blamed } = await newPage(browser);
  const tabs = Object.values(TABS).filter((path) => path !== TABS.home);
  const faults: string[] = [];
  const states = new Map<string, string>();
  for (const [index, file] of files.entries())
    for (const way of waysFor(file)) {
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
  const known = ['failed', 'notice', 'whole'];
  const met = [...new Set(states.values())].sort();
  expect(met).toEqual(DEEP ? known : known.filter((state) => met.includes(state)));
  network.spoil({});
  await neverGiveUp(page);
  await page.goto('about:blank');
  await page.goto(screen(TABS.home));
  for (const path of [TABS.home, ...tabs]) expect(await open(page, path), path).toBe('whole');
  expect(await blamed()).toEqual([]);
});

/** Starts of some browsers and addresses, with a file that they alone load. */
const STARTS: readonly {
  readonly what: string;
  readonly file: RegExp;
  readonly address?: string;
  /** Runs in the page before all else. */
  readonly begin?: () => void;
  /** Without the file the app is there all the same. */
  readonly isOptional?: true;
}[] = [
  {
    what: 'in a language that was chosen',
    file: /\/texts-de-json\./,
    begin: () => {
      localStorage.setItem('tessera.host.web-version', '1');
      localStorage.setItem('tessera.host.language', 'de');
    },
  },
  {
    what: 'of an older browser',
    file: /\/polyfills\./,
    begin: () => void Reflect.deleteProperty(Array.prototype, 'toSorted'),
  },
  {
    what: 'on plain HTTP, without WebCrypto',
    file: /\/shared_manifest_src_insecure_ts\./,
    begin: () => void Object.defineProperty(crypto, 'subtle', { value: undefined }),
  },
  { what: 'with an override', file: /\/rarely\..*\.js$/, address: '/h5/?override=x#/' },
  {
    what: 'whose vitals are measured',
    file: /\/vitals\./,
    // One of the tenth of the clients that are asked for them.
    begin: () => {
      localStorage.setItem('tessera.host.web-version', '1');
      localStorage.setItem('tessera.host.client', '1'.padStart(32, '0'));
    },
    isOptional: true,
  },
];

for (const { what, file: pattern, address = screen(TABS.home), begin, isOptional } of fewInTurn('starts', STARTS, 2, 2))
  test(`a start ${what}, without the file for it: a sentence and a way on, or all the same${TURN_TITLE}`, async ({
    browser,
  }) => {
    const file = (await servedFiles()).find((path) => pattern.test(path)) ?? '';
    for (const way of waysFor(file)) {
      const { page, network, blamed } = await newPage(browser);
      if (begin) await page.addInitScript(begin);
      const open = async () => {
        await page.goto('about:blank');
        await page.goto(address, { waitUntil: 'commit' });
      };
      const sentence = page
        .locator('#start-failed:not([hidden]), #root [role=alert]')
        .filter({ has: page.locator('button') });
      network.spoil({ [file]: way });
      await open();
      if (isOptional) expect(await page.evaluate(outcome), way).toBe('whole');
      else await expect(sentence.first(), way).toContainText(/.{30}/);
      await expect.poll(() => network.asked.has(file), way).toBe(true);
      network.spoil({});
      await neverGiveUp(page);
      await open();
      // What it asks for is refused.
      if (address.includes('override')) await expect(sentence.first(), way).toContainText('without');
      else expect(await page.evaluate(outcome), way).toBe('whole');
      expect(await blamed(), way).toEqual([]);
      await page.close();
    }
  });

/** What a tap fetches. */
const ACTIONS: readonly {
  readonly what: string;
  readonly file: RegExp;
  readonly begin: (page: Page) => Promise<unknown>;
  readonly tap: (page: Page) => Promise<unknown>;
  /** What stands there once the file has come. */
  readonly done: (page: Page) => Locator;
}[] = [
  {
    what: 'a passkey',
    file: /\/webauthn\./,
    async begin(page) {
      // Without a passkey on it, which ends the question of the browser at once.
      const client = await page.context().newCDPSession(page);
      await client.send('WebAuthn.enable');
      await client.send('WebAuthn.addVirtualAuthenticator', { options: { protocol: 'ctap2', transport: 'internal' } });
      await page.goto(screen('/pages/common/login'));
    },
    tap: (page) => page.getByRole('button', { name: text('en', 'entrance', 'login.passkey') }).tap(),
    done: (page) => page.getByRole('alert').filter({ hasText: text('en', 'approval', 'cancelled') }),
  },
  {
    what: 'sending a picture',
    file: /\/files\./,
    async begin(page) {
      await logIn(page);
      await page.goto(screen('/pages/setting/addWallet'));
    },
    tap: (page) => page.locator('[data-shown] input[type=file]').setInputFiles(voucher()),
    done: (page) => page.locator('[data-shown]').getByText(text('en', 'assets', 'payout.qrNone')),
  },
];

for (const { what, file: pattern, begin, tap, done } of fewInTurn('actions', ACTIONS, 1))
  test(`${what}, without the file for it: a sentence, and it goes on once the file is there${TURN_TITLE}`, async ({
    browser,
  }) => {
    const file = (await servedFiles()).find((path) => pattern.test(path)) ?? '';
    for (const way of waysFor(file)) {
      const { page, network, blamed } = await newPage(browser);
      await begin(page);
      network.spoil({ [file]: way });
      await tap(page);
      await expect(page.getByText(text('en', 'common', 'error.network')), way).toBeVisible();
      expect(network.asked.has(file), way).toBe(true);
      network.spoil({});
      await giveUpAfter(page, NEVER);
      await tap(page);
      await expect(done(page).first(), way).toBeVisible();
      expect(await blamed(), way).toEqual([]);
      await page.close();
    }
  });

test(`each file of a tab’s first screen and of the screens of guests, spoiled for good, then whole${TURN_TITLE}`, async ({
  browser,
}) => {
  const screens = [...(await metByGuests(browser))]
    .filter(([address]) => address !== TABS.home)
    .map(([address, files]) => [address, inTurn(address, files, 6)] as const);
  const rounds = Math.max(...screens.map(([, files]) => files.length));
  const faults: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { page, network, blamed } = await newPage(browser);
    await page.goto(screen(TABS.home));
    expect(await page.evaluate(outcome)).toBe('whole');
    for (const [address, files] of screens) {
      const file = files[round];
      if (!file) continue;
      faults.push(...(await spoilScreen(page, network, address, file)));
    }
    // Whatever the way there makes of a file, the gateway did not say that it is gone.
    faults.push(...(await blamed()).map((version) => `${version} is blamed`));
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
    const named = [...RARE.map(([kind]) => kind), ...[...STARTS, ...ACTIONS].map(({ file }) => file), /\/rarely\./];
    expect(unmet.filter((path) => !named.some((kind) => kind.test(path)))).toEqual([]);
    expect(named.filter((kind) => !unmet.some((path) => kind.test(path))).map(String)).toEqual([]);
  });

  test('each file of every other screen, spoiled for good, then whole', async ({ browser }) => {
    const screens = [...(await metByUsers(browser))].filter(([address]) => address !== LOG_IN);
    const rounds = Math.max(...screens.map(([, files]) => files.length));
    const faults: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const { page, network, blamed } = await newUserPage(browser);
      for (const [address, files] of screens) {
        const file = files[round];
        if (!file) continue;
        faults.push(...(await spoilScreen(page, network, address, file)));
      }
      faults.push(...(await blamed()).map((version) => `${version} is blamed`));
      await page.close();
    }
    expect(faults).toEqual([]);
  });
}
