import { createHash } from 'node:crypto';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import type { Compilation, Compiler } from 'webpack';

/** Names in the runtime, and what stands in their place until every file is final. */
const MAPS = {
  scripts: { variable: '__webpack_require__.tsi', placeholder: 'TESSERA_INTEGRITY_OF_SCRIPTS' },
  styles: { variable: '__webpack_require__.tsc', placeholder: 'TESSERA_INTEGRITY_OF_STYLES' },
} as const;

/** The hash of nothing that exists: what the map does not name is refused by the browser. */
const NO_FILE = 'A'.repeat(43);

/** SHA-256 in base64 without its padding, which is always one `=`. */
const hashOf = (content: Buffer | string): string => createHash('sha256').update(content).digest('base64').slice(0, 43);

const integrityFrom = ({ variable }: { readonly variable: string }) =>
  `"sha256-" + (${variable}[chunkId] || "${NO_FILE}") + "="`;

/**
 * Every script and style sheet that this build loads later carries its hash, from a map in the runtime, so that the
 * browser refuses a byte that is not the one that was built. Whoever vouches for the file with the runtime (a remote's
 * entry by the signed manifest, the host's by its page) vouches for the whole graph.
 */
export class IntegrityPlugin {
  apply(compiler: Compiler): void {
    const { LoadScriptRuntimeModule } = compiler.webpack.runtime;
    compiler.hooks.compilation.tap('IntegrityPlugin', (compilation) => {
      const { scripts, styles } = MAPS;
      // A script without a chunk is not one of ours: a remote's entry, which the host holds to the manifest.
      LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(
        'IntegrityPlugin',
        (code: string) =>
          `${code}\nif (chunkId !== undefined) script.integrity = ${integrityFrom(scripts).replaceAll(scripts.variable, `(${scripts.variable} = ${scripts.variable} || "${scripts.placeholder}")`)};`,
      );
      MiniCssExtractPlugin.getCompilationHooks(compilation).beforeTagInsert.tap(
        'IntegrityPlugin',
        (code: string, { tag, chunkId }: { readonly tag: string; readonly chunkId: string }) =>
          `${code}\n${tag}.integrity = ${integrityFrom(styles).replaceAll('chunkId', chunkId).replaceAll(styles.variable, `(${styles.variable} = ${styles.variable} || "${styles.placeholder}")`)};`,
      );
      compilation.hooks.processAssets.tap(
        // After minimizing and after names got the hashes of contents: from here on no file changes.
        { name: 'IntegrityPlugin', stage: compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER - 1 },
        () => fillIn(compilation, compiler),
      );
    });
  }
}

/** Hashes by chunk id of what is loaded after the runtime. */
function hashes(compilation: Compilation): Record<keyof typeof MAPS, Record<string, string>> {
  const maps: Record<keyof typeof MAPS, Record<string, string>> = { scripts: {}, styles: {} };
  const chunks = [...compilation.chunks].filter((chunk) => !chunk.hasRuntime());
  for (const chunk of chunks.sort((left, right) => (String(left.id) < String(right.id) ? -1 : 1))) {
    for (const file of chunk.files) {
      const map = file.endsWith('.css') ? maps.styles : maps.scripts;
      map[String(chunk.id)] = hashOf(compilation.getAsset(file)?.source.buffer() ?? '');
    }
  }
  return maps;
}

function fillIn(compilation: Compilation, compiler: Compiler): void {
  const maps = hashes(compilation);
  for (const chunk of compilation.chunks) {
    if (!chunk.hasRuntime()) continue;
    for (const file of chunk.files) {
      if (!file.endsWith('.js')) continue;
      compilation.updateAsset(file, (source) => {
        let text = source.source().toString();
        for (const which of ['scripts', 'styles'] as const) {
          const quoted = new RegExp(`(["'\`])${MAPS[which].placeholder}\\1`, 'g');
          text = text.replace(quoted, () => JSON.stringify(maps[which]));
        }
        return new compiler.webpack.sources.RawSource(text);
      });
    }
  }
}
