import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Descriptor,
  describeUse,
  ENTRY_FILE,
  HOST_NAME,
  hostScreensSchema,
  parseDescriptor,
  publishBuild,
  ReleaseError,
  usesOf,
} from '@tessera/releases';
import { type Build, buildProbe, buildWithHost, readReport } from './build.ts';
import type { Finding } from './findings.ts';
import { type CheckedBuild, hasPassedBefore, keepPassed } from './passed-builds.ts';
import { checkBroken } from './probes/broken.ts';
import { checkFaults, faultsOf } from './probes/faults.ts';
import { checkMounts } from './probes/mount.ts';
import { checkCopies } from './probes/shared-copies.ts';
import { checkSizes } from './probes/size.ts';
import { checkStyles } from './probes/styles.ts';
import { checkSwaps, SWAPS } from './probes/swap.ts';
import { checkTexts, type TextTree } from './probes/texts.ts';
import { hasPassed, type ProbeResult, type Report } from './report.ts';
import { browserVersion, findBrowser, launchBrowser } from './stage/browser.ts';
import type { Cleanup } from './stage/cleanup.ts';
import { baseFor } from './stage/screen.ts';
import { openStage, type Stage } from './stage/stage.ts';

/** Timeout of a screen on a busy machine, in ms. */
const PATIENCE = 20_000;

/** The remote to check and the tools of the run. */
export type Subject = {
  readonly root: string;
  readonly name: string;
  /** Folder of its sources. */
  readonly dir: string;
  readonly cleanup: Cleanup;
  /** Screens of the host that are opened as well. */
  readonly opens?: readonly string[];
  /** Ends the run at a build that passed before, in the same host. */
  readonly unlessPassed?: boolean;
  /** Reports progress. */
  readonly say: (text: string) => void;
};

type Outcome =
  | readonly Finding[]
  | (Pick<ProbeResult, 'findings' | 'notes'> & { readonly figures?: Record<string, number> });

export type Probe = (name: string, run: () => Outcome | Promise<Outcome>) => Promise<readonly Finding[]>;

/** Runs probes one after another and keeps what they found. */
export function probesInto(results: ProbeResult[], say: (text: string) => void): Probe {
  return async (name, run) => {
    const began = performance.now();
    say(`  ${name} …`);
    const outcome = await run();
    const { findings, figures = {}, notes } = 'findings' in outcome ? outcome : { findings: outcome };
    const milliseconds = Math.round(performance.now() - began);
    results.push({ name, milliseconds, findings, figures, ...(notes && { notes }) });
    return findings;
  };
}

/** The folders of the remote's texts, and of domains whose texts are fetched with their pages. */
function textFolders(dir: string): readonly string[] {
  const source = join(dir, 'src');
  const domains = existsSync(source) ? readdirSync(source) : [];
  return [
    'i18n',
    ...domains.map((domain) => `${domain}/i18n`).filter((folder) => existsSync(join(source, folder))),
  ].map((folder) => join(source, folder));
}

function readTexts(folder: string): Record<string, TextTree> {
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.json')) : [];
  return Object.fromEntries(
    files.map((file) => [file.replace('.json', ''), JSON.parse(readFileSync(join(folder, file), 'utf8')) as TextTree]),
  );
}

const filesIn = (folder: string, ending: RegExp): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => ending.test(file));

/** Static probes of a build. */
export async function checkFiles(probe: Probe, descriptor: Descriptor, { version, folder }: Build): Promise<void> {
  const { screens, texts, pageTexts = {} } = readReport(folder);
  const read = (file: string) => readFileSync(join(folder, file));
  const prefix = `${descriptor.name}_`;
  await probe('styles', () => filesIn(folder, /\.css$/).flatMap((file) => checkStyles(file, read(file), prefix)));
  await probe('copies', () =>
    checkCopies(new Map(filesIn(folder, /\.js$/).map((file) => [file, read(file).toString()]))),
  );
  await probe('uses', async () => {
    const { uses, forbidden } = await usesOf({ name: descriptor.name, version, folder });
    return {
      findings: forbidden.map((message) => ({ code: 'page-touched', message })),
      notes: uses.map(describeUse),
    };
  });
  await probe('size', () => {
    const files = filesIn(folder, /\.(js|css)$/);
    const { findings, largest } = checkSizes({
      budget: descriptor.budget,
      entry: ENTRY_FILE,
      screens,
      texts,
      pageTexts,
      files,
      read,
    });
    return { findings, figures: { 'KiB of the largest screen': Math.round(largest * 10) / 10 } };
  });
}

/** The screen for fault tests: one with a style sheet, so that its failure is tested too. */
export function screenToFail(screens: Readonly<Record<string, readonly string[]>>): string {
  const paths = Object.keys(screens);
  const styled = paths.find((path) => screens[path]?.some((file) => file.endsWith('.css')));
  return styled ?? (paths[0] as string);
}

/** Publishes both versions on the stage. With policy `allow`, so that an open page always swaps. */
export async function publishBoth(stage: Stage, descriptor: Descriptor, builds: readonly Build[]): Promise<void> {
  const { name } = descriptor;
  for (const { version, folder } of builds) {
    const built = { name, version, folder, descriptor: { ...descriptor, swap: 'allow' as const } };
    await publishBuild(stage.service.store, built, { who: 'check', why: 'the conformance run', at: Date.now() });
  }
}

/** Browser probes of two versions of a remote; the second throws on request. */
export async function checkInBrowser(
  probe: Probe,
  opened: Stage,
  descriptor: Descriptor,
  [first, second]: readonly [Build, Build],
  swaps: number = SWAPS,
  opens: readonly string[] = [],
): Promise<void> {
  const { name, routes } = descriptor;
  const paths = routes.map((route) => route.path);
  const stage = { ...opened, base: baseFor(paths) };
  const { screens } = readReport(first.folder);
  const path = screenToFail(screens);
  const files = screens[path] ?? [];
  await stage.serve(name, first.version);
  await probe('mount', () => checkMounts(stage, [...paths, ...opens.filter((path) => path !== stage.base)]));
  await probe('faults', async () => ({
    findings: await checkFaults(stage, { path, files, folder: `/h5/remotes/${name}/${first.version}/` }),
    figures: { played: faultsOf(files).length + 1 },
  }));
  await stage.serve(name, second.version);
  await probe('broken', () => checkBroken(stage, path));
  await stage.serve(name, first.version);
  await probe(`${swaps} swaps`, async () => {
    const { findings, retained } = await checkSwaps(stage, name, path, [first.version, second.version], swaps);
    return { findings, figures: { 'KiB retained per swap': Math.round(retained) } };
  });
}

function readDescriptor(dir: string): { readonly descriptor: Descriptor } | { readonly findings: readonly Finding[] } {
  try {
    const json: unknown = JSON.parse(readFileSync(join(dir, 'remote.json'), 'utf8'));
    return { descriptor: parseDescriptor(json, 'remote.json') };
  } catch (error) {
    if (!(error instanceof ReleaseError || error instanceof SyntaxError)) throw error;
    return { findings: [{ code: 'descriptor-invalid', message: error.message }] };
  }
}

/**
 * The whole run: builds the remote and tests it. If it does not build, the report ends there. A build that passes is
 * noted. Rejects with CheckFailure if the run itself is not possible.
 */
export async function checkRemote(subject: Subject): Promise<Report> {
  const { root, name, dir, cleanup, say, opens = [], unlessPassed = false } = subject;
  const probes: ProbeResult[] = [];
  const probe = probesInto(probes, say);
  const read = readDescriptor(dir);
  await probe('descriptor', () => ('findings' in read ? read.findings : []));
  if ('findings' in read) return { name, version: 'not built', probes };
  const { descriptor } = read;
  await probe('texts', () => textFolders(dir).flatMap((folder) => checkTexts(readTexts(folder))));
  let built: CheckedBuild | undefined;
  await probe('build', async () => {
    const outcome = await buildWithHost(root, name, cleanup);
    if ('rejected' in outcome) return [{ code: 'build-failed', message: outcome.rejected }];
    built = { ...outcome, opens };
    return [];
  });
  if (!built) return { name, version: 'not built', probes };
  const soFar = { name, version: built.version, host: built.host, probes };
  let found: Promise<string> | undefined;
  const browserPath = (): Promise<string> => {
    found ??= findBrowser(root, cleanup, say);
    return found;
  };
  const version = async () => browserVersion(await browserPath());
  if (unlessPassed && hasPassed(soFar) && (await hasPassedBefore(root, built, version))) {
    return { ...soFar, passedBefore: true };
  }
  await checkFiles(probe, descriptor, built);
  const path = screenToFail(readReport(built.folder).screens);
  const probeVersion = `${built.version}-probe`;
  const second = { version: probeVersion, folder: await buildProbe(root, dir, probeVersion, path, cleanup) };
  const browser = await launchBrowser(await browserPath(), cleanup);
  const stage = await openStage(root, browser, PATIENCE, cleanup);
  await publishBoth(stage, descriptor, [built, second]);
  await checkInBrowser(probe, stage, descriptor, [built, second], SWAPS, opens);
  const report = soFar;
  if (hasPassed(report)) keepPassed(root, built, await version());
  return report;
}

/** The remote with which the host is checked: each user meets its screens, and none is the one that the checks return to. */
const COMPANION = 'entrance';

/** Screens of the host that open without parameters. */
function ownScreens(root: string): readonly string[] {
  const { routes } = hostScreensSchema.parse(JSON.parse(readFileSync(join(root, 'host/screens.json'), 'utf8')));
  return routes.flatMap(({ path, params = {} }) =>
    Object.values(params).every((kind) => kind.endsWith('?')) ? [path] : [],
  );
}

/**
 * Checks the host by what it does for remotes: it opens the screens of `entrance` and its own, heals failed loads, leaves a
 * version that throws, and follows swaps.
 */
export async function checkHost(subject: Omit<Subject, 'name' | 'dir' | 'opens'>): Promise<Report> {
  const { root } = subject;
  const dir = join(root, 'remotes', COMPANION);
  const report = await checkRemote({ ...subject, name: COMPANION, dir, opens: ownScreens(root) });
  return { ...report, name: HOST_NAME, version: report.host ?? report.version };
}
