import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The newest messages of an outbox, newest first: each file as it is. */
export async function lastMessages(folder: string, limit: number): Promise<{ file: string; text: string }[]> {
  const items = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const files = await Promise.all(
    items
      .filter((item) => item.isFile() && !item.name.startsWith('.'))
      .map(async ({ name }) => ({ file: name, at: (await stat(join(folder, name))).mtimeMs })),
  );
  const newest = files.sort((left, right) => right.at - left.at || (left.file < right.file ? 1 : -1)).slice(0, limit);
  return Promise.all(newest.map(async ({ file }) => ({ file, text: await readFile(join(folder, file), 'utf8') })));
}
