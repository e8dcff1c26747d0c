import '@tessera/releases/explain-full-disk';
import { join, relative } from 'node:path';
import { diskProblem } from '@tessera/releases';
import { BACKEND_FLAGS, ROOT } from './layout.ts';
import { openPlatform, type Platform } from './platform.ts';
import { readStartOptions, releaseAtStart } from './release-sources.ts';

const print = (line: string) => console.log(line);

type Parts = {
  readonly backendScript?: string;
  /** Further settings of the backend, which may follow from the data folder; it rejects with the reason not to start. */
  readonly settings?: (platform: Platform) => Promise<Readonly<Record<string, string>>>;
};

/** Builds what is stale, publishes it, and runs the whole platform until Ctrl-C. Resolves when it responds. */
export async function startPlatform({
  backendScript = 'backend/src/main.ts',
  settings = async () => ({}),
}: Parts = {}): Promise<Platform> {
  const options = readStartOptions();
  const platform = await openPlatform();
  const { dataDir, stopping: stop } = platform;
  // A stop ends the process by itself.
  const stopped = new Promise<never>(() => undefined);
  const failed = (error: unknown) =>
    stop.aborted
      ? stopped
      : platform.fail(diskProblem(error) ?? (error instanceof Error ? error.message : String(error)));

  // Its database takes about as long as the first builds.
  const more = await settings(platform).catch(failed);
  const backend = platform.run('backend', [...BACKEND_FLAGS, join(ROOT, backendScript)], more);
  const releasing = releaseAtStart({ dataDir, env: process.env, options, print, stop });
  platform.during(releasing);
  const rest = await releasing.catch(failed);
  if (stop.aborted) await stopped;
  if (rest) platform.during(rest.done);

  const registry = platform.run('registry', [join(ROOT, 'deploy/release/registry/src/main.ts')]);
  const gateway = platform.run('gateway', [join(ROOT, 'deploy/release/gateway/src/main.ts')]);
  await platform.untilHealthy(gateway, 'The gateway', `${platform.origin}/h5/manifest.json`);
  await platform.untilHealthy(
    registry,
    'The registry',
    `http://127.0.0.1:${platform.env.REGISTRY_PORT}/registry/health`,
  );
  print('Waiting for the backend and its database.');
  await platform.untilHealthy(
    backend,
    'The backend',
    `http://127.0.0.1:${platform.env.BACKEND_PORT}/api/getSiteConfig?lang=en`,
  );

  print(`
Tessera is running.

  Open       ${platform.origin}/h5/
  Demo user  demo@tessera.example   password  Tessera-2026
  Staff      ${platform.origin}/console/   (npm run tessera -- staff create-staff … --role operator)
  Mail       ${relative(process.cwd(), join(platform.dataDir, 'outbox')) || '.'}   (npm run tessera -- outbox)
  Stop       Ctrl-C; the data stays in ${relative(process.cwd(), platform.dataDir) || '.'}
`);
  if (rest) {
    print(`Still being built: ${rest.names.join(', ')}. Each opens by itself when it is there.`);
    rest.done.then((missing) => {
      if (stop.aborted) return;
      print(missing.length === 0 ? 'Everything is built and live.' : `Not there: ${missing.join(', ')}; see above.`);
    }, failed);
  }
  return platform;
}
