import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { ensureSigningKeys, keyPaths, openReleaseService, type ReleaseService } from '@tessera/releases';
import { buildStale, buildsOf, staleOf } from './builds.ts';
import { endAnnouncements, isLater, type Rest, reportFailures, startInParts } from './first-start.ts';
import { builtPackages } from './layout.ts';
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

/**
 * Builds what is stale and publishes it; see `releaseBuilds` for what goes live. A remote that does not build stays as
 * it was; a host that does not build or does not fit, and a store or keys that cannot be used, reject with the reason.
 */
export async function releaseSources(dataDir: string, env: Env, options: SourceOptions, print: Print): Promise<void> {
  await releaseStale(await openReleases(dataDir, env, print), options, print);
}

async function releaseStale(
  service: ReleaseService,
  options: SourceOptions,
  print: Print,
  stop?: AbortSignal,
): Promise<void> {
  print('Building what changed.');
  const outcomes = await buildStale(print, builtPackages(), stop);
  stop?.throwIfAborted();
  reportFailures(outcomes);
  await releaseBuilds(service, buildsOf(outcomes), { now: Date.now(), report: print, ...options });
  await service.renew();
}

export type StartParts = {
  readonly dataDir: string;
  readonly env: Env;
  readonly options: StartOptions;
  readonly print: Print;
  /** Ends builds under way; the start rejects then. */
  readonly stop: AbortSignal;
};

/**
 * As `releaseSources`, but in an empty environment it resolves as soon as what pages need first is live, with the rest
 * that is still being built.
 */
export async function releaseAtStart({ dataDir, env, options, print, stop }: StartParts): Promise<Rest | undefined> {
  const service = await openReleases(dataDir, env, print);
  const state = (await service.latest())?.state;
  const isAnnounced = state?.remotes.some(({ announced }) => announced);
  const packages = builtPackages();
  const stale = (!state || isAnnounced) && !options.promote ? await staleOf(packages) : [];
  if (stale.some(isLater)) return startInParts({ service, packages, stale, build: buildStale, options, print, stop });
  await releaseStale(service, { ...options, follow: true }, print, stop);
  if (isAnnounced) await endAnnouncements(service);
  return undefined;
}
