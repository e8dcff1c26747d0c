import { spawn, spawnSync } from 'node:child_process';
import { existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { POSTGRES_USER, type PostgresFiles, preparePostgresFiles } from './embedded-files.ts';

const USER = 'tessera';
const DATABASE = 'tessera';
/** Milliseconds within which the server has to take connections; recovery after a crash may take a while. */
const STARTS_WITHIN = 60_000;
const STOPS_WITHIN = 20_000;

export type EmbeddedPostgres = {
  /** For `connect`: reached over its Unix socket only. */
  readonly connection: { readonly host: string; readonly user: string; readonly database: string };
  /** Whether a server of an earlier process was found running. */
  readonly reused: boolean;
  /** Shuts the server down in order. */
  stop(): Promise<void>;
};

function run(files: PostgresFiles, program: string, args: readonly string[]): void {
  const result = spawnSync(join(files.native, 'bin', program), args, { ...POSTGRES_USER, encoding: 'utf8', cwd: '/' });
  if (result.status !== 0) throw new Error(`${program} failed: ${result.stderr || result.error?.message}`);
}

const createCluster = (files: PostgresFiles): void =>
  run(files, 'initdb', [
    `--pgdata=${files.data}`,
    `--username=${USER}`,
    // Only this user can reach the socket's folder.
    '--auth=trust',
    '--encoding=UTF8',
    '--no-locale',
    '--data-checksums',
    '--no-instructions',
  ]);

const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** Process id of the server that runs on this data folder, if one does. */
function runningServer(files: PostgresFiles): number | null {
  const path = join(files.data, 'postmaster.pid');
  if (!existsSync(path)) return null;
  const pid = Number(readFileSync(path, 'utf8').split('\n')[0]);
  return Number.isSafeInteger(pid) && pid > 0 && alive(pid) ? pid : null;
}

function startServer(files: PostgresFiles): number {
  const log = openSync(files.log, 'a');
  const server = spawn(
    join(files.native, 'bin/postgres'),
    [
      '-D',
      files.data,
      ...['listen_addresses=', `unix_socket_directories=${files.socket}`, 'timezone=UTC', 'log_timezone=UTC'].flatMap(
        (setting) => ['-c', setting],
      ),
    ],
    // A process group of its own: a backend that is killed leaves the server running, and finds it again.
    { ...POSTGRES_USER, detached: true, stdio: ['ignore', log, log], cwd: '/' },
  );
  server.unref();
  if (!server.pid) throw new Error(`PostgreSQL does not start; its log is ${files.log}`);
  return server.pid;
}

async function untilConnected(files: PostgresFiles, database: string): Promise<pg.Client> {
  const until = performance.now() + STARTS_WITHIN;
  for (;;) {
    const client = new pg.Client({ host: files.socket, user: USER, database });
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      if (performance.now() > until) throw new Error(`PostgreSQL does not answer; its log is ${files.log}`, { cause: error });
      await pause(40);
    }
  }
}

async function createDatabase(files: PostgresFiles): Promise<void> {
  const client = await untilConnected(files, 'postgres');
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (!rowCount) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}

/** Runs PostgreSQL on a data folder, or finds it running there. */
export async function startEmbeddedPostgres(dataDir: string): Promise<EmbeddedPostgres> {
  const files = preparePostgresFiles(dataDir);
  if (!existsSync(join(files.data, 'PG_VERSION'))) createCluster(files);
  const found = runningServer(files);
  const pid = found ?? startServer(files);
  await createDatabase(files);
  return {
    connection: { host: files.socket, user: USER, database: DATABASE },
    reused: found !== null,
    async stop() {
      if (!alive(pid)) return;
      // SIGINT is PostgreSQL's fast shutdown: sessions end, everything is written.
      process.kill(pid, 'SIGINT');
      const until = performance.now() + STOPS_WITHIN;
      while (runningServer(files) !== null) {
        if (performance.now() > until) throw new Error(`PostgreSQL (process ${pid}) does not stop`);
        await pause(25);
      }
    },
  };
}
