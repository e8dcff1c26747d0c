import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Descriptor, parseDescriptor, remoteName } from '@tessera/releases';
import { UsageError } from '../usage.ts';
import { filesOf, type NewRemote, routeOf } from './files.ts';

/** Names that other packages of the repository have: `@tessera/<name>` can be only one of them. */
const PACKAGE_FOLDERS = ['shared', 'deploy', 'remotes'] as const;
const OTHER_PACKAGES: ReadonlySet<string> = new Set(['host', 'backend', 'e2e', 'tessera']);

async function foldersIn(path: string): Promise<string[]> {
  return existsSync(path) ? readdir(path) : [];
}

async function descriptorsIn(remotes: string): Promise<Descriptor[]> {
  const paths = (await foldersIn(remotes))
    .map((name) => join(remotes, name, 'remote.json'))
    .filter((path) => existsSync(path));
  return Promise.all(paths.map(async (path) => parseDescriptor(JSON.parse(await readFile(path, 'utf8')), path)));
}

/** Refuses a name, a route or a place in the bottom bar that somebody else has. */
async function refuseTaken(root: string, { name, tab }: NewRemote): Promise<void> {
  const legal = remoteName.safeParse(name);
  if (!legal.success) throw new UsageError(`${name}: ${legal.error.issues[0]?.message}.`);
  for (const folder of PACKAGE_FOLDERS) {
    if ((await foldersIn(join(root, folder))).includes(name) || OTHER_PACKAGES.has(name)) {
      throw new UsageError(`There is a package ${name} already: choose another name.`);
    }
  }
  for (const other of await descriptorsIn(join(root, 'remotes'))) {
    if (other.routes.some(({ path }) => path === routeOf(name))) {
      throw new UsageError(`${routeOf(name)} is served by ${other.name}: choose another name.`);
    }
    if (tab !== undefined && (tab === 0 || other.tab?.order === tab)) {
      throw new UsageError(`Place ${tab} of the bottom bar is held by ${tab === 0 ? 'the host' : other.name}.`);
    }
  }
}

/** Writes a new remote, all of it or nothing. Answers the paths of its files, relative to the repository. */
export async function createRemote(
  root: string,
  asked: NewRemote,
  { dryRun = false }: { readonly dryRun?: boolean } = {},
): Promise<readonly string[]> {
  await refuseTaken(root, asked);
  const files = filesOf(asked);
  const paths = files.map(([path]) => `remotes/${asked.name}/${path}`);
  if (dryRun) return paths;
  // Beside the remotes, but with a name that no workspace pattern or build takes for one.
  const making = join(root, `.cache/new-${randomUUID()}`);
  try {
    for (const [path, content] of files) {
      await mkdir(dirname(join(making, path)), { recursive: true });
      await writeFile(join(making, path), content);
    }
    await rename(making, join(root, 'remotes', asked.name));
  } finally {
    await rm(making, { recursive: true, force: true });
  }
  return paths;
}
