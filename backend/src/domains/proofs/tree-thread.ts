import { Worker } from 'node:worker_threads';
import type { Owner, Tree, TreeOf } from './tree.ts';
import type { BuiltTree, TreeWork } from './tree-worker.ts';

export type TreeThread = {
  /** Adds owners of the next tree. */
  readonly add: (owners: readonly Owner[]) => void;
  /** The tree of the owners that were added since the last one. Rejects where the thread fails. */
  readonly build: (tree: TreeOf) => Promise<Tree>;
  readonly close: () => Promise<unknown>;
};

type Waiting = { readonly resolve: (tree: BuiltTree) => void; readonly reject: (error: Error) => void };

/** Opens a thread that builds trees; see `tree-worker.ts`. */
export function openTreeThread(): TreeThread {
  const worker = new Worker(new URL('./tree-worker.ts', import.meta.url), { execArgv: [] });
  const waiting: Waiting[] = [];
  let failure: Error | undefined;
  worker.on('message', (tree: BuiltTree) => waiting.shift()?.resolve(tree));
  worker.on('error', (error: Error) => {
    failure = error;
    for (const { reject } of waiting.splice(0)) reject(error);
  });
  const send = (work: TreeWork): void => worker.postMessage(work);
  return {
    add: (owners) => send({ owners }),
    async build(build) {
      if (failure) throw failure;
      const { promise, resolve, reject } = Promise.withResolvers<BuiltTree>();
      waiting.push({ resolve, reject });
      send({ build });
      const tree = await promise;
      // Bytes cross to another thread as a plain array.
      return { ...tree, nodes: Buffer.from(tree.nodes.buffer, tree.nodes.byteOffset, tree.nodes.byteLength) };
    },
    close: () => worker.terminate(),
  };
}
