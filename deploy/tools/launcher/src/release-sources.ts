import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { ensureSigningKeys, keyPaths, openReleaseService } from '@tessera/releases';
import { buildStale, buildsOf, failuresOf } from './builds.ts';
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

/**
 * Builds what is stale and publishes it; see `releaseBuilds` for what goes live. A remote that does not build stays as
 * it was; a host that does not build or does not fit, and a store or keys that cannot be used, reject with the reason.
 */
export async function releaseSources(
  dataDir: string,
  env: Readonly<Record<string, string | undefined>>,
  options: SourceOptions,
  print: (line: string) => void,
): Promise<void> {
  print('Building what changed.');
  const outcomes = await buildStale(print);
  for (const { package: target, failure } of failuresOf(outcomes)) {
    if (target.kind === 'host') throw new Error(failure);
    // A remote that does not build harms its own screens only: what was live of it stays live.
    console.error(`\n${failure}\n`);
  }
  const aside = await putFirstStoreAside(dataDir);
  if (aside) print(`  The release history of before manifests were signed lies in ${aside} now.`);
  await ensureSigningKeys(keyPaths(dataDir, env), Date.now());
  const service = await openReleaseService(env, dataDir);
  const signed = await service.signFormer({ who: userInfo().username });
  if (signed) print(`  ${signed.why}`);
  await releaseBuilds(service, buildsOf(outcomes), { now: Date.now(), report: print, ...options });
  await service.renew();
}
