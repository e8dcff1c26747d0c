import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type webpack from 'webpack';
import { ContractFailure } from './contract-failure.ts';
import { declaredTexts, isShared } from './declared-texts.ts';

/*
 * A namespace of texts has one owner in the page: the last to register it replaces the texts of all screens that read
 * it. A remote owns the one of its name and those of its parts, which begin with its name; the rest are the host's and
 * those of `shared/`, or another remote's.
 */

const DECLARATIONS = ['namespaces.ts', 'texts.d.ts'];
const DECLARED = /^(?: {4}| {2})readonly (?:'([\w/-]+)'|(\w+)): typeof/gm;

/** The namespaces that the sources in a folder declare, in order. */
function declaredIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => DECLARATIONS.some((name) => file === name || file.endsWith(`/${name}`)))
    .flatMap((file) => [...readFileSync(join(folder, file), 'utf8').matchAll(DECLARED)])
    .map(([, quoted, name]) => (quoted ?? name) as string)
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
/** Sources of remotes and of `shared/`, compiled where these are installed. */
const OURS = /^(?:(?!.*[\\/]node_modules[\\/]).*|.*[\\/]node_modules[\\/]@tessera[\\/].*)\.[jt]sx?$/;
/** They pass on what they are called with. */
const PASSES_ON = /[\\/]i18n[\\/]src[\\/](?:with-texts|define-remote)\.[jt]s$/;

/** Namespaces that a module registers with texts of its own; null for one whose name is not written out. */
export const registeredIn = (source: string): ReadonlyArray<string | null> =>
  [...source.matchAll(REGISTERED)].flatMap(([, , namespace, loader]) =>
    namespace === undefined ? [null] : loader !== undefined && isShared(loader, source) ? [] : [namespace],
  );

type Sourced = webpack.Module & { readonly modules?: readonly webpack.Module[]; readonly resource?: string };

/** Those of the parts of a remote. */
function partsIn(source: string, resource: string): readonly string[] {
  try {
    return declaredTexts(source).parts;
  } catch (error) {
    throw new ContractFailure(`${resource}: ${(error as Error).message}.`);
  }
}

/** The namespaces that a built remote owns. Throws ContractFailure for one that is not named after it, or is another's. */
export function ownNamespaces(root: string, name: string, { modules, chunkGraph }: webpack.Compilation): string[] {
  const built = [...modules]
    .filter((module) => chunkGraph.getNumberOfModuleChunks(module) > 0)
    .flatMap((module): readonly Sourced[] => (module as Sourced).modules ?? [module]);
  const own = new Set([name]);
  for (const module of built) {
    const { resource = '' } = module;
    if (!OURS.test(resource) || PASSES_ON.test(resource)) continue;
    const source = module.originalSource()?.source().toString() ?? '';
    for (const namespace of registeredIn(source)) {
      if (namespace === null)
        throw new ContractFailure(`${resource}: a namespace of texts needs its name written out.`);
      own.add(namespace);
    }
    for (const namespace of partsIn(source, resource)) own.add(namespace);
  }
  const owners = namespacesOfRepository(root);
  for (const namespace of own) {
    const owner = owners.get(namespace);
    if (owner !== undefined && owner !== `remotes/${name}`)
      throw new ContractFailure(`The texts ${namespace} belong to ${owner}: name this namespace otherwise.`);
    if (namespace !== name && !namespace.startsWith(`${name}/`))
      throw new ContractFailure(
        `The texts ${namespace} are a part of ${name}: name this namespace ${name}/${namespace}.`,
      );
  }
  return [...own].sort();
}
