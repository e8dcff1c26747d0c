import type { Move } from './moves.ts';
import { ReleaseError } from './release-error.ts';
import type { VersionRecord } from './version-record.ts';

/**
 * Where versions and moves are kept. Both are only ever added to: a version's files and a move's epoch are written
 * once, and a second writer of either is refused.
 */
export interface ReleaseStore {
  /**
   * Copies a built folder in as a version: all of it or nothing.
   * Refuses with `version_exists` if the version is there, whatever its content.
   */
  publish(version: NewVersion, builtFolder: string): Promise<VersionRecord>;
  version(name: string, version: string): Promise<VersionRecord | undefined>;
  /** From old to new by publication. */
  versions(name: string): Promise<readonly VersionRecord[]>;
  remotes(): Promise<readonly string[]>;
  /** Appends a move. Refuses with `epoch_taken` if somebody else has moved to that epoch first. */
  append(move: Move): Promise<void>;
  /** The move of the highest epoch: its manifest is what is live. */
  latest(): Promise<Move | undefined>;
  /** Every move from old to new. */
  history(): Promise<readonly Move[]>;
}

/** What the publisher says of a version; its files are recorded by the store. */
export type NewVersion = Omit<VersionRecord, 'files'>;

/** The version or a refusal that says how to get one. */
export async function requireVersion(store: ReleaseStore, name: string, version: string): Promise<VersionRecord> {
  const record = await store.version(name, version);
  if (record) return record;
  throw new ReleaseError(
    'version_unknown',
    `${name}@${version} was never published. \`tessera versions ${name}\` lists those that were.`,
  );
}
