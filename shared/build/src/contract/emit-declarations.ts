import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ContractFailure } from './contract-failure.ts';
import { type DeclaredTypes, gatherDeclarations } from './declarations.ts';
import { REPOSITORY, SHARED, SHARED_REQUESTS, sharedEntryPoints, sourceOf } from './shared-sources.ts';

const COMPILER = join(REPOSITORY, 'node_modules/typescript/bin/tsc');
const TIMEOUT_MS = 120_000;

/** Types are checked elsewhere; here they are only written down. */
const projectOf = (entries: readonly string[], outDir: string) => ({
  extends: join(REPOSITORY, 'tsconfig.browser.json'),
  compilerOptions: {
    noEmit: false,
    incremental: false,
    declaration: true,
    emitDeclarationOnly: true,
    noCheck: true,
    removeComments: true,
    rootDir: SHARED,
    outDir,
    // Through node_modules they would count as external, and no declarations would be written for them.
    paths: Object.fromEntries(
      Object.entries(sharedEntryPoints()).map(([request, source]) => [request, [join(SHARED, source)]]),
    ),
  },
  files: [join(SHARED, 'build/types/assets.d.ts'), ...entries.map((source) => join(SHARED, source))],
  include: [],
});

function compile(project: string): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [COMPILER, '-p', project, '--checkers', '1', '--pretty', 'false'],
      { timeout: TIMEOUT_MS },
      (error, out) =>
        error
          ? reject(new ContractFailure(`The types of shared/ cannot be declared:\n${out || error.message}`))
          : resolve(),
    );
  });
}

const readIfThere = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);

/** Compiles the declared types of `shared/` as it is now, or of some requests alone: about two seconds. */
export async function emitDeclarations(only?: readonly string[]): Promise<DeclaredTypes> {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-types-'));
  try {
    const emitted = join(folder, 'emitted');
    const entries = only?.flatMap((request) => sourceOf(request) ?? []) ?? Object.values(sharedEntryPoints());
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(projectOf(entries, emitted)));
    await compile(folder);
    return gatherDeclarations(only ?? SHARED_REQUESTS, {
      locate: sourceOf,
      read: (path) => readIfThere(join(path.endsWith('.json') ? SHARED : emitted, path)),
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
