import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { POSTGRES_USER, type PostgresFiles, preparePostgresFiles } from './embedded-files.ts';

const USER = 'tessera';
const DATABASE = 'tessera';
/** Timeout in ms for the server to accept connections; recovery after a crash may take a while. */
const STARTS_WITHIN = 60_000;
const STOPS_WITHIN = 20_000;
/** Time in ms during which a server that rejects connections is assumed to be recovering. */
const TRUSTED_FOR = 3_000;

export type EmbeddedPostgres = {
  /** For `connect`: reached over its Unix socket only. */
  readonly connection: { readonly host: string; readonly user: string; readonly database: string };
  /** Whether a server of an earlier process was found running. */
  readonly reused: boolean;
  /** Restarts the server if it has ended; resolves when it accepts connections. */
  revive(): Promise<void>;
  /** Shuts the server down in order. */
  stop(): Promise<void>;
};

function run(files: PostgresFiles, program: string, args: readonly string[]): void {
  const result = spawnSync(join(files.native, 'bin', program), args, { ...POSTGRES_USER, encoding: 'utf8', cwd: '/' });
  if (result.status !== 0) throw new Error(`${program} failed: ${result.stderr || result.error?.message}`);
}

/** In a temporary folder first, so that an interrupted creation leaves nothing that looks like a cluster. */
function createCluster(files: PostgresFiles): void {
  const unfinished = `${files.data}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  run(files, 'initdb', [
    `--pgdata=${unfinished}`,
    `--username=${USER}`,
    // Only this user can reach the socket's folder.
    '--auth=trust',
    '--encoding=UTF8',
    '--no-locale',
    '--data-checksums',
    '--no-instructions',
  ]);
  rmSync(files.data, { recursive: true, force: true });
  renameSync(unfinished, files.data);
}

const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** A server that stops removes its file at any moment, between two questions too. */
function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Process id of the server that runs on this data folder, if one does. */
function runningServer(files: PostgresFiles): number | null {
  const pid = Number(readIfThere(join(files.data, 'postmaster.pid'))?.split('\n')[0]);
  return Number.isSafeInteger(pid) && pid > 0 && alive(pid) ? pid : null;
}

function startServer(files: PostgresFiles): ChildProcess {
  const log = openSync(files.log, 'a');
  const settings = ['listen_addresses=', `unix_socket_directories=${files.socket}`, 'timezone=UTC', 'log_timezone=UTC'];
  const server = spawn(
    join(files.native, 'bin/postgres'),
    ['-D', files.data, ...settings.flatMap((setting) => ['-c', setting])],
    // A separate process group: a backend that is killed leaves the server running, and finds it again.
    { ...POSTGRES_USER, detached: true, stdio: ['ignore', log, log], cwd: '/' },
  );
  closeSync(log);
  // Connecting shows whether it runs, and reports failures.
  server.on('error', () => undefined);
  server.unref();
  return server;
}

async function tryConnect(files: PostgresFiles): Promise<pg.Client | Error> {
  const client = new pg.Client({ host: files.socket, user: USER, database: 'postgres' });
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    return error instanceof Error ? error : new Error(String(error));
  }
}

/**
 * Connects, and starts the server if none runs. A killed server leaves a pid file, whose process id may have been
 * reused, and for a moment its shared memory. PostgreSQL checks these itself on start, so a server that rejects
 * connections for a while is started again.
 */
async function connectOrStart(files: PostgresFiles): Promise<pg.Client> {
  const began = performance.now();
  let started: ChildProcess | null = null;
  for (;;) {
    const outcome = await tryConnect(files);
    if (outcome instanceof pg.Client) return outcome;
    const waited = performance.now() - began;
    if (waited > STARTS_WITHIN)
      throw new Error(`PostgreSQL does not respond; its log is ${files.log}`, { cause: outcome });
    const starting = started !== null && started.exitCode === null && started.signalCode === null;
    if (!starting && (runningServer(files) === null || waited > TRUSTED_FOR)) started = startServer(files);
    await pause(40);
  }
}

/** Returns whether a server was running already. */
async function serve(files: PostgresFiles): Promise<boolean> {
  const found = await tryConnect(files);
  const client = found instanceof pg.Client ? found : await connectOrStart(files);
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (!rowCount) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
  return client === found;
}

/** Runs PostgreSQL on a data folder, or finds it running there. */
export async function startEmbeddedPostgres(dataDir: string): Promise<EmbeddedPostgres> {
  const files = preparePostgresFiles(dataDir);
  if (!existsSync(join(files.data, 'PG_VERSION'))) createCluster(files);
  const reused = await serve(files);
  let stopping = false;
  let reviving: Promise<void> | null = null;
  return {
    connection: { host: files.socket, user: USER, database: DATABASE },
    reused,
    revive() {
      if (stopping) return Promise.resolve();
      reviving ??= serve(files)
        .then(() => undefined)
        .finally(() => {
          reviving = null;
        });
      return reviving;
    },
    async stop() {
      stopping = true;
      const pid = runningServer(files);
      if (pid === null) return;
      // SIGINT is PostgreSQL's fast shutdown: sessions end, everything is written.
      process.kill(pid, 'SIGINT');
      const until = performance.now() + STOPS_WITHIN;
      while (runningServer(files) !== null) {
        if (performance.now() > until) throw new Error(`PostgreSQL (process ${pid}) does not stop`);
        await pause(25);
      }
      rmSync(files.socket, { recursive: true, force: true });
    },
  };
}
