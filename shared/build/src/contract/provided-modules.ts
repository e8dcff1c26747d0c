import type webpack from 'webpack';
import type { ProvidedModule, Provides } from './contract.ts';

/** The module by which federation offers one of the host's modules to remotes. */
type OfferedModule = webpack.Module & { readonly _name: string; readonly _version: string | false };

const isOffered = (module: webpack.Module): module is OfferedModule => module.type === 'provide-module';

function namesOf(module: webpack.Module, { moduleGraph }: webpack.Compilation): readonly string[] {
  const names = moduleGraph.getExportsInfo(module).getProvidedExports();
  return Array.isArray(names) ? names.toSorted() : ['*'];
}

/** By request: version and export names of what the built host offers to remotes. */
export function providedModules(compilation: webpack.Compilation): Provides {
  const provides: [string, ProvidedModule][] = [];
  for (const module of compilation.modules) {
    if (!isOffered(module)) continue;
    for (const { module: target } of compilation.moduleGraph.getOutgoingConnections(module)) {
      const exports = namesOf(target, compilation);
      provides.push([module._name, { version: module._version || '0.0.0', exports }]);
    }
  }
  return Object.fromEntries(provides.sort(([left], [right]) => (left < right ? -1 : 1)));
}
