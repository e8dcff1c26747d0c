import type { Database, Sql, Transaction } from '../db/database.ts';
import { isUnavailable } from '../db/unavailable.ts';
import { DomainError } from '../http/domain-error.ts';
import { type KeyUse, type KnownUse, keyName, knownUses } from '../http/idempotency.ts';
import { requireOwnCredits } from './own-credits.ts';
import { InsufficientBalance, type Journal, journalValues, postingError } from './post.ts';

/** Requests of one transaction at most. */
const MOST = 200;
/** ms that a batch waits for a lock; then each of its requests runs alone, and only one of them waits. */
const LOCK_TIMEOUT = 300;

/**
 * Batches that are written at a time: while one waits for the disk, the other is worked on. Requests of a user whose
 * balances one of them holds wait for its end.
 */
const MOST_BATCHES = 2;
/**
 * A batch waits until it has its share of the requests that there were lately, since those that were answered just now
 * come back, and every commit waits for the disk: so many ms, and no longer than this part of what the last one took.
 */
const MOST_GATHERING = 4;
const GATHERING_PART = 0.5;
/** What is left, with each batch, of the number of requests that there were lately. */
const REMEMBERED = 0.9;

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
   * InsufficientBalance, with `idempotency_conflict`, with an error where the call declares not to credit whom the journal
   * credits, or as the database does. The user's screens hear of the balance.
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
 * Commits journals of many requests in one transaction: while batches are written the next one gathers, so that a
 * request alone does not wait and many share one commit. Nodes need no agreement, because keys and accounts are locked
 * by PostgreSQL as for single transactions.
 */
export function journalCommitter(database: Database, now: () => number): JournalCommitter {
  let queue: Waiting[] = [];
  /** Users of the batches that are written. */
  const busy = new Set<string>();
  let batches = 0;
  let writing = 0;
  /** Requests that there were lately. */
  let lately = 0;
  /** Until when a batch gathers, by `performance.now`, and the timer of that moment. */
  let gatherUntil = 0;
  let gathering: NodeJS.Timeout | null = null;

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

  /** The requests of the next batch: none of a user who is in another one, and of requests under one key the first. */
  function ready(): readonly Waiting[] {
    const batch: Waiting[] = [];
    const names = new Set<string>();
    for (const each of queue) {
      if (batch.length === MOST) break;
      const name = keyName(each.use);
      if (busy.has(each.use.userId) || names.has(name)) continue;
      names.add(name);
      batch.push(each);
    }
    return batch;
  }

  async function run(batch: readonly Waiting[]): Promise<void> {
    const users = new Set(batch.map(({ use }) => use.userId));
    const taken = new Set(batch);
    queue = queue.filter((each) => !taken.has(each));
    for (const user of users) busy.add(user);
    batches += 1;
    writing += batch.length;
    const began = performance.now();
    await settle(batch);
    const ended = performance.now();
    gatherUntil = ended + Math.min(MOST_GATHERING, (ended - began) * GATHERING_PART);
    lately *= REMEMBERED;
    writing -= batch.length;
    batches -= 1;
    for (const user of users) busy.delete(user);
    pump();
  }

  /** Starts the batches that are worth it now. */
  function pump(): void {
    if (gathering) clearTimeout(gathering);
    gathering = null;
    while (batches < MOST_BATCHES) {
      const batch = ready();
      if (batch.length === 0) return;
      lately = Math.max(lately, queue.length + writing);
      if (batch.length < Math.min(MOST, Math.floor(lately / MOST_BATCHES))) {
        // The end of the batch that is written comes first.
        if (batches > 0) return;
        const left = gatherUntil - performance.now();
        if (left > 0) {
          gathering = setTimeout(pump, left);
          return;
        }
      }
      void run(batch);
    }
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
      requireOwnCredits(use, [posting.journal]);
      return new Promise<Output>((resolve, reject) => {
        queue.push({ use, posting, resolve: (output) => resolve(output as Output), reject });
        // With those that arrive in the same turn.
        if (queue.length === 1) setImmediate(pump);
        else if (batches < MOST_BATCHES) pump();
      });
    },
  };
}
