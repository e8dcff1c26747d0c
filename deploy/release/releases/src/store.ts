import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Manifest, Signed } from '@tessera/manifest';
import type { ObjectStorage } from '@tessera/object-storage';
import { z } from 'zod';
import { type BuildContract, hostContractSchema } from './compatibility/contract.ts';
import { deltaOfList, deltasOf, deltasSchema, type StoredDelta, storedDeltas } from './deltas.ts';
import { faultsOf } from './descriptor.ts';
import { hashOf, integrityOf, listFiles } from './file-list.ts';
import type { Keyring } from './key-files.ts';
import { versionsOf } from './manifest.ts';
import { releaseVersion, remoteName } from './names.ts';
import { previewIdOf } from './previews.ts';
import { type ProvenEvent, proves } from './proof.ts';
import { ReleaseError } from './release-error.ts';
import { type ReleaseEvent, releaseEventSchema } from './release-event.ts';
import { sign } from './signing.ts';
import {
  completed,
  damaged,
  encode,
  isDamage,
  openObject,
  parseObject,
  readObject,
  signedSchema,
  unlessDamaged,
} from './stored-object.ts';
import { tolerant } from './tolerant.ts';
import {
  entryFileOf,
  type NewVersion,
  releasedRemote,
  type VersionRecord,
  versionFiles,
  versionRecordSchema,
} from './version-record.ts';

/** The payload of a manifest, as far as a reader of the store needs it checked: only we sign it. */
export const manifestSchema = z.custom<Manifest>((value) => {
  const { schema, epoch, issuedAt, remotes, withdrawn } = (value ?? {}) as Partial<Manifest>;
  const lists = Array.isArray(remotes) && Array.isArray(withdrawn);
  return schema === 2 && Number.isSafeInteger(epoch) && Number.isSafeInteger(issuedAt) && lists;
}, 'is not a manifest');

export const hostSchema = z.strictObject({
  version: releaseVersion,
  /** Its contract with remotes; absent if the build recorded none. */
  contract: hostContractSchema.optional(),
  /** Unix milliseconds of its last preparation for a release; absent in older records. */
  keptAt: z.int().min(0).optional(),
});

/** Record of one build of the host. */
export type HostRecord = z.infer<typeof hostSchema>;

/** Records as they are read: a later version of the platform may have written more. */
const storedRecord = tolerant(versionRecordSchema);
const storedHost = tolerant(hostSchema);

const previewSchema = z.looseObject({
  schema: z.literal(2),
  /** Absent in those of former versions, which no page takes. */
  id: z.string().optional(),
  preview: z.looseObject({ name: remoteName, version: releaseVersion }),
  expiresAt: z.number(),
});

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
  versionFiles(result.data);
  return result.data;
}

/** Keys in the storage. What was signed is written once; `renewed` and signatures of further keys are written again. */
export const storeKeys = {
  record: (name: string, version: string) => `records/${name}/${version}.json`,
  claim: (name: string, version: string) => `claims/${name}/${version}.json`,
  file: (name: string, version: string, path: string) => `versions/${name}/${version}/files/${path}`,
  /** Deltas of a version's files against those of a former one. */
  deltas: (name: string, version: string, former: string) => `deltas/${name}/${version}/${former}.json`,
  event: (epoch: number) => `moves/${epochName(epoch)}.json`,
  manifest: (epoch: number, payload: string) => `manifests/${epochName(epoch)}-${hashOf(payload).slice(0, 16)}.json`,
  renewed: (epoch: number) => `renewed/${epochName(epoch)}.json`,
  host: (version: string) => `hosts/${version}.json`,
  contract: (hash: string) => `contracts/${hash}.json`,
  preview: (link: string) => `previews/${link}.json`,
} as const;

/** Number of verified objects that are remembered. */
const OPENED = 500;

/** A move that no signed manifest proves: junk, or damaged. */
export type Stray = {
  readonly epoch: number;
  readonly key: string;
  readonly reason: string;
  /** Whether nothing shows that it ever was a move: it cannot be read, and its epoch has no manifest. */
  readonly junk: boolean;
};

/** The newest event that a signed manifest proves, and the moves of later epochs that none does. */
export type Tip = { readonly newest: ProvenEvent | undefined; readonly strays: readonly Stray[] };

/**
 * Versions, events and what belongs to them, in any storage with exclusive creation. A version's files and an event's
 * epoch are written once; a second writer is rejected. Writers of the storage are not trusted: records, hosts,
 * previews and manifests count only with a signature of a known key, files and types only with their hash, and events
 * only if a manifest proves them. What does not count rejects with `store_damaged` where it is asked for by name, and is
 * left out of lists.
 */
export class ReleaseStore {
  readonly storage: ObjectStorage;
  readonly keys: Keyring;
  /** By text and keys: payloads of signed objects that were verified. */
  readonly #opened = new Map<string, unknown>();
  /** By epoch: events as they were last read. */
  readonly #events = new Map<number, { readonly content: Uint8Array; readonly event: ReleaseEvent }>();

  constructor(storage: ObjectStorage, keys: Keyring) {
    this.storage = storage;
    this.keys = keys;
  }

  /**
   * Copies a built folder into the store as a version. The signed record is written last, so the version exists
   * completely or not at all. `types` are the declarations that it was built against. The same content again restores a
   * version whose record or files were changed or lost; otherwise rejects with `version_exists` if it exists, is live, or
   * is being published with other content.
   */
  async publish(version: NewVersion, builtFolder: string, types?: BuildContract['types']): Promise<VersionRecord> {
    const name = remoteName.parse(version.name);
    const number = releaseVersion.parse(version.version);
    const existing = await unlessDamaged(this.version(name, number));
    const files = await listFiles(builtFolder);
    if (existing) {
      const same = isDeepStrictEqual(existing.files, files);
      if (!same || (await this.damagedFiles(existing)).length === 0) throw this.#exists(name, number);
      await this.#keepFiles(existing, builtFolder);
      return existing;
    }
    const entry = entryFileOf(name);
    if (!files.some(({ path }) => path === entry)) {
      throw new ReleaseError('build_incomplete', `${builtFolder} holds no ${entry}: build ${name} first.`);
    }
    const record = recordOf({ schema: 2, ...version, files });
    const live = (await this.tip()).newest?.manifest.remotes.flatMap(versionsOf);
    // Its record is lost, but pages have it: by its entry, which holds the hashes of all files that it loads.
    const given = live?.find((remote) => remote.name === name && remote.version === number);
    if (given && given.integrity !== releasedRemote(record).integrity) throw this.#exists(name, number);
    const signed = await sign(record, await this.keys.signing());
    const key = storeKeys.record(name, number);
    // The claim of a version whose record is damaged protects nothing.
    await this.#claim(record, (await this.storage.get(key)) !== undefined);
    // After the claim, which references them and so protects them from pruning.
    if (types) await this.keepContract(types.hash, types.text);
    await this.#keepFiles(record, builtFolder);
    await this.#keepDeltas(record, live ?? []);
    if (await this.storage.create(key, encode(signed))) return record;
    if (await unlessDamaged(this.version(name, number))) throw this.#exists(name, number);
    await this.storage.put(key, encode(signed));
    return record;
  }

  /** The signed record of a version. Rejects with `store_damaged` if it was altered, or is that of another version. */
  async version(name: string, version: string): Promise<VersionRecord | undefined> {
    if (!remoteName.safeParse(name).success || !releaseVersion.safeParse(version).success) return undefined;
    const key = storeKeys.record(name, version);
    const record = await this.#readSigned(key, storedRecord);
    if (record && (record.name !== name || record.version !== version)) {
      throw damaged(`${key} is the record of ${record.name}@${record.version}.`);
    }
    return record;
  }

  /** Whether a version exists as it was published: with its signed record and every file. */
  async intact(name: string, version: string): Promise<boolean> {
    const record = await unlessDamaged(this.version(name, version));
    return record !== undefined && (await this.damagedFiles(record)).length === 0;
  }

  /** Paths of the files of a version that are missing, or not as its record says. */
  async damagedFiles({ name, version, files }: VersionRecord): Promise<readonly string[]> {
    const intact = await Promise.all(
      files.map(async ({ path, integrity }) => {
        const content = await this.file(name, version, path);
        return content !== undefined && integrityOf(content) === integrity;
      }),
    );
    return files.flatMap(({ path }, index) => (intact[index] ? [] : [path]));
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

  /** Ordered by publication, oldest first; without damaged ones. */
  async versions(name: string): Promise<readonly VersionRecord[]> {
    if (!remoteName.safeParse(name).success) return [];
    const prefix = `records/${name}/`;
    const keys = await this.storage.list(prefix);
    const records = await Promise.all(
      keys.map((key) => unlessDamaged(this.version(name, key.slice(prefix.length, -'.json'.length)))),
    );
    return records
      .filter((record) => record !== undefined)
      .sort((left, right) => left.publishedAt - right.publishedAt || (left.version < right.version ? -1 : 1));
  }

  /** Numbers of the published versions of a remote, without a look at their records. */
  async versionNumbers(name: string): Promise<readonly string[]> {
    const prefix = `records/${name}/`;
    return (await this.storage.list(prefix)).map((key) => key.slice(prefix.length, -'.json'.length));
  }

  /** Names of the remotes with at least one published version. */
  async remotes(): Promise<readonly string[]> {
    const names = (await this.storage.list('records/')).map((key) => key.split('/')[1] as string);
    return [...new Set(names)];
  }

  /** The bytes of a file as stored; the record has its hash. */
  file(name: string, version: string, path: string): Promise<Uint8Array | undefined> {
    return this.storage.get(storeKeys.file(name, version, path));
  }

  /** A file of a version with the bytes that its record names. */
  #recordedFile = async ({ name, version, files }: VersionRecord, path: string): Promise<Uint8Array | undefined> => {
    const content = await this.file(name, version, path);
    const recorded = files.find((file) => file.path === path)?.integrity;
    return content && integrityOf(content) === recorded ? content : undefined;
  };

  /**
   * What the files of a version differ by from those of former versions that the store still has. Packs that cannot be
   * read are left out, or named by `onDamage`: without them files travel whole.
   */
  async deltas(record: VersionRecord, onDamage?: (key: string) => void): Promise<readonly StoredDelta[]> {
    const { name, version } = record;
    const prefix = storeKeys.deltas(name, version, '').slice(0, -'.json'.length);
    const found = (await this.storage.list(prefix)).map(async (key) => {
      const pack = await unlessDamaged(readObject(this.storage, key, deltasSchema));
      if (!pack) onDamage?.(key);
      const former = pack && (await unlessDamaged(this.version(name, key.slice(prefix.length, -'.json'.length))));
      if (!pack || !former) return [];
      return [deltaOfList(record, former), ...storedDeltas(pack, record, former, this.#recordedFile)];
    });
    return (await Promise.all(found)).flat();
  }

  /** Stores a signed manifest and returns its key; it takes effect when an event names it. */
  async keepManifest(epoch: number, signed: Signed): Promise<string> {
    const key = storeKeys.manifest(epoch, signed.payload);
    await this.storage.put(key, encode(signed));
    return key;
  }

  /**
   * Appends an event. Rejects with `epoch_taken` if another event took the epoch first; the manifest that then belongs
   * to no event is deleted.
   */
  async append(event: ReleaseEvent): Promise<void> {
    const { epoch } = event.state;
    const newest = await this.latest();
    const content = encode(releaseEventSchema.parse(event));
    const follows = event.before === (newest?.hash ?? null);
    if (follows && (await this.storage.create(storeKeys.event(epoch), content))) return;
    const taken = await unlessDamaged(this.event(epoch));
    if (taken && taken.manifest !== event.manifest) await this.storage.remove(event.manifest);
    throw epochTaken(Math.max(newest?.state.epoch ?? 0, epoch));
  }

  /** An event as it is stored, proven or not. */
  async event(epoch: number): Promise<ReleaseEvent | undefined> {
    const key = storeKeys.event(epoch);
    const content = await this.storage.get(key);
    if (!content) return undefined;
    const known = this.#events.get(epoch);
    if (known && Buffer.compare(known.content, content) === 0) return known.event;
    const event = parseObject(content, key, releaseEventSchema);
    if (event.state.epoch !== epoch) {
      throw damaged(`${key} is of epoch ${event.state.epoch}.`);
    }
    this.#events.set(epoch, { content, event });
    return event;
  }

  /** The newest proven event, and the moves after it that are not. `from` is a proven event. */
  async tip(from?: ProvenEvent): Promise<Tip> {
    if (from && !(await this.storage.get(storeKeys.event(from.event.state.epoch + 1)))) {
      return { newest: from, strays: [] };
    }
    const strays: Stray[] = [];
    for (const epoch of (await this.#epochs()).reverse()) {
      const key = storeKeys.event(epoch);
      const event = await unlessDamaged(this.event(epoch));
      try {
        if (!event) throw damaged(`${key} cannot be read.`);
        return { newest: await this.proven(event), strays };
      } catch (error) {
        if (!isDamage(error)) throw error;
        const signed = await this.storage.list(`manifests/${epochName(epoch)}-`);
        strays.push({ epoch, key, reason: error.message, junk: !event && signed.length === 0 });
      }
    }
    return { newest: undefined, strays };
  }

  /** The newest proven event, whose state is live. */
  async latest(): Promise<ReleaseEvent | undefined> {
    return (await this.tip()).newest?.event;
  }

  /** Every readable event up to the newest proven one (`until`, if the caller knows it), oldest first. */
  async history(until?: ReleaseEvent): Promise<readonly ReleaseEvent[]> {
    const newest = (until ?? (await this.latest()))?.state.epoch ?? 0;
    const epochs = (await this.#epochs()).filter((epoch) => epoch <= newest);
    const events = await Promise.all(epochs.map((epoch) => unlessDamaged(this.event(epoch))));
    return events.filter((event) => event !== undefined);
  }

  /**
   * An event with its signed manifest, renewed or as released. Rejects with `store_damaged` unless a known key signed
   * a manifest of exactly this event. The manifest may have expired.
   */
  async proven(event: ReleaseEvent): Promise<ProvenEvent> {
    const faults: string[] = [];
    for (const key of [storeKeys.renewed(event.state.epoch), event.manifest]) {
      try {
        const signed = await readObject(this.storage, key, signedSchema);
        if (!signed) continue;
        const manifest = await this.#open(signed, key, manifestSchema);
        if (proves(manifest, event)) return { event, manifest, signed };
        faults.push(`${key} does not belong to ${storeKeys.event(event.state.epoch)}: one of them was changed.`);
      } catch (error) {
        if (!isDamage(error)) throw error;
        faults.push(error.message);
      }
    }
    throw damaged(faults.join('\n') || `${event.manifest}, the manifest of epoch ${event.state.epoch}, is missing.`);
  }

  /** The signed manifest of an epoch whose event is damaged; undefined if there is none, or no single one. */
  async onlyManifest(epoch: number): Promise<Manifest | undefined> {
    const found = new Map<string, Manifest>();
    for (const key of [...(await this.storage.list(`manifests/${epochName(epoch)}-`)), storeKeys.renewed(epoch)]) {
      const manifest = await unlessDamaged(this.#readSigned(key, manifestSchema));
      // A renewal is the same manifest with another time.
      if (manifest?.epoch === epoch) found.set(manifest.head ?? '', manifest);
    }
    const [only, ...more] = found.values();
    return more.length === 0 ? only : undefined;
  }

  /** The signed manifest of an event, including renewals of its expiry. Rejects as `proven` does. */
  async signed(event: ReleaseEvent): Promise<Signed> {
    return (await this.proven(event)).signed;
  }

  /** Replaces the manifest of an epoch by one with a later expiry. */
  async renew(epoch: number, signed: Signed): Promise<void> {
    await this.storage.put(storeKeys.renewed(epoch), encode(signed));
  }

  async keepPreview(link: string, signed: Signed): Promise<void> {
    await this.storage.create(storeKeys.preview(link), encode(signed));
  }

  /** A preview's signed text by the unguessable part of its link; undefined if there is none. */
  async preview(link: string): Promise<Signed | undefined> {
    if (!/^[a-z0-9]{4,40}$/.test(link)) return undefined;
    const key = storeKeys.preview(link);
    const signed = await readObject(this.storage, key, signedSchema);
    const { id } = signed ? await this.#open(signed, key, previewSchema) : {};
    if (id !== undefined && id !== previewIdOf(link)) throw damaged(`${key} is the preview ${id}.`);
    return signed;
  }

  /** Deletes the text of a preview by its public id. */
  async removePreview(id: string): Promise<void> {
    for (const key of await this.storage.list('previews/')) {
      if (previewIdOf(key.slice('previews/'.length, -'.json'.length)) === id) await this.storage.remove(key);
    }
  }

  /** `at` is Unix milliseconds. */
  async keepHost(record: HostRecord, at: number): Promise<void> {
    const signed = await sign(storedHost.parse({ ...record, keptAt: at }), await this.keys.signing());
    await this.storage.put(storeKeys.host(record.version), encode(signed));
  }

  /** Versions of the hosts with a record. */
  async hosts(): Promise<readonly string[]> {
    return (await this.storage.list('hosts/')).map((key) => key.slice('hosts/'.length, -'.json'.length));
  }

  /** Whether the record of a host exists as it was written. */
  async hostIntact(version: string): Promise<boolean> {
    return (await unlessDamaged(this.host(version))) !== undefined;
  }

  async host(version: string): Promise<HostRecord | undefined> {
    const key = storeKeys.host(version);
    const host = await this.#readSigned(key, storedHost);
    if (host && host.version !== version) throw damaged(`${key} is the record of host ${host.version}.`);
    return host;
  }

  /** Stores the declared types of a state of `shared/` under their hash. */
  async keepContract(hash: string, text: string): Promise<void> {
    const [key, content] = [storeKeys.contract(hash), new TextEncoder().encode(text)];
    if (await this.storage.create(key, content)) return;
    if ((await this.contract(hash)) !== text) await this.storage.put(key, content);
  }

  async contract(hash: string): Promise<string | undefined> {
    const content = await this.storage.get(storeKeys.contract(hash));
    return content && new TextDecoder().decode(content);
  }

  /** A claim: publisher, content and start of a publication. */
  async claim(key: string): Promise<z.infer<typeof claimSchema> | undefined> {
    return readObject(this.storage, key, claimSchema);
  }

  /** Signs every record with the keys that have not signed it yet, without a change of what was signed. */
  async completeSignatures(): Promise<void> {
    const [trusted, keys] = [await this.keys.public(), await this.keys.signing()];
    for (const prefix of ['records/', 'hosts/', 'sdk/']) {
      for (const key of await this.storage.list(prefix)) {
        const signed = await unlessDamaged(readObject(this.storage, key, signedSchema));
        // A record that cannot be trusted gets no further signature.
        if (!signed || !(await unlessDamaged(openObject(signed, key, z.unknown(), trusted)))) continue;
        const more = await completed(signed, keys);
        if (more) await this.storage.put(key, encode(more));
      }
    }
  }

  /** Moves an object out of the way, to `damaged/<hash of its content>/<its key>`. */
  async setAside(key: string): Promise<void> {
    const content = await this.storage.get(key);
    if (!content) return;
    await this.storage.create(
      `damaged/${hashOf(Buffer.from(content).toString('base64')).slice(0, 16)}/${key}`,
      content,
    );
    await this.storage.remove(key);
  }

  #exists(name: string, version: string): ReleaseError {
    return new ReleaseError('version_exists', `${name}@${version} exists; a published version never changes.`);
  }

  /** Two publishers of one version cannot mix their files: the first one claims it with the hash of its content. */
  async #claim({ name, version, files, publishedAt, who, contract }: VersionRecord, replacing: boolean): Promise<void> {
    const content = hashOf(files.map(({ path, integrity }) => `${path} ${integrity}\n`).join(''));
    const key = storeKeys.claim(name, version);
    const types = contract?.types;
    const stated = encode({ content, at: publishedAt, who, types });
    if (replacing) return this.storage.put(key, stated);
    if (await this.storage.create(key, stated)) return;
    const claim = await unlessDamaged(this.claim(key));
    // The same content again resumes an interrupted publication.
    if (claim?.content === content && claim.types === types) return;
    throw new ReleaseError(
      'version_exists',
      `${name}@${version} is being published by ${claim?.who ?? 'another publisher'} with other content: choose another version.`,
    );
  }

  async #epochs(): Promise<number[]> {
    const keys = await this.storage.list('moves/');
    return keys.flatMap((key) => /^moves\/(\d{8})\.json$/.exec(key)?.[1] ?? []).map(Number);
  }

  /** Writes the files of a version that are not as its record says. */
  async #keepFiles({ name, version, files }: VersionRecord, builtFolder: string): Promise<void> {
    for (const { path, integrity } of files) {
      const content = await readFile(join(builtFolder, path));
      if (integrityOf(content) !== integrity) {
        throw new ReleaseError('build_incomplete', `${path} of ${name} changed while it was published: publish again.`);
      }
      const key = storeKeys.file(name, version, path);
      if (await this.storage.create(key, content)) continue;
      const stored = await this.storage.get(key);
      if (!stored || integrityOf(stored) !== integrity) await this.storage.put(key, content);
    }
  }

  /**
   * Writes the deltas against the versions that browsers can have of this remote: the live ones, and the newest published
   * one, which may be live before this one.
   */
  async #keepDeltas(
    record: VersionRecord,
    live: readonly { readonly name: string; readonly version: string }[],
  ): Promise<void> {
    const { name, version } = record;
    const published = await this.versions(name);
    const had = new Set(live.flatMap((remote) => (remote.name === name ? [remote.version] : [])));
    const formers = published.filter((each) => had.has(each.version) || each === published.at(-1));
    for (const former of formers) {
      if (former.version === version) continue;
      const deltas = await deltasOf(record, former, this.#recordedFile);
      if (Object.keys(deltas).length > 0)
        await this.storage.put(storeKeys.deltas(name, version, former.version), encode(deltas));
    }
  }

  async #readSigned<T>(key: string, schema: z.ZodType<T>): Promise<T | undefined> {
    const signed = await readObject(this.storage, key, signedSchema);
    return signed && this.#open(signed, key, schema);
  }

  /** Opens a signed object, once per text and set of keys: status and health read the same ones each second. */
  async #open<T>(signed: Signed, key: string, schema: z.ZodType<T>): Promise<T> {
    const keys = await this.keys.public();
    const id = hashOf(JSON.stringify([key, signed, keys]));
    const known = this.#opened.get(id);
    if (known !== undefined) return known as T;
    const payload = await openObject(signed, key, schema, keys);
    const [oldest] = this.#opened.keys();
    if (this.#opened.size >= OPENED && oldest !== undefined) this.#opened.delete(oldest);
    this.#opened.set(id, payload);
    return payload;
  }
}

export const epochTaken = (newest: number): ReleaseError =>
  new ReleaseError(
    'epoch_taken',
    `Epoch ${newest} was released in the meantime: check \`tessera status\` and decide again.`,
  );
