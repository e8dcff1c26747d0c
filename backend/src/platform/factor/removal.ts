import type { Sql } from '../db/database.ts';
import { tokenHash } from '../session/token.ts';

/** A removal of a user's factors that was approved and has not taken effect. */
export type PendingRemoval = {
  /** Unix ms. */
  readonly runsAt: number;
  /** The member who proposed it. */
  readonly by: string;
};

export async function pendingRemoval(sql: Sql, userId: string): Promise<PendingRemoval | null> {
  const [row] = await sql.query<PendingRemoval>(
    `select c.runs_at as "runsAt", m.name as by
       from factor_removal r join staff_change c on c.id = r.change_id join staff_member m on m.id = c.proposed_by
      where r.user_id = $1 and r.closed_at is null and r.stopped_by is null and c.state = 'approved'`,
    [userId],
  );
  return row ?? null;
}

/** Stops the removal that is open, approved or not; false where none was. The use of a factor does so by itself. */
export async function stopRemoval(sql: Sql, userId: string, by: 'session' | 'freeze'): Promise<boolean> {
  const stopped = await sql.query(
    `update factor_removal set stopped_by = $2
      where user_id = $1 and closed_at is null and stopped_by is null returning change_id`,
    [userId, by],
  );
  return stopped.length > 0;
}

/** The same by the token of the mailed link, which stops one removal, once, until it takes effect. */
export async function stopRemovalByLink(sql: Sql, token: string): Promise<boolean> {
  const stopped = await sql.query(
    `update factor_removal set stopped_by = 'link'
      where stop_hash = $1 and closed_at is null and stopped_by is null returning change_id`,
    [tokenHash(token)],
  );
  return stopped.length > 0;
}
