import { ensureSigningKeys, keyPaths, openReleaseService } from '@tessera/releases';
import { buildStale, buildsOf, failuresOf } from './builds.ts';
import { lastBuiltPath, putFirstStoreAside, releaseBuilds } from './release-builds.ts';

/**
 * Builds what is stale, publishes it, and makes it live where it takes over. A remote that does not build stays as it
 * was; a host that does not build, and a store or keys that cannot be used, reject with the reason.
 */
export async function releaseSources(
  dataDir: string,
  env: Readonly<Record<string, string | undefined>>,
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
  await releaseBuilds(service, buildsOf(outcomes), lastBuiltPath(dataDir), Date.now(), print);
  await service.renew();
}
