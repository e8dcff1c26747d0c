import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Signed } from '@tessera/manifest';
import type { ObjectStorage } from '@tessera/object-storage';
import { z } from 'zod';
import { type BuildContract, hostContractSchema } from './compatibility/contract.ts';
import { faultsOf } from './descriptor.ts';
import { hashOf, integrityOf, listFiles } from './file-list.ts';
import { releaseVersion, remoteName } from './names.ts';
import { ReleaseError } from './release-error.ts';
import { type ReleaseEvent, releaseEventSchema } from './release-event.ts';

import {
  ENTRY_FILE,
  type NewVersion,
  releasedRemote,
  type VersionRecord,
  versionRecordSchema,
} from './version-record.ts';

const encode = (value: unknown): Uint8Array => new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`);

const signedSchema: z.ZodType<Signed> = z.strictObject({
  schema: z.literal(2),
  payload: z.string(),
  signatures: z.array(z.strictObject({ key: z.string(), signature: z.string() })),
});

const hostSchema = z.strictObject({
  version: releaseVersion,
  /** Its contract with remotes; absent if the build recorded none. */
  contract: hostContractSchema.optional(),
  /** Unix milliseconds of its last preparation for a release; absent in older records. */
  keptAt: z.int().min(0).optional(),
});

/** Record of one build of the host. */
export type HostRecord = z.infer<typeof hostSchema>;

const claimSchema = z.strictObject({
  content: z.string(),
  at: z.int(),
  who: z.string(),
  /** Hash of the declared types that it was built against; absent if the build recorded none. */
  types: z.string().optional(),
});

const epochName = (epoch: number) => String(epoch).padStart(8, '0');

/** Validates a record: every file that it names must exist. */
function recordOf(stated: unknown): VersionRecord {
  const result = versionRecordSchema.safeParse(stated);
  if (!result.success) {
    throw new ReleaseError('build_incomplete', `This version cannot be published:\n  ${faultsOf(result.error)}`);
  }
  releasedRemote(result.data);
  return result.data;
}

/** Keys in the storage. Everything but `renewed` is written once. */
export const storeKeys = {
  record: (name: string, version: string) => `records/${name}/${version}.json`,
  claim: (name: string, version: string) => `claims/${name}/${version}.json`,
  file: (name: string, version: string, path: string) => `versions/${name}/${version}/files/${path}`,
  event: (epoch: number) => `moves/${epochName(epoch)}.json`,
  manifest: (epoch: number, payload: string) => `manifests/${epochName(epoch)}-${hashOf(payload).slice(0, 16)}.json`,
  renewed: (epoch: number) => `renewed/${epochName(epoch)}.json`,
  host: (version: string) => `hosts/${version}.json`,
  contract: (hash: string) => `contracts/${hash}.json`,
  preview: (id: string) => `previews/${id}.json`,
} as const;

/**
 * Versions, events and what belongs to them, in any storage with exclusive creation. A version's files and an event's
 * epoch are written once; a second writer is rejected.
 */
export class ReleaseStore {
  readonly storage: ObjectStorage;

  constructor(storage: ObjectStorage) {
    this.storage = storage;
  }

  /**
   * Copies a built folder into the store as a version. The record is written last, so the version exists completely or
   * not at all. `types` are the declarations that it was built against. Rejects with `version_exists` if it exists, or
   * is being published with other content.
   */
  async publish(version: NewVersion, builtFolder: string, types?: BuildContract['types']): Promise<VersionRecord> {
    const name = remoteName.parse(version.name);
    const number = releaseVersion.parse(version.version);
    if (await this.version(name, number)) throw this.#exists(name, number);
    const files = await listFiles(builtFolder);
    if (!files.some(({ path }) => path === ENTRY_FILE)) {
      throw new ReleaseError('build_incomplete', `${builtFolder} holds no ${ENTRY_FILE}: build ${name} first.`);
    }
    const record = recordOf({ schema: 2, ...version, files });
    await this.#claim(record);
    // After the claim, which references them and so protects them from pruning.
    if (types) await this.keepContract(types.hash, types.text);
    for (const { path, integrity } of files) {
      const content = await readFile(join(builtFolder, path));
      if (integrityOf(content) !== integrity) {
        throw new ReleaseError('build_incomplete', `${path} of ${name} changed while it was published: publish again.`);
      }
      await this.storage.create(storeKeys.file(name, number, path), content);
    }
    if (!(await this.storage.create(storeKeys.record(name, number), encode(record)))) throw this.#exists(name, number);
    return record;
  }

  async version(name: string, version: string): Promise<VersionRecord | undefined> {
    if (!remoteName.safeParse(name).success || !releaseVersion.safeParse(version).success) return undefined;
    return this.#read(storeKeys.record(name, version), versionRecordSchema);
  }

  /** Returns the version; rejects with a hint how to list versions. */
  async requireVersion(name: string, version: string): Promise<VersionRecord> {
    const record = await this.version(name, version);
    if (record) return record;
    throw new ReleaseError(
      'version_unknown',
      `${name}@${version} was never published. \`tessera versions ${name}\` lists published versions.`,
    );
  }

  /** Ordered by publication, oldest first. */
  async versions(name: string): Promise<readonly VersionRecord[]> {
    if (!remoteName.safeParse(name).success) return [];
    const keys = await this.storage.list(`records/${name}/`);
    const records = await Promise.all(keys.map((key) => this.#read(key, versionRecordSchema)));
    return records
      .filter((record) => record !== undefined)
      .sort((left, right) => left.publishedAt - right.publishedAt || (left.version < right.version ? -1 : 1));
  }

  /** Names of the remotes with at least one published version. */
  async remotes(): Promise<readonly string[]> {
    const names = (await this.storage.list('records/')).map((key) => key.split('/')[1] as string);
    return [...new Set(names)];
  }

  file(name: string, version: string, path: string): Promise<Uint8Array | undefined> {
    return this.storage.get(storeKeys.file(name, version, path));
  }

  /** Stores a signed manifest and returns its key; it takes effect when an event names it. */
  async keepManifest(epoch: number, signed: Signed): Promise<string> {
    const key = storeKeys.manifest(epoch, signed.payload);
    await this.storage.put(key, encode(signed));
    return key;
  }

  /** Appends an event. Rejects with `epoch_taken` if another event took the epoch first. */
  async append(event: ReleaseEvent): Promise<void> {
    const { epoch } = event.state;
    const newest = (await this.latest())?.state.epoch ?? 0;
    if (
      epoch === newest + 1 &&
      (await this.storage.create(storeKeys.event(epoch), encode(releaseEventSchema.parse(event))))
    ) {
      return;
    }
    throw epochTaken(Math.max(newest, epoch));
  }

  async event(epoch: number): Promise<ReleaseEvent | undefined> {
    const event = await this.#read(storeKeys.event(epoch), releaseEventSchema);
    if (event && event.state.epoch !== epoch) {
      throw new ReleaseError('store_damaged', `${storeKeys.event(epoch)} is of epoch ${event.state.epoch}.`);
    }
    return event;
  }

  /** The event of the highest epoch, whose state is live. `from` is an epoch known to exist. */
  async latest(from?: ReleaseEvent): Promise<ReleaseEvent | undefined> {
    let newest = from ?? (await this.#lastListed());
    for (let next = newest; next; next = await this.event(next.state.epoch + 1)) newest = next;
    return newest;
  }

  /** Every event, oldest first. */
  async history(): Promise<readonly ReleaseEvent[]> {
    const events = await Promise.all((await this.#epochs()).map((epoch) => this.event(epoch)));
    return events.filter((event) => event !== undefined);
  }

  /** The signed manifest of an event, including renewals of its expiry. */
  async signed(event: ReleaseEvent): Promise<Signed> {
    const signed =
      (await this.#read(storeKeys.renewed(event.state.epoch), signedSchema)) ??
      (await this.#read(event.manifest, signedSchema));
    if (signed) return signed;
    throw new ReleaseError(
      'store_damaged',
      `${event.manifest}, the manifest of epoch ${event.state.epoch}, is missing.`,
    );
  }

  /** Replaces the manifest of an epoch by one with a later expiry. */
  async renew(epoch: number, signed: Signed): Promise<void> {
    await this.storage.put(storeKeys.renewed(epoch), encode(signed));
  }

  async keepPreview(id: string, signed: Signed): Promise<void> {
    await this.storage.create(storeKeys.preview(id), encode(signed));
  }

  /** A preview's signed text; undefined if there is none of that id. */
  async preview(id: string): Promise<Signed | undefined> {
    return /^[a-z0-9]{4,40}$/.test(id) ? this.#read(storeKeys.preview(id), signedSchema) : undefined;
  }

  /** `at` is Unix milliseconds. */
  async keepHost(record: HostRecord, at: number): Promise<void> {
    await this.storage.put(storeKeys.host(record.version), encode(hostSchema.parse({ ...record, keptAt: at })));
  }

  /** Versions of the hosts with a record. */
  async hosts(): Promise<readonly string[]> {
    return (await this.storage.list('hosts/')).map((key) => key.slice('hosts/'.length, -'.json'.length));
  }

  async host(version: string): Promise<HostRecord | undefined> {
    return this.#read(storeKeys.host(version), hostSchema);
  }

  /** Stores the declared types of a state of `shared/` under their hash. */
  async keepContract(hash: string, text: string): Promise<void> {
    await this.storage.create(storeKeys.contract(hash), new TextEncoder().encode(text));
  }

  async contract(hash: string): Promise<string | undefined> {
    const content = await this.storage.get(storeKeys.contract(hash));
    return content && new TextDecoder().decode(content);
  }

  /** A claim: publisher, content and start of a publication. */
  async claim(key: string): Promise<z.infer<typeof claimSchema> | undefined> {
    return this.#read(key, claimSchema);
  }

  #exists(name: string, version: string): ReleaseError {
    return new ReleaseError('version_exists', `${name}@${version} exists; a published version never changes.`);
  }

  /** Two publishers of one version cannot mix their files: the first one claims it with the hash of its content. */
  async #claim({ name, version, files, publishedAt, who, contract }: VersionRecord): Promise<void> {
    const content = hashOf(files.map(({ path, integrity }) => `${path} ${integrity}\n`).join(''));
    const key = storeKeys.claim(name, version);
    const types = contract?.types;
    if (await this.storage.create(key, encode({ content, at: publishedAt, who, types }))) return;
    const claim = await this.claim(key);
    // The same content again resumes an interrupted publication.
    if (claim?.content === content && claim.types === types) return;
    throw new ReleaseError(
      'version_exists',
      `${name}@${version} is being published by ${claim?.who ?? 'somebody'} with other content: choose another version.`,
    );
  }

  async #epochs(): Promise<number[]> {
    const keys = await this.storage.list('moves/');
    return keys.flatMap((key) => /^moves\/(\d{8})\.json$/.exec(key)?.[1] ?? []).map(Number);
  }

  async #lastListed(): Promise<ReleaseEvent | undefined> {
    const epoch = (await this.#epochs()).at(-1);
    return epoch === undefined ? undefined : this.event(epoch);
  }

  async #read<T>(key: string, schema: z.ZodType<T>): Promise<T | undefined> {
    const content = await this.storage.get(key);
    if (!content) return undefined;
    let json: unknown;
    try {
      json = JSON.parse(new TextDecoder().decode(content));
    } catch {
      throw new ReleaseError('store_damaged', `${key} is not JSON.`);
    }
    const result = schema.safeParse(json);
    if (result.success) return result.data;
    throw new ReleaseError('store_damaged', `${key} is not valid:\n  ${faultsOf(result.error)}`);
  }
}

export const epochTaken = (newest: number): ReleaseError =>
  new ReleaseError(
    'epoch_taken',
    `Epoch ${newest} was released in the meantime: check \`tessera status\` and decide again.`,
  );
