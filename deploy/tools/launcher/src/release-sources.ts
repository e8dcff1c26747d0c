import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { ensureSigningKeys, keyPaths, openReleaseService, type ReleaseService } from '@tessera/releases';
import { type BuildOutcome, buildStale, buildsOf, failuresOf, staleOf } from './builds.ts';
import { type BuiltPackage, builtPackages, descriptorPath } from './layout.ts';
import { putFirstStoreAside, releaseBuilds } from './release-builds.ts';

/** Options of a start on the command line. */
export type StartOptions = {
  /** Makes all that was built live. */
  readonly promote?: boolean;
  /** With `promote`: overrides the gate and withdrawals. */
  readonly force?: boolean;
};

/** A start also has remotes follow a host that their live versions do not fit; the release step rejects such a host. */
export type SourceOptions = StartOptions & { readonly follow?: boolean };

const USAGE = `options of a start:
  --promote  make all that was built live, host and remotes in one release
  --force    with --promote: override the compatibility gate, and reinstate withdrawn versions`;

/** Options of a start; ends the process with the usage if they are not valid. */
export function readStartOptions(args: readonly string[] = process.argv.slice(2)): StartOptions {
  const boolean = { type: 'boolean' } as const;
  try {
    const { values } = parseArgs({ args: [...args], options: { promote: boolean, force: boolean } });
    if (values.force && !values.promote) throw new Error('--force needs --promote.');
    return values;
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
    process.exit(2);
  }
}

type Env = Readonly<Record<string, string | undefined>>;
type Print = (line: string) => void;

async function openReleases(dataDir: string, env: Env, print: Print): Promise<ReleaseService> {
  const aside = await putFirstStoreAside(dataDir);
  if (aside) print(`  The release history of before manifests were signed lies in ${aside} now.`);
  await ensureSigningKeys(keyPaths(dataDir, env), Date.now());
  const service = await openReleaseService(env, dataDir);
  const signed = await service.signFormer({ who: userInfo().username });
  if (signed) print(`  ${signed.why}`);
  return service;
}

/** Throws where the host was not built. A remote that was not harms its own screens only: what was live of it stays live. */
function reportFailures(outcomes: readonly BuildOutcome[]): void {
  for (const { package: target, failure } of failuresOf(outcomes)) {
    if (target.kind === 'host') throw new Error(failure);
    console.error(`\n${failure}\n`);
  }
}

/**
 * Builds what is stale and publishes it; see `releaseBuilds` for what goes live. A remote that does not build stays as
 * it was; a host that does not build or does not fit, and a store or keys that cannot be used, reject with the reason.
 */
export async function releaseSources(dataDir: string, env: Env, options: SourceOptions, print: Print): Promise<void> {
  print('Building what changed.');
  const outcomes = await buildStale(print);
  reportFailures(outcomes);
  const service = await openReleases(dataDir, env, print);
  await releaseBuilds(service, buildsOf(outcomes), { now: Date.now(), report: print, ...options });
  await service.renew();
}

/** Home and log-in are the host's; with the list of markets a page is of use. The rest is built while the platform runs. */
const FIRST: readonly string[] = ['host', 'markets'];

/** Places in the bottom bar are from 0 to 99. */
const LAST = 1_000;

/** What is built first, then remotes in the order of the bottom bar, then pages for staff and developers. */
function placeOf(target: BuiltPackage): number {
  if (FIRST.includes(target.name)) return -1;
  if (target.kind !== 'remote') return LAST;
  const { tab } = JSON.parse(readFileSync(descriptorPath(target), 'utf8')) as { tab?: { order: number } };
  return tab?.order ?? LAST - 1;
}

/** Remotes that are built while the platform runs; `live` resolves when all of them are, or failed with their reasons. */
export type Rest = { readonly names: readonly string[]; readonly live: Promise<void> };

export type StartParts = {
  readonly dataDir: string;
  readonly env: Env;
  readonly options: StartOptions;
  readonly print: Print;
  /** Ends builds under way. */
  readonly stop: AbortSignal;
};

/**
 * As `releaseSources`, but in an empty environment it resolves as soon as the host and the first remotes are live. The
 * others are announced, so that pages show their tabs and say that they are being built, and each goes live by itself.
 */
export async function releaseAtStart({ dataDir, env, options, print, stop }: StartParts): Promise<Rest | undefined> {
  const service = await openReleases(dataDir, env, print);
  const state = (await service.latest())?.state;
  const isFirstStart = !state || state.remotes.some(({ announced }) => announced);
  const stale = isFirstStart && !options.promote ? await staleOf(builtPackages()) : [];
  const later = stale.filter(({ name }) => !FIRST.includes(name));
  if (later.length === 0) {
    await releaseSources(dataDir, env, { ...options, follow: true }, print);
    return undefined;
  }
  print(`Building ${stale.length} packages, those of the first screens before the others.`);
  let built = 0;
  const report: Print = (line) => print(`  ${++built} of ${stale.length}: ${line.trim()}`);
  const release = async (outcomes: readonly BuildOutcome[], announced?: readonly BuiltPackage[]): Promise<void> => {
    reportFailures(outcomes);
    await releaseBuilds(service, buildsOf(outcomes), { now: Date.now(), report: () => undefined, announced });
  };
  const ordered = builtPackages().toSorted((left, right) => placeOf(left) - placeOf(right));
  const first: BuildOutcome[] = [];
  const awaited = new Set(ordered.filter((target) => !later.some(({ name }) => name === target.name)));
  const firstBuilt = Promise.withResolvers<void>();
  const firstLive = firstBuilt.promise.then(() =>
    release(
      first,
      later.filter(({ kind }) => kind === 'remote'),
    ),
  );
  let releasing: Promise<void> = firstLive;
  const inTurn = (work: () => Promise<void>) => {
    releasing = releasing.then(work);
    // Its failure is told once all is built.
    releasing.catch(() => undefined);
  };
  const all = buildStale(report, ordered, stop, (outcome) => {
    if (!awaited.delete(outcome.package)) {
      inTurn(() => release([outcome]));
      return;
    }
    first.push(outcome);
    if (awaited.size === 0) firstBuilt.resolve();
  });
  all.catch(firstBuilt.reject);
  const live = all.then(async (outcomes) => {
    await releasing;
    // What did not build is not on its way any more.
    if (failuresOf(outcomes).length > 0)
      await service.takeOver({ remotes: [], announced: [] }, { who: userInfo().username, why: 'it does not build' });
  });
  // The caller waits for it later; a failure of the first part rejects this function.
  live.catch(() => undefined);
  await firstLive;
  await service.renew();
  return { names: later.flatMap(({ kind, name }) => (kind === 'remote' ? [name] : [])), live };
}
