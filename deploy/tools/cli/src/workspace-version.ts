import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';

/** Folders with a package file that the workspace's patterns name, relative to `root`, without the root itself. */
export const packageFolders = (root: string, patterns: readonly string[]): string[] =>
  patterns
    .filter((pattern) => pattern !== '.')
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .filter((folder) => existsSync(join(root, folder, 'package.json')))
    .sort();

/** The text of a package file with another version; the rest stays as it is. */
export const raiseVersion = (text: string, version: string): string =>
  text.replace(/^( {2}"version": )"[^"]*"/m, `$1"${version}"`);
