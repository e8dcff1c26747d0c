/** A remote's name is used as a folder, a path segment and a text namespace. */
export const REMOTE_NAME = /^[a-z][a-z0-9-]{0,39}$/;

/** Semantic version without build metadata: it is used as a path segment. At most 80 characters. */
export const RELEASE_VERSION = /^(?=.{1,80}$)\d+\.\d+\.\d+(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$/;

/** Path of a file of a version: no part starts with a dot or a hyphen. */
export const FILE_PATH = /^[0-9A-Za-z_@][0-9A-Za-z._@-]*(\/[0-9A-Za-z_@][0-9A-Za-z._@-]*)*$/;

/** Name under which the host appears among the changes; reserved. */
export const HOST = '(host)';

/** The bottom bar in a list of changes. */
export const BAR = '(bottom bar)';

/** Remotes in the bottom bar: it has five places, of which Home is the first. */
export const MOST_TABS = 4;

/** Whether files of these paths fit in one folder: none is there twice, or is also the folder of another. */
export function fitsInFolder(paths: readonly string[]): boolean {
  const files = new Set(paths);
  const folders = paths.flatMap((path) => [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index)));
  return files.size === paths.length && !folders.some((folder) => files.has(folder));
}
