import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { ReleaseError, type ReleaseService } from '@tessera/releases';
import { type BuildOutcome, type buildStale, buildsOf, failuresOf } from './builds.ts';
import { type BuiltPackage, descriptorPath } from './layout.ts';
import { type ReleaseBuildsOptions, releaseBuilds } from './release-builds.ts';

/* The first start of a copy: pages open while most remotes are still being built. */

/** With Home, log-in and the list of markets a page is of use. */
const FIRST: readonly string[] = ['host', 'home', 'entrance', 'markets'];

/** Whether pages open before it is built. */
export const isLater = ({ name }: BuiltPackage): boolean => !FIRST.includes(name);

/** Places in the bottom bar are from 0 to 99. */
const LAST = 1_000;

/** Remotes in the order of the bottom bar, then those without a tab, then pages for staff and developers. */
function placeOf(target: BuiltPackage): number {
  if (target.kind !== 'remote') return LAST;
  const { tab } = JSON.parse(readFileSync(descriptorPath(target), 'utf8')) as { tab?: { order: number } };
  return tab?.order ?? LAST - 1;
}

/** Throws where the host was not built. A remote that was not harms its own screens only: what was live of it stays live. */
export function reportFailures(outcomes: readonly BuildOutcome[]): void {
  for (const { package: target, failure } of failuresOf(outcomes)) {
    if (target.kind === 'host') throw new Error(failure);
    console.error(`\n${failure}\n`);
  }
}

/** Nothing is being built any more: what was announced and has no version is not on its way. */
export const endAnnouncements = (service: ReleaseService) =>
  service.takeOver(
    { remotes: [], announced: [] },
    { who: userInfo().username, why: 'nothing is being built any more' },
  );

/** What is built while the platform runs. */
export type Rest = {
  readonly names: readonly string[];
  /** Resolves with the names of what is not there at the end, whose reasons were printed; after a stop with none. */
  readonly done: Promise<readonly string[]>;
};

export type FirstStart = {
  readonly service: ReleaseService;
  readonly packages: readonly BuiltPackage[];
  /** Those of `packages` that are not built. */
  readonly stale: readonly BuiltPackage[];
  readonly build: typeof buildStale;
  readonly options: Pick<ReleaseBuildsOptions, 'force'>;
  readonly print: (line: string) => void;
  /** Ends builds under way; what was released and announced until then stays for the next start. */
  readonly stop: AbortSignal;
};

/**
 * Builds and releases what pages need first, and resolves; rejects if that does not work, or was stopped. The others are
 * announced, so that pages show their tabs and say that they are being built, and each goes live by itself. One that cannot
 * be built or released keeps out none of the others.
 */
export async function startInParts(parts: FirstStart): Promise<Rest> {
  const { service, packages, stale, build, options, print, stop } = parts;
  const later = stale.filter(isLater).toSorted((left, right) => placeOf(left) - placeOf(right));
  const now = packages.filter((target) => !later.includes(target));
  const release = (outcomes: readonly BuildOutcome[], announced?: readonly BuiltPackage[]): Promise<void> =>
    releaseBuilds(service, buildsOf(outcomes), {
      ...options,
      now: Date.now(),
      report: print,
      follow: true,
      announced,
    });

  const missing: string[] = [];
  async function releaseLater(outcome: BuildOutcome): Promise<void> {
    if (stop.aborted) return;
    const { name } = outcome.package;
    try {
      if ('failure' in outcome) throw new Error(outcome.failure);
      await release([outcome]).catch((error: unknown) => {
        // A member of staff, or the registry, released something meanwhile.
        if (error instanceof ReleaseError && error.code === 'epoch_taken') return release([outcome]);
        throw error;
      });
    } catch (error) {
      missing.push(name);
      console.error(`\n${name}: ${error instanceof Error ? error.message : error}\n`);
    }
  }

  print(`Building ${stale.length} packages, those of the first screens before the others.`);
  let counted = 0;
  const first: BuildOutcome[] = [];
  const awaited = new Set(now);
  const firstBuilt = Promise.withResolvers<void>();
  let releasing: Promise<void> = firstBuilt.promise.then(() => {
    reportFailures(first);
    return release(
      first,
      later.filter(({ kind }) => kind === 'remote'),
    );
  });
  const firstLive = releasing;
  const ending = new AbortController();
  const all = build(
    (line) => print(`  ${++counted} of ${stale.length}: ${line.trim()}`),
    [...now, ...later],
    AbortSignal.any([stop, ending.signal]),
    (outcome) => {
      if (awaited.delete(outcome.package)) {
        first.push(outcome);
        if (awaited.size === 0) firstBuilt.resolve();
        return;
      }
      releasing = releasing.then(() => releaseLater(outcome));
      releasing.catch(() => undefined);
    },
  );
  // Where a part of the first was not reached, the builds were stopped.
  all.then(() => firstBuilt.reject(stop.reason ?? new Error('The builds ended early.')), firstBuilt.reject);
  try {
    await firstLive;
    await service.renew();
  } catch (error) {
    ending.abort();
    await all.catch(() => undefined);
    throw error;
  }
  const finish = async (): Promise<readonly string[]> => {
    await all;
    await releasing;
    if (!stop.aborted) await endAnnouncements(service);
    return missing;
  };
  return { names: later.map(({ name }) => name), done: finish() };
}
