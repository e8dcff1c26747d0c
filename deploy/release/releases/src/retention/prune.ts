import type { ReleaseStore } from '../store.ts';
import { removeUnnamedContracts, unnamedContracts } from './contracts.ts';
import { type Plan, planOf, type Removal } from './plan.ts';

export type Pruned = {
  /** `name@version` of the deleted versions. */
  readonly versions: readonly string[];
  /** Number of deleted storage objects. */
  readonly objects: number;
};

/** Whether no release or preview was made since: either may name what is about to be deleted. */
async function holds({ epoch, previews }: Plan, store: ReleaseStore): Promise<boolean> {
  if (await store.event(epoch + 1)) return false;
  return (await store.storage.list('previews/')).every((key) => previews.has(key));
}

/** Deletes a group of objects while the plan is valid. Returns false, with the group restored, otherwise. */
async function remove({ keys }: Removal, plan: Plan, store: ReleaseStore): Promise<boolean> {
  const { storage } = store;
  const [first, ...rest] = keys;
  if (first === undefined) return true;
  if (!(await holds(plan, store))) return false;
  const content = await storage.get(first);
  await storage.remove(first);
  // A concurrent release may still have seen the record.
  if (content && !(await holds(plan, store))) {
    await storage.create(first, content);
    return false;
  }
  for (const key of rest) await storage.remove(key);
  return true;
}

/**
 * Deletes versions that no client can run, unfinished publications, hosts that no recent epoch names, expired previews,
 * and unreferenced declared types. Keeps events and manifests: they are the history. Plans again if a release is made
 * in the meantime. `now` is Unix milliseconds.
 */
export async function pruneStore(
  store: ReleaseStore,
  now: number,
  { dryRun = false }: { readonly dryRun?: boolean } = {},
): Promise<Pruned> {
  let plan = await planOf(store, now);
  if (dryRun) {
    const keys = plan.removals.flatMap((each) => each.keys);
    return pruned(plan.removals, (await unnamedContracts(store, new Set(keys))).length);
  }
  const removed: Removal[] = [];
  while (!(await carriedOut(plan, store, removed))) plan = await planOf(store, now);
  return pruned(removed, await removeUnnamedContracts(store));
}

async function carriedOut(plan: Plan, store: ReleaseStore, removed: Removal[]): Promise<boolean> {
  for (const removal of plan.removals) {
    if (!(await remove(removal, plan, store))) return false;
    removed.push(removal);
  }
  return true;
}

const pruned = (removals: readonly Removal[], contracts: number): Pruned => ({
  versions: removals.flatMap(({ version }) => version ?? []).sort(),
  objects: removals.reduce((sum, { keys }) => sum + keys.length, contracts),
});
