import { HOST_NAME, referenceOf } from '@tessera/manifest';
import { versionsIn } from '../state.ts';
import { type HostRecord, type ReleaseStore, storeKeys } from '../store.ts';
import { unlessDamaged } from '../stored-object.ts';
import { DAY, KEPT, lentVersions, recentStates, UNDER_WAY } from './kept.ts';

/** Objects that are deleted together, in order of deletion. */
export type Removal = {
  /** `name@version` for a published version; undefined for anything else. */
  readonly version?: string;
  readonly keys: readonly string[];
};

export type Plan = {
  /** The newest epoch considered; 0 if nothing is live. */
  readonly epoch: number;
  /** Keys of the previews considered. */
  readonly previews: ReadonlySet<string>;
  readonly removals: readonly Removal[];
};

/** `versions/<name>/<version>/files/…` and the like: the reference that a key belongs to. */
function referenceIn(key: string): string {
  const [, name, rest] = key.split('/');
  return `${name}@${rest?.replace(/\.json$/, '')}`;
}

/** References claimed before `before` without a record. */
async function unfinishedSince(
  store: ReleaseStore,
  claims: readonly string[],
  finished: ReadonlySet<string>,
  before: number,
): Promise<readonly string[]> {
  const unfinished: string[] = [];
  for (const key of claims) {
    const reference = referenceIn(key);
    const claim = finished.has(reference) ? undefined : await unlessDamaged(store.claim(key));
    if (claim && claim.at < before) unfinished.push(reference);
  }
  return unfinished;
}

/** Hosts that no recent epoch names and that are not being released. */
async function formerHosts(
  store: ReleaseStore,
  named: ReadonlySet<string>,
  before: number,
): Promise<readonly string[]> {
  const hosts: HostRecord[] = [];
  for (const version of await store.hosts()) {
    const host = named.has(version) ? undefined : await unlessDamaged(store.host(version));
    if (host && (host.keptAt ?? 0) < before) hosts.push(host);
  }
  return hosts.map(({ version }) => storeKeys.host(version));
}

/** Everything that no live or recent epoch and no preview needs, except contracts. `now` is Unix milliseconds. */
export async function planOf(store: ReleaseStore, now: number): Promise<Plan> {
  const records = (await Promise.all((await store.remotes()).map((name) => store.versions(name)))).flat();
  const recordKeys = await store.storage.list('records/');
  // A damaged record is one as well: what it belongs to stays until it is repaired.
  const finished = new Set(recordKeys.map(referenceIn));
  const lent = await lentVersions(store);
  const states = await recentStates(store, now);
  const kept = new Set([
    ...states.flatMap(versionsIn).map(referenceOf),
    ...records.filter(({ publishedAt }) => now - publishedAt < KEPT.days * DAY).map(referenceOf),
    ...lent.filter(({ expiresAt }) => expiresAt >= now).map(({ reference }) => reference),
  ]);
  const [claims, deltas] = [await store.storage.list('claims/'), await store.storage.list('deltas/')];
  const gone = records
    .map(referenceOf)
    .filter((reference) => !kept.has(reference))
    .sort();
  const doomed = new Map<string, string[]>(
    [
      ...gone,
      // A kept version may have lost its record: it is live as it was signed.
      ...(await unfinishedSince(store, claims, finished, now - UNDER_WAY)).filter((each) => !kept.has(each)),
    ].map((each) => [each, []]),
  );
  // The record is deleted first: a version exists as long as its record does. The claim is deleted last: until then an
  // interrupted deletion is found again, and no other content can be published over leftover files.
  for (const key of [...recordKeys, ...(await store.storage.list('versions/')), ...deltas, ...claims]) {
    doomed.get(referenceIn(key))?.push(key);
  }
  const ofHost = `${HOST_NAME}@`;
  const hostsNamed = new Set([
    ...states.flatMap(({ host }) => (host === null ? [] : [host])),
    ...[...kept].filter((each) => each.startsWith(ofHost)).map((each) => each.slice(ofHost.length)),
  ]);
  const hosts = await formerHosts(store, hostsNamed, now - UNDER_WAY);
  const ended = lent.filter(({ expiresAt }) => expiresAt < now).map(({ key }) => key);
  return {
    epoch: states.at(-1)?.epoch ?? 0,
    previews: new Set(lent.map(({ key }) => key)),
    removals: [
      ...[...doomed].map(([reference, keys]) => ({ ...(finished.has(reference) ? { version: reference } : {}), keys })),
      ...[...hosts, ...ended].map((key) => ({ keys: [key] })),
    ],
  };
}
