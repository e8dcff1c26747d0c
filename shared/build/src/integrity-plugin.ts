import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import type { Chunk, Compilation, Compiler } from 'webpack';

/**
 * The name of the host's main file comes from its content before the maps are filled in. They follow from the names of
 * the other files, which are hashes too, and from this source: it must have its part in the name, or a browser that
 * keeps the file of an older toolchain under the same name would be rejected it.
 */
const OF_THIS_SOURCE = createHash('sha256')
  .update(readFileSync(import.meta.filename))
  .digest('hex')
  .slice(0, 8);

/** Names in the runtime, and their placeholders until every file is final. */
const MAPS = {
  scripts: { variable: '__webpack_require__.tsi', placeholder: `TESSERA_INTEGRITY_OF_SCRIPTS_${OF_THIS_SOURCE}` },
  styles: { variable: '__webpack_require__.tsc', placeholder: `TESSERA_INTEGRITY_OF_STYLES_${OF_THIS_SOURCE}` },
} as const;

type Kind = keyof typeof MAPS;
type Maps = Readonly<Record<Kind, Readonly<Record<string, string>>>>;

/** The hash of nothing that exists: what the map does not name is rejected by the browser. */
const NO_FILE = 'A'.repeat(43);

/** SHA-256 in base64 without its padding, which is always one `=`. */
const hashOf = (content: Buffer): string => createHash('sha256').update(content).digest('base64').slice(0, 43);

const integrityOf = (kind: Kind, chunkId: string): string => {
  const { variable, placeholder } = MAPS[kind];
  return `"sha256-" + ((${variable} = ${variable} || "${placeholder}")[${chunkId}] || "${NO_FILE}") + "="`;
};

/**
 * Every script and style sheet that this build loads later carries its hash, from a map in the runtime, so that the
 * browser rejects a file that differs from the built one. The hash of the file with the runtime (a remote's entry in
 * the signed manifest, the host's in its page) thereby covers the whole graph. A build whose map is incomplete fails.
 */
export class IntegrityPlugin {
  apply(compiler: Compiler): void {
    const { LoadScriptRuntimeModule } = compiler.webpack.runtime;
    compiler.hooks.compilation.tap('IntegrityPlugin', (compilation) => {
      // A script without a chunk is not one of ours: a remote's entry, which the host holds to the manifest.
      LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(
        'IntegrityPlugin',
        (code: string) =>
          `${code}\nif (chunkId !== undefined) script.integrity = ${integrityOf('scripts', 'chunkId')};`,
      );
      MiniCssExtractPlugin.getCompilationHooks(compilation).beforeTagInsert.tap(
        'IntegrityPlugin',
        (code: string, { tag, chunkId }: { readonly tag: string; readonly chunkId: string }) =>
          `${code}\n${tag}.integrity = ${integrityOf('styles', chunkId)};`,
      );
      compilation.hooks.processAssets.tap(
        // After minimizing and after names got the hashes of contents: from here on no file changes.
        { name: 'IntegrityPlugin', stage: compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER - 1 },
        () => {
          for (const what of fillIn(compilation, compiler)) {
            compilation.errors.push(new compiler.webpack.WebpackError(`Integrity: ${what}`));
          }
        },
      );
    });
  }
}

const kindOf = (file: string): Kind => (file.endsWith('.css') ? 'styles' : 'scripts');

/** Hashes by chunk id of what the runtime loads; files loaded together with it have their hash in the page. */
function mapsOf(compilation: Compilation, chunks: readonly Chunk[]): Maps {
  const maps: Record<Kind, Record<string, string>> = { scripts: {}, styles: {} };
  for (const chunk of [...chunks].sort((left, right) => (String(left.id) < String(right.id) ? -1 : 1))) {
    for (const file of chunk.files) {
      const content = compilation.getAsset(file)?.source.buffer();
      if (content) maps[kindOf(file)][String(chunk.id)] = hashOf(content);
    }
  }
  return maps;
}

/** Writes the maps into the runtime. Returns the reasons why a map is incomplete. */
function fillIn(compilation: Compilation, compiler: Compiler): string[] {
  const runtimes = [...compilation.chunks].filter((chunk) => chunk.hasRuntime());
  const [runtime, second] = runtimes;
  // A worker loads its chunks by itself, past the elements that carry hashes.
  if (second) return [`${second.name ?? second.id} has a runtime of its own, so its chunks would load unchecked.`];
  if (!runtime) return [];
  const loaded = [...compilation.chunks].filter((chunk) => !chunk.isOnlyInitial());
  // An object has these by itself: an id that the map does not hold would find them instead of nothing.
  const builtIn = loaded.filter(({ id }) => String(id) in {});
  if (builtIn.length > 0) return builtIn.map(({ id }) => `a chunk cannot be called ${id}.`);
  const maps = mapsOf(compilation, loaded);
  const left = new Set((['scripts', 'styles'] as const).filter((kind) => Object.keys(maps[kind]).length > 0));
  for (const file of [...runtime.files].filter((name) => kindOf(name) === 'scripts')) {
    compilation.updateAsset(file, (source) => {
      let text = source.source().toString();
      for (const kind of Object.keys(MAPS) as Kind[]) {
        text = text.replace(new RegExp(`(["'\`])${MAPS[kind].placeholder}\\1`, 'g'), () => {
          left.delete(kind);
          return JSON.stringify(maps[kind]);
        });
      }
      return new compiler.webpack.sources.RawSource(text);
    });
  }
  return [...left].map((kind) => `the runtime has no place for the hashes of ${kind}.`);
}
