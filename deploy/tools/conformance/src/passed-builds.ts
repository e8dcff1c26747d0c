import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Build } from './build.ts';

/** A build of a remote and the version of the host that it is checked in. */
export type CheckedBuild = Build & { readonly host: string };

/** What judges a build beside the host: the check itself, and what serves the pages of its stage. */
const JUDGES = ['deploy/tools/conformance/src', 'deploy/release'] as const;

/** Beside the folder of a build; `removeFormerBuilds` takes it away with the folder. */
const stampPath = ({ folder }: Build): string => `${folder}.checked`;

/** Differs where the same build could get another verdict. */
function judgedBy(root: string, { host, version }: CheckedBuild): string {
  const files = JUDGES.flatMap((folder) =>
    globSync('**/*.{ts,json}', { cwd: join(root, folder), exclude: ['**/node_modules/**', '**/*.test.ts'] }).map(
      (file) => join(folder, file),
    ),
  ).sort();
  const hash = createHash('sha256').update(`${version} in ${host} by ${process.version}\n`);
  for (const file of ['pnpm-lock.yaml', ...files]) {
    const path = join(root, file);
    if (existsSync(path)) hash.update(`${file}\n`).update(readFileSync(path));
  }
  return hash.digest('hex');
}

/** Notes that a build passed. */
export const keepPassed = (root: string, build: CheckedBuild): void =>
  writeFileSync(stampPath(build), judgedBy(root, build));

/** Whether this check passed this build before, in this host. */
export const hasPassedBefore = (root: string, build: CheckedBuild): boolean =>
  existsSync(stampPath(build)) && readFileSync(stampPath(build), 'utf8') === judgedBy(root, build);
