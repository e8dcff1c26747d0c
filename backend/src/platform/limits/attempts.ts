import { createHash } from 'node:crypto';
import type { Sql } from '../db/database.ts';
import type { DomainFactory } from '../domain.ts';
import { DomainError } from '../http/domain-error.ts';

const MINUTE = 60_000;

/** At most `most` attempts in any `within` ms. */
export type Window = { readonly most: number; readonly within: number };

/** What is counted. `scope` names the limit, `subject` whom it is counted for: an address, an account, a contact. */
export type Counted = { readonly scope: string; readonly subject: string };

/** `left`: attempts that are allowed at once after this one. `retryAfter`: ms until an attempt is counted again. */
export type Attempt =
  | { readonly allowed: true; readonly left: number }
  | { readonly allowed: false; readonly retryAfter: number };

const keyOf = ({ scope, subject }: Counted): Buffer => createHash('sha256').update(`${scope}\n${subject}`).digest();

/** ms until every window has room for one more. */
function waitFor(taken: readonly number[], windows: readonly Window[], now: number): number {
  const newest = taken.toSorted((a, b) => b - a);
  // An attempt is possible when the `most`-th newest has left the window.
  return Math.max(
    1,
    ...windows.map(({ most, within }) => (newest[most - 1] ?? Number.NEGATIVE_INFINITY) + within - now),
  );
}

/**
 * Counts an attempt where every window has room for it; an attempt that is turned away is not counted. Exact over all
 * nodes and however many arrive at once. Several windows make growing delays: one a minute, three an hour, five a day.
 * Call it before the check that it guards, and outside its transaction: one that rolls back would take the count along,
 * and one that goes on would let others wait.
 */
export async function countAttempt(
  sql: Sql,
  { windows, now, ...counted }: Counted & { readonly windows: readonly Window[]; readonly now: number },
): Promise<Attempt> {
  const longest = Math.max(...windows.map(({ within }) => within));
  const key = keyOf(counted);
  const [row] = await sql.query<{ allowed: boolean; taken: number[] }>(
    `with counted as (
       insert into counted_attempt as c (key, taken, over_at) values ($1, array[$2::timestamptz], $3)
       on conflict (key) do update
          set taken = (select coalesce(array_agg(t), '{}') from unnest(c.taken) t where t > $4) || $2::timestamptz,
              over_at = greatest(c.over_at, $3)
        where not exists (
          select from unnest($5::int[], $6::timestamptz[]) as w (most, since)
           where (select count(*) from unnest(c.taken) t where t > w.since) >= w.most)
       returning taken)
     select true as allowed, taken from counted
     union all
     select false, taken from counted_attempt where key = $1 and not exists (select from counted)`,
    [
      key,
      new Date(now),
      new Date(now + longest),
      new Date(now - longest),
      windows.map(({ most }) => most),
      windows.map(({ within }) => new Date(now - within)),
    ],
  );
  const taken = row?.taken ?? [];
  if (row?.allowed) {
    const leftOf = ({ most, within }: Window) => most - taken.filter((at) => at > now - within).length;
    return { allowed: true, left: Math.min(...windows.map(leftOf)) };
  }
  return { allowed: false, retryAfter: waitFor(taken, windows, now) };
}

/** Attempts within the longest window, and ms until another one is allowed, 0 for now. Counts none. */
export async function readAttempts(
  sql: Sql,
  { windows, now, ...counted }: Counted & { readonly windows: readonly Window[]; readonly now: number },
): Promise<{ readonly count: number; readonly retryAfter: number }> {
  const longest = Math.max(...windows.map(({ within }) => within));
  const [row] = await sql.query<{ taken: number[] }>('select taken from counted_attempt where key = $1', [
    keyOf(counted),
  ]);
  const taken = (row?.taken ?? []).filter((at) => at > now - longest);
  const full = windows.some(({ most, within }) => taken.filter((at) => at > now - within).length >= most);
  return { count: taken.length, retryAfter: full ? waitFor(taken, windows, now) : 0 };
}

/** Counts an attempt, or rejects with `rate_limited` and the seconds to wait. */
export async function requireAttempt(sql: Sql, request: Parameters<typeof countAttempt>[1]): Promise<void> {
  const attempt = await countAttempt(sql, request);
  if (attempt.allowed) return;
  throw new DomainError('rate_limited', { params: { seconds: Math.ceil(attempt.retryAfter / 1_000) } });
}

/** Takes back one attempt that was counted at this time, as after a right password. No error if there is none. */
export async function uncountAttempt(sql: Sql, { at, ...counted }: Counted & { readonly at: number }): Promise<void> {
  await sql.query(
    `update counted_attempt
        set taken = taken[:array_position(taken, $2::timestamptz) - 1] || taken[array_position(taken, $2::timestamptz) + 1:]
      where key = $1 and $2::timestamptz = any(taken)`,
    [keyOf(counted), new Date(at)],
  );
}

/** Starts the count again, as for the owner of an account who has proved it. */
export async function forgetAttempts(sql: Sql, counted: Counted): Promise<void> {
  await sql.query('delete from counted_attempt where key = $1', [keyOf(counted)]);
}

/** Deletes counts that are over. */
export const attempts: DomainFactory = ({ database, now }) => ({
  name: 'attempts',
  jobs: [
    {
      name: 'attempts-clean-up',
      every: 5 * MINUTE,
      exclusive: true,
      whole: 'it deletes by time alone',
      async run() {
        await database.query('delete from counted_attempt where over_at < $1', [new Date(now())]);
      },
    },
  ],
});
