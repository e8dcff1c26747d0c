import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { byLanguage, LANGUAGE_CODES } from '@tessera/bus/languages';
import type { Chunk, Compilation, Module } from 'webpack';
import { declaredTexts } from './contract/declared-texts.ts';
import { shareKeyOf } from './contract/index.ts';
import { SHARED_LAZILY } from './sharing.ts';

/** What a page fetches of a remote besides its entry, so that it can be prefetched. */
export type RemoteFiles = {
  /** By route: scripts and styles that its screen loads, relative to the output folder. */
  readonly screens: Readonly<Record<string, readonly string[]>>;
  /** By route: modules that its screen asks the host for and that the host fetches on demand. */
  readonly provided: Readonly<Record<string, readonly string[]>>;
  /** By language code: the file of its texts. */
  readonly texts: Readonly<Record<string, string>>;
  /** By route of a screen with texts of parts, and by language code: the files of these. */
  readonly pageTexts: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
};

/** remote.json and what is built do not fit; the message names the route or the language. */
export class RemoteMismatch extends Error {
  override name = 'RemoteMismatch';
}

type Descriptor = { readonly routes: readonly { readonly path: string; readonly module: string }[] };

const isServed = (file: string) => /\.(js|css)$/.test(file);

/** Scripts and styles of chunks, but for those that begin a program. */
export const filesOf = (chunks: Iterable<Chunk>): string[] =>
  [...chunks].filter((chunk) => !chunk.hasRuntime()).flatMap((chunk) => [...chunk.files].filter(isServed));

type MaybeResource = Module & { readonly resource?: string; readonly rootModule?: { readonly resource?: string } };

function chunksWith(compilation: Compilation, resource: string): Chunk[] {
  for (const module of compilation.modules as Iterable<MaybeResource>) {
    if ((module.resource ?? module.rootModule?.resource) === resource) {
      return [...compilation.chunkGraph.getModuleChunks(module)];
    }
  }
  return [];
}

/** The chunks of what is imported on demand from a folder below `src/pages`, or below `src`. */
function chunksFrom(compilation: Compilation, folder: string): Chunk[] {
  const asked = [`./pages/${folder}/`, `./${folder}/`];
  return compilation.chunkGroups
    .filter(({ origins }) => origins.some(({ request }) => asked.some((start) => request?.startsWith(start))))
    .flatMap(({ chunks }) => chunks);
}

/** What the modules of these chunks ask the host for, of that which is not in its first bundle. */
export function askedOf(chunks: Iterable<Chunk>, { chunkGraph }: Compilation): string[] {
  const requests = [...chunks].flatMap((chunk) => chunkGraph.getChunkModules(chunk).map(shareKeyOf));
  return SHARED_LAZILY.filter((request) => requests.includes(request));
}

/** The files with texts of the parts that a page names, by language code; undefined where it names none. */
function textsOfParts(dir: string, parts: readonly string[], compilation: Compilation) {
  if (parts.length === 0) return undefined;
  return byLanguage((code) =>
    parts.flatMap((part) => {
      const path = `src/${part.slice(part.indexOf('/') + 1)}/i18n/${code}.json`;
      const files = filesOf(chunksWith(compilation, join(dir, path)));
      if (files.length === 0)
        throw new RemoteMismatch(`${path} is not loaded by src/remote.tsx, which has a part ${part}.`);
      return files;
    }),
  );
}

/** Finds the files of every route and language of a built remote. Throws RemoteMismatch where there is none. */
export function remoteFiles(dir: string, compilation: Compilation): RemoteFiles {
  const { routes } = JSON.parse(readFileSync(join(dir, 'remote.json'), 'utf8')) as Descriptor;
  const exposed = chunksWith(compilation, join(dir, 'src/remote.tsx'));
  const screens = routes.map(({ path, module }) => {
    const page = chunksFrom(compilation, module);
    if (page.length === 0) {
      throw new RemoteMismatch(
        `remote.json: ${path} is said to be in src/pages/${module}, from where no page is loaded.`,
      );
    }
    return { path, chunks: [...exposed, ...page] };
  });
  const declared = declaredTexts(readFileSync(join(dir, 'src/remote.tsx'), 'utf8'));
  const pageTexts = routes.flatMap(({ path, module }) => {
    // What a shared package has texts for, the page loads by itself.
    const parts = (declared.pages.get(module) ?? []).filter((part) => declared.parts.includes(part));
    const files = textsOfParts(dir, parts, compilation);
    return files ? [[path, files] as const] : [];
  });
  const texts = LANGUAGE_CODES.map((code) => {
    const [file] = filesOf(chunksWith(compilation, join(dir, `src/i18n/${code}.json`)));
    if (!file) throw new RemoteMismatch(`src/i18n/${code}.json is not loaded by src/remote.tsx.`);
    return [code, file] as const;
  });
  return {
    screens: Object.fromEntries(screens.map(({ path, chunks }) => [path, [...new Set(filesOf(chunks))]])),
    provided: Object.fromEntries(screens.map(({ path, chunks }) => [path, askedOf(chunks, compilation)])),
    texts: Object.fromEntries(texts),
    pageTexts: Object.fromEntries(pageTexts),
  };
}
