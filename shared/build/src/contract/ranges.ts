import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const SHARED = join(import.meta.dirname, '../../..');

/** `@tessera/ui` for `@tessera/ui/forms`, `react` for `react/jsx-runtime`. */
export const packageOf = (request: string): string =>
  request
    .split('/')
    .slice(0, request.startsWith('@') ? 2 : 1)
    .join('/');

const versionIn = (file: string): string | undefined =>
  (JSON.parse(readFileSync(file, 'utf8')) as { version?: string }).version;

function installedVersion(name: string, dir: string): string | undefined {
  const file = join(dir, 'node_modules', name, 'package.json');
  if (existsSync(file)) return versionIn(file);
  const parent = dirname(dir);
  return parent === dir ? undefined : installedVersion(name, parent);
}

/** Of one of our packages. */
function ownVersion(name: string): string | undefined {
  const file = join(SHARED, name.replace('@tessera/', ''), 'package.json');
  return existsSync(file) ? versionIn(file) : undefined;
}

/**
 * Whatever fits the version that the remote in this folder is being built against. A patch adds nothing to a package: a
 * host with an earlier one has all that the remote uses.
 */
export function rangeOf(request: string, dir: string): string {
  const name = packageOf(request);
  // What a bundled package of ours asks for is installed there, and ours lie there.
  const places = [dir, ...readdirSync(SHARED).map((folder) => join(SHARED, folder))];
  const versions = places.map((place) => installedVersion(name, place));
  const installed = versions.find((version) => version !== undefined) ?? ownVersion(name);
  if (installed === undefined) throw new Error(`${name} is installed neither in ${dir} nor in shared/.`);
  return `^${/^\d+\.\d+\.\d+$/.test(installed) ? installed.replace(/\d+$/, '0') : installed}`;
}
