import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { integrityOf } from '@tessera/releases';

/** A file of the host: URL path, and hash in the notation of subresource integrity. */
export type HostFile = readonly [path: string, integrity: string];

/** Files of the host that a page loads after its first files. */
export type HostFiles = {
  /** Files of the index page, of a host that serves it itself. */
  readonly home: readonly HostFile[];
  /** By language code: the file of the texts. */
  readonly texts: Readonly<Record<string, readonly HostFile[]>>;
  /** By request: files of each shared module that screens of remotes use. */
  readonly provided: Readonly<Record<string, readonly HostFile[]>>;
};

export const NO_FILES: HostFiles = { home: [], texts: {}, provided: {} };

/** The host's built page, and the files that belong to it. */
export type ShellSource = {
  readonly template: string;
  readonly files: HostFiles;
  /** Of a released host: another one can take its place. */
  readonly version?: string;
};

type FilesByName = Readonly<Record<string, readonly string[]>>;
type BuildReport = { readonly chunkGroups?: FilesByName; readonly provided?: FilesByName };

/** Chunk group of the index page. */
const HOME = 'home';
/** Chunk groups of texts, as named in the host's imports. */
const TEXTS = /^texts-(\w+)-json$/;

async function hostFiles(hostFolder: string): Promise<HostFiles> {
  const hashed = (files: readonly string[]): Promise<HostFile[]> =>
    Promise.all(
      files.map(async (file) => [`/h5/${file}`, integrityOf(await readFile(join(hostFolder, file)))] as const),
    );
  const hashedByName = async (named: readonly (readonly [string, readonly string[]])[]) =>
    Object.fromEntries(await Promise.all(named.map(async ([name, files]) => [name, await hashed(files)] as const)));
  try {
    const report = JSON.parse(await readFile(`${hostFolder}.report.json`, 'utf8')) as BuildReport;
    const { chunkGroups = {}, provided = {} } = report;
    return {
      home: await hashed(chunkGroups[HOME] ?? []),
      texts: await hashedByName(
        Object.entries(chunkGroups).flatMap(([group, files]) => {
          const code = TEXTS.exec(group)?.[1];
          return code ? [[code, files] as const] : [];
        }),
      ),
      provided: await hashedByName(Object.entries(provided)),
    };
  } catch {
    // Only a hint: without a report the page requests the files itself.
    return NO_FILES;
  }
}

/** Reads the host's page again after each build. Undefined while there is none. */
export function readShell(hostFolder: string): () => Promise<ShellSource | undefined> {
  const path = join(hostFolder, 'index.html');
  let known: { readonly builtAt: number; readonly source: ShellSource } | undefined;
  return async () => {
    try {
      const { mtimeMs } = await stat(path);
      if (known?.builtAt !== mtimeMs) {
        const source = {
          template: await readFile(path, 'utf8'),
          files: await hostFiles(hostFolder),
        };
        known = { builtAt: mtimeMs, source };
      }
      return known.source;
    } catch {
      return known?.source;
    }
  };
}
