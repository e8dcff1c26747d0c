import { referenceOf } from '@tessera/manifest';
import { versionsIn } from './state.ts';
import type { ReleaseStore } from './store.ts';

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
function referenceIn(key: string): string | undefined {
  const [kind, name, rest] = key.split('/');
  if (kind === 'versions') return `${name}@${rest}`;
  if (kind === 'records' || kind === 'claims') return `${name}@${rest?.replace(/\.json$/, '')}`;
  return undefined;
}

/** Every version that a live or recent epoch names, or that was published of late: open pages may still ask for it. */
async function keptReferences(store: ReleaseStore, now: number): Promise<ReadonlySet<string>> {
  const kept = new Set<string>();
  const history = await store.history();
  for (const [index, { state }] of history.entries()) {
    const endedAt = history[index + 1]?.state.at ?? now;
    const recent = index >= history.length - KEPT.epochs || now - endedAt < KEPT.days * DAY;
    if (recent) for (const version of versionsIn(state)) kept.add(referenceOf(version));
  }
  for (const name of await store.remotes()) {
    for (const record of await store.versions(name)) {
      if (now - record.publishedAt < KEPT.days * DAY) kept.add(referenceOf(record));
    }
  }
  return kept;
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
  const kept = await keptReferences(store, now);
  const finished = new Set<string>();
  for (const name of await store.remotes()) {
    for (const record of await store.versions(name)) finished.add(referenceOf(record));
  }
  // The record goes first: a version is there as long as its record is.
  const keys = [
    ...(await storage.list('records/')),
    ...(await storage.list('claims/')),
    ...(await storage.list('versions/')),
  ];
  const unfinished = await unfinishedSince(store, finished, now - DAY);
  const gone = (key: string) => {
    const reference = referenceIn(key) ?? '';
    return finished.has(reference) ? !kept.has(reference) : unfinished.has(reference);
  };
  const doomed = [...keys.filter(gone), ...(await endedPreviews(store, now))];
  if (!dryRun) for (const key of doomed) await storage.remove(key);
  const versions = [...finished].filter((reference) => !kept.has(reference)).sort();
  return { versions, objects: doomed.length };
}

/** References claimed before `before` of which no record was ever written. */
async function unfinishedSince(
  { storage }: ReleaseStore,
  finished: ReadonlySet<string>,
  before: number,
): Promise<ReadonlySet<string>> {
  const unfinished = new Set<string>();
  for (const key of await storage.list('claims/')) {
    const reference = referenceIn(key) as string;
    const content = finished.has(reference) ? undefined : await storage.get(key);
    if (content && (JSON.parse(new TextDecoder().decode(content)) as { at: number }).at < before) {
      unfinished.add(reference);
    }
  }
  return unfinished;
}

async function endedPreviews({ storage }: ReleaseStore, now: number): Promise<string[]> {
  const ended: string[] = [];
  for (const key of await storage.list('previews/')) {
    const content = await storage.get(key);
    if (!content) continue;
    const { payload } = JSON.parse(new TextDecoder().decode(content)) as { payload: string };
    if ((JSON.parse(payload) as { expiresAt: number }).expiresAt < now) ended.push(key);
  }
  return ended;
}
