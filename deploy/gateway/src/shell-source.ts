import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The host's built page, and the scripts that it is certain to ask for. */
export type ShellSource = { readonly template: string; readonly scripts: readonly string[] };

type BuildReport = { readonly chunkGroups?: Readonly<Record<string, readonly string[]>> };

/** Chunk group behind the host's async boundary. */
const START = 'start';

async function startScripts(reportPath: string): Promise<string[]> {
  try {
    const { chunkGroups } = JSON.parse(await readFile(reportPath, 'utf8')) as BuildReport;
    return (chunkGroups?.[START] ?? []).filter((file) => file.endsWith('.js')).map((file) => `/h5/${file}`);
  } catch {
    // Only a hint: without a report the page asks for the scripts itself.
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
          scripts: await startScripts(`${hostFolder}.report.json`),
        };
        known = { builtAt: mtimeMs, source };
      }
      return known.source;
    } catch {
      return known?.source;
    }
  };
}
