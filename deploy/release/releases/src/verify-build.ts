import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { LANGUAGE_CODES } from '@tessera/bus/languages';
import { usesOfBuild } from './capabilities/index.ts';
import type { RemoteContract } from './compatibility/contract.ts';
import type { Descriptor } from './descriptor.ts';
import { type EntryFacts, pagesIn, readEntry } from './entry-facts.ts';
import { integrityOf, pathsBelow } from './file-list.ts';
import { ReleaseError } from './release-error.ts';
import { screenSize } from './screen-size.ts';
import { ENTRY_FILE, type VersionRecord } from './version-record.ts';

/** A build as its sender describes it. */
export type StatedBuild = Pick<VersionRecord, 'name' | 'version' | 'screens' | 'texts' | 'pageTexts'> & {
  readonly descriptor: Descriptor;
  readonly contract: RemoteContract | undefined;
};

/** The global name of a remote's version, as the build chooses it. */
export const containerOf = (name: string, version: string): string =>
  `tessera_${name}_${version.replace(/[^a-z0-9]/gi, '_')}`;

type Files = ReadonlyMap<string, Buffer>;

const UNPACK = [
  ['.br', brotliDecompressSync],
  ['.gz', gunzipSync],
] as const;

/** A packed file has to unpack to the file itself. */
function packedFaults(files: Files): string[] {
  return [...files].flatMap(([path, content]) => {
    const [suffix, unpack] = UNPACK.find(([each]) => path.endsWith(each)) ?? [];
    if (!suffix || !unpack) return [];
    const plain = files.get(path.slice(0, -suffix.length));
    if (!plain) return [`${path} packs a file that is not there`];
    try {
      if (unpack(content, { maxOutputLength: Math.max(1, plain.length) }).equals(plain)) return [];
    } catch {
      // Not packed, or larger than the file.
    }
    return [`${path} does not unpack to ${path.slice(0, -suffix.length)}`];
  });
}

/** Scripts and style sheets are exactly those whose hashes the entry holds. */
function chunkFaults(files: Files, { scripts, styles }: EntryFacts): string[] {
  const kinds = [
    ['.js', scripts],
    ['.css', styles],
  ] as const;
  return kinds.flatMap(([suffix, hashes]) => {
    const paths = [...files.keys()].filter((path) => path.endsWith(suffix) && path !== ENTRY_FILE);
    const unknown = paths.flatMap((path) => {
      const stated = hashes.get(path.slice(0, -suffix.length));
      if (stated === undefined) return [`${ENTRY_FILE} holds no hash of ${path}`];
      return `sha256-${stated}=` === integrityOf(files.get(path) as Buffer)
        ? []
        : [`${path} has not the hash that ${ENTRY_FILE} holds of it`];
    });
    const missing = [...hashes.keys()].filter((chunk) => !files.has(chunk + suffix));
    return [
      ...unknown,
      ...missing.map((chunk) => `${ENTRY_FILE} holds the hash of ${chunk}${suffix}, which is missing`),
    ];
  });
}

/** The contract names exactly the shared modules that the entry takes from the page. */
function contractFaults({ shared }: EntryFacts, contract: RemoteContract | undefined): string[] {
  if (!contract) return ['its contract does not say which shared modules it uses'];
  const stated = Object.keys(contract.uses);
  return [
    ...[...shared]
      .filter((each) => !stated.includes(each))
      .map((each) => `its contract leaves out ${each}, which it uses`),
    ...stated.filter((each) => !shared.has(each)).map((each) => `its contract names ${each}, which it does not use`),
  ];
}

/** Every route has a page in the exposed module, and its list of files holds those that the page is loaded from. */
function screenFaults(files: Files, { exposed }: EntryFacts, stated: StatedBuild): string[] {
  const ofRemote = exposed.get('./remote') ?? [];
  const pages = new Map(ofRemote.flatMap((chunk) => [...pagesIn(files.get(`${chunk}.js`)?.toString('utf8') ?? '')]));
  const { routes } = stated.descriptor;
  const unserved = Object.keys({ ...stated.screens, ...stated.pageTexts }).filter(
    (path) => !routes.some((route) => route.path === path),
  );
  return [
    ...unserved.map((path) => `its report has a screen ${path}, which its descriptor does not have`),
    ...routes.flatMap(({ path, module }) => {
      const chunks = module === undefined ? undefined : pages.get(module);
      if (!chunks) return [`${path} has no page ${module} in the exposed module`];
      const needed = [...ofRemote, ...chunks].map((chunk) => `${chunk}.js`).filter((file) => files.has(file));
      const lacking = needed.filter((file) => !stated.screens[path]?.includes(file));
      return lacking.map((file) => `its report leaves out ${file}, which ${path} loads`);
    }),
  ];
}

const SCRIPT = /\.js$/;

/** The scripts of a build, by path. */
export const scriptsIn = (files: Files): ReadonlyMap<string, string> =>
  new Map([...files].flatMap(([path, content]) => (SCRIPT.test(path) ? [[path, content.toString('utf8')]] : [])));

/** Texts in each language, and no screen above the budget. */
function sizeFaults(files: Files, stated: StatedBuild): string[] {
  const { descriptor, screens, texts } = stated;
  const languages = LANGUAGE_CODES.filter((code) => !files.has(texts[code] ?? ''));
  // Once for each file, however often the report names it.
  const sizes = new Map<string, number>();
  const sizeOf = (path: string): number => {
    const known = sizes.get(path);
    if (known !== undefined) return known;
    const size = files.get(`${path}.br`)?.length ?? brotliCompressSync(files.get(path) ?? Buffer.alloc(0)).length;
    sizes.set(path, size);
    return size;
  };
  const ofLanguages = Object.fromEntries(LANGUAGE_CODES.map((code) => [code, texts[code] ?? '']));
  return [
    ...languages.map((code) => `it has no texts in ${code}`),
    ...Object.entries(screens).flatMap(([path, own]) => {
      const size =
        screenSize(path, { entry: ENTRY_FILE, files: own }, { ...stated, texts: ofLanguages }, sizeOf) / 1024;
      return size > descriptor.budget
        ? [`${path} loads ${size.toFixed(1)} KiB, the budget is ${descriptor.budget} KiB`]
        : [];
    }),
  ];
}

function faultsIn(files: Files, stated: StatedBuild): string[] {
  const { name, version } = stated;
  let entry: EntryFacts;
  try {
    entry = readEntry(files.get(ENTRY_FILE)?.toString('utf8') ?? '');
    const container = containerOf(name, version);
    const isContainer = entry.containers.has(container) && entry.exposed.has('./remote');
    // All else is read from the container.
    if (!isContainer) return [`${ENTRY_FILE} is not the container ${container} with the module ./remote`];
    const faults = [
      ...packedFaults(files),
      ...chunkFaults(files, entry),
      ...contractFaults(entry, stated.contract),
      ...screenFaults(files, entry, stated),
    ];
    // What takes long is not done for a build that is refused anyway.
    if (faults.length > 0) return faults;
    return [...sizeFaults(files, stated), ...usesOfBuild(scriptsIn(files), container).forbidden];
  } catch (error) {
    if (error instanceof SyntaxError) return [`a script cannot be read: ${error.message}`];
    throw error;
  }
}

/** The files of a build, by path. */
export const filesOf = async (folder: string): Promise<Files> =>
  new Map(
    await Promise.all(
      (await pathsBelow(folder)).map(async (path) => [path, await readFile(join(folder, path))] as const),
    ),
  );

/** Faults named in a rejection; a made-up build has as many as it has files. */
const NAMED = 20;

/**
 * Holds what a sender says of a build against its files, which are read and never run. Rejects with `build_incomplete`
 * and the reasons.
 */
export async function verifyBuild(folder: string, stated: StatedBuild): Promise<void> {
  const files = await filesOf(folder);
  const faults = faultsIn(files, stated);
  if (faults.length === 0) return;
  const more = faults.length > NAMED ? `\n  and ${faults.length - NAMED} more` : '';
  throw new ReleaseError(
    'build_incomplete',
    `This build is not what is said of it:\n  ${faults.slice(0, NAMED).join('\n  ')}${more}`,
    faults.slice(0, NAMED).map((message) => ({ code: 'build_incomplete', message })),
  );
}
