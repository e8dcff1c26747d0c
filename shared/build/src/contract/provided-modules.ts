import type webpack from 'webpack';
import type { ProvidedModule, Provides } from './contract.ts';

/** The module by which federation offers one of the host's modules to remotes. */
type OfferedModule = webpack.Module & { readonly _name: string; readonly _version: string | false };

const isOffered = (module: webpack.Module): module is OfferedModule => module.type === 'provide-module';

function namesOf(module: webpack.Module, { moduleGraph }: webpack.Compilation): readonly string[] {
  const names = moduleGraph.getExportsInfo(module).getProvidedExports();
  return Array.isArray(names) ? names.toSorted() : ['*'];
}

type Offer = { readonly request: string; readonly version: string; readonly target: webpack.Module };

/** What the built host offers to remotes, ordered by request. */
export const offeredModules = ({ modules, moduleGraph }: webpack.Compilation): Offer[] =>
  [...modules]
    .filter(isOffered)
    .flatMap((module) =>
      [...moduleGraph.getOutgoingConnections(module)].map(({ module: target }) => ({
        request: module._name,
        version: module._version || '0.0.0',
        target,
      })),
    )
    .sort((left, right) => (left.request < right.request ? -1 : 1));

/** By request: version and export names of what the built host offers to remotes. */
export const providedModules = (compilation: webpack.Compilation): Provides =>
  Object.fromEntries(
    offeredModules(compilation).map(({ request, version, target }) => [
      request,
      { version, exports: namesOf(target, compilation) } satisfies ProvidedModule,
    ]),
  );
