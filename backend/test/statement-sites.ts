import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const SOURCES = join(import.meta.dirname, '../src');
/** What runs a statement: `query` of whatever holds a connection, and what is built on it. */
const RUNS = /\.query\s*[<(]|\b(?:pageOf|countOf|execute)(?:<[^()]*>)?\(/;
const DECLARES = /\bfunction\b/;
/** Speaks the protocol, of statements that others issue. */
const PROTOCOL = 'platform/db/joint-query.ts';
const COMMENT = /^\s*(?:\/\/|\/?\*)/;

/** Where the sources run statements, as `platform/db/page.ts:30`. */
export const statementSites = (): string[] =>
  globSync('**/*.ts', { cwd: SOURCES })
    .filter((path) => !path.endsWith('.test.ts') && path !== PROTOCOL)
    .flatMap((path) =>
      readFileSync(join(SOURCES, path), 'utf8')
        .split('\n')
        .flatMap((line, index) =>
          RUNS.test(line) && !COMMENT.test(line) && !DECLARES.test(line) ? [`${path}:${index + 1}`] : [],
        ),
    )
    .toSorted();

type Recording = { readonly testPath: string; readonly sites: readonly string[] };

/**
 * Throws with the sites that never ran on PostgreSQL: a statement that no test executes may name a column that is not
 * there. A run of some of the tests proves nothing, so all test files must have been recorded.
 */
export function requireStatementsRan(folder: string, testFiles: readonly string[]): void {
  const recordings = readdirSync(folder).map(
    (name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Recording,
  );
  const ran = new Set(recordings.map(({ testPath }) => testPath));
  if (testFiles.some((path) => !ran.has(path))) return;
  const executed = new Set(recordings.flatMap(({ sites }) => sites));
  const never = statementSites().filter((site) => !executed.has(site));
  if (never.length > 0) throw new Error(`statements that no test ran on PostgreSQL:\n  ${never.join('\n  ')}`);
}
