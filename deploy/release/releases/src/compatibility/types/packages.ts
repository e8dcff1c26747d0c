import { existsSync } from 'node:fs';
import { mkdir, readdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { DeclarationSet } from '../contract.ts';
import { TypesNotCompared } from './types-not-compared.ts';

const SPECIFIER = /(?:\bfrom\s+|\bimport\s*\(?\s*)["']([^"'.][^"']*)["']/g;

/** Imports of other packages in the declarations, sorted. */
export function packagesNamed(...sets: readonly DeclarationSet[]): string[] {
  const found = sets.flatMap(({ files }) =>
    Object.values(files).flatMap((text) => [...text.matchAll(SPECIFIER)].map(([, request]) => request as string)),
  );
  return [...new Set(found)].sort();
}

const packageOf = (request: string): string =>
  request
    .split('/')
    .slice(0, request.startsWith('@') ? 2 : 1)
    .join('/');

const typesOf = (name: string): string => `@types/${name.replace('@', '').replace('/', '__')}`;

async function moduleFolders(repository: string): Promise<string[]> {
  const shared = join(repository, 'shared');
  const names = existsSync(shared) ? await readdir(shared) : [];
  return [repository, ...names.map((name) => join(shared, name))].map((folder) => join(folder, 'node_modules'));
}

/** Links the packages of the requests from the repository into `folder/node_modules`. */
export async function linkPackages(requests: readonly string[], repository: string, folder: string): Promise<void> {
  const places = await moduleFolders(repository);
  for (const name of new Set(requests.map(packageOf))) {
    let found = false;
    for (const wanted of [name, typesOf(name)]) {
      const place = places.map((each) => join(each, wanted)).find((path) => existsSync(path));
      if (!place) continue;
      found = true;
      const link = join(folder, 'node_modules', wanted);
      await mkdir(dirname(link), { recursive: true });
      await symlink(place, link, 'junction');
    }
    if (!found)
      throw new TypesNotCompared(`The shared types import ${name}, which is not installed in the repository.`);
  }
}
