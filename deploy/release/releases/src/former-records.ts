import { isDeepStrictEqual } from 'node:util';
import { type Manifest, type ReleasedRemote, referenceOf } from '@tessera/manifest';
import { versionsOf } from './manifest.ts';
import { sign } from './signing.ts';
import { hostSchema, manifestSchema, type ReleaseStore, storeKeys } from './store.ts';
import { encode, openObject, readObject, signedSchema, unlessDamaged } from './stored-object.ts';
import { releasedRemote, type VersionRecord, versionRecordSchema } from './version-record.ts';

/** References of the records that were signed, and of those that were not. */
export type FormerRecords = { readonly signed: readonly string[]; readonly left: readonly string[] };

async function signedManifests(store: ReleaseStore): Promise<readonly Manifest[]> {
  const keys = await store.keys.public();
  const manifests: Manifest[] = [];
  for (const key of await store.storage.list('manifests/')) {
    const signed = await unlessDamaged(readObject(store.storage, key, signedSchema));
    const manifest = signed && (await unlessDamaged(openObject(signed, key, manifestSchema, keys)));
    if (manifest) manifests.push(manifest);
  }
  return manifests;
}

/** By reference: each version as the signed manifests of the store list it. */
async function signedEntries(store: ReleaseStore): Promise<ReadonlyMap<string, readonly ReleasedRemote[]>> {
  return Map.groupBy(
    (await signedManifests(store)).flatMap(({ remotes }) => remotes.flatMap(versionsOf)),
    referenceOf,
  );
}

/** Whether this version released from the store before: then its unsigned records are not those of a former version. */
export const wasSigned = async (store: ReleaseStore): Promise<boolean> =>
  (await signedManifests(store)).some(({ head }) => head !== undefined);

/** The entry as versions wrote it that listed the files of screens in the manifest. */
function entryWithFiles(record: VersionRecord): ReleasedRemote {
  const { files, screens, provided, texts, descriptor } = record;
  const integrities = new Map(files.map((file) => [file.path, file.integrity]));
  const assets: [string, string][] = [];
  const positionOf = (path: string): number => {
    const known = assets.findIndex(([other]) => other === path);
    return known >= 0 ? known : assets.push([path, integrities.get(path) ?? '']) - 1;
  };
  const routes = descriptor.routes.map(({ path, access, module }) => {
    const needs = (screens[path] ?? []).map(positionOf);
    const asked = provided[path] ?? [];
    return {
      path,
      access,
      module,
      ...(needs.length > 0 ? { needs } : {}),
      ...(asked.length > 0 ? { provided: asked } : {}),
    };
  });
  const byLanguage = Object.fromEntries(Object.entries(texts).map(([code, path]) => [code, positionOf(path)]));
  return { ...releasedRemote(record), routes, texts: byLanguage, assets };
}

const entryOf = (record: VersionRecord): ReleasedRemote | undefined => {
  try {
    return entryWithFiles(record);
  } catch {
    return undefined;
  }
};

/** Entries that were signed before routes named their module differ from their record in that only. */
const sameEntry = (signed: ReleasedRemote, entry: ReleasedRemote): boolean =>
  isDeepStrictEqual(signed, {
    ...entry,
    routes: entry.routes.map((route, index) => {
      const { module: _module, ...rest } = route;
      return signed.routes[index]?.module === undefined ? rest : route;
    }),
  });

/**
 * Signs the records of a store whose version did not sign them. Trusted are only those that follow from what it did
 * sign: the record gives exactly the entry of a signed manifest, and the stored files have the recorded hashes. So
 * nothing becomes trusted that pages were not given before. The rest of such a record (who, why, contract, files that no
 * entry names) is taken as it is, and so is the record of the live host, which is a contract only.
 */
export async function signFormerRecords(store: ReleaseStore, host: string | null): Promise<FormerRecords> {
  const [entries, keys] = [await signedEntries(store), await store.keys.signing()];
  const [signed, left]: [string[], string[]] = [[], []];
  for (const key of await store.storage.list('records/')) {
    const record = await unlessDamaged(readObject(store.storage, key, versionRecordSchema));
    if (!record || storeKeys.record(record.name, record.version) !== key) continue;
    const entry = entryOf(record);
    const known = entry && entries.get(referenceOf(record))?.some((each) => sameEntry(each, entry));
    if (known && (await store.damagedFiles(record)).length === 0) {
      await store.storage.put(key, encode(await sign(record, keys)));
      signed.push(referenceOf(record));
    } else {
      left.push(referenceOf(record));
    }
  }
  if (host !== null) {
    const key = storeKeys.host(host);
    const record = await unlessDamaged(readObject(store.storage, key, hostSchema));
    if (record?.version === host) await store.storage.put(key, encode(await sign(record, keys)));
  }
  return { signed, left };
}
