import type { FastifyRequest } from 'fastify';
import type { Sql } from '../db/database.ts';
import type { Settings } from '../settings.ts';
import { tokenHash } from './token.ts';

/** Who is signed in, as far as every call may need it. */
export type SignedIn = {
  readonly id: string;
  readonly uid: string;
  readonly sessionId: string;
  readonly level: 0 | 1 | 2;
  /** Thumbprint of the key that the session is bound to; null for one that is bound to none. */
  readonly key: string | null;
  /** Hash of the cookie of the browser that the session is bound to, hexadecimal; null where it is bound to none. */
  readonly browser: string | null;
};

export type StaffMember = {
  readonly id: string;
  readonly name: string;
  readonly role: string;
  readonly sessionId: string;
  /** As of a user's session. */
  readonly key: string | null;
  readonly browser: string | null;
};

const TOKEN = /^[A-Za-z0-9_-]{43}$/;
/** Seconds after which a session in use is noted as seen again. */
const SEEN_EVERY = 60;

/** The token of the Authorization header, bare or behind `Bearer`; null for none or what cannot be one. */
export function bearerToken({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  const token = headers.authorization?.replace(/^Bearer\s+/i, '').trim() ?? '';
  return TOKEN.test(token) ? token : null;
}

export type SessionReader = {
  readonly database: Sql;
  /** Unix ms. */
  readonly now: () => number;
  readonly settings: Pick<Settings, 'sessionIdleMs' | 'staffSessionIdleMs'>;
};

type SessionRow = {
  readonly id: string;
  readonly uid: string;
  readonly session_id: string;
  readonly level: 0 | 1 | 2;
  readonly key: string | null;
  readonly browser: string | null;
  readonly expires_at: number;
  readonly last_seen_at: number;
};

/** A session as it was read, and when it ends by itself if it is not used again, Unix ms. */
export type SessionRead = { readonly user: SignedIn; readonly until: number };

/**
 * Who a token belongs to; null when it is unknown, ended, expired, idle for too long, or its user disabled or frozen.
 * Whether the bearer has the session's key is `userOf`'s to ask. `isUse` is false where its bearer asks for nothing.
 */
export const readSession = async (
  reader: SessionReader,
  token: string | null,
  isUse = true,
): Promise<SignedIn | null> => (token ? ((await lookUpSession(reader, token, isUse))?.user ?? null) : null);

/**
 * Of calls that arrive at once one writes, and none waits for a session that another transaction holds: this is outside of the
 * turns of the account, and each that waits would hold a connection. A later one writes then.
 */
const SEEN = (table: string) => `update ${table} set last_seen_at = $2 where id = (
  select id from ${table} where id = $1 and last_seen_at <= $3 for no key update skip locked)`;
const NOTE_SEEN = { user: SEEN('session'), staff: SEEN('staff_session') } as const;

const noteSeen = (sql: Sql, of: keyof typeof NOTE_SEEN, sessionId: string, now: number) =>
  sql.query(NOTE_SEEN[of], [sessionId, new Date(now), new Date(now - SEEN_EVERY * 1_000)]);

export async function lookUpSession(
  { database: sql, now: clock, settings }: SessionReader,
  token: string,
  isUse = true,
): Promise<SessionRead | null> {
  const now = clock();
  const [row] = await sql.query<SessionRow>(
    `select u.id, u.uid, s.id as session_id, u.verification_level as level, s.expires_at, s.last_seen_at,
            s.key_thumbprint as key, encode(s.browser_hash, 'hex') as browser
       from session s join user_account u on u.id = s.user_id
      where s.token_hash = $1 and s.ended_at is null and not u.disabled and u.frozen_at is null
        and s.expires_at > $2 and s.last_seen_at > $3`,
    [tokenHash(token), new Date(now), new Date(now - settings.sessionIdleMs)],
  );
  if (!row) return null;
  let { last_seen_at: seen } = row;
  if (isUse && seen <= now - SEEN_EVERY * 1_000) {
    seen = now;
    await noteSeen(sql, 'user', row.session_id, now);
  }
  return {
    user: { id: row.id, uid: row.uid, sessionId: row.session_id, level: row.level, key: row.key, browser: row.browser },
    until: Math.min(row.expires_at, seen + settings.sessionIdleMs),
  };
}

/** The same for staff, whose sessions are no users'. */
export async function readStaffSession(
  { database: sql, now: clock, settings }: SessionReader,
  token: string | null,
): Promise<StaffMember | null> {
  if (!token) return null;
  const now = clock();
  const [row] = await sql.query<StaffMember & { readonly seen: boolean }>(
    `select m.id, m.name, m.role, s.id as "sessionId", s.key_thumbprint as key,
            encode(s.browser_hash, 'hex') as browser,
            s.last_seen_at > $2::timestamptz - make_interval(secs => $3) as seen
       from staff_session s join staff_member m on m.id = s.staff_id
      where s.token_hash = $1 and s.ended_at is null and not m.disabled
        and s.expires_at > $2 and s.last_seen_at > $4`,
    [tokenHash(token), new Date(now), SEEN_EVERY, new Date(now - settings.staffSessionIdleMs)],
  );
  if (!row) return null;
  const { seen, ...member } = row;
  if (!seen) {
    await noteSeen(sql, 'staff', member.sessionId, now);
  }
  return member;
}
