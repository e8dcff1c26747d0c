import { referenceOf } from '@tessera/manifest';
import { z } from 'zod';
import { faultsOf } from './descriptor.ts';
import { ReleaseError } from './release-error.ts';
import { versionsIn } from './state.ts';
import { type ReleaseStore, storeKeys } from './store.ts';

const DAY = 24 * 3_600_000;

/** What of the past is kept whatever happens: so many epochs, and everything published or live within so many days. */
export const KEPT = { epochs: 50, days: 30 } as const;

export type Pruned = {
  /** `name@version` of the versions that went. */
  readonly versions: readonly string[];
  /** Objects of the storage that went. */
  readonly objects: number;
};

/** `versions/<name>/<version>/files/…` and the like: the reference that a key belongs to. */
function referenceIn(key: string): string {
  const [, name, rest] = key.split('/');
  return `${name}@${rest?.replace(/\.json$/, '')}`;
}

type Lent = { readonly key: string; readonly reference: string; readonly expiresAt: number };

const lentSchema = z.object({
  preview: z.object({ name: z.string(), version: z.string() }),
  /** Unix milliseconds. */
  expiresAt: z.number(),
});

/** The versions that previews lend. */
async function lentVersions(store: ReleaseStore): Promise<readonly Lent[]> {
  const lent: Lent[] = [];
  for (const key of await store.storage.list('previews/')) {
    const id = key.slice('previews/'.length, -'.json'.length);
    const signed = await store.preview(id);
    if (!signed) continue;
    const { preview, expiresAt } = lentIn(signed.payload, storeKeys.preview(id));
    lent.push({ key, reference: referenceOf(preview), expiresAt });
  }
  return lent;
}

function lentIn(payload: string, where: string): z.infer<typeof lentSchema> {
  let json: unknown;
  try {
    json = JSON.parse(payload);
  } catch {
    throw new ReleaseError('store_damaged', `${where} is no preview: its payload is not JSON.`);
  }
  const result = lentSchema.safeParse(json);
  if (result.success) return result.data;
  throw new ReleaseError('store_damaged', `${where} is no preview:\n  ${faultsOf(result.error)}`);
}

/** Every version that a live or recent epoch names: open pages may still ask for it. */
async function recentlyLive(store: ReleaseStore, now: number): Promise<readonly string[]> {
  const history = await store.history();
  return history.flatMap(({ state }, index) => {
    const endedAt = history[index + 1]?.state.at ?? now;
    const recent = index >= history.length - KEPT.epochs || now - endedAt < KEPT.days * DAY;
    return recent ? versionsIn(state).map(referenceOf) : [];
  });
}

/** References claimed before `before` of which no record was ever written. */
async function unfinishedSince(
  store: ReleaseStore,
  finished: ReadonlySet<string>,
  before: number,
): Promise<ReadonlySet<string>> {
  const unfinished = new Set<string>();
  for (const key of await store.storage.list('claims/')) {
    const reference = referenceIn(key);
    const claim = finished.has(reference) ? undefined : await store.claim(key);
    if (claim && claim.at < before) unfinished.add(reference);
  }
  return unfinished;
}

/**
 * Removes versions that nobody can run any more, publications that were never finished, and previews that ended. Moves
 * and manifests stay: they are the history. `now` is Unix milliseconds.
 */
export async function pruneStore(
  store: ReleaseStore,
  now: number,
  { dryRun = false }: { readonly dryRun?: boolean } = {},
): Promise<Pruned> {
  const { storage } = store;
  const records = (await Promise.all((await store.remotes()).map((name) => store.versions(name)))).flat();
  const finished = new Set(records.map(referenceOf));
  const lent = await lentVersions(store);
  const kept = new Set([
    ...(await recentlyLive(store, now)),
    ...records.filter(({ publishedAt }) => now - publishedAt < KEPT.days * DAY).map(referenceOf),
    ...lent.filter(({ expiresAt }) => expiresAt >= now).map(({ reference }) => reference),
  ]);
  // The record goes first: a version is there as long as its record is. The claim goes last: until then an interrupted
  // removal is found again, and nobody publishes other content over files that are left.
  const keys = [
    ...(await storage.list('records/')),
    ...(await storage.list('versions/')),
    ...(await storage.list('claims/')),
  ];
  const unfinished = await unfinishedSince(store, finished, now - DAY);
  const gone = (key: string) => {
    const reference = referenceIn(key);
    return finished.has(reference) ? !kept.has(reference) : unfinished.has(reference);
  };
  const ended = lent.filter(({ expiresAt }) => expiresAt < now).map(({ key }) => key);
  const doomed = [...keys.filter(gone), ...ended];
  if (!dryRun) for (const key of doomed) await storage.remove(key);
  const versions = [...finished].filter((reference) => !kept.has(reference)).sort();
  return { versions, objects: doomed.length };
}
