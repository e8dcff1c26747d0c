import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { DeclarationSet } from '../contract.ts';
import { type CheckFile, checkFile } from './check-file.ts';
import { type Diagnostics, differencesIn, parseDiagnostics, type TypeDifference } from './diagnostics.ts';
import { linkPackages, packagesNamed } from './packages.ts';
import type { Selector } from './selector.ts';
import { TypesNotCompared } from './types-not-compared.ts';

/**
 * Reports the parts used by a remote compiled against `before` that `after` does not provide compatibly. Rejects with
 * `TypesNotCompared` if the comparison fails.
 */
export type CompareTypes = (
  before: DeclarationSet,
  after: DeclarationSet,
  uses: Readonly<Record<string, readonly Selector[]>>,
) => Promise<readonly TypeDifference[]>;

export type TypeComparerOptions = {
  /** Folder whose `node_modules` hold the compiler and the types of other packages; this repository by default. */
  readonly repository?: string;
  readonly timeoutMs?: number;
};

const REPOSITORY = join(import.meta.dirname, '../../../../../..');

/**
 * Private members and unique symbols make a type differ from its own copy, so the comparison of two copies leaves them
 * out.
 */
const withoutIdentity = (text: string): string =>
  text
    .replace(/^\s*(#private|private [^\n]*);$/gm, '')
    .replace(/^(\s*)protected /gm, '$1')
    .replace(/(\w+): unique symbol;/g, '$1: "unique $1";');

async function write(files: Readonly<Record<string, string>>, folder: string): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), withoutIdentity(text));
  }
}

function compile(repository: string, folder: string, timeout: number): Promise<string> {
  const compiler = join(repository, 'node_modules/typescript/bin/tsc');
  if (!existsSync(compiler)) {
    throw new TypesNotCompared(
      `There is no TypeScript compiler in ${repository}: install the packages of the repository.`,
    );
  }
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [compiler, '-p', '.', '--pretty', 'false'],
      { cwd: folder, timeout, maxBuffer: 64 * 1024 * 1024 },
      (error, output) => {
        if (error?.killed) reject(new TypesNotCompared(`The compiler took longer than ${timeout / 1000} s.`));
        else if (error && output === '') reject(new TypesNotCompared(`The compiler failed: ${error.message}`));
        else resolve(output);
      },
    );
  });
}

/** Errors outside the checks of used parts: the declarations themselves are incomplete. */
function unexpected({ checks }: CheckFile, { lines }: Diagnostics): string[] {
  const checked = new Set(checks.flatMap(({ blocks }) => blocks.flatMap((block) => Object.values(block))));
  return [...lines].filter(([line]) => !checked.has(line)).flatMap(([, messages]) => messages);
}

async function compareIn(
  folder: string,
  [before, after, uses]: Parameters<CompareTypes>,
  { repository, timeoutMs }: Required<TypeComparerOptions>,
): Promise<readonly TypeDifference[]> {
  const packages = packagesNamed(before, after);
  const check = checkFile(before, after, uses, packages);
  if (check.checks.length === 0) return [];
  await write(before.files, join(folder, 'before'));
  await write(after.files, join(folder, 'after'));
  await linkPackages(packages, repository, folder);
  const project = {
    extends: join(repository, 'tsconfig.browser.json'),
    compilerOptions: { noUnusedLocals: false, skipLibCheck: true, incremental: false },
    files: ['check.ts'],
    include: [],
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(project));
  await writeFile(join(folder, 'check.ts'), check.text);
  const diagnostics = parseDiagnostics(await compile(repository, folder, timeoutMs));
  const [fault] = [...diagnostics.elsewhere, ...unexpected(check, diagnostics)];
  if (fault !== undefined) throw new TypesNotCompared(`The shared types do not compile: ${fault}`);
  return differencesIn(check.checks, diagnostics);
}

/** Own modules that are no longer declared. */
const undeclared = ([before, after, uses]: Parameters<CompareTypes>): TypeDifference[] =>
  Object.entries(uses)
    .filter(([request]) => request in before.entries && !(request in after.entries))
    .flatMap(([request, selectors]) =>
      selectors.map((selector) => ({ request, selector, message: 'It is not declared any more.' })),
    );

/** Compares with the repository's TypeScript compiler in a separate process and folder; takes one to two seconds. */
export function typeComparer({ repository = REPOSITORY, timeoutMs = 60_000 }: TypeComparerOptions = {}): CompareTypes {
  return async (...given) => {
    const [before, after] = given;
    if (before.hash === after.hash) return [];
    const folder = await mkdtemp(join(tmpdir(), 'tessera-types-'));
    try {
      return [...undeclared(given), ...(await compareIn(folder, given, { repository, timeoutMs }))];
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
}
