import { open } from 'node:fs/promises';
import type { Vault } from '../../../platform/uploads/vault.ts';

/** Bytes of an archive that are encrypted as one object: what a node has of it in memory while it is kept or sent. */
export const ARCHIVE_PART = 1024 * 1024;

/** An archive in the storage of uploads. */
export type KeptArchive = { readonly name: string; readonly bytes: number };

/** Names of archives that are kept in parts: those of former versions are one object, and begin with `export-`. */
const IN_PARTS = 'exports-';
const partName = (name: string, index: number): string => `${name}.${index}`;
const partsOf = ({ bytes }: Pick<KeptArchive, 'bytes'>): number => Math.ceil(bytes / ARCHIVE_PART);

/** The name is that of the request: another attempt writes the same objects. */
export const archiveName = (requestId: string): string => `${IN_PARTS}${requestId}`;

/** Encrypts a file part by part. Returns its bytes. */
export async function keepArchive(vault: Vault, name: string, path: string, signal: AbortSignal): Promise<KeptArchive> {
  const file = await open(path, 'r');
  const part = Buffer.alloc(ARCHIVE_PART);
  let bytes = 0;
  try {
    for (let index = 0; ; index += 1) {
      signal.throwIfAborted();
      const { bytesRead } = await file.read(part, 0, ARCHIVE_PART, index * ARCHIVE_PART);
      if (bytesRead === 0) return { name, bytes };
      await vault.write(partName(name, index), part.subarray(0, bytesRead));
      bytes += bytesRead;
      if (bytesRead < ARCHIVE_PART) return { name, bytes };
    }
  } catch (error) {
    await dropArchive(vault, { name, bytes: bytes + ARCHIVE_PART }).catch(() => undefined);
    throw error;
  } finally {
    await file.close();
  }
}

/** How an archive is read: bytes of a part, and each of them, null where it is gone. */
export function archiveParts(vault: Vault, { name, bytes }: KeptArchive) {
  return name.startsWith(IN_PARTS)
    ? { partBytes: ARCHIVE_PART, part: (index: number) => vault.read(partName(name, index)) }
    : { partBytes: bytes, part: () => vault.read(name) };
}

export async function dropArchive(vault: Vault, archive: KeptArchive): Promise<void> {
  const { name } = archive;
  if (!name.startsWith(IN_PARTS)) return vault.remove(name);
  for (let index = 0; index < partsOf(archive); index += 1) await vault.remove(partName(name, index));
}
