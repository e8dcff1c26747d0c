import { existsSync, globSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { packageOf } from '../contract/ranges.ts';
import type { Requests } from './requests-of.ts';

/** What a bundle follows from. */
export type Closure = {
  /** Source files, absolute, in order. */
  readonly files: readonly string[];
  /** Folders of the packages that they belong to, absolute. */
  readonly packages: readonly string[];
  /** Installed packages by the folder of the package that asks for them. */
  readonly installed: ReadonlyMap<string, ReadonlySet<string>>;
};

export type ClosureOptions = {
  readonly entries: readonly string[];
  /** Requests that the page provides: they are not part of the bundle. */
  readonly provided: ReadonlySet<string>;
  readonly requestsOf: (path: string) => Requests;
};

const packageFolders = new Map<string, string>();

/** Folder of the package that a file belongs to. */
function packageFolderOf(path: string): string {
  const folder = dirname(path);
  const known = packageFolders.get(folder);
  if (known) return known;
  const found = existsSync(join(folder, 'package.json')) ? folder : packageFolderOf(folder);
  packageFolders.set(folder, found);
  return found;
}

function matching({ start, end }: Requests['patterns'][number], from: string): readonly string[] {
  const folder = join(dirname(from), start.slice(0, start.lastIndexOf('/') + 1));
  const begin = join(dirname(from), start);
  return globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((item) => item.isFile())
    .map((item) => join(item.parentPath, item.name))
    .filter((path) => path.startsWith(begin) && path.endsWith(end));
}

/** Every file of ours that a bundle follows from, and the installed packages that these ask for. */
export function closureOf({ entries, provided, requestsOf }: ClosureOptions): Closure {
  const files = new Set<string>();
  const installed = new Map<string, Set<string>>();
  const askFor = (from: string, request: string): void => {
    const folder = packageFolderOf(from);
    const names = installed.get(folder) ?? new Set();
    installed.set(folder, names.add(packageOf(request)));
  };
  const follow = (from: string, request: string): void => {
    // `?inline` and the like are for loaders.
    const [path = ''] = request.split('?');
    if (path.startsWith('.')) add(join(dirname(from), path), from);
    else if (isBuiltin(path) || provided.has(path)) return;
    else if (!path.startsWith('@tessera/')) askFor(from, path);
    else add(realpathSync(createRequire(from).resolve(path)), from);
  };
  const add = (path: string, from: string): void => {
    if (files.has(path)) return;
    const [, ...inside] = path.split(`${sep}node_modules${sep}`);
    const installedPath = inside.at(-1);
    if (installedPath !== undefined) {
      askFor(from, installedPath.replaceAll(sep, '/'));
      return;
    }
    const kind = statSync(path, { throwIfNoEntry: false });
    if (!kind) throw new Error(`${from} imports ${path}, which does not exist.`);
    // `new URL('.', import.meta.url)` is a place, not a file.
    if (kind.isDirectory()) return;
    files.add(path);
    const { modules, patterns } = requestsOf(path);
    for (const request of modules) follow(path, request);
    for (const pattern of patterns) for (const each of matching(pattern, path)) add(each, path);
  };
  for (const entry of entries) add(entry, entry);
  return {
    files: [...files].sort(),
    packages: [...new Set([...files].map(packageFolderOf))].sort(),
    installed,
  };
}

/** What of a package's description bears upon a bundle. */
export function descriptionOf(folder: string): string {
  const { name, version, type, exports, imports, sideEffects } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  ) as Record<string, unknown>;
  return JSON.stringify({ name, version, type, exports, imports, sideEffects });
}

export const slashed = (root: string, path: string): string => relative(root, path).split(sep).join('/');
