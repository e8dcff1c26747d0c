import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type webpack from 'webpack';
import { ContractFailure } from './contract-failure.ts';

/*
 * A namespace of texts has one owner in the page: the last to register it replaces the texts of all screens that read
 * it. A remote owns the one of its name, and those that it registers with texts of its own; the rest are the host's and
 * those of `shared/`, or another remote's.
 */

const DECLARATIONS = ['namespaces.ts', 'texts.d.ts'];
const DECLARED = /^ {4}readonly (\w+): typeof|^ {2}readonly (\w+): typeof/gm;

/** The namespaces that the sources in a folder declare, in order. */
function declaredIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => DECLARATIONS.some((name) => file === name || file.endsWith(`/${name}`)))
    .flatMap((file) => [...readFileSync(join(folder, file), 'utf8').matchAll(DECLARED)])
    .map(([, inModule, own]) => (inModule ?? own) as string)
    .sort();
}

const packagesIn = (folder: string): readonly string[] => (existsSync(folder) ? readdirSync(folder) : []);

/** By namespace: the package of the repository that owns it, `host`, `shared/ui` or `remotes/finance`. */
export function namespacesOfRepository(root: string): ReadonlyMap<string, string> {
  const packages = [
    'host',
    ...packagesIn(join(root, 'shared')).map((name) => `shared/${name}`),
    ...packagesIn(join(root, 'remotes')).map((name) => `remotes/${name}`),
  ];
  return new Map(
    packages.flatMap((path) => declaredIn(join(root, path, 'src')).map((namespace) => [namespace, path] as const)),
  );
}

/** The namespaces that the host and what it provides own. */
export const namespacesOfHost = (root: string): readonly string[] =>
  [...namespacesOfRepository(root)].flatMap(([namespace, owner]) => (owner.startsWith('remotes/') ? [] : [namespace]));

const REGISTERED = /\b(?:addTexts|withTexts)\(\s*(?:(["'`])([^"'`]+)\1\s*,\s*(\w+)?)?/g;
/** It passes on what it is called with. */
const PASSES_ON = /[\\/]i18n[\\/]src[\\/]with-texts\.ts$/;

/** Whether a loader is that of a shared package: imported from it, or asking it for the texts. */
const isShared = (loader: string, source: string): boolean =>
  new RegExp(`import\\s*\\{[^}]*\\b${loader}\\b[^}]*\\}\\s*from\\s*["']@tessera/`).test(source) ||
  new RegExp(`\\b${loader}\\s*=[^;]*\\bimport\\(\\s*["']@tessera/`).test(source);

/** Namespaces that a module registers with texts of its own; null for one whose name is not written out. */
export const registeredIn = (source: string): ReadonlyArray<string | null> =>
  [...source.matchAll(REGISTERED)].flatMap(([, , namespace, loader]) =>
    namespace === undefined ? [null] : loader !== undefined && isShared(loader, source) ? [] : [namespace],
  );

type Sourced = webpack.Module & { readonly modules?: readonly webpack.Module[]; readonly resource?: string };

/** The namespaces that a built remote owns. Throws ContractFailure for one that another package has. */
export function ownNamespaces(root: string, name: string, { modules, chunkGraph }: webpack.Compilation): string[] {
  const built = [...modules]
    .filter((module) => chunkGraph.getNumberOfModuleChunks(module) > 0)
    .flatMap((module): readonly Sourced[] => (module as Sourced).modules ?? [module]);
  const own = new Set([name]);
  for (const module of built) {
    const { resource = '' } = module;
    if (!/\.tsx?$/.test(resource) || PASSES_ON.test(resource)) continue;
    for (const namespace of registeredIn(module.originalSource()?.source().toString() ?? '')) {
      if (namespace === null)
        throw new ContractFailure(`${resource}: a namespace of texts needs its name written out.`);
      own.add(namespace);
    }
  }
  const owners = namespacesOfRepository(root);
  for (const namespace of own) {
    const owner = owners.get(namespace);
    if (owner !== undefined && owner !== `remotes/${name}`)
      throw new ContractFailure(`The texts ${namespace} belong to ${owner}: name this namespace otherwise.`);
  }
  return [...own].sort();
}
