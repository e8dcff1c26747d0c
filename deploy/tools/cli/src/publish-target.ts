import { type RegistryClient, RegistryError } from '@tessera/registry-api';
import {
  type BuiltVersion,
  HOST_NAME,
  packBuild,
  publishBuild,
  publishHost,
  type ReleaseStore,
  type VersionRecord,
} from '@tessera/releases';

type Published = { readonly files: number; readonly bytes: number };

/** Where versions are published. */
export type PublishTarget = {
  /** In words, after "in" or "at". */
  readonly where: string;
  /** Rejects where nothing could be published. */
  ready?(): Promise<void>;
  has(name: string, version: string): Promise<boolean>;
  publish(built: BuiltVersion, why: string): Promise<Published>;
  /** Absent where no host is taken. */
  publishHost?(built: Pick<BuiltVersion, 'version' | 'folder'>, why: string): Promise<Published>;
};

const sizeOf = ({ files }: Pick<VersionRecord, 'files'>): Published => ({
  files: files.length,
  bytes: files.reduce((sum, { size }) => sum + size, 0),
});

/** The store itself; needs the signing keys. `now` is Unix milliseconds. */
export const storeTarget = (
  store: ReleaseStore,
  { where, who, now }: { readonly where: string; readonly who: string; readonly now: () => number },
): PublishTarget => ({
  where,
  async ready() {
    await store.keys.signing();
  },
  has: (name, version) => store.intact(name, version),
  async publish(built, why) {
    return sizeOf(await publishBuild(store, built, { who, why, at: now() }));
  },
  async publishHost(built, why) {
    await publishHost(store, built, { who, why, at: now() });
    return sizeOf(await store.requireVersion(HOST_NAME, built.version));
  },
});

/** The registry of a platform, which signs what it takes. */
export const registryTarget = (registry: RegistryClient, where: string): PublishTarget => ({
  where,
  async has(name, version) {
    try {
      const { versions } = await registry('GET /registry/versions/:name', { name });
      return versions.some((published) => published.version === version);
    } catch (error) {
      if (error instanceof RegistryError && error.code === 'remote_unknown') return false;
      throw error;
    }
  },
  async publish({ name, version, descriptor, folder }, why) {
    const packed = await packBuild(folder);
    const sent = { name, version, why, descriptor: JSON.stringify(descriptor), ...packed };
    return registry('POST /registry/publish', sent);
  },
});
