import type { Compiler } from 'webpack';

/** Name in the page under which the chunks of every remote register, until it is replaced. */
export const CHUNKS = 'tessera_chunks';

/** Where a version's scripts come from, which differs for each version: `trading/0.8.0-3f9a2c41d0`. */
const FROM = 'document.currentScript.src.split("/").slice(-3,-1).join("/")';

/**
 * Chunks of a remote register under a name of the page. The bundler writes one with the version into each, so that every
 * file of a new version would differ from the former one; here each names itself by the folder that it was loaded from.
 * A chunk that did not change then stays the same file, byte for byte, and its delta is empty. Until the files are
 * minimized all versions have one name: the minimizer chooses its names by the letters of the whole file.
 */
export class VersionlessPlugin {
  readonly #name: string;
  readonly #versioned: string;

  /** `name` is the `uniqueName` of the bundler's output, `versioned` what the entry has in its place. */
  constructor(name: string, versioned: string) {
    this.#name = name;
    this.#versioned = versioned;
  }

  apply(compiler: Compiler): void {
    const { Compilation, WebpackError, sources } = compiler.webpack;
    // As the minimizer writes it: `(globalThis.tessera_chunks||=[]).push(` in a chunk, the same property in the runtime.
    const named = new RegExp(`\\b(globalThis|self)(?:\\.${CHUNKS}|\\[(["'\`])${CHUNKS}\\2\\])`, 'g');
    compiler.hooks.compilation.tap('VersionlessPlugin', (compilation) => {
      compilation.hooks.processAssets.tap(
        // After minimizing, and before the hashes of the files are taken.
        { name: 'VersionlessPlugin', stage: Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER - 2 },
        () => {
          for (const chunk of compilation.chunks) {
            for (const file of [...chunk.files].filter((each) => each.endsWith('.js'))) {
              const text = compilation.getAsset(file)?.source.source().toString() ?? '';
              const free = text.replace(named, (_found, global) => `${global}["chunks "+${FROM}]`);
              const left = free.includes(CHUNKS) || (!chunk.hasRuntime() && free.includes(this.#name));
              if (free === text || left) {
                compilation.errors.push(new WebpackError(`${file} does not name its chunks as expected.`));
              }
              compilation.updateAsset(file, new sources.RawSource(free.replaceAll(this.#name, this.#versioned)));
            }
          }
        },
      );
    });
  }
}
