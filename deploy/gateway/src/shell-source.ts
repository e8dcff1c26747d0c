import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The host's built page, and the URL paths of the files that its index page loads besides. */
export type ShellSource = { readonly template: string; readonly home: readonly string[] };

type BuildReport = { readonly chunkGroups?: Readonly<Record<string, readonly string[]>> };

/** Chunk group of the index page. */
const HOME = 'home';

async function homeFiles(reportPath: string): Promise<string[]> {
  try {
    const { chunkGroups } = JSON.parse(await readFile(reportPath, 'utf8')) as BuildReport;
    return (chunkGroups?.[HOME] ?? []).map((file) => `/h5/${file}`);
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
          home: await homeFiles(`${hostFolder}.report.json`),
        };
        known = { builtAt: mtimeMs, source };
      }
      return known.source;
    } catch {
      return known?.source;
    }
  };
}
