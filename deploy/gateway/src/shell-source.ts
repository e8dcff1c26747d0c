import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { integrityOf } from '@tessera/releases';

/** A file of the host that its index page loads: URL path, and hash in the notation of subresource integrity. */
export type HomeFile = readonly [path: string, integrity: string];

/** The host's built page, and the files that its index page loads besides. */
export type ShellSource = { readonly template: string; readonly home: readonly HomeFile[] };

type BuildReport = { readonly chunkGroups?: Readonly<Record<string, readonly string[]>> };

/** Chunk group of the index page. */
const HOME = 'home';

async function homeFiles(hostFolder: string): Promise<HomeFile[]> {
  try {
    const { chunkGroups } = JSON.parse(await readFile(`${hostFolder}.report.json`, 'utf8')) as BuildReport;
    const files = chunkGroups?.[HOME] ?? [];
    return await Promise.all(
      files.map(async (file) => [`/h5/${file}`, integrityOf(await readFile(join(hostFolder, file)))] as const),
    );
  } catch {
    // Only a hint: without a report the page asks for the files itself.
    return [];
  }
}

/** Reads the host's page again whenever it was built again. Undefined while there is none. */
export function readShell(hostFolder: string): () => Promise<ShellSource | undefined> {
  const path = join(hostFolder, 'index.html');
  let known: { readonly builtAt: number; readonly source: ShellSource } | undefined;
  return async () => {
    try {
      const { mtimeMs } = await stat(path);
      if (known?.builtAt !== mtimeMs) {
        const source = {
          template: await readFile(path, 'utf8'),
          home: await homeFiles(hostFolder),
        };
        known = { builtAt: mtimeMs, source };
      }
      return known.source;
    } catch {
      return known?.source;
    }
  };
}
