import { statfs } from 'node:fs/promises';
import type { Surroundings } from '../domain.ts';

/** Free bytes of the data folder below which nothing is expected to be stored. */
const LEAST_FREE = 32 * 1024 * 1024;
/** ms for the database to answer. */
const WITHIN = 5_000;

export type Health = {
  /** `unavailable`: calls that change something fail. */
  readonly status: 'ok' | 'unavailable';
  readonly reason?: 'database' | 'disk';
  /** Whether this node reaches others. */
  readonly nodes: 'one' | 'connected' | 'unreachable';
};

type Parts = Pick<Surroundings, 'database' | 'nodes' | 'settings' | 'log' | 'now'>;

/** Free bytes where uploads, the outbox and an embedded PostgreSQL live; no limit before the folder exists. */
async function freeBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Number.POSITIVE_INFINITY;
    throw error;
  }
}

/**
 * Checks that this node can do what it is there for. It writes: a database whose disk is full still reads, and orders
 * fail. Checks that arrive at once share one.
 */
export function createHealth({ database, nodes, settings, log, now }: Parts): () => Promise<Health> {
  let checking: Promise<Health> | undefined;

  async function write(): Promise<void> {
    const late = AbortSignal.timeout(WITHIN);
    const timedOut = new Promise<never>((_, reject) => {
      late.addEventListener('abort', () => reject(late.reason), { once: true });
    });
    const written = database.query(
      'insert into health_write (id, at) values (true, $1) on conflict (id) do update set at = excluded.at',
      [new Date(now())],
    );
    await Promise.race([written, timedOut]);
  }

  async function check(): Promise<Health> {
    const connected = nodes.connected();
    const reach = connected === null ? 'one' : connected ? 'connected' : 'unreachable';
    if ((await freeBytes(settings.dataDir)) < LEAST_FREE)
      return { status: 'unavailable', reason: 'disk', nodes: reach };
    try {
      await write();
      return { status: 'ok', nodes: reach };
    } catch (err) {
      log.error({ err }, 'the database takes no writes');
      return { status: 'unavailable', reason: 'database', nodes: reach };
    }
  }

  return () => {
    checking ??= check().finally(() => {
      checking = undefined;
    });
    return checking;
  };
}
