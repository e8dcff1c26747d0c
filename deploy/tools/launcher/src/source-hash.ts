import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

const SKIPPED_FOLDERS = new Set(['node_modules', 'dist', 'coverage']);
/** Tests and prose are in no bundle. */
const IN_NO_BUNDLE = /\.(test|bench)\.tsx?$|\.md$/;

function filesBelow(folder: string, without: readonly string[]): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((item) => {
    const path = join(folder, item.name);
    if (without.includes(path)) return [];
    if (item.isDirectory()) return SKIPPED_FOLDERS.has(item.name) ? [] : filesBelow(path, without);
    return item.isFile() && !IN_NO_BUNDLE.test(item.name) ? [path] : [];
  });
}

export type Sources = {
  readonly root: string;
  /** Folders and files that the result follows from, absolute. */
  readonly parts: readonly string[];
  /** Folders inside them that it does not follow from. */
  readonly without?: readonly string[];
};

/** SHA-256 over names and contents of sources, in hex: equal sources, equal hash, wherever the repository lies. */
export function hashSources({ root, parts, without = [] }: Sources): string {
  const files = parts
    .flatMap((part) => (statSync(part).isDirectory() ? filesBelow(part, without) : [part]))
    .map((path) => ({ path, name: relative(root, path).split(sep).join('/') }))
    .sort((left, right) => (left.name < right.name ? -1 : 1));
  const hash = createHash('sha256');
  for (const { path, name } of files) {
    const content = readFileSync(path);
    hash.update(`${name}\0${content.byteLength}\0`).update(content);
  }
  return hash.digest('hex');
}
