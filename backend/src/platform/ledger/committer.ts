import type { Database, Sql, Transaction } from '../db/database.ts';
import { isUnavailable } from '../db/unavailable.ts';
import { DomainError } from '../http/domain-error.ts';
import { type KeyUse, type KnownUse, keyName, knownUses } from '../http/idempotency.ts';
import { InsufficientBalance, type Journal, journalValues, postingError } from './post.ts';

/** Requests of one transaction at most. */
const MOST = 200;
/** ms that a batch waits for a lock; then each of its requests runs alone, and only one of them waits. */
const LOCK_TIMEOUT = 300;

/** Requests that a batch loses for want of money before the rest of it runs one by one. */
const MOST_SHORT = 3;

type Identified = { readonly id: string };

/** What a request posts, and what it answers beside the id of its journal. */
export type Posting<Output extends Identified> = { readonly journal: Journal; readonly output: Omit<Output, 'id'> };

type Waiting = {
  readonly use: KeyUse;
  readonly posting: Posting<Identified>;
  readonly resolve: (output: unknown) => void;
  readonly reject: (error: unknown) => void;
};

export type JournalCommitter = {
  /**
   * Posts a journal of a user together with the row of the idempotency key, and resolves after the commit. `prepare`
   * checks the request; where it throws, a request that was answered before gets that answer still. Rejects with
   * InsufficientBalance, with `idempotency_conflict`, or as the database does. The user's screens hear of the balance.
   */
  post<Output extends Identified>(use: KeyUse, prepare: () => Posting<Output>): Promise<Output>;
};

/** What is stored under the key of a request; undefined where nothing is. Rejects another request under that key. */
async function repeated(sql: Sql, use: KeyUse): Promise<{ readonly output: unknown } | undefined> {
  const known = (await knownUses(sql, [use])).get(keyName(use));
  return known && { output: outputOf(known, use) };
}

/** Rejects another request under the same key. */
function outputOf({ fingerprint, output }: KnownUse, use: KeyUse): unknown {
  if (fingerprint !== use.fingerprint) throw new DomainError('idempotency_conflict');
  return output;
}

/** A request as `post_keyed` returns it: posted, or what its key has held before. */
type Row =
  | { readonly n: number; readonly journal: string }
  | { readonly n: number; readonly journal: null; readonly fingerprint: string; readonly answer: unknown };

/**
 * Commits journals of many requests in one transaction: while a batch is written the next one gathers, so that a request
 * alone does not wait and many share one commit. One batch at a time per node; nodes need no agreement, because keys
 * and accounts are locked by PostgreSQL as for single transactions.
 */
export function journalCommitter(database: Database, now: () => number): JournalCommitter {
  let queue: Waiting[] = [];
  let writing = false;

  async function writeIn(tx: Transaction, batch: readonly Waiting[]): Promise<readonly Row[]> {
    for (const userId of new Set(batch.map(({ use }) => use.userId))) tx.notify(userId, { kind: 'balance' });
    try {
      return await tx.query<Row>(
        `select n, journal, fingerprint, answer
           from post_keyed($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
        [
          batch.map(({ use }) => use.userId),
          batch.map(({ use }) => use.key),
          batch.map(({ use }) => use.callId),
          batch.map(({ use }) => use.fingerprint),
          batch.map(({ posting }) => JSON.stringify(posting.output)),
          new Date(now()),
          String(LOCK_TIMEOUT),
          ...journalValues(batch.map(({ posting }) => posting.journal)),
        ],
      );
    } catch (error) {
      throw postingError(error);
    }
  }

  /** Answers what was posted and what had been before; returns the rest, of which nothing is posted yet. */
  function answer(batch: readonly Waiting[], rows: readonly Row[]): readonly Waiting[] {
    const rest = new Set(batch);
    for (const row of rows) {
      const each = batch[row.n - 1];
      if (!each) throw new Error(`there is no request ${row.n}`);
      const { use, posting, resolve, reject } = each;
      rest.delete(each);
      if (row.journal !== null) {
        resolve({ ...posting.output, id: row.journal });
        continue;
      }
      try {
        resolve(outputOf({ fingerprint: row.fingerprint, output: row.answer }, use));
      } catch (error) {
        reject(error);
      }
    }
    return [...rest];
  }

  /** In one round trip. Throws where nothing was posted, whatever is in the way. */
  async function write(batch: readonly Waiting[]): Promise<readonly Waiting[]> {
    let rows: readonly Row[] = [];
    await database.batch(async (tx) => {
      rows = await writeIn(tx, batch);
    });
    return answer(batch, rows);
  }

  /** A request that its balance does not cover may be one that was answered before, a moment ago on another node. */
  async function refuse({ use, resolve, reject }: Waiting, error: unknown): Promise<void> {
    try {
      const before = await repeated(database, use);
      if (before) resolve(before.output);
      else reject(error);
    } catch (failure) {
      reject(failure);
    }
  }

  /** Waits for locks, and tries again. */
  async function alone(each: Waiting): Promise<void> {
    try {
      answer([each], await database.transaction((tx) => writeIn(tx, [each])));
    } catch (error) {
      if (error instanceof InsufficientBalance) await refuse(each, error);
      else each.reject(error);
    }
  }
  async function settle(batch: readonly Waiting[]): Promise<void> {
    let rest = batch;
    for (let round = 0; rest.length > 0 && round <= MOST_SHORT; round++) {
      try {
        rest = await write(rest);
      } catch (error) {
        // Nothing was written. Where nothing can be stored at all, asking for each again would only take longer.
        if (isUnavailable(error)) {
          for (const { reject } of rest) reject(error);
          return;
        }
        if (!(error instanceof InsufficientBalance)) break;
        const { ref } = error;
        for (const each of rest) if (each.posting.journal.ref === ref) await refuse(each, error);
        rest = rest.filter(({ posting }) => posting.journal.ref !== ref);
      }
    }
    // The next batch does not wait for a request that is in the way of all.
    if (rest.length > 1) for (const each of rest) void alone(each);
    else for (const each of rest) await alone(each);
  }

  async function run(): Promise<void> {
    while (queue.length > 0) {
      const batch: Waiting[] = [];
      const later: Waiting[] = [];
      const names = new Set<string>();
      for (const each of queue) {
        const name = keyName(each.use);
        // The second request under a key waits for the first.
        if (batch.length === MOST || names.has(name)) later.push(each);
        else {
          names.add(name);
          batch.push(each);
        }
      }
      queue = later;
      await settle(batch);
    }
    writing = false;
  }

  return {
    async post<Output extends Identified>(use: KeyUse, prepare: () => Posting<Output>): Promise<Output> {
      let posting: Posting<Output>;
      try {
        posting = prepare();
      } catch (error) {
        const before = await repeated(database, use);
        if (before) return before.output as Output;
        throw error;
      }
      return new Promise<Output>((resolve, reject) => {
        queue.push({ use, posting, resolve: (output) => resolve(output as Output), reject });
        if (writing) return;
        writing = true;
        // With those that arrive in the same turn.
        setImmediate(() => void run());
      });
    },
  };
}
