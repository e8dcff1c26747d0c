import type { Compilation } from 'webpack';
import { offeredModules } from './contract/index.ts';
import { askedOf, filesOf } from './screens.ts';
import { SHARED_LAZILY } from './sharing.ts';

/** What a page fetches of the host besides its first files, so that it can be prefetched. */
export type HostFiles = {
  /** By request: files of each shared module that is fetched on demand, relative to the output folder. */
  readonly provided: Readonly<Record<string, readonly string[]>>;
};

/**
 * Finds the files behind what the built host provides on demand, with those of the modules that it asks for in turn:
 * otherwise a page learns of them only once the first ones run.
 */
export function hostFiles(compilation: Compilation): HostFiles {
  const own = new Map(
    offeredModules(compilation)
      .filter(({ request }) => SHARED_LAZILY.includes(request))
      .map(({ request, target }) => {
        const groups = [...compilation.chunkGraph.getModuleChunks(target)].flatMap((chunk) => [
          ...chunk.groupsIterable,
        ]);
        const chunks = groups.filter((group) => !group.isInitial()).flatMap((group) => group.chunks);
        return [request, { files: filesOf(chunks), asked: askedOf(chunks, compilation) }] as const;
      }),
  );
  const withAsked = (requests: readonly string[]): readonly string[] => {
    const all = new Set(requests.flatMap((request) => [request, ...(own.get(request)?.asked ?? [])]));
    return all.size === requests.length ? requests : withAsked([...all]);
  };
  const filesWith = (request: string) => withAsked([request]).flatMap((each) => own.get(each)?.files ?? []);
  return {
    provided: Object.fromEntries([...own.keys()].map((request) => [request, [...new Set(filesWith(request))]])),
  };
}
