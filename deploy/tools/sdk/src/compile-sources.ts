import { execFile } from 'node:child_process';
import { cpSync, globSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PackedPackage } from './packages.ts';

const TIMEOUT_MS = 300_000;
/** Tests of ours are of no use to others, and what only they need. */
const NOT_PACKED = ['**/*.test.ts', '**/*.test.tsx', '**/*.browser.test.ts', '**/node_modules/**'];

/** Types are checked by their own step; here they are written down. */
const projectOf = (root: string, packages: readonly PackedPackage[], outDir: string) => ({
  extends: join(root, 'tsconfig.base.json'),
  compilerOptions: {
    lib: ['ES2024', 'DOM', 'DOM.Iterable'],
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
    noEmit: false,
    incremental: false,
    declaration: true,
    noCheck: true,
    allowImportingTsExtensions: false,
    rewriteRelativeImportExtensions: true,
    rootDir: root,
    outDir,
  },
  include: [join(root, 'shared/build/types'), ...packages.map(({ folder }) => join(root, folder, 'src'))],
  exclude: NOT_PACKED,
});

function compile(root: string, project: string): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [join(root, 'node_modules/typescript/bin/tsc'), '-p', project, '--pretty', 'false'],
      { timeout: TIMEOUT_MS, maxBuffer: 64 * 1024 * 1024 },
      (error, out) => (error ? reject(new Error(`The sources do not compile:\n${out || error.message}`)) : resolve()),
    );
  });
}

/** What stands beside sources: texts, styles, pictures, loaders. */
const isBeside = (path: string) => !/\.tsx?$/.test(path) || path.endsWith('.d.ts');

/** Compiles packages to modules and declarations, `<folder>/<package's folder>/src/…`, with what stands beside them. */
export async function compileSources(root: string, packages: readonly PackedPackage[], folder: string): Promise<void> {
  const project = join(folder, 'project');
  await mkdir(project, { recursive: true });
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify(projectOf(root, packages, folder)));
  await compile(root, project);
  for (const { folder: source } of packages) {
    const found = globSync('src/**/*', { cwd: join(root, source), withFileTypes: true, exclude: NOT_PACKED });
    for (const item of found) {
      const path = join(item.parentPath, item.name);
      if (!item.isFile() || !isBeside(path)) continue;
      const to = join(folder, path.slice(root.length));
      await mkdir(dirname(to), { recursive: true });
      cpSync(path, to);
    }
  }
}
