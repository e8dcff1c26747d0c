import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Build } from './build.ts';

/** A build of a remote and the version of the host that it is checked in. */
export type CheckedBuild = Build & {
  readonly host: string;
  /** Screens of the host that are checked as well. */
  readonly opens?: readonly string[];
};

/** What judges a build beside host and browser: the check itself, and what serves the pages of its stage, scripts included. */
const JUDGES = ['deploy/tools/conformance/src', 'deploy/release'] as const;
const SOURCES = '**/*.{ts,js,mjs,json}';

/** Beside the folder of a build; `removeFormerBuilds` takes it away with the folder. */
const stampPath = ({ folder }: Build): string => `${folder}.checked`;

/** Differs where the same build could get another verdict. */
function judgedBy(root: string, { host, version, opens = [] }: CheckedBuild, browser: string): string {
  const files = JUDGES.flatMap((folder) =>
    globSync(SOURCES, { cwd: join(root, folder), exclude: ['**/node_modules/**', '**/*.test.ts'] }).map((file) =>
      join(folder, file),
    ),
  ).sort();
  const hash = createHash('sha256').update(
    `${[version, ...opens].join(' ')} in ${host} by ${process.version} and ${browser}\n`,
  );
  for (const file of ['pnpm-lock.yaml', ...files]) {
    const path = join(root, file);
    if (existsSync(path)) hash.update(`${file}\n`).update(readFileSync(path));
  }
  return hash.digest('hex');
}

/** Notes that a build passed in that browser, which is named with its version. */
export const keepPassed = (root: string, build: CheckedBuild, browser: string): void =>
  writeFileSync(stampPath(build), judgedBy(root, build, browser));

/** Whether this check passed this build before, in this host. A browser is looked for only where one passed at all. */
export async function hasPassedBefore(
  root: string,
  build: CheckedBuild,
  browser: () => Promise<string>,
): Promise<boolean> {
  if (!existsSync(stampPath(build))) return false;
  return readFileSync(stampPath(build), 'utf8') === judgedBy(root, build, await browser());
}
