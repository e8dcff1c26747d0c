import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** A package of the repository, as it is packed. */
export type PackedPackage = {
  /** With its scope. */
  readonly name: string;
  /** Its folder, relative to the repository. */
  readonly folder: string;
};

type Dependencies = Readonly<Record<string, string>>;
type PackageFile = {
  readonly name: string;
  readonly exports?: Readonly<Record<string, string>>;
  readonly sideEffects?: unknown;
  readonly dependencies?: Dependencies;
};

/** The host and the remotes know these; a team knows them by what stands on them. */
const OF_THE_PLATFORM: ReadonlySet<string> = new Set(['manifest']);

const readPackage = (root: string, folder: string): PackageFile =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as PackageFile;

/** What a team installs of the repository, but for the command line, which is one file. */
export const packedPackages = (root: string): readonly PackedPackage[] =>
  readdirSync(join(root, 'shared'))
    .filter((name) => !OF_THE_PLATFORM.has(name) && existsSync(join(root, 'shared', name, 'package.json')))
    .map((name) => ({ name: readPackage(root, `shared/${name}`).name, folder: `shared/${name}` }));

/** Versions of the catalog by package. */
const catalogOf = (root: string): Dependencies =>
  (parse(readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8')) as { readonly catalog: Dependencies }).catalog;

/** Exact versions: of our packages that of the SDK, of others that of the catalog. */
export function exactVersions(root: string, dependencies: Dependencies, version: string): Dependencies {
  const catalog = catalogOf(root);
  return Object.fromEntries(
    Object.entries(dependencies).map(([name, wanted]) => {
      if (wanted.startsWith('workspace:')) return [name, version];
      const exact = wanted === 'catalog:' ? catalog[name] : wanted;
      if (exact === undefined) throw new Error(`The catalog has no version of ${name}.`);
      return [name, exact];
    }),
  );
}

/** Where the compiler writes the two files of a source. */
const compiled = (source: string) => {
  const path = source.replace(/\.tsx?$/, '');
  return { types: `${path}.d.ts`, default: `${path}.js` };
};

/** Entry points by their compiled files. */
const exportsOf = (exports: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(exports).map(([entry, source]) => [entry, /\.tsx?$/.test(source) ? compiled(source) : source]),
  );

/** What only the packed package has. */
export type More = {
  /** Entry points. */
  readonly exports?: Readonly<Record<string, string>>;
  /** Packages of ours that it reads. */
  readonly dependencies?: readonly string[];
};

/** The package file of a packed package. */
export function packedFile(root: string, { name, folder }: PackedPackage, version: string, more: More = {}): object {
  const { exports = {}, sideEffects, dependencies = {} } = readPackage(root, folder);
  return {
    name,
    version,
    type: 'module',
    license: 'SEE LICENSE IN LICENSE',
    ...(sideEffects === undefined ? {} : { sideEffects }),
    exports: { ...exportsOf(exports), ...more.exports, './package.json': './package.json' },
    dependencies: {
      ...exactVersions(root, dependencies, version),
      ...Object.fromEntries((more.dependencies ?? []).map((each) => [each, version])),
    },
  };
}
