// Takes files out of the installed packages that nothing here reads: a fifth of node_modules.
// It runs right after they are installed, so it imports nothing but Node itself.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Statements are set in regular; pictures for tests in bold as well. */
const OTHER_WEIGHTS = /^fonts\/.*-(?!Regular\.|SemiBold\.|Bold\.)\w+\.[ot]tf$/;

/** Below the folder of a package: builds for `require` and for pages without a bundler, weights of fonts, a tool of its own. */
export const UNUSED = {
  '@embedpdf/fonts-jp': OTHER_WEIGHTS,
  '@embedpdf/fonts-kr': OTHER_WEIGHTS,
  '@embedpdf/fonts-latin': OTHER_WEIGHTS,
  '@embedpdf/fonts-sc': OTHER_WEIGHTS,
  '@embedpdf/fonts-tc': OTHER_WEIGHTS,
  ccxt: /^dist\/cjs\//,
  ethers: /^dist\//,
  mediabunny: /^dist\/bundles\//,
  pdfkit: /^\.yarn\//,
  tronweb: /^dist\//,
  viem: /^_cjs\//,
};

/** Source maps: they lead to sources that packages mostly leave out. */
const MAP = /\.map$/;

/** The folders of the packages in pnpm's store of a `node_modules`. */
function* packagesIn(store) {
  for (const stored of readdirSync(store, { withFileTypes: true })) {
    if (!stored.isDirectory() || stored.name === 'node_modules') continue;
    const modules = join(store, stored.name, 'node_modules');
    for (const item of readdirSync(modules, { withFileTypes: true })) {
      // What a package depends on is linked beside it.
      if (!item.isDirectory()) continue;
      if (!item.name.startsWith('@')) yield { name: item.name, folder: join(modules, item.name) };
      else {
        for (const inner of readdirSync(join(modules, item.name), { withFileTypes: true })) {
          if (inner.isDirectory())
            yield { name: `${item.name}/${inner.name}`, folder: join(modules, item.name, inner.name) };
        }
      }
    }
  }
}

/** Removes them from pnpm's store below a `node_modules`. */
export function removeUnusedFiles(store) {
  for (const { name, folder } of packagesIn(store)) {
    const unused = UNUSED[name];
    for (const item of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!item.isFile()) continue;
      const path = join(item.parentPath, item.name);
      const below = path.slice(folder.length + 1).replaceAll('\\', '/');
      if (MAP.test(below) || unused?.test(below)) rmSync(path, { force: true });
    }
  }
}
