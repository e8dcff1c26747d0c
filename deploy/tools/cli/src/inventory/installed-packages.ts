import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readDescription } from '@tessera/build/licences';
import type { Lockfile } from '@tessera/build/sources';

/** Folders of packages in a `node_modules`: scopes hold further ones. What is linked lies elsewhere. */
function packageFolders(modules: string): string[] {
  return readdirSync(modules).flatMap((name) => {
    const path = join(modules, name);
    if (name.startsWith('.') || lstatSync(path).isSymbolicLink()) return [];
    return name.startsWith('@') ? packageFolders(path) : [path];
  });
}

/** Folders of the locked packages that are installed below a root, by `name@version`: pnpm keeps some of former locks. */
export function installedPackages(root: string, { packages }: Pick<Lockfile, 'packages'>): ReadonlyMap<string, string> {
  const store = join(root, 'node_modules/.pnpm');
  const found = new Map<string, string>();
  for (const entry of readdirSync(store).sort()) {
    const modules = join(store, entry, 'node_modules');
    if (!existsSync(modules)) continue;
    for (const folder of packageFolders(modules)) {
      const { name, version } = readDescription(folder);
      if (packages[`${name}@${version}`]) found.set(`${name}@${version}`, folder);
    }
  }
  return found;
}
