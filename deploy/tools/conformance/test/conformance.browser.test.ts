import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Browser } from '@playwright/test';
import { type Descriptor, ENTRY_FILE, parseDescriptor } from '@tessera/releases';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fewInTurn, TURN_TITLE } from '../../launcher/src/testing/turns.ts';
import { type Build, buildProbe, buildWithHost, readReport, temporaryFolder } from '../src/build.ts';
import { checkFiles, checkInBrowser, probesInto, publishBoth } from '../src/check.ts';
import type { Code, Finding } from '../src/findings.ts';
import { checkBroken } from '../src/probes/broken.ts';
import { checkFaults } from '../src/probes/faults.ts';
import { checkMounts } from '../src/probes/mount.ts';
import { checkCopies, LIBRARIES } from '../src/probes/shared-copies.ts';
import { screenSizes } from '../src/probes/size.ts';
import { checkSwaps } from '../src/probes/swap.ts';
import { inWords, type ProbeResult } from '../src/report.ts';
import { findBrowser, launchBrowser } from '../src/stage/browser.ts';
import { createCleanup } from '../src/stage/cleanup.ts';
import { openStage, type Stage } from '../src/stage/stage.ts';
import { buildFixture, careless, copyFixture } from './fixture.ts';

const root = resolve(import.meta.dirname, '../../../..');
const FIRST = '/pages/fixture/first';
/** Enough for a trend; the real run swaps more often. */
const SWAPS = 6;
/** Timeout of a screen in ms; also the wait for one that never appears. */
const PATIENCE = 4_000;

const cleanup = createCleanup();
const silent = () => undefined;
let browser: Browser;
let descriptor: Descriptor;
let builds: readonly [Build, Build];
/** With one live version and no previous one. */
let still: Stage;
/** With successive versions. */
let moving: Stage;

async function stageWith(published: readonly Build[]): Promise<Stage> {
  const stage = await openStage(root, browser, PATIENCE, cleanup);
  await publishBoth(stage, descriptor, published);
  return stage;
}

/** The stage with phones that set the fixture's defect. */
const withDefect = (tesseraDefect: string, on: Stage): Stage => ({
  ...on,
  phone: (globals) => on.phone({ ...globals, tesseraDefect }),
});

const codes = (findings: readonly Finding[]): readonly Code[] => [...new Set(findings.map(({ code }) => code))].sort();

/** Tests only the fault related to the defects. */
function fault(name: string, on: Stage, { version, folder }: Build): Promise<readonly Finding[]> {
  const files = readReport(folder).screens[FIRST] ?? [];
  const faulted = { path: FIRST, files, folder: `/h5/remotes/fixture/${version}/` };
  return checkFaults(on, faulted, (each) => each === name);
}

async function swaps(defect: string): Promise<readonly Finding[]> {
  const [first, second] = builds;
  await moving.serve('fixture', first.version);
  const versions = [first.version, second.version] as const;
  return (await checkSwaps(withDefect(defect, moving), 'fixture', FIRST, versions, SWAPS)).findings;
}

beforeAll(async () => {
  // Any remote of the repository works: the stage needs the host.
  await buildWithHost(root, 'community', cleanup);
  browser = await launchBrowser(await findBrowser(root, cleanup, silent), cleanup);
  const dir = copyFixture(root, cleanup);
  descriptor = parseDescriptor(JSON.parse(readFileSync(join(dir, 'remote.json'), 'utf8')), 'remote.json');
  // One after the other: the second finds what the first compiled.
  const first = await buildFixture(root, dir, '1.0.0', cleanup);
  builds = [first, { version: '1.0.1', folder: await buildProbe(root, dir, '1.0.1', FIRST, cleanup) }];
  [still, moving] = await Promise.all([stageWith(builds), stageWith(builds)]);
  await still.serve('fixture', '1.0.0');
});

afterAll(() => cleanup.run());

test('a correct remote has no findings, for any swap policy', async () => {
  const results: ProbeResult[] = [];
  const probe = probesInto(results, silent);
  await checkFiles(probe, descriptor, builds[0]);
  await checkInBrowser(probe, { ...moving, patience: 20_000 }, descriptor, builds, SWAPS);
  const said = inWords({ name: 'fixture', version: '1.0.0', probes: results });
  expect(
    results.flatMap(({ findings }) => findings),
    said,
  ).toEqual([]);
  expect(results.flatMap(({ notes = [] }) => notes).filter((note) => note.startsWith('leads to'))).toEqual([
    'leads to addresses, or changes that of the page (https://help.example)',
    'leads to addresses, or changes that of the page (its own origin)',
  ]);
  expect(results.map(({ name }) => name)).toEqual([
    'styles',
    'copies',
    'uses',
    'size',
    'mount',
    'faults',
    'broken',
    '6 swaps',
  ]);
});

type Defect = readonly [string, readonly Code[]];
const SCREENS: readonly Defect[] = [
  ['renders nothing', ['mount-failed']],
  ['throws at render', ['mount-error', 'mount-failed']],
  ['throws later', ['mount-error']],
  ['does not let go', ['unmount-failed']],
  ['leaves an element and an attribute', ['unmount-residue']],
];
test.concurrent.each(fewInTurn('screens', SCREENS, 2, 2))(`a screen that %s${TURN_TITLE}`, async (defect, expected) => {
  const findings = await checkMounts(withDefect(defect, still), [FIRST, '/pages/fixture/second']);
  expect(codes(findings), JSON.stringify(findings)).toEqual(expected);
  // The next screen is correct, and is opened in a page unaffected by the defective one.
  for (const { message } of findings) expect(message).toContain(FIRST);
});

test.concurrent('a screen that is still loading when the patience ends is no finding', async () => {
  expect(await checkMounts({ ...still, patience: 0 }, [FIRST, '/pages/fixture/second'])).toEqual([]);
});

test.concurrent('a screen that throws when it is left is reported, whether or not the shell survives', async () => {
  const findings = await checkMounts(withDefect('throws when it is left', still), [FIRST]);
  expect(findings).toContainEqual({ code: 'mount-error', message: `leaving ${FIRST} throws broken at unmount` });
});

const REMOTES: readonly Defect[] = [
  ['hides that a page failed', ['fault-not-contained']],
  ['keeps a page that failed', ['fault-not-healed']],
];
test.concurrent.each(fewInTurn('remotes', REMOTES, 1))(`a remote that %s${TURN_TITLE}`, async (defect, expected) => {
  expect(codes(await fault('page 404', withDefect(defect, still), builds[0]))).toEqual(expected);
});

test('a build without hashes in its runtime executes tampered files', async () => {
  const [{ version, folder }] = builds;
  const built = { version, folder: join(temporaryFolder('unchecked', cleanup), 'built') };
  for (const beside of ['', '.contract.json', '.report.json']) {
    cpSync(folder + beside, built.folder + beside, { recursive: true });
  }
  const entry = join(built.folder, ENTRY_FILE);
  const sound = readFileSync(entry, 'utf8');
  expect(sound).toContain('.integrity=');
  writeFileSync(entry, sound.replaceAll('.integrity=', '.unchecked='));
  const stage = await stageWith([built]);
  await stage.serve('fixture', built.version);
  const findings = await fault('tampered page', stage, built);
  expect(findings.map(({ code, message }) => `${code}: ${message}`)).toEqual([
    'fault-not-contained: tampered page: no retry screen is shown',
    'tampered-ran: tampered page: its code ran',
  ]);
});

test('a remote that can be evaluated only once in a page is no fallback for a broken version, and does not swap', async () => {
  const defect = 'can be evaluated once in a page';
  for (const { version } of builds) await moving.serve('fixture', version);
  expect(codes(await checkBroken(withDefect(defect, moving), FIRST))).toEqual(['broken-not-left']);
  expect(codes(await swaps(defect))).toEqual(['swap-failed']);
});

const LEAKS: readonly Defect[] = [
  ['keeps its style sheet', ['swap-styles']],
  ['leaks when it is evaluated', ['swap-heap']],
];
test.each(fewInTurn('leaks', LEAKS, 1))(`a remote that %s${TURN_TITLE}`, async (defect, expected) => {
  expect(codes(await swaps(defect))).toEqual(expected);
});

test('a build with a copy of React, a style for the whole page and a budget that no screen keeps to', async () => {
  const dir = copyFixture(root, cleanup, careless);
  const built = await buildFixture(root, dir, '1.1.0', cleanup);
  const results: ProbeResult[] = [];
  const read = parseDescriptor(JSON.parse(readFileSync(join(dir, 'remote.json'), 'utf8')), 'remote.json');
  await checkFiles(probesInto(results, silent), read, built);
  const found = results.flatMap(({ findings }) => findings);
  expect(codes(found)).toEqual(['page-touched', 'shared-copied', 'size-budget', 'style-leak']);
  const touched = found.filter(({ code }) => code === 'page-touched').map(({ message }) => message);
  expect(touched.map((message) => /^\S*SecondPage\S*\.js touches (.*): /.exec(message)?.[1])).toEqual([
    'connections that the content policy does not see (WebRTC, hints for other hosts)',
    'cookies',
    'links, forms and presses that no user made (click())',
    'service workers, but for reading the registration',
    'the caches of the worker',
    'ways out of the page, other than to a fixed address of its own origin (location.href)',
    'what the host keeps: its keys in storage, its database, all values at once (tessera)',
    'what the host keeps: its keys in storage, its database, all values at once (tessera.host.token)',
  ]);
  for (const instead of ['/pages/common/webView', 'saveFile or downloadFrom', '@tessera/storage', '@tessera/api']) {
    expect(touched.join('\n')).toContain(instead);
  }
  const { notes = [] } = results.find(({ name }) => name === 'uses') ?? {};
  for (const use of [
    'sessionStorage',
    'localStorage',
    'IndexedDB',
    'other tabs',
    '(hook)',
    '(own)',
    'code of text',
    'markup of text',
  ]) {
    expect(notes.join('\n')).toContain(use);
  }
  expect(found.filter(({ code }) => code === 'shared-copied').map(({ message }) => message)).toEqual([
    expect.stringMatching(/SecondPage\S*\.js holds a copy of react$/),
  ]);
});

test('the mark of each shared library is found in the host', () => {
  const host = join(resolve(process.env.DIST_DIR ?? join(root, 'dist')), 'host');
  const scripts = readdirSync(host, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'));
  const marked = checkCopies(new Map(scripts.map((file) => [file, readFileSync(join(host, file), 'utf8')])));
  for (const library of LIBRARIES) {
    expect(marked.map(({ message }) => message)).toContainEqual(expect.stringMatching(`holds a copy of ${library}$`));
  }
});

test('what a screen loads later counts as its own', () => {
  const [{ folder }] = builds;
  const files = readdirSync(folder).filter((file) => /\.(js|css)$/.test(file));
  const later = files.find((file) => file.startsWith('later.'));
  const read = (file: string) => readFileSync(join(folder, file));
  const sized = { budget: 30, entry: ENTRY_FILE, ...readReport(folder), files, read };
  const without = { ...sized, files: files.filter((file) => file !== later) };
  const [all, some] = [sized, without].map((build) => screenSizes(build));
  expect(all?.get(FIRST)).toBeGreaterThan(some?.get(FIRST) ?? Number.POSITIVE_INFINITY);
  expect(all?.get('/pages/fixture/second')).toBe(some?.get('/pages/fixture/second'));
});
