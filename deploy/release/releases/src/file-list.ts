import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** A file of a version: path relative to its folder, bytes, hash in the notation of subresource integrity. */
export type VersionFile = { readonly path: string; readonly size: number; readonly integrity: string };

/** SHA-256 in the notation of subresource integrity. */
export const integrityOf = (content: Uint8Array): string =>
  `sha256-${createHash('sha256').update(content).digest('base64')}`;

/** Lower-case hex SHA-256 of a text. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Every file below a folder, ordered by path. */
export async function pathsBelow(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found
    .filter((item) => item.isFile())
    .map((item) => relative(folder, join(item.parentPath, item.name)).split(sep).join('/'))
    .sort();
}

/** Every file below a folder with its size and hash, ordered by path. */
export async function listFiles(folder: string): Promise<VersionFile[]> {
  const files: VersionFile[] = [];
  for (const path of await pathsBelow(folder)) {
    const content = await readFile(join(folder, path));
    files.push({ path, size: content.byteLength, integrity: integrityOf(content) });
  }
  return files;
}
