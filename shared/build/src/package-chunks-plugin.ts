import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import type { Chunk, Compilation, Compiler } from 'webpack';

const PACKAGE = /.*[\\/]node_modules[\\/](@[^\\/]+[\\/])?([^\\/]+)/;

/** Packages in a chunk, by their names without scope; null where something else is in it, too. */
function packagesIn(chunk: Chunk, { chunkGraph }: Compilation): readonly string[] | null {
  const names = new Set<string>();
  for (const module of chunkGraph.getChunkModulesIterable(chunk)) {
    const [, , name] = PACKAGE.exec(module.nameForCondition() ?? '') ?? [];
    if (name === undefined) return null;
    names.add(name);
  }
  return [...names].sort();
}

/** A short name for what several chunks have in common; null for a chunk of one module, which webpack names by its path. */
function commonName(chunk: Chunk, { chunkGraph, compiler }: Compilation): string | null {
  const roots = chunkGraph.getChunkRootModules(chunk);
  if (roots.length < 2) return null;
  const paths = roots
    .map((module) => relative(compiler.context, module.nameForCondition() ?? module.identifier()))
    .sort();
  return `common-${createHash('sha256').update(paths.join()).digest('hex').slice(0, 6)}`;
}

/**
 * Names chunks of installed packages by the packages, and what several chunks have in common by a hash. webpack names them
 * by the paths of all that is in them, up to 110 letters each, and the page's first script lists every chunk.
 */
export class PackageChunksPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('PackageChunksPlugin', (compilation) => {
      compilation.hooks.chunkIds.tap('PackageChunksPlugin', (chunks) => {
        const used = new Set([...chunks].map(({ name }) => name));
        for (const chunk of chunks) {
          if (chunk.id !== null || chunk.name) continue;
          const id = packagesIn(chunk, compilation)?.slice(0, 2).join('-') || commonName(chunk, compilation);
          if (!id || used.has(id)) continue;
          used.add(id);
          chunk.id = id;
          chunk.ids = [id];
        }
      });
    });
  }
}
