import type { Compilation } from 'webpack';
import { offeredModules } from './contract/index.ts';
import { filesOf } from './screens.ts';
import { SHARED_LAZILY } from './sharing.ts';

/** What a page fetches of the host besides its first files, so that it can be prefetched. */
export type HostFiles = {
  /** By request: files of each shared module that is fetched on demand, relative to the output folder. */
  readonly provided: Readonly<Record<string, readonly string[]>>;
};

/** Finds the files behind what the built host provides on demand. */
export function hostFiles(compilation: Compilation): HostFiles {
  const provided = offeredModules(compilation)
    .filter(({ request }) => SHARED_LAZILY.includes(request))
    .map(({ request, target }) => {
      const groups = [...compilation.chunkGraph.getModuleChunks(target)].flatMap((chunk) => [...chunk.groupsIterable]);
      const onDemand = groups.filter((group) => !group.isInitial());
      return [request, [...new Set(onDemand.flatMap(({ chunks }) => filesOf(chunks)))]] as const;
    });
  return { provided: Object.fromEntries(provided) };
}
