import type { Sql } from '../db/database.ts';
import { DomainError } from '../http/domain-error.ts';
import type { Holder } from './holder.ts';

const MINUTE = 60_000;
/** ms that a confirmation counts, in the session it was made in. */
export const CONFIRMED_FOR = 5 * MINUTE;

const TABLES = { user: 'session', staff: 'staff_session' } as const;

/** A session of a user or of a member of the staff. */
export type ConfirmedSession = { readonly kind: Holder['kind']; readonly sessionId: string };

/** Notes that the session's owner proved who they are. Returns until when that counts, Unix ms. */
export async function confirmSession(sql: Sql, { kind, sessionId }: ConfirmedSession, now: number): Promise<number> {
  await sql.query(`update ${TABLES[kind]} set confirmed_at = $2 where id = $1`, [sessionId, new Date(now)]);
  return now + CONFIRMED_FOR;
}

/** Until when the session counts as confirmed, Unix ms; null if it does not. */
export async function confirmedUntil(
  sql: Sql,
  { kind, sessionId }: ConfirmedSession,
  now: number,
): Promise<number | null> {
  const [row] = await sql.query<{ at: number | null }>(`select confirmed_at as at from ${TABLES[kind]} where id = $1`, [
    sessionId,
  ]);
  if (row?.at == null) return null;
  const until = row.at + CONFIRMED_FOR;
  return until > now ? until : null;
}

/**
 * Rejects with `confirmation_required` unless the session was confirmed a short while ago, and with `session_unbound` where
 * it has no key: its token may have been read since.
 */
export async function requireConfirmed(
  sql: Sql,
  session: ConfirmedSession & { readonly key: string | null },
  now: number,
): Promise<void> {
  if (session.key === null) throw new DomainError('session_unbound');
  if ((await confirmedUntil(sql, session, now)) === null) throw new DomainError('confirmation_required');
}
