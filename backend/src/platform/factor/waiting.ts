import type { Sql } from '../db/database.ts';
import { type Holder, holderKey } from './holder.ts';

/** ms for which a user's new factor logs in beside the password, and approves nothing: the mail about it comes first. */
export const NEW_FACTOR_WAITS = 24 * 3_600_000;

/** From when a factor that is added now approves; null: at once. Staff have no mailed code to go on with meanwhile. */
export const approvesFrom = ({ kind }: Holder, now: number): Date | null =>
  kind === 'user' ? new Date(now + NEW_FACTOR_WAITS) : null;

export const isApproving = (approvesFrom: number | null, now: number): boolean =>
  approvesFrom === null || approvesFrom <= now;

/** SQL: whether a row of a factor approves by the time `$n`; null of it stands for any time. */
export const approvesBy = (parameter: string): string =>
  `(${parameter}::timestamptz is null or approves_from is null or approves_from <= ${parameter})`;

/** From when the holder's newest factor approves, Unix ms; null where each of them does. */
export async function waitingUntil(sql: Sql, holder: Holder, now: number): Promise<number | null> {
  const [row] = await sql.query<{ until: number | null }>(
    `select max(approves_from) as until
       from (select holder, approves_from from passkey union all select holder, approves_from from authenticator) each
      where holder = $1 and approves_from > $2`,
    [holderKey(holder), new Date(now)],
  );
  return row?.until ?? null;
}
