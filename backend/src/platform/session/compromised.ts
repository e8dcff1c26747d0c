/** When compromised code of a page was live, Unix ms. */
export type CompromisedWindow = { readonly from: number; readonly until: number };

/** What is taken out: of all, or of these owners alone. */
export type TakeOutWindow = CompromisedWindow & {
  readonly owners?: readonly { readonly kind: 'user' | 'staff'; readonly id: string }[];
};

/** ms after which a session in use is surely marked as seen again; so long its code may go on after the rollback. */
export const SEEN_LATE = 5 * 60_000;

const SESSIONS = { user: { table: 'session', owner: 'user_id' }, staff: { table: 'staff_session', owner: 'staff_id' } };

/** The values of `addedWithin`. */
export const windowValues = ({ from, until, owners }: TakeOutWindow, of: keyof typeof SESSIONS = 'user') =>
  [
    new Date(from),
    new Date(until),
    new Date(from - SEEN_LATE),
    new Date(until + SEEN_LATE),
    owners?.flatMap(({ kind, id }) => (kind === of ? [id] : [])) ?? null,
  ] as const;

/**
 * SQL: whether something of a user, or of a member of the staff, was added while compromised code was live, in the time of a
 * session that it could use. What is added after the end of those sessions is the owner's. `addedAt` names its table: sessions
 * have columns of such names, too.
 */
export const addedWithin = (addedAt: string, ownerId: string, of: keyof typeof SESSIONS = 'user'): string =>
  `${addedAt} between $1 and $4
   and ($5::bigint[] is null or ${ownerId} = any($5))
   and exists (select from ${SESSIONS[of].table} s
                where s.${SESSIONS[of].owner} = ${ownerId} and s.created_at <= $2 and s.last_seen_at >= $3
                  and ${addedAt} between s.created_at and coalesce(s.ended_at, 'infinity'))`;
