// `npm run dev`: host and remotes from development servers, a backend that restarts on change, and one origin for all.
// Names choose the remotes to serve: `npm run dev -- markets trading`.
import '@tessera/releases/explain-full-disk';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDescriptor } from '@tessera/releases';
import { builtPackages, descriptorPath, ROOT } from './layout.ts';
import { openPlatform } from './platform.ts';
import { freePort } from './ports.ts';

const packages = builtPackages();
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !packages.some((target) => target.kind === 'remote' && target.name === name));
if (unknown.length > 0) {
  console.error(`There is no remote ${unknown.join(', ')}.`);
  process.exit(2);
}

const platform = await openPlatform();
const servers: { readonly dir: string; readonly origin: string; readonly descriptor?: unknown }[] = [];
const ports: string[] = [];
for (const target of packages) {
  if (target.kind === 'page') continue;
  if (target.kind === 'remote' && asked.length > 0 && !asked.includes(target.name)) continue;
  const port = await freePort();
  const path = descriptorPath(target);
  ports.push(`${target.dir}=${port}`);
  servers.push({
    dir: target.dir,
    origin: `http://127.0.0.1:${port}`,
    ...(target.kind === 'remote' ? { descriptor: parseDescriptor(JSON.parse(readFileSync(path, 'utf8')), path) } : {}),
  });
}
const [host, ...remotes] = servers;

console.log('Starting the development servers; the first compilation takes a while.');
const backend = platform.run('backend', ['--watch', '--watch-preserve-output', join(ROOT, 'backend/src/main.ts')]);
const bundles = platform.run('bundles', [join(ROOT, 'deploy/tools/launcher/src/development-servers.ts'), ...ports]);
const gateway = platform.run('gateway', [join(ROOT, 'deploy/release/gateway/src/development-main.ts')], {
  DEVELOPMENT_SERVERS: JSON.stringify({ host: host?.origin, remotes }),
});
for (const { origin, dir } of servers) await platform.untilHealthy(bundles, `The development server of ${dir}`, origin);
await platform.untilHealthy(gateway, 'The gateway', `${platform.origin}/h5/`);
await platform.untilHealthy(backend, 'The backend', `${platform.origin}/api/getSiteConfig?lang=en`);

console.log(`
Tessera is running from its sources.

  Open       ${platform.origin}/h5/
  Demo user  demo@tessera.example   password  Tessera-2026
  Stop       Ctrl-C; the data stays in ${platform.dataDir}
`);
