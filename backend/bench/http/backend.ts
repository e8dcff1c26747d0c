import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { connect, type Database } from '../../src/platform/db/database.ts';
import { startEmbeddedPostgres } from '../../src/platform/db/embedded.ts';
import { houseAccount, type Journal, postJournals, userAccount } from '../../src/platform/ledger/index.ts';
import { openSession } from '../../src/platform/session/sessions.ts';
import { freePort } from '../../test/free-port.ts';
import { NODE_FLAGS } from '../../test/node-flags.ts';

const STARTS_WITHIN = 60_000;
const SOURCES = join(import.meta.dirname, '../../src');

export type Process = {
  readonly port: number;
  readonly child: ChildProcess;
  /** Processor time since its start; null where the system does not say. */
  readonly cpu: () => Cpu | null;
  stop(): Promise<void>;
};

/** ms of processor time: of a process, and of those that it started, which is PostgreSQL. */
export type Cpu = { readonly own: number; readonly started: number };

/** ms of a tick in which Linux counts processor time. */
const TICK = 10;

/** ms of a process and of those whose end it has seen; null of one that is gone. */
function ticksOf(id: number): { readonly own: number; readonly ended: number } | null {
  try {
    // The name of the process, in brackets, may hold spaces.
    const stat = readFileSync(`/proc/${id}/stat`, 'utf8').replace(/^.*\) /s, '');
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = stat.split(' ').slice(11, 15).map(Number);
    return { own: (user + system) * TICK, ended: (endedUser + endedSystem) * TICK };
  } catch {
    return null;
  }
}

const childrenOf = (id: number): readonly number[] => {
  try {
    return readFileSync(`/proc/${id}/task/${id}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
};

const withChildren = (id: number): number => {
  const { own, ended } = ticksOf(id) ?? { own: 0, ended: 0 };
  return childrenOf(id).reduce((sum, child) => sum + withChildren(child), own + ended);
};

function cpuOf(id = 0): Cpu | null {
  const ticks = ticksOf(id);
  return ticks && { own: ticks.own, started: childrenOf(id).reduce((sum, child) => sum + withChildren(child), 0) };
}

const processOf = (port: number, child: ChildProcess): Process => ({
  port,
  child,
  cpu: () => cpuOf(child.pid),
  async stop() {
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
  },
});

/** The backend's own main module, with limits that a few users cannot reach. `BENCH_PROFILE` names a folder for `--cpu-prof`. */
export async function startBackend(dataDir: string): Promise<Process> {
  const port = await freePort();
  const { DATABASE_URL: _, BENCH_PROFILE, ...inherited } = process.env;
  const child = fork(join(SOURCES, 'main.ts'), {
    execArgv: [
      ...NODE_FLAGS,
      '--import',
      join(import.meta.dirname, 'raise-limits.ts'),
      ...(BENCH_PROFILE ? ['--cpu-prof', `--cpu-prof-dir=${BENCH_PROFILE}`] : []),
    ],
    env: { ...inherited, BACKEND_PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'error', DEMO_USER: '0' },
  });
  const until = performance.now() + STARTS_WITHIN;
  while (performance.now() < until && child.exitCode === null) {
    const response = await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => null);
    if (response?.ok) return processOf(port, child);
    await pause(50);
  }
  child.kill('SIGTERM');
  throw new Error('the backend does not start');
}

/** A bare Fastify server that sends `body` with this encoding on `/constant`. */
export async function startPlainServer(): Promise<
  Process & { sends(body: Buffer, encoding: string | null): Promise<void> }
> {
  const port = await freePort();
  const child = fork(join(import.meta.dirname, 'plain-server.ts'), [String(port)]);
  await once(child, 'message');
  return {
    ...processOf(port, child),
    async sends(body, encoding) {
      const ready = once(child, 'message');
      child.send({ body: body.toString('base64'), encoding });
      await ready;
    },
  };
}

/** A connection to the embedded database of a running backend. */
export async function openDatabase(dataDir: string): Promise<Database> {
  const { connection } = await startEmbeddedPostgres(dataDir);
  return connect({ ...connection, max: 2, onLost: () => undefined });
}

export type User = { readonly id: string; readonly token: string };

/** Users with an open session, and `funds` (amount by currency) in the accounts `change` and `legal` each. */
export async function createUsers(
  database: Database,
  count: number,
  funds: Readonly<Record<string, string>>,
): Promise<readonly User[]> {
  const now = Date.now();
  const users: User[] = [];
  for (let index = 0; index < count; index++) {
    const [row] = await database.query<{ id: string }>(
      `insert into user_account (uid, email, password_hash, nickname, extension_code, verification_level, created_at)
       values ($1, $1 || '@example.com', '-', $1, $1, 2, $2) returning id`,
      [String(Math.floor(1e7 + Math.random() * 8e7)), new Date(now)],
    );
    const id = row?.id ?? '';
    const opened = await openSession(database, {
      userId: id,
      userAgent: 'bench',
      address: '127.0.0.1',
      browser: null,
      remember: true,
      key: null,
      confirmed: true,
      now,
    });
    users.push({ id, token: opened.token });
  }
  const grants = users.map(
    ({ id }): Journal => ({
      ref: `bench-grant:${id}`,
      kind: 'reward',
      at: now,
      entries: Object.entries(funds).flatMap(([currency, amount]) =>
        (['change', 'legal'] as const).flatMap((name) => [
          { account: houseAccount('grants'), currency, amount: `-${amount}` },
          { account: userAccount(id, name), currency, amount },
        ]),
      ),
    }),
  );
  await database.transaction((tx) => postJournals(tx, grants));
  return users;
}

/** Gives each user so many more entries in USDT, in journals of two, of which every tenth is income. */
export async function addEntries(database: Database, users: readonly User[], entriesEach: number): Promise<void> {
  const day = 86_400_000;
  const now = Date.now();
  const journals = entriesEach / 2;
  for (const { id } of users) {
    const all = Array.from(
      { length: journals },
      (_, index): Journal => ({
        ref: `bench-entry:${id}:${index}`,
        kind: index % 10 === 0 ? 'mining_interest' : 'transfer',
        at: now - Math.floor(((journals - index) / journals) * 60 * day),
        entries: [
          { account: userAccount(id, index % 2 === 0 ? 'change' : 'legal'), currency: 'USDT', amount: '-1' },
          { account: userAccount(id, index % 2 === 0 ? 'legal' : 'change'), currency: 'USDT', amount: '1' },
        ],
      }),
    );
    for (let from = 0; from < all.length; from += 1_000)
      await database.transaction((tx) => postJournals(tx, all.slice(from, from + 1_000)));
  }
  await database.query('analyze');
}
