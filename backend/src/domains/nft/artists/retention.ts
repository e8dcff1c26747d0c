import type { Database } from '../../../platform/db/database.ts';
import type { Dependencies } from '../../../platform/domain.ts';
import type { JobRun, RecurringJob } from '../../../platform/jobs/job.ts';
import { releaseUploads } from '../../../platform/uploads/uses.ts';
import { readConfiguration } from '../../site/index.ts';
import type { MediaFiles } from '../media/files.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** ms that an upload waits for its submission. */
const UNUSED_FOR = DAY;
/** Files per run; what remains is next. */
const BATCH = 200;

/** PostgreSQL's foreign_key_violation. */
const isReferredTo = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '23503';

/** Deletes a file with its row, unless something has it by now. */
async function deleteFile(database: Database, files: MediaFiles, name: string, fence: JobRun['fence']): Promise<void> {
  try {
    await database.transaction(async (tx) => {
      await fence(tx);
      const gone = await tx.query('delete from nft_file where name = $1 returning 1', [name]);
      // Before the commit: a concurrent upload of the same file waits, and then writes it again.
      if (gone.length > 0) await files.remove(name);
    });
  } catch (error) {
    if (!isReferredTo(error)) throw error;
  }
}

/**
 * Gives up the pictures of applications and of rejected works after the time that pictures are kept, and uploads that no
 * submission took within a day; then deletes the files that nothing has. Returns how many of them it found.
 */
export async function dropOldMedia(
  { database, now }: Pick<Dependencies, 'database' | 'now'>,
  files: MediaFiles,
  { fence, items }: Pick<JobRun, 'fence' | 'items'>,
): Promise<number> {
  const at = now();
  const names = await database.transaction(async (tx) => {
    await fence(tx);
    const { picturesKept } = await readConfiguration(tx);
    const rejected = new Date(at - picturesKept.rejected * DAY);
    const dropped = await tx.query<{ names: string[] }>(
      `with old as (select id, pictures from nft_application
                     where pictures <> '{}' and (status = 'rejected' and reviewed_at < $1
                        or status = 'approved' and reviewed_at < $2) for update)
       update nft_application a set pictures = '{}' from old where old.id = a.id returning old.pictures as names`,
      [rejected, new Date(at - picturesKept.approved * DAY)],
    );
    const given = [...new Set(dropped.flatMap((row) => row.names))];
    const used = await tx.query<{ name: string }>(
      `select p.name from unnest($1::text[]) as p (name)
        where exists (select from nft_application a where p.name = any(a.pictures))`,
      [given],
    );
    const still = new Set(used.map(({ name }) => name));
    await releaseUploads(
      tx,
      given.filter((name) => !still.has(name)),
    );
    await tx.query(
      `update nft_submission set upload_id = null, poster_id = null
        where upload_id is not null and status in ('rejected', 'withdrawn') and reviewed_at < $1`,
      [rejected],
    );
    const unused = await tx.query<{ id: string }>(
      `select id from nft_upload u where created_at < $1
          and not exists (select from nft_submission s where s.upload_id = u.id)
          and not exists (select from nft_submission s where s.poster_id = u.id)
        order by id for update`,
      [new Date(at - UNUSED_FOR)],
    );
    const idOf = ({ id }: { readonly id: string }) => id;
    await items.within(tx, 'upload', unused, idOf, (some) =>
      tx.query('delete from nft_upload where id = any($1)', [some.map(idOf)]),
    );
    const files = await tx.query<{ name: string }>(
      `select f.name from nft_file f where f.created_at < $1
          and not exists (select from nft_upload_file u where u.name = f.name)
          and f.name <> all($3) order by f.name limit $2`,
      [new Date(at - UNUSED_FOR), BATCH, items.aside('file')],
    );
    return files.map(({ name }) => name);
  });
  await items.each('file', names, String, (name) => deleteFile(database, files, name, fence));
  return names.length;
}

export const retentionJob = (
  dependencies: Pick<Dependencies, 'database' | 'now'>,
  files: MediaFiles,
): RecurringJob => ({
  name: 'nft-media-clean-up',
  every: 10 * MINUTE,
  exclusive: true,
  items: ['upload', 'file'],
  async run(run) {
    // Until none is left: artists upload more in the time of a run than one look finds.
    while (!run.signal.aborted && (await dropOldMedia(dependencies, files, run)) === BATCH);
  },
});
