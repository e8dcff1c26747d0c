import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const SHARED = join(import.meta.dirname, '../../..');

/** `@tessera/ui` for `@tessera/ui/forms`, `react` for `react/jsx-runtime`. */
export const packageOf = (request: string): string =>
  request
    .split('/')
    .slice(0, request.startsWith('@') ? 2 : 1)
    .join('/');

function installedVersion(name: string, dir: string): string | undefined {
  const file = join(dir, 'node_modules', name, 'package.json');
  if (existsSync(file)) return (JSON.parse(readFileSync(file, 'utf8')) as { version?: string }).version;
  const parent = dirname(dir);
  return parent === dir ? undefined : installedVersion(name, parent);
}

/** What a bundled package of ours asks for is installed there. */
function versionBesideOurs(name: string): string | undefined {
  for (const folder of readdirSync(SHARED)) {
    const version = installedVersion(name, join(SHARED, folder));
    if (version !== undefined) return version;
  }
  return undefined;
}

/**
 * Whatever fits the version that the remote in this folder is being built against. A patch adds nothing to a package: a
 * host with an earlier one has all that the remote uses. Of our packages any: each release compares the names and types that
 * a remote uses with the host's, and their version is that of the application, over which remotes are rolled back alone.
 */
export function rangeOf(request: string, dir: string): string {
  const name = packageOf(request);
  if (name.startsWith('@tessera/')) return '*';
  const installed = installedVersion(name, dir) ?? versionBesideOurs(name);
  if (installed === undefined) throw new Error(`${name} is installed neither in ${dir} nor in shared/.`);
  return `^${/^\d+\.\d+\.\d+$/.test(installed) ? installed.replace(/\d+$/, '0') : installed}`;
}
