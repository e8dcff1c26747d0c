import { existsSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const DAY = 24 * 3_600_000;

/** Builds of a remote that are kept however old: going back to a state of the sources needs no build then. */
export const BUILDS_KEPT = 3;

/** Files beside the folder of a build. The stamp is the first: a folder without it does not count as a build. */
const BESIDE = ['.version', '.report.json', '.contract.json', '.checked'] as const;

const foldersIn = async (folder: string): Promise<string[]> =>
  existsSync(folder)
    ? (await readdir(folder, { withFileTypes: true }))
        .filter((item) => item.isDirectory())
        .map(({ name }) => join(folder, name))
    : [];

/** Unix milliseconds of the last write; undefined where the file was removed meanwhile. */
const writtenAt = async (path: string): Promise<number | undefined> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  );

/** The folders that are older than a day, from new to old. */
async function datedBefore(folders: readonly string[], before: number): Promise<readonly string[]> {
  const dated = await Promise.all(folders.map(async (folder) => ({ folder, at: await writtenAt(folder) })));
  return dated
    .flatMap(({ folder, at }) => (at !== undefined && at < before ? [{ folder, at }] : []))
    .sort((left, right) => right.at - left.at)
    .map(({ folder }) => folder);
}

/**
 * Deletes builds of remotes after one day, keeping the newest three of each remote and those in use, and deletes what
 * interrupted builds left. Published versions are in the store: nothing runs from here. `now` is Unix milliseconds.
 * Returns the deleted folders.
 */
export async function removeFormerBuilds(
  dist: string,
  inUse: readonly string[],
  now: number,
): Promise<readonly string[]> {
  const former: string[] = [];
  for (const remote of await foldersIn(join(dist, 'remotes'))) {
    const builds = await foldersIn(remote);
    const old = await datedBefore(builds, now - DAY);
    const younger = builds.length - old.length;
    former.push(...old.slice(Math.max(0, BUILDS_KEPT - younger)).filter((folder) => !inUse.includes(folder)));
  }
  for (const folder of former) {
    for (const suffix of BESIDE) await rm(folder + suffix, { force: true });
    await rm(folder, { recursive: true, force: true });
  }
  const left = await datedBefore(await foldersIn(join(dist, '.making')), now - DAY);
  for (const folder of left) await rm(folder, { recursive: true, force: true });
  return [...former, ...left];
}
