import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

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

/** Whatever fits the version that the remote is being built against. */
export function rangeOf(request: string, dir: string): string {
  const installed = installedVersion(packageOf(request), dir);
  return installed ? `^${installed}` : '*';
}
