import type { Database, Sql, Transaction } from '../db/database.ts';
import { isUnavailable } from '../db/unavailable.ts';
import { DomainError } from '../http/domain-error.ts';
import { type KeyUse, keyName, knownUses } from '../http/idempotency.ts';
import { InsufficientBalance, type Journal, postJournals } from './post.ts';

/** Requests of one transaction at most. */
const MOST = 200;
/** ms that a batch waits for a lock; then each of its requests runs alone, and only one of them waits. */
const LOCK_TIMEOUT = 300;

/** Requests that a batch loses for want of money before the rest of it runs one by one. */
const MOST_SHORT = 3;

/** What a request posts, and what it answers once it is posted under this id. */
export type Posting<Output> = { readonly journal: Journal; readonly outputOf: (journalId: string) => Output };

type Waiting = {
  readonly use: KeyUse;
  readonly posting: Posting<unknown>;
  readonly resolve: (output: unknown) => void;
  readonly reject: (error: unknown) => void;
};

/** A lock that a batch does not wait for any longer. The transaction is not run again as a whole. */
class Contended extends Error {
  override name = 'Contended';
}

const isLockTimeout = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '55P03';

type Outcome = { readonly output: unknown } | { readonly error: unknown };

export type JournalCommitter = {
  /**
   * Posts a journal of a user together with the row of the idempotency key, and resolves after the commit. `prepare`
   * checks the request; where it throws, a request that was answered before gets that answer still. Rejects with
   * InsufficientBalance, with `idempotency_conflict`, or as the database does. The user's screens hear of the balance.
   */
  post<Output>(use: KeyUse, prepare: () => Posting<Output>): Promise<Output>;
};

/** What is stored under the key of a request; undefined where nothing is. Rejects another request under that key. */
async function repeated(sql: Sql, use: KeyUse): Promise<{ readonly output: unknown } | undefined> {
  const known = (await knownUses(sql, [use])).get(keyName(use));
  if (known && known.fingerprint !== use.fingerprint) throw new DomainError('idempotency_conflict');
  return known;
}

/** Claims the keys, in their order so that two nodes never wait for each other in a circle. Returns those that were new. */
async function claim(tx: Transaction, batch: readonly Waiting[], now: number): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ user_id: string; key: string }>(
    `with patience as materialized (select set_config('lock_timeout', $6, true))
     insert into idempotency_key (user_id, key, call, fingerprint, at)
     select u.user_id, u.key, u.call, decode(u.fingerprint, 'hex'), $5
       from patience cross join unnest($1::bigint[], $2::text[], $3::text[], $4::text[]) as u (user_id, key, call, fingerprint)
      order by u.user_id, u.key
     on conflict do nothing returning user_id, key`,
    [
      batch.map(({ use }) => use.userId),
      batch.map(({ use }) => use.key),
      batch.map(({ use }) => use.callId),
      batch.map(({ use }) => use.fingerprint),
      new Date(now),
      String(LOCK_TIMEOUT),
    ],
  );
  return new Set(rows.map(({ user_id, key }) => keyName({ userId: user_id, key })));
}

/**
 * Commits journals of many requests in one transaction: while a batch is written the next one gathers, so that a request
 * alone does not wait and many share one commit. One batch at a time per node; nodes need no agreement, because keys
 * and accounts are locked by PostgreSQL as for single transactions.
 */
export function journalCommitter(database: Database, now: () => number): JournalCommitter {
  let queue: Waiting[] = [];
  let writing = false;

  async function writeIn(tx: Transaction, batch: readonly Waiting[]): Promise<ReadonlyMap<Waiting, Outcome>> {
    const claimed = await claim(tx, batch, now());
    const [fresh = [], others = []] = [true, false].map((is) =>
      batch.filter(({ use }) => claimed.has(keyName(use)) === is),
    );
    const outcomes = new Map<Waiting, Outcome>();
    const known = await knownUses(
      tx,
      others.map(({ use }) => use),
    );
    for (const each of others) {
      const before = known.get(keyName(each.use));
      const same = before?.fingerprint === each.use.fingerprint;
      outcomes.set(each, same ? { output: before.output } : { error: new DomainError('idempotency_conflict') });
    }
    if (fresh.length === 0) return outcomes;
    const ids = await postJournals(
      tx,
      fresh.map(({ posting }) => posting.journal),
    );
    const answers = fresh.map(({ posting }, index) => {
      const id = ids[index];
      if (!id) throw new Error(`${posting.journal.ref} was posted before`);
      return posting.outputOf(id);
    });
    await tx.query(
      `update idempotency_key k set answer = a.answer
         from unnest($1::bigint[], $2::text[], $3::jsonb[]) as a (user_id, key, answer)
        where k.user_id = a.user_id and k.key = a.key`,
      [
        fresh.map(({ use }) => use.userId),
        fresh.map(({ use }) => use.key),
        answers.map((answer) => JSON.stringify(answer)),
      ],
    );
    for (const userId of new Set(fresh.map(({ use }) => use.userId))) tx.notify(userId, { kind: 'balance' });
    for (const [index, each] of fresh.entries()) outcomes.set(each, { output: answers[index] });
    return outcomes;
  }

  /** Writes a batch and answers its requests; throws where none of them is answered. */
  async function write(batch: readonly Waiting[]): Promise<void> {
    const outcomes = await database.transaction(async (tx) => {
      try {
        return await writeIn(tx, batch);
      } catch (error) {
        throw batch.length > 1 && isLockTimeout(error) ? new Contended('another writer', { cause: error }) : error;
      }
    });
    for (const [{ resolve, reject }, outcome] of outcomes) {
      if ('error' in outcome) reject(outcome.error);
      else resolve(outcome.output);
    }
  }

  const alone = (each: Waiting): Promise<void> => write([each]).catch(each.reject);

  async function settle(batch: readonly Waiting[]): Promise<void> {
    let rest = batch;
    for (let round = 0; rest.length > 1 && round <= MOST_SHORT; round++) {
      try {
        return await write(rest);
      } catch (error) {
        // Nothing was written. Where nothing can be stored at all, asking for each again would only take longer.
        if (isUnavailable(error)) {
          for (const { reject } of rest) reject(error);
          return;
        }
        if (!(error instanceof InsufficientBalance)) break;
        const { ref } = error;
        for (const { posting, reject } of rest) if (posting.journal.ref === ref) reject(error);
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
    async post<Output>(use: KeyUse, prepare: () => Posting<Output>): Promise<Output> {
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
