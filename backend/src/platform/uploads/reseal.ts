import type { Database } from '../db/database.ts';
import type { Dependencies } from '../domain.ts';
import type { JobRun, RecurringJob } from '../jobs/job.ts';
import { hashPicture, type PictureHash } from './picture-hash.ts';
import type { Vault } from './vault.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Uploads that one run encrypts anew; what remains is next. */
const BATCH = 200;

/** Hashes of a picture; none for a file that is none, such as one that a full disk cut off. */
async function hashesOf(content: Buffer): Promise<Partial<PictureHash>> {
  try {
    return await hashPicture(content);
  } catch {
    // Not a picture any more: it is compared with none, and encrypted as it is.
    return {};
  }
}

/**
 * Encrypts the plain files that a former version left in the data folder of this node, then deletes them. A file that has
 * been without a row for a day belongs to an upload that failed. Returns the number of files that were encrypted.
 */
export async function sealFormerFiles(
  database: Database,
  vault: Vault,
  now: number,
  { items }: Pick<JobRun, 'items'>,
): Promise<number> {
  let sealed = 0;
  const nameOf = ({ name }: { readonly name: string }) => name;
  await items.each('file', await vault.formerFiles(), nameOf, async ({ name, changedAt }) => {
    const isDone = await database.transaction(async (tx) => {
      const [row] = await tx.query<{ sealed_with: string | null }>(
        'select sealed_with from upload where name = $1 for update',
        [name],
      );
      if (!row) return changedAt < now - DAY;
      if (row.sealed_with !== null) return true;
      const content = await vault.read(name);
      if (!content) return false;
      const { sha256 = null, look = null } = await hashesOf(content);
      await tx.query(
        'update upload set sealed_with = $2, bytes = $3, sha256 = $4, look = $5::bit(256) where name = $1',
        [name, await vault.write(name, content), content.length, sha256, look],
      );
      sealed += 1;
      return true;
    });
    if (isDone) await vault.removeFormerFile(name);
  });
  return sealed;
}

/** Encrypts with the current key what another key encrypted. Returns the number of uploads. */
export async function reseal(database: Database, vault: Vault, { items }: Pick<JobRun, 'items'>): Promise<number> {
  const current = await vault.currentKey();
  const rows = await database.query<{ name: string }>(
    'select name from upload where sealed_with <> $1 and name <> all($3) order by name limit $2',
    [current, BATCH, items.aside('upload')],
  );
  await items.each(
    'upload',
    rows,
    ({ name }) => name,
    ({ name }) =>
      database.transaction(async (tx) => {
        await tx.query('select from upload where name = $1 for update', [name]);
        const content = await vault.read(name);
        if (content) await vault.write(name, content);
        await tx.query('update upload set sealed_with = $2 where name = $1', [name, current]);
      }),
  );
  return rows.length;
}

/** On every node: each has its own data folder. */
export const sealJob = ({ database, now }: Pick<Dependencies, 'database' | 'now'>, vault: Vault): RecurringJob => ({
  name: 'uploads-seal',
  every: HOUR,
  exclusive: false,
  items: ['file', 'upload'],
  async run(run) {
    await sealFormerFiles(database, vault, now(), run);
    while (!run.signal.aborted && (await reseal(database, vault, run)) === BATCH);
  },
});
