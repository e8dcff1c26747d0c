import { parentPort } from 'node:worker_threads';
import { buildTree, type Owner, type Tree, type TreeOf } from './tree.ts';

/*
 * Builds trees, on a thread of its own: hashing 100,000 leaves and collecting what that leaves behind takes seconds. The
 * owners of a currency come in parts; its tree is posted when it is asked for.
 */

export type TreeWork = { readonly owners: readonly Owner[] } | { readonly build: TreeOf };
export type BuiltTree = Tree;

const port = parentPort;
if (!port) throw new Error('runs on a thread');
let owners: Owner[] = [];

port.on('message', (work: TreeWork) => {
  if ('owners' in work) {
    for (const owner of work.owners) owners.push(owner);
    return;
  }
  const all = owners;
  owners = [];
  port.postMessage(buildTree(work.build, all) satisfies BuiltTree);
});
