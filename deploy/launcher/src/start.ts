// `npm start`: builds what is stale, releases it, and runs the whole platform until Ctrl-C.
import { join, relative } from 'node:path';
import { buildStale, buildsOf, failuresOf } from './builds.ts';
import { ROOT } from './layout.ts';
import { openPlatform } from './platform.ts';
import { lastBuiltPath, releaseBuilds, releaseStore } from './release-builds.ts';

const platform = await openPlatform();
const print = (line: string) => console.log(line);

print('Building what changed.');
const outcomes = await buildStale(print);
for (const { package: target, failure } of failuresOf(outcomes)) {
  if (target.kind === 'host') await platform.fail(failure);
  // A remote that does not build harms its own screens only: what was live of it stays live.
  console.error(`\n${failure}\n`);
}
await releaseBuilds(
  releaseStore(platform.dataDir),
  buildsOf(outcomes),
  lastBuiltPath(platform.dataDir),
  Date.now(),
  print,
).catch((error: Error) => platform.fail(error.message));

const backend = platform.run('backend', [join(ROOT, 'backend/src/main.ts')]);
const gateway = platform.run('gateway', [join(ROOT, 'deploy/gateway/src/main.ts')]);
await platform.untilHealthy(gateway, 'The gateway', `${platform.origin}/h5/manifest.json`);
await platform.untilHealthy(backend, 'The backend', `${platform.origin}/api/getSiteConfig?lang=en`);

print(`
Tessera is running.

  Open       ${platform.origin}/h5/
  Demo user  demo@tessera.example   password  Tessera-2026
  Mail       ${relative(process.cwd(), join(platform.dataDir, 'outbox')) || '.'}   (npm run tessera -- outbox)
  Stop       Ctrl-C; the data stays in ${relative(process.cwd(), platform.dataDir) || '.'}
`);
