import { createHash } from 'node:crypto';
import { z } from 'zod';
import { ReleaseError } from './release-error.ts';
import { sign } from './signing.ts';
import type { ReleaseStore } from './store.ts';
import { damaged, encode, openObject, parseObject, signedSchema, unlessDamaged } from './stored-object.ts';

const sdkVersion = z.string().regex(/^\d+\.\d+\.\d+-[0-9a-f]{10}$/);
const fileName = z.string().regex(/^[a-z0-9-]+(?:[.-][a-z0-9]+)*\.tgz$/);

const packageSchema = z.strictObject({
  /** With its scope. */
  name: z.string().regex(/^@tessera\/[a-z][a-z0-9-]*$/),
  /** Name of its tarball. */
  file: fileName,
  /** Of the tarball, as npm writes it. */
  integrity: z.string().regex(/^sha512-[A-Za-z0-9+/]{86}==$/),
  /** SHA-1 of the tarball in hex, which npm asks for beside it. */
  shasum: z.string().regex(/^[0-9a-f]{40}$/),
  /** Its package file. */
  manifest: z.record(z.string(), z.unknown()),
});

const indexSchema = z.strictObject({ version: sdkVersion, packages: z.array(packageSchema).min(1) });
const publishedSchema = indexSchema.extend({ at: z.int().min(0) });

/** A package of the SDK as npm installs it. */
export type SdkPackage = z.infer<typeof packageSchema>;
/** The packages of one version of the SDK, which all have that version. */
export type SdkIndex = z.infer<typeof indexSchema>;
/** `at` is when it was published first, in Unix milliseconds. */
export type PublishedSdk = z.infer<typeof publishedSchema>;

const indexKey = (version: string): string => `sdk/${version}.json`;
const fileKey = (version: string, file: string): string => `sdk-files/${version}/${file}`;

const integrityOf = (content: Uint8Array): string => `sha512-${createHash('sha512').update(content).digest('base64')}`;

type Store = Pick<ReleaseStore, 'storage' | 'keys'>;

/** Reads what `npm run pack` wrote beside its tarballs. Throws ReleaseError `build_incomplete`. */
export function parseSdkIndex(text: string): SdkIndex {
  const index = indexSchema.safeParse(JSON.parse(text));
  if (index.success) return index.data;
  throw new ReleaseError('build_incomplete', `index.json of the SDK is not valid: ${index.error.message}`);
}

async function indexOf(store: Store, version: string): Promise<PublishedSdk | undefined> {
  const key = indexKey(version);
  const content = await store.storage.get(key);
  if (!content) return undefined;
  const signed = parseObject(content, key, signedSchema);
  const index = await openObject(signed, key, publishedSchema, await store.keys.public());
  if (index.version !== version) throw damaged(`${key} is the index of SDK ${index.version}.`);
  return index;
}

/**
 * Stores a version of the SDK, whose tarballs `read` gives by their names, and signs its index. Returns false where the
 * store has it. Rejects with `build_incomplete` for a tarball that is not the one of the index.
 */
export async function publishSdk(
  store: Store,
  index: SdkIndex,
  { read, at }: { readonly read: (file: string) => Promise<Uint8Array>; readonly at: number },
): Promise<boolean> {
  const { version, packages } = indexSchema.parse(index);
  if (await unlessDamaged(indexOf(store, version))) return false;
  for (const { file, integrity } of packages) {
    const content = await read(file);
    if (integrityOf(content) !== integrity) {
      throw new ReleaseError('build_incomplete', `${file} of SDK ${version} is not the tarball of its index.`);
    }
    await store.storage.put(fileKey(version, file), content);
  }
  const signed = await sign({ version, packages, at }, await store.keys.signing());
  await store.storage.put(indexKey(version), encode(signed));
  return true;
}

/** The published versions of the SDK, newest first; a damaged index is left out. */
export async function sdkVersions(store: Store): Promise<readonly PublishedSdk[]> {
  const versions = (await store.storage.list('sdk/')).map((key) => key.slice('sdk/'.length, -'.json'.length));
  const found = await Promise.all(versions.map((version) => unlessDamaged(indexOf(store, version))));
  return found.filter((index) => index !== undefined).sort((one, other) => other.at - one.at);
}

/** The index of a version in the store. Rejects with `store_damaged` for one that no known key signed. */
export const sdkIndex = async (store: Store, version: string): Promise<PublishedSdk | undefined> =>
  sdkVersion.safeParse(version).success ? indexOf(store, version) : undefined;

/** A tarball of a published version, with the hash of its signed index; undefined where the store has none. */
export async function sdkFile(store: Store, index: PublishedSdk, file: string): Promise<Uint8Array | undefined> {
  const stated = index.packages.find((each) => each.file === file);
  const content = stated && (await store.storage.get(fileKey(index.version, file)));
  return content && integrityOf(content) === stated.integrity ? content : undefined;
}
