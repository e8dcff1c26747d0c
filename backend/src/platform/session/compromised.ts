/** When compromised code of a page was live, Unix ms. */
export type CompromisedWindow = { readonly from: number; readonly until: number };

/** ms after which a session in use is surely marked as seen again; so long its code may go on after the rollback. */
export const SEEN_LATE = 5 * 60_000;

/** The values of `addedWithin`. */
export const windowValues = ({ from, until }: CompromisedWindow) =>
  [new Date(from), new Date(until), new Date(from - SEEN_LATE), new Date(until + SEEN_LATE)] as const;

/**
 * SQL: whether something of a user was added while compromised code was live, and a session of the user that has ended or
 * goes on could be used by it.
 */
export const addedWithin = (addedAt: string, userId: string): string =>
  `${addedAt} between $1 and $4
   and exists (select from session s where s.user_id = ${userId} and s.created_at <= $2 and s.last_seen_at >= $3)`;
