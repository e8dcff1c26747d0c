import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { dependentsOf, RULES, readImports } from './import-graph.ts';
import { ROOT } from './layout.ts';

const run = promisify(execFile);

/** Changes that reach every test. */
const EVERYTHING =
  /^(package\.json|pnpm-lock\.yaml|pnpm-workspace\.yaml|vitest\.config\.ts|tsconfig[^/]*\.json|shared\/testing\/src\/setup\.ts)$/;
export const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path);
const isCode = (path: string): boolean => /\.(tsx?|mjs|cjs|json)$/.test(path);

/** Paths from the root, as git prints them separated by NUL. */
async function git(...args: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await run('git', [...args], { cwd: ROOT, maxBuffer: 1 << 26 });
  return stdout.split(/[\0\n]/).filter((line) => line !== '');
}

const resolves = async (reference: string): Promise<boolean> =>
  git('rev-parse', '--verify', '--quiet', `${reference}^{commit}`).then(
    () => true,
    () => false,
  );

/** The commit where this branch left the main one; a given reference is used as it is. */
async function baseOf(named: string): Promise<string> {
  if (named !== '') return named;
  for (const main of ['origin/main', 'main']) {
    if (await resolves(main)) return (await git('merge-base', 'HEAD', main))[0] ?? 'HEAD';
  }
  return 'HEAD';
}

/** Files that differ from the base, committed or not, new ones included, and those that are gone. */
export async function changedFiles(reference: string): Promise<readonly string[]> {
  const differing = await git('diff', '--name-only', '--no-renames', '-z', await baseOf(reference));
  const added = await git('ls-files', '--others', '--exclude-standard', '-z');
  return [...new Set([...differing, ...added])].sort();
}

/** Folder of the package that a file belongs to; undefined for files of the repository itself. */
export function packageOf(file: string, root: string = ROOT): string | undefined {
  for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) {
    if (existsSync(join(root, folder, 'package.json'))) return folder;
  }
  return undefined;
}

export type Affected = {
  /** Tests to run; undefined for all of them. */
  readonly tests: readonly string[] | undefined;
  /** Changed files and those that import them. */
  readonly reached: ReadonlySet<string>;
};

/**
 * Tests that a change reaches: by imports for code, and those of the same package for other files, which tests read by
 * their path (migrations, templates, manifests). Tests that read code of other packages by its path are not found.
 */
export function affectedBy(
  changed: readonly string[],
  graph: Parameters<typeof dependentsOf>[1],
  packageFolder: (file: string) => string | undefined = packageOf,
): Affected {
  const reached = dependentsOf(changed, graph);
  if (changed.some((path) => EVERYTHING.test(path))) return { tests: undefined, reached };
  const known = new Set(graph.modules.map(({ source }) => source));
  const folders = new Set(
    changed.filter((path) => !isCode(path) || !known.has(path)).map((path) => packageFolder(path)),
  );
  const tests = [...known].filter((path) => isTest(path) && (reached.has(path) || folders.has(packageFolder(path))));
  return { tests: tests.sort(), reached };
}

/** What a change since a reference reaches; see `changedFiles` and `affectedBy`. */
export async function affectedSince(reference: string): Promise<Affected & { readonly changed: readonly string[] }> {
  const changed = await changedFiles(reference);
  return { changed, ...affectedBy(changed, await readImports(RULES[0])) };
}
