import { channel } from 'node:diagnostics_channel';
import type { AccountEvent } from '@tessera/api/realtime';
import pg from 'pg';
import { NOTICES, type Notice } from '../events/notice.ts';
import { runJointly, type Statement } from './joint-query.ts';
import { listen } from './listen.ts';
import { isStalePlan, type PreparedStatements, preparedStatements } from './statements.ts';
import { types } from './types.ts';

/** All notices of a transaction in one statement, in their order. */
const TELL = 'select pg_notify($1, notice) from unnest($2::text[]) as n (notice)';
const written = (notices: readonly Notice[]): string[] => notices.map((notice) => JSON.stringify(notice));

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
   * One transaction in one message: work issues all of its statements before it waits for one, and does not depend on
   * their results. Where one fails, work gets that one's error first, and nothing was committed. It is not retried.
   */
  batch(work: (tx: Transaction) => Promise<unknown>): Promise<void>;
  /** Reads in one message, likewise; repeated from the start where tables have changed. */
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

/** Another statement of the transaction has failed before. */
const ABORTED = '25P02';
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

/** Of a statement that was not at fault: another one of its batch or transaction failed, for this cause. */
export class OtherFailed extends Error {
  override name = 'OtherFailed';

  constructor(cause: Error) {
    super(`another statement failed: ${cause.message}`, { cause });
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

/**
 * What is issued at once goes to PostgreSQL in one write. Where the values of many rows take long to put together, the
 * transaction would be silent meanwhile, and may be so for a second at most.
 */
function gatherWrites(client: pg.PoolClient): void {
  const { stream } = (client as unknown as { readonly connection: pg.Connection }).connection;
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

const sqlOf = (client: pg.Pool | pg.PoolClient, statements: PreparedStatements): Sql => ({
  query: async <Row extends object>(text: string, values?: readonly unknown[]) => {
    if (!(client instanceof pg.Pool)) gatherWrites(client);
    try {
      return (await client.query<Row>(statements.prepare(text, values))).rows;
    } catch (error) {
      if (isStalePlan(error)) statements.forget();
      // A transaction is aborted by now: it is run again as a whole.
      if (!isStalePlan(error) || !(client instanceof pg.Pool)) throw error;
      return (await client.query<Row>(statements.prepare(text, values))).rows;
    }
  },
});

/** Publishes the rows to come of each statement of a batch, while it is issued. */
export const issuedStatements = channel('tessera:issued-statement');

/** A statement of a batch, and who waits for its rows. */
type Issued = Statement & { readonly resolve: (rows: object[]) => void; readonly reject: (error: unknown) => void };

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
    // Statements of one transaction may be issued without waiting for each other.
    pipeline: true,
    ...config,
  } as pg.PoolConfig);
  pool.on('error', onLost);
  // A client that is checked out reports to itself; without a listener its loss would end the process.
  pool.on('connect', (client) => client.on('error', onLost));
  const statements = preparedStatements();

  /** Of a transaction: what finds it aborted says which statement had failed before. */
  function namingCause({ query }: Sql): Sql['query'] {
    let cause: unknown = null;
    return (text, values) =>
      query<never>(text, values).catch((error: unknown) => {
        if (codeOf(error) === ABORTED && cause instanceof Error) throw new OtherFailed(cause);
        cause = error;
        throw error;
      });
  }

  async function attempt<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    const notices: Notice[] = [];
    let result: T;
    try {
      await client.query('begin');
      const notify = (userId: string, event: AccountEvent) => void notices.push({ userId, event });
      result = await work({ query: namingCause(sqlOf(client, statements)), notify });
      if (!deliver && notices.length > 0) await client.query(TELL, [NOTICES, written(notices)]);
      await client.query('commit').catch((error: unknown) => {
        throw error instanceof pg.DatabaseError ? error : new OutcomeUnknown(error);
      });
    } catch (error) {
      // A connection that cannot roll back is not given back to the pool.
      await client.query('rollback').then(
        () => client.release(),
        (lost: Error) => client.release(lost),
      );
      throw error instanceof OtherFailed ? error.cause : error;
    }
    client.release();
    if (deliver) for (const notice of notices) deliver(notice);
    return result;
  }

  /** What work issues before it waits for a statement; nothing of it has been sent yet. */
  async function issuedBy<T>(work: (sql: Sql) => Promise<T>) {
    const issued: Issued[] = [];
    let sent = false;
    const query = <Row extends object>(text: string, values?: readonly unknown[]) => {
      if (sent) throw new Error('a batch issues its statements before it waits for one');
      const { promise, resolve, reject } = Promise.withResolvers<object[]>();
      // Work need not wait for all of them.
      promise.catch(() => undefined);
      issued.push({ ...statements.prepare(text, values), resolve, reject });
      if (issuedStatements.hasSubscribers) issuedStatements.publish(promise);
      return promise as Promise<Row[]>;
    };
    let failed = false;
    const worked = (async () => work({ query }))();
    worked.catch(() => {
      failed = true;
    });
    // After all that work does without the database: where that failed, statements are missing.
    await new Promise<void>((resume) => process.nextTick(resume));
    sent = true;
    if (failed) await worked;
    return { issued, worked };
  }

  /**
   * Sends statements, and gives work their rows. Rejects where one fails, once work knows, and with what `lost` makes of
   * the error where it is not the server's.
   */
  async function send<T>(issued: readonly Issued[], worked: Promise<T>, lost: (error: Error) => Error): Promise<void> {
    const client = await pool.connect();
    const outcome = await runJointly(client, issued);
    if ('results' in outcome) {
      client.release();
      for (const [index, { resolve }] of issued.entries()) resolve(outcome.results[index]?.rows ?? []);
      return;
    }
    const { statement } = outcome.failure;
    const known = outcome.failure.error instanceof pg.DatabaseError;
    client.release(known ? undefined : outcome.failure.error);
    if (isStalePlan(outcome.failure.error)) statements.forget();
    const error = known ? outcome.failure.error : lost(outcome.failure.error);
    const first = statement === null ? undefined : issued[statement];
    first?.reject(error);
    // Work words the error of the statement that failed; those of the others say nothing more.
    setImmediate(() => {
      for (const { reject } of issued) reject(first ? new OtherFailed(error) : error);
    });
    if (first) await worked;
    throw error;
  }

  async function batch(work: (tx: Transaction) => Promise<unknown>): Promise<void> {
    const notices: Notice[] = [];
    const notify = (userId: string, event: AccountEvent) => void notices.push({ userId, event });
    const { issued, worked } = await issuedBy((sql) => work({ ...sql, notify }));
    const told = deliver || notices.length === 0 ? [] : [statements.prepare(TELL, [NOTICES, written(notices)])];
    const ignored = { resolve: () => undefined, reject: () => undefined };
    const all = [...issued, ...told.map((statement) => ({ ...statement, ...ignored }))];
    if (all.length > 0) await send(all, worked, (error) => new OutcomeUnknown(error));
    await worked.catch((error: unknown) => {
      throw new OutcomeUnknown(error);
    });
    if (deliver) for (const notice of notices) deliver(notice);
  }

  async function readTogether<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    const { issued, worked } = await issuedBy(work);
    if (issued.length > 0) await send(issued, worked, (error) => error);
    return worked;
  }

  const together = <T>(work: (sql: Sql) => Promise<T>): Promise<T> =>
    readTogether(work).catch((error: unknown) => {
      if (!isStalePlan(error)) throw error;
      return readTogether(work);
    });

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
