import type { Database } from '../db/database.ts';
import type { Dependencies } from '../domain.ts';
import type { JobRun, RecurringJob } from '../jobs/job.ts';
import type { Vault } from './vault.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** ms that an upload may stay unused: a form that is filled in slowly. */
const UNUSED_FOR = DAY;
/** ms that counts of views are kept. */
const VIEWS_KEPT = 400 * DAY;
/** Uploads of a look, and looks of a run: more than accounts upload in its time. What remains is next. */
const BATCH = 200;
const LOOKS = 50;

/** PostgreSQL's foreign_key_violation. */
const isReferredTo = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '23503';

/** Deletes an upload, its row and its content, unless something refers to it by now. */
async function deleteUnused(database: Database, vault: Vault, name: string): Promise<boolean> {
  try {
    return await database.transaction(async (tx) => {
      const gone = await tx.query('delete from upload where name = $1 and not used returning 1', [name]);
      if (gone.length === 0) return false;
      // Before the commit: a row may be without content for a moment, content is never without its row.
      await vault.remove(name);
      return true;
    });
  } catch (error) {
    if (!isReferredTo(error)) throw error;
    // Something else refers to it still.
    await database.query('update upload set used = true where name = $1', [name]);
    return false;
  }
}

/** Deletes uploads that nothing refers to a day after they were made. Returns their number. */
export async function deleteOrphans(
  database: Database,
  vault: Vault,
  now: number,
  { items }: Pick<JobRun, 'items'>,
): Promise<number> {
  let deleted = 0;
  for (let look = 0; look < LOOKS; look += 1) {
    const rows = await database.query<{ name: string }>(
      'select name from upload where not used and at < $1 and name <> all($3) order by at limit $2',
      [new Date(now - UNUSED_FOR), BATCH, items.aside('upload')],
    );
    const done = await items.each(
      'upload',
      rows,
      ({ name }) => name,
      async ({ name }) => {
        if (await deleteUnused(database, vault, name)) deleted += 1;
      },
    );
    // Fewer where the node stops, too.
    if (done < BATCH) break;
  }
  await database.query('delete from upload_view where day < $1', [new Date(now - VIEWS_KEPT)]);
  return deleted;
}

export const cleanUpJob = ({ database, now }: Pick<Dependencies, 'database' | 'now'>, vault: Vault): RecurringJob => ({
  name: 'uploads-clean-up',
  every: 10 * MINUTE,
  exclusive: true,
  items: ['upload'],
  async run(run) {
    await deleteOrphans(database, vault, now(), run);
  },
});
