import type { Sql, Transaction } from '../db/database.ts';
import { db, execute } from '../db/kysely.ts';
import { type CompromisedWindow, SEEN_LATE } from './compromised.ts';
import { browserHash } from './session-browser.ts';
import { newToken, tokenHash } from './token.ts';

const DAY = 86_400_000;
/** ms that a session lasts: kept on this device, or for this visit. */
export const SESSION_LASTS = { remembered: 30 * DAY, visit: DAY } as const;

/** `Chrome on Android`, as far as the user agent states it. */
export function deviceOf(userAgent: string): string {
  const browser = [
    ['Edg/', 'Edge'],
    ['OPR/', 'Opera'],
    ['SamsungBrowser', 'Samsung Internet'],
    ['Firefox/', 'Firefox'],
    ['Chrome/', 'Chrome'],
    ['CriOS', 'Chrome'],
    ['Safari/', 'Safari'],
  ].find(([mark]) => userAgent.includes(mark as string))?.[1];
  const system = [
    ['Android', 'Android'],
    ['iPhone', 'iPhone'],
    ['iPad', 'iPad'],
    ['Windows', 'Windows'],
    ['Mac OS', 'macOS'],
    ['Linux', 'Linux'],
  ].find(([mark]) => userAgent.includes(mark as string))?.[1];
  return [browser ?? 'Browser', system].filter(Boolean).join(' · ');
}

export type OpenedSession = { readonly token: string; readonly expiresAt: number };

export async function openSession(
  sql: Sql,
  session: {
    readonly userId: string;
    readonly userAgent: string;
    readonly address: string;
    readonly remember: boolean;
    /** The user proved more than the password just now. */
    readonly confirmed: boolean;
    /** Thumbprint of the key that the session is bound to; null for none. */
    readonly key: string | null;
    /** Cookie of the browser that it is bound to beside its key; null where it sent none. */
    readonly browser: string | null;
    readonly now: number;
  },
): Promise<OpenedSession> {
  const token = newToken();
  const expiresAt = session.now + (session.remember ? SESSION_LASTS.remembered : SESSION_LASTS.visit);
  await execute(
    sql,
    db.insertInto('session').values({
      user_id: session.userId,
      token_hash: tokenHash(token),
      device: deviceOf(session.userAgent),
      address: session.address,
      created_at: new Date(session.now),
      last_seen_at: new Date(session.now),
      expires_at: new Date(expiresAt),
      confirmed_at: session.confirmed ? new Date(session.now) : null,
      key_thumbprint: session.key,
      browser_hash: browserHash(session),
    }),
  );
  return { token, expiresAt };
}

/**
 * Ends sessions of a user, one, or all but one, and notifies the user's screens. Returns the number of ended sessions.
 */
export async function endSessions(
  tx: Transaction,
  userId: string,
  which: { readonly only: string } | { readonly except: string | null },
  now: number,
): Promise<number> {
  const rows = await tx.query(
    `update session set ended_at = $3
      where user_id = $1 and ended_at is null and ${'only' in which ? 'id = $2' : 'id is distinct from $2'} returning id`,
    [userId, 'only' in which ? which.only : which.except, new Date(now)],
  );
  if (rows.length > 0) tx.notify(userId, { kind: 'session' });
  return rows.length;
}

/**
 * Ends the sessions of users and staff that compromised code of a page could use: those that were opened before `until`
 * and used since `from`, Unix ms. Returns their numbers. Called again
 * it ends those that were away meanwhile and came back.
 */
export async function endSessionsOf(
  tx: Transaction,
  { from, until }: CompromisedWindow,
  now: number,
): Promise<{ readonly users: number; readonly staff: number }> {
  const within = [new Date(now), new Date(until), new Date(from - SEEN_LATE)];
  const condition = 'ended_at is null and created_at <= $2 and last_seen_at >= $3';
  const users = await tx.query<{ user_id: string }>(
    `update session set ended_at = $1 where ${condition} returning user_id`,
    within,
  );
  for (const { user_id } of users) tx.notify(user_id, { kind: 'session' });
  const staff = await tx.query(`update staff_session set ended_at = $1 where ${condition} returning id`, within);
  return { users: users.length, staff: staff.length };
}

/** Ends all sessions of members of the staff. */
export const endStaffSessions = (sql: Sql, staffIds: readonly string[], now: number) =>
  sql.query('update staff_session set ended_at = $2 where staff_id = any($1) and ended_at is null', [
    staffIds,
    new Date(now),
  ]);

/** Ends the session whose token has this hash, if there is one. The hash has no other use. */
export async function endSessionByHash(tx: Transaction, hash: Buffer, now: number): Promise<void> {
  const [row] = await tx.query<{ user_id: string }>(
    'update session set ended_at = $2 where token_hash = $1 and ended_at is null returning user_id',
    [hash, new Date(now)],
  );
  if (row) tx.notify(row.user_id, { kind: 'session' });
}
