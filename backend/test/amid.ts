import type { Transaction } from '../src/platform/db/database.ts';
import type { TestApp } from './test-app.ts';

/** Begins something that waits for the row of an account, and changes something of the account before it goes on. */
export async function amid<T>(
  { database }: Pick<TestApp, 'database'>,
  { table, id }: { readonly table: 'user_account' | 'staff_member'; readonly id: string },
  begin: () => Promise<T>,
  change: (tx: Transaction) => Promise<unknown>,
): Promise<T> {
  let begun: Promise<T> | null = null;
  await database.transaction(async (tx) => {
    await tx.query(`select from ${table} where id = $1 for no key update`, [id]);
    begun ??= begin();
    let waits: readonly unknown[] = [];
    // Where it does not wait, it is over by then.
    for (let looks = 0; looks < 2_000 && waits.length === 0; looks++) {
      waits = await database.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
    }
    await change(tx);
  });
  if (begun === null) throw new Error('nothing was begun');
  return begun;
}
