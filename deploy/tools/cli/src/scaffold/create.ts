import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { namespacesOfRepository } from '@tessera/build';
import { type Descriptor, parseDescriptor, ReleaseError, remoteName } from '@tessera/releases';
import { UsageError } from '../usage.ts';
import { filesOf, type NewRemote, routeOf } from './files.ts';

/** Names of other packages of the repository: `@tessera/<name>` must be unique. */
const PACKAGE_FOLDERS = ['shared', 'deploy/release', 'deploy/custody', 'deploy/tools', 'deploy', 'remotes'] as const;
const OTHER_PACKAGES: ReadonlySet<string> = new Set(['host', 'backend', 'e2e', 'tessera']);
/** The host's own page has the route that a remote of this name would begin with. */
const HOST_PAGE = 'index';

async function foldersIn(path: string): Promise<string[]> {
  return existsSync(path) ? readdir(path) : [];
}

async function readDescriptor(path: string): Promise<Descriptor> {
  const text = await readFile(path, 'utf8');
  try {
    return parseDescriptor(JSON.parse(text), path);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new ReleaseError('descriptor_invalid', `${path} is not JSON: ${error.message}`);
  }
}

async function descriptorsIn(remotes: string): Promise<Descriptor[]> {
  const paths = (await foldersIn(remotes))
    .map((name) => join(remotes, name, 'remote.json'))
    .filter((path) => existsSync(path));
  return Promise.all(paths.map(readDescriptor));
}

/** Rejects a name, a route or a place in the bottom bar that is already taken. */
async function rejectTaken(root: string, { name, tab }: NewRemote): Promise<void> {
  const legal = remoteName.safeParse(name);
  if (!legal.success) throw new UsageError(`The name ${name} ${legal.error.issues[0]?.message}, 40 at most.`);
  if (name === HOST_PAGE) throw new UsageError(`${routeOf(name)} is served by the host: choose another name.`);
  const taken = new Set([
    ...OTHER_PACKAGES,
    ...(await Promise.all(PACKAGE_FOLDERS.map((folder) => foldersIn(join(root, folder))))).flat(),
  ]);
  if (taken.has(name)) throw new UsageError(`There is a package ${name} already: choose another name.`);
  const owner = namespacesOfRepository(root).get(name);
  if (owner !== undefined) throw new UsageError(`The texts ${name} belong to ${owner}: choose another name.`);
  for (const other of await descriptorsIn(join(root, 'remotes'))) {
    if (other.routes.some(({ path }) => path === routeOf(name))) {
      throw new UsageError(`${routeOf(name)} is served by ${other.name}: choose another name.`);
    }
    if (tab !== undefined && (tab === 0 || other.tab?.order === tab)) {
      throw new UsageError(`Place ${tab} of the bottom bar is held by ${tab === 0 ? 'the host' : other.name}.`);
    }
  }
}

export type CreateOptions = {
  /** Writes nothing. */
  readonly dryRun?: boolean;
  readonly write?: (path: string, content: string) => Promise<void>;
};

/** Writes a new remote, completely or not at all. Returns the paths of its files, relative to the repository. */
export async function createRemote(
  root: string,
  asked: NewRemote,
  { dryRun = false, write = writeFile }: CreateOptions = {},
): Promise<readonly string[]> {
  await rejectTaken(root, asked);
  const files = filesOf(asked);
  const paths = files.map(([path]) => `remotes/${asked.name}/${path}`);
  if (dryRun) return paths;
  // Outside of the remotes, so that no workspace pattern or build finds a partial one.
  const making = join(root, `.cache/new-${randomUUID()}`);
  try {
    for (const [path, content] of files) {
      await mkdir(dirname(join(making, path)), { recursive: true });
      await write(join(making, path), content);
    }
    await rename(making, join(root, 'remotes', asked.name));
  } finally {
    await rm(making, { recursive: true, force: true });
  }
  return paths;
}
