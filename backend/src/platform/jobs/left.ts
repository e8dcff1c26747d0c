import type { Database, Sql, Transaction } from '../db/database.ts';
import type { JobRun } from './job.ts';

/*
 * Of a job that takes a day, or an event, of all users at once and never again: what failed for one of them is written down in
 * the transaction that took it, and tried again until it is done, also after a restart and on another node.
 */

/** Transactions of one run in which what is left is done. */
const BATCH = 200;

/** Writes down what a transaction of a job has left. The job words its items. */
export const keepLeft = (tx: Transaction, job: string, items: readonly string[]): Promise<unknown> =>
  items.length === 0
    ? Promise.resolve()
    : tx.query(
        'insert into job_left (job, item, at) select $1, i.item, clock_timestamp() from unnest($2::text[]) as i (item) on conflict do nothing',
        [job, items],
      );

/** What is left of a job: what comes after it may have to wait for it. */
export const leftOf = async (sql: Sql, job: string): Promise<readonly string[]> =>
  (await sql.query<{ item: string }>('select item from job_left where job = $1', [job])).map(({ item }) => item);

type Of = { readonly database: Database; readonly job: string };

/**
 * Tries what is left of a job, each in a transaction of its own with the row that says so. Work that is long does a stretch of
 * it and keeps the rest as another item, which has its turn after all others. Ends early where the node stops. Returns how many
 * transactions were done.
 */
export const retryLeft = (
  of: Of,
  run: Pick<JobRun, 'fence' | 'items'>,
  work: (tx: Transaction, item: string) => Promise<unknown>,
): Promise<number> => retryRead(of, run, async () => true, work);

/**
 * The same of work that needs what takes long to read: that is read before the transaction, which is not held open for it.
 * Where `read` returns null, because the node stops, the item stays left.
 */
export async function retryRead<R>(
  { database, job }: Of,
  { fence, items }: Pick<JobRun, 'fence' | 'items'>,
  read: (item: string) => Promise<R | null>,
  work: (tx: Transaction, item: string, found: R) => Promise<unknown>,
): Promise<number> {
  const tried = async ({ item }: { readonly item: string }): Promise<void> => {
    const found = await read(item);
    if (found === null) return;
    await database.transaction(async (tx) => {
      await fence(tx);
      const there = await tx.query('delete from job_left where job = $1 and item = $2 returning item', [job, item]);
      if (there.length > 0) await work(tx, item, found);
    });
  };
  for (let done = 0; ; ) {
    const rows = await database.query<{ item: string }>(
      'select item from job_left where job = $1 and item <> all($2) order by at, item limit $3',
      [job, items.aside('left'), BATCH - done],
    );
    const worked = await items.each('left', rows, ({ item }) => item, tried);
    done += worked;
    if (worked === 0 || done >= BATCH) return done;
  }
}
