import type { Sql } from '../db/database.ts';

/*
 * Users whose accounts another transaction holds. The market does not wait for them: their orders take no part until
 * the account can be written.
 */

/** ms until such an account is tried again; doubled each time it is still held. */
const FIRST_PAUSE = 150;
const LONGEST_PAUSE = 5_000;

/** Of these users those with an account that cannot be locked at once. Locks nothing beyond the statement. */
async function heldAmong(sql: Sql, users: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await sql.query<{ id: string }>(
    `with wanted as materialized (
            select id, user_id from ledger_account where owner_kind = 'user' and user_id = any($1)),
          free as materialized (
            select a.id from ledger_account a where a.id in (select id from wanted) for no key update skip locked),
          people as materialized (
            select u.id from user_account u where u.id = any($1) for key share skip locked)
     select user_id as id from wanted where id not in (select id from free)
     union
     select id from unnest($1::bigint[]) as id where id not in (select id from people)`,
    [users],
  );
  return new Set(rows.map(({ id }) => id));
}

const NONE: ReadonlySet<string> = new Set();
export const without = (users: ReadonlySet<string>, these: ReadonlySet<string>): ReadonlySet<string> =>
  these.size === 0 ? users : new Set([...users].filter((user) => !these.has(user)));

export type HeldAccounts = {
  /** The users who are left out now; another set after each change. */
  current(): ReadonlySet<string>;
  /** Leaves those of these users out whose accounts are held, and returns them. */
  add(sql: Sql, users: readonly string[], now: number): Promise<ReadonlySet<string>>;
  /** Of those who are left out the ones whose accounts are free by now. */
  freed(sql: Sql, now: number): Promise<ReadonlySet<string>>;
  /** Takes these back. */
  release(users: ReadonlySet<string>): void;
  /** A batch with the accounts of these users was committed. */
  written(users: () => readonly string[]): void;
};

export function heldAccounts(): HeldAccounts {
  /** When each is tried again, and the pause that led there. */
  const pauses = new Map<string, { readonly pause: number; readonly until: number }>();
  let current = NONE;

  function hold(users: Iterable<string>, now: number): void {
    for (const user of users) {
      const before = pauses.get(user);
      const pause = before ? Math.min(LONGEST_PAUSE, before.pause * 2) : FIRST_PAUSE;
      pauses.set(user, { pause, until: now + pause });
    }
  }

  return {
    current: () => current,
    async add(sql, users, now) {
      const held = await heldAmong(sql, users);
      hold(held, now);
      if (held.size > 0) current = new Set([...current, ...held]);
      return held;
    },
    async freed(sql, now) {
      const due = [...current].filter((user) => now >= (pauses.get(user)?.until ?? 0));
      if (due.length === 0) return NONE;
      const held = await heldAmong(sql, due);
      hold(held, now);
      return new Set(due.filter((user) => !held.has(user)));
    },
    release(users) {
      if (users.size > 0) current = without(current, users);
    },
    written(users) {
      if (pauses.size > 0) for (const user of users()) pauses.delete(user);
    },
  };
}
