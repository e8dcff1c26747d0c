import type { Sql } from '../db/database.ts';

/**
 * Notes that something refers to an upload of this user, so that it is not deleted. False for an unknown upload and for
 * one of another user.
 */
export async function useUpload(tx: Sql, name: string, userId: string): Promise<boolean> {
  const used = await tx.query('update upload set used = true where name = $1 and user_id = $2 and stored returning 1', [
    name,
    userId,
  ]);
  return used.length > 0;
}

/** Notes that nothing refers to these uploads any more: they are deleted by the clean-up. */
export const releaseUploads = (tx: Sql, names: readonly string[]) =>
  tx.query('update upload set used = false where name = any($1)', [names]);
