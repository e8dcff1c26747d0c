import type { Database, Transaction } from '../db/database.ts';
import type { JobRun } from './job.ts';

/*
 * Of a job that takes a day, or an event, of all users at once and never again: what failed for one of them is written down in
 * the transaction that took it, and tried again until it is done, also after a restart and on another node.
 */

/** Items of one run that are tried again. */
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
export const leftOf = async (tx: Transaction, job: string): Promise<readonly string[]> =>
  (await tx.query<{ item: string }>('select item from job_left where job = $1', [job])).map(({ item }) => item);

/** Tries what is left of a job, each in a transaction of its own with the row that says so. Returns how many were done. */
export async function retryLeft(
  { database, job }: { readonly database: Database; readonly job: string },
  { fence, items }: Pick<JobRun, 'fence' | 'items'>,
  work: (tx: Transaction, item: string) => Promise<unknown>,
): Promise<number> {
  const rows = await database.query<{ item: string }>(
    'select item from job_left where job = $1 and item <> all($2) order by at, item limit $3',
    [job, items.aside('left'), BATCH],
  );
  return items.each(
    'left',
    rows,
    ({ item }) => item,
    ({ item }) =>
      database.transaction(async (tx) => {
        await fence(tx);
        const there = await tx.query('delete from job_left where job = $1 and item = $2 returning item', [job, item]);
        if (there.length > 0) await work(tx, item);
      }),
  );
}
