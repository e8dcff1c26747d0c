import { join } from 'node:path/posix';
import type { Lockfile } from '@tessera/build/sources';

/** A package that production runs or ships to browsers. */
export type LockedPackage = {
  readonly name: string;
  readonly version: string;
  /** As pnpm compares it with what it downloads: `sha512-…` in base64. */
  readonly integrity: string;
  /** Only optional dependencies lead here: it may be missing where it is not made for. */
  readonly optional: boolean;
  /** Keys of the packages that it stands on. */
  readonly dependsOn: readonly string[];
};

export type ProductionPackages = {
  /** By `name@version`. */
  readonly packages: ReadonlyMap<string, LockedPackage>;
  /** What packages of ours ask for themselves. */
  readonly direct: readonly string[];
};

/** Our packages that production starts or serves; what they depend on follows. */
const PARTS =
  /^(?:backend|host|remotes\/[^/]+|deploy\/(?:release|custody)\/[^/]+|deploy\/console|deploy\/tools\/(?:cli|launcher))$/;
/** Of the root's tools: it runs everything, and compares types of releases. */
const ROOT_TOOLS = ['node', 'typescript'] as const;

/** The lockfile lacks what an inventory needs. */
export class LockfileGap extends Error {
  override readonly name = 'LockfileGap';
}

const withoutPeers = (key: string): string => key.replace(/\(.*$/, '');

class Walk {
  readonly found = new Map<string, { optional: boolean; readonly dependsOn: Set<string> }>();
  readonly direct = new Set<string>();
  readonly #importers = new Set<string>();
  readonly #required = new Set<string>();
  readonly #lockfile: Lockfile;

  constructor(lockfile: Lockfile) {
    this.#lockfile = lockfile;
  }

  /** A package of ours with what it depends on, its development left out. */
  importer(folder: string): void {
    if (this.#importers.has(folder)) return;
    this.#importers.add(folder);
    const { dependencies = {}, optionalDependencies = {} } = this.#lockfile.importers[folder] ?? {};
    for (const [group, optional] of [[dependencies, false] as const, [optionalDependencies, true] as const]) {
      for (const [name, { version }] of Object.entries(group)) {
        if (version.startsWith('link:')) this.importer(join(folder, version.slice('link:'.length)));
        else this.direct.add(this.package(name, version, optional));
      }
    }
  }

  /** Returns the key under which it is found. */
  package(name: string, version: string, optional: boolean): string {
    const { snapshots } = this.#lockfile;
    // An alias is locked as `name@version` of its target.
    const snapshot = snapshots[version] ? version : `${name}@${version}`;
    const key = withoutPeers(snapshot);
    const known = this.found.get(key) ?? { optional: true, dependsOn: new Set<string>() };
    this.found.set(key, known);
    known.optional &&= optional;
    // Once for each way that matters: what was optional so far may now be required.
    const visit = `${snapshot} ${optional}`;
    if (this.#required.has(visit)) return key;
    this.#required.add(visit);
    const { dependencies = {}, optionalDependencies = {} } = snapshots[snapshot] ?? {};
    for (const [each, at] of Object.entries(dependencies)) known.dependsOn.add(this.package(each, at, optional));
    for (const [each, at] of Object.entries(optionalDependencies)) known.dependsOn.add(this.package(each, at, true));
    return key;
  }
}

/** Reads what production consists of. Throws `LockfileGap` for a package without a hash. */
export function productionPackages(lockfile: Lockfile): ProductionPackages {
  const walk = new Walk(lockfile);
  for (const folder of Object.keys(lockfile.importers)) if (PARTS.test(folder)) walk.importer(folder);
  const { devDependencies = {} } = lockfile.importers['.'] ?? {};
  for (const name of ROOT_TOOLS) {
    const tool = devDependencies[name];
    if (tool) walk.direct.add(walk.package(name, tool.version, false));
  }
  const packages = [...walk.found].sort(([left], [right]) => (left < right ? -1 : 1));
  return {
    direct: [...walk.direct].sort(),
    packages: new Map(
      packages.map(([key, { optional, dependsOn }]) => {
        const integrity = lockfile.packages[key]?.resolution?.integrity;
        if (!integrity) throw new LockfileGap(`pnpm-lock.yaml has no hash of ${key}.`);
        const at = key.lastIndexOf('@');
        const [name, version] = [key.slice(0, at), key.slice(at + 1)];
        return [key, { name, version, integrity, optional, dependsOn: [...dependsOn].sort() }] as const;
      }),
    ),
  };
}
