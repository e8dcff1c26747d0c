import type { AccountEvent } from '@tessera/api/realtime';
import pg from 'pg';
import { NOTICES, type Notice } from '../events/notice.ts';
import { listen } from './listen.ts';
import { isStalePlan, type PreparedStatements, preparedStatements } from './statements.ts';
import { types } from './types.ts';

/**
 * Types are decided here, once (`types.ts`), and no statement casts for the sake of JavaScript. Rows hold `numeric` as a
 * plain decimal string, `int8` and `date` as text, `timestamptz` as Unix ms. Parameters of time are `new Date(ms)`.
 * `count(*)` and `sum` of integers are `int8`, a string: `countOf` and `pageOf` return a number, and a
 * count inside a larger statement is cast by `::int` where a number is needed. Inside `json_build_object` no parser sees the values, so casts stay.
 */
export type Sql = {
  /** Runs one statement with `$1…` values and returns its rows. */
  query<Row extends object = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>;
};

export type Transaction = Sql & {
  /**
   * Sends an event to the user's screens once the transaction is committed; not at all if it is rolled back. The only
   * way to send account events: callers do not need to know which process holds the user's connection.
   */
  notify(userId: string, event: AccountEvent): void;
};

export type Database = Sql & {
  /**
   * Runs work in one transaction, retried from the start if PostgreSQL requires it (serialization failure, deadlock,
   * lock not available). Work must therefore have no effects outside the transaction except `notify`.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /**
   * One transaction in one round trip: its statements are sent at once, with begin and commit. Work must therefore issue
   * all of them before it waits for anything, and must not depend on their results. It is not retried.
   */
  batch(work: (tx: Transaction) => Promise<unknown>): Promise<void>;
  /** Reads in one round trip: statements that are issued before work waits for anything, over one connection. */
  together<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /**
   * Listens to notifications on a channel over a separate connection, which is reopened when lost. Notifications in
   * between are missed, so they may only be wake-ups. Resolves with a function that stops it.
   */
  listen(channel: string, onNotification: (payload: string) => void): Promise<() => Promise<void>>;
  /** Connections of the pool: open ones, those of them that are idle, and requests that wait for one. */
  connections(): { readonly open: number; readonly idle: number; readonly waiting: number };
  close(): Promise<void>;
};

const RETRYABLE = new Set(['40001', '40P01', '55P03']);
const ATTEMPTS = 8;
const MAX_PAUSE = 200;
/** Timeout for a connection of the pool, in ms. */
const CONNECTS_WITHIN = 15_000;
/**
 * ms after which PostgreSQL ends a transaction that says nothing more. A process that hangs amid one would keep its locks:
 * users whose accounts it holds could not trade.
 */
const SILENT_AT_MOST = 5_000;

/** A transaction failed, and it is not known that nothing of it was committed. */
export class OutcomeUnknown extends Error {
  override name = 'OutcomeUnknown';

  constructor(cause: unknown) {
    super(`it is unknown what was committed: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** Whether a rejected statement broke this constraint. */
export const violates = (error: unknown, constraint: string): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === constraint;

/** Detail of a rejection by this constraint; null of any other error. */
export const violationDetail = (error: unknown, constraint: string): string | null =>
  violates(error, constraint) && error instanceof pg.DatabaseError ? (error.detail ?? null) : null;

const sqlOf = (client: pg.Pool | pg.PoolClient, statements: PreparedStatements): Sql => ({
  query: async <Row extends object>(text: string, values?: readonly unknown[]) => {
    try {
      return (await client.query<Row>(statements.query(text, values))).rows;
    } catch (error) {
      if (isStalePlan(error)) statements.forget();
      // A transaction is aborted by now: it is run again as a whole.
      if (!isStalePlan(error) || !(client instanceof pg.Pool)) throw error;
      return (await client.query<Row>(statements.query(text, values))).rows;
    }
  },
});

export type ConnectOptions = pg.PoolConfig & {
  /** Called when an idle connection breaks. */
  readonly onLost: (error: Error) => void;
  /**
   * Receives the notices of a committed transaction. Without it they are sent through PostgreSQL to listening
   * processes, for processes without listeners.
   */
  readonly deliver?: (notice: Notice) => void;
};

export function connect({ onLost, deliver, ...config }: ConnectOptions): Database {
  const pool = new pg.Pool({
    max: 16,
    application_name: 'tessera',
    connectionTimeoutMillis: CONNECTS_WITHIN,
    idle_in_transaction_session_timeout: SILENT_AT_MOST,
    types,
    // `batch` and `together` send several statements at once.
    pipeline: true,
    ...config,
  } as pg.PoolConfig);
  pool.on('error', onLost);
  // A client that is checked out reports to itself; without a listener its loss would end the process.
  pool.on('connect', (client) => client.on('error', onLost));
  const statements = preparedStatements();

  async function attempt<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    const notices: Notice[] = [];
    let result: T;
    try {
      await client.query('begin');
      const notify = (userId: string, event: AccountEvent) => void notices.push({ userId, event });
      result = await work({ ...sqlOf(client, statements), notify });
      if (!deliver) {
        for (const notice of notices) await client.query('select pg_notify($1, $2)', [NOTICES, JSON.stringify(notice)]);
      }
      await client.query('commit').catch((error: unknown) => {
        throw error instanceof pg.DatabaseError ? error : new OutcomeUnknown(error);
      });
    } catch (error) {
      // A connection that cannot roll back is not given back to the pool.
      await client.query('rollback').then(
        () => client.release(),
        (lost: Error) => client.release(lost),
      );
      throw error;
    }
    client.release();
    if (deliver) for (const notice of notices) deliver(notice);
    return result;
  }

  async function batch(work: (tx: Transaction) => Promise<unknown>): Promise<void> {
    const client = await pool.connect();
    const notices: Notice[] = [];
    const sql = sqlOf(client, statements);
    const sent: Promise<unknown>[] = [client.query('begin')];
    let issued = false;
    let failed = false;
    const issue = async (tx: Transaction) => work(tx);
    const worked = issue({
      query<Row extends object>(text: string, values?: readonly unknown[]) {
        if (issued) throw new Error('a batch issues its statements before it waits for one');
        const rows = sql.query<Row>(text, values);
        sent.push(rows);
        return rows;
      },
      notify: (userId, event) => void notices.push({ userId, event }),
    });
    worked.catch(() => {
      failed = true;
    });
    issued = true;
    // After all that work does before it waits for the database: where that failed, statements are missing.
    await new Promise<void>((resume) => process.nextTick(resume));
    if (!deliver && !failed) {
      for (const notice of notices)
        sent.push(client.query('select pg_notify($1, $2)', [NOTICES, JSON.stringify(notice)]));
    }
    const end = client.query(failed ? 'rollback' : 'commit');
    const [[done, ended], all] = await Promise.all([Promise.allSettled([worked, end]), Promise.allSettled(sent)]);
    // An end that fails has ended the connection, or a commit the transaction.
    client.release(ended.status === 'rejected' ? ended.reason : undefined);
    const committed = ended.status === 'fulfilled' && ended.value.command === 'COMMIT';
    const lost = ended.status === 'rejected' && !(ended.reason instanceof pg.DatabaseError);
    for (const each of [done, ...all, ended]) {
      // Without its begin, each statement was a transaction of its own.
      if (each.status === 'rejected') throw committed || lost ? new OutcomeUnknown(each.reason) : each.reason;
    }
    if (!committed) throw new Error('the batch was rolled back');
    if (deliver) for (const notice of notices) deliver(notice);
  }

  async function together<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    try {
      return await work(sqlOf(client, statements));
    } finally {
      client.release();
    }
  }

  return {
    ...sqlOf(pool, statements),
    batch,
    together,
    async transaction(work) {
      for (let tries = 1; ; tries += 1) {
        try {
          return await attempt(work);
        } catch (error) {
          const retryable = RETRYABLE.has(codeOf(error) ?? '') || isStalePlan(error);
          if (tries >= ATTEMPTS || !retryable) throw error;
          const pause = Math.min(MAX_PAUSE, 5 * 2 ** tries) * (0.5 + Math.random() / 2);
          await new Promise<void>((resume) => setTimeout(resume, pause));
        }
      }
    },
    listen: (channel, onNotification) => listen(config, channel, onNotification, onLost),
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  };
}
