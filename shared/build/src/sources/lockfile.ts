import { parse } from 'yaml';

type Dependencies = Readonly<Record<string, string>>;
type Importer = Readonly<
  Record<
    'dependencies' | 'devDependencies' | 'optionalDependencies',
    Readonly<Record<string, { readonly version: string }>> | undefined
  >
>;

/** What is read of pnpm's lockfile. */
export type Lockfile = {
  readonly importers: Readonly<Record<string, Importer>>;
  readonly packages: Readonly<Record<string, { readonly resolution?: { readonly integrity?: string } }>>;
  readonly snapshots: Readonly<
    Record<string, { readonly dependencies?: Dependencies; readonly optionalDependencies?: Dependencies }>
  >;
};

export const parseLockfile = (text: string): Lockfile => {
  const { importers, packages, snapshots } = parse(text) as Lockfile;
  return { importers, packages, snapshots };
};

/** Version as locked for a package of ours: its own dependency, or one of the repository's. */
function lockedVersion({ importers }: Lockfile, importer: string, name: string): string {
  for (const folder of [importer, '.']) {
    const { dependencies, devDependencies, optionalDependencies } = importers[folder] ?? {};
    const found = (dependencies?.[name] ?? devDependencies?.[name] ?? optionalDependencies?.[name])?.version;
    if (found) return found;
  }
  throw new Error(`${importer} imports ${name}, which its package.json does not name.`);
}

/**
 * Packages that these stand on, themselves included: `name@version` with peers as pnpm writes them, and the integrity of
 * what was installed. `wanted` is by the folder of our package, from the root. Sorted.
 */
export function lockedPackages(
  lockfile: Lockfile,
  wanted: Iterable<readonly [importer: string, names: Iterable<string>]>,
): readonly string[] {
  const found = new Set<string>();
  const add = (name: string, version: string): void => {
    if (version.startsWith('link:')) return;
    // An alias is locked as `name@version` of its target.
    const key = lockfile.snapshots[version] ? version : `${name}@${version}`;
    if (found.has(key)) return;
    found.add(key);
    const { dependencies = {}, optionalDependencies = {} } = lockfile.snapshots[key] ?? {};
    for (const [each, at] of Object.entries({ ...dependencies, ...optionalDependencies })) add(each, at);
  };
  for (const [importer, names] of wanted) for (const name of names) add(name, lockedVersion(lockfile, importer, name));
  return [...found]
    .sort()
    .map((key) => `${key} ${lockfile.packages[key.replace(/\(.*$/, '')]?.resolution?.integrity ?? ''}`);
}
