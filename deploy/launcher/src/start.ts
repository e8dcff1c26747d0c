// `npm start`: builds what is stale, releases it, and runs the whole platform until Ctrl-C.
import { join, relative } from 'node:path';
import { ensureSigningKeys, keyPaths, openDesk } from '@tessera/releases';
import { buildStale, buildsOf, failuresOf } from './builds.ts';
import { ROOT } from './layout.ts';
import { openPlatform } from './platform.ts';
import { lastBuiltPath, putFirstStoreAside, releaseBuilds } from './release-builds.ts';

const platform = await openPlatform();
const print = (line: string) => console.log(line);

print('Building what changed.');
const outcomes = await buildStale(print);
for (const { package: target, failure } of failuresOf(outcomes)) {
  if (target.kind === 'host') await platform.fail(failure);
  // A remote that does not build harms its own screens only: what was live of it stays live.
  console.error(`\n${failure}\n`);
}
const { dataDir } = platform;
try {
  const aside = await putFirstStoreAside(dataDir);
  if (aside) print(`  The release history of before manifests were signed lies in ${aside} now.`);
  await ensureSigningKeys(keyPaths(dataDir, process.env), Date.now());
  const desk = await openDesk(process.env, dataDir);
  await releaseBuilds(desk, buildsOf(outcomes), lastBuiltPath(dataDir), Date.now(), print);
  await desk.renew();
} catch (error) {
  await platform.fail(error instanceof Error ? error.message : String(error));
}

const backend = platform.run('backend', [join(ROOT, 'backend/src/main.ts')]);
const registry = platform.run('registry', [join(ROOT, 'deploy/registry/src/main.ts')]);
const gateway = platform.run('gateway', [join(ROOT, 'deploy/gateway/src/main.ts')]);
await platform.untilHealthy(gateway, 'The gateway', `${platform.origin}/h5/manifest.json`);
await platform.untilHealthy(registry, 'The registry', `http://127.0.0.1:${platform.env.REGISTRY_PORT}/registry/health`);
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
