import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { VersionRecord } from './version-record.ts';

/** SHA-384 in the notation of subresource integrity. */
export const integrityOf = (content: Uint8Array): string =>
  `sha384-${createHash('sha384').update(content).digest('base64')}`;

/** Every file below a folder with its size and hash, ordered by path. */
export async function listFiles(folder: string): Promise<VersionRecord['files']> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = found
    .filter((item) => item.isFile())
    .map((item) => relative(folder, join(item.parentPath, item.name)).split(sep).join('/'))
    .sort();
  const files: VersionRecord['files'] = [];
  for (const path of paths) {
    const content = await readFile(join(folder, path));
    files.push({ path, size: content.byteLength, integrity: integrityOf(content) });
  }
  return files;
}
