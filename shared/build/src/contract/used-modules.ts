import type webpack from 'webpack';
import { type Call, callOf } from './call.ts';
import type { UsedModule } from './contract.ts';

/** What a remote takes of one shared module, without the range. */
export type UsedNames = Omit<UsedModule, 'range'>;

type Use = { readonly names: Set<string>; readonly calls: Call[]; readonly whole: Set<string> };

/** The request that a module replaces, if it is the one that federation puts in place of a shared module. */
export const shareKeyOf = (module: webpack.Module): string | undefined =>
  module.type === 'consume-shared-module'
    ? (module as unknown as { options: { shareKey: string } }).options.shareKey
    : undefined;

/** First names of the exports that a dependency takes while it is part of the result; undefined if it is not. */
function namesTaken(
  connection: webpack.ModuleGraphConnection,
  { moduleGraph, chunkGraph }: webpack.Compilation,
): Set<string> | undefined {
  const { dependency, originModule } = connection;
  if (!dependency || !originModule) return undefined;
  let names: Set<string> | undefined;
  for (const runtime of chunkGraph.getModuleRuntimes(originModule)) {
    if (!connection.isTargetActive(runtime)) continue;
    names ??= new Set();
    for (const taken of dependency.getReferencedExports(moduleGraph, runtime)) {
      names.add((Array.isArray(taken) ? taken : taken.name)[0] ?? '*');
    }
  }
  return names;
}

function addUse(use: Use, connection: webpack.ModuleGraphConnection, compilation: webpack.Compilation): boolean {
  const names = namesTaken(connection, compilation);
  if (!names) return false;
  const call = callOf(connection.dependency as webpack.Dependency, compilation.moduleGraph);
  for (const name of names) {
    use.names.add(name);
    if (call?.path[0] !== name) use.whole.add(name);
  }
  if (call) use.calls.push(call);
  return true;
}

function callsOf({ calls, whole }: Use): Record<string, readonly string[]> {
  const found = new Map<string, Set<string>>();
  for (const { path, argument } of calls) {
    if (whole.has(path[0] as string) || whole.has('*')) continue;
    const key = path.join('.');
    found.set(key, (found.get(key) ?? new Set()).add(argument));
  }
  return Object.fromEntries(
    [...found].sort().map(([path, all]) => [path, all.has('*') ? ['*'] : [...all].sort()] as const),
  );
}

/** By request: the names that the built remote takes from each shared module that it loads. */
export function usedModules(compilation: webpack.Compilation): Record<string, UsedNames> {
  const uses = new Map<string, Use>();
  for (const module of compilation.modules) {
    const request = shareKeyOf(module);
    if (request === undefined) continue;
    const use = uses.get(request) ?? { names: new Set(), calls: [], whole: new Set() };
    const connections = [...compilation.moduleGraph.getIncomingConnections(module)];
    const taken = connections.map((connection) => addUse(use, connection, compilation));
    if (taken.includes(true)) uses.set(request, use);
  }
  return Object.fromEntries(
    [...uses]
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([request, use]) => {
        const calls = callsOf(use);
        const exports = [...use.names].sort();
        return [request, Object.keys(calls).length > 0 ? { exports, calls } : { exports }];
      }),
  );
}
