import type { Sql } from '../db/database.ts';

/** What a browser gives out when its user allows notifications; `p256dh` and `auth` are base64url. */
export type DeviceAddress = { readonly endpoint: string; readonly p256dh: string; readonly auth: string };

/** Devices of a user; with one more, the oldest goes. */
const MOST_DEVICES = 10;

/** Sends notifications of a user to a device, until its session ends. A device that another user had changes hands. */
export async function addSubscription(
  sql: Sql,
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string },
  { endpoint, p256dh, auth }: DeviceAddress,
  now: number,
): Promise<void> {
  await sql.query(
    `insert into push_subscription (user_id, session_id, endpoint, p256dh, auth, created_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (endpoint) do update
        set user_id = excluded.user_id, session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth,
            created_at = excluded.created_at`,
    [userId, sessionId, endpoint, p256dh, auth, new Date(now)],
  );
  await sql.query(
    `delete from push_subscription where id in (
       select id from push_subscription where user_id = $1 order by created_at desc, id desc offset $2)`,
    [userId, MOST_DEVICES],
  );
}

export async function removeSubscription(sql: Sql, userId: string, endpoint: string): Promise<void> {
  await sql.query('delete from push_subscription where user_id = $1 and endpoint = $2', [userId, endpoint]);
}

/** Of the devices of a user: ids. */
export async function subscriptionsOf(sql: Sql, userId: string): Promise<readonly string[]> {
  const rows = await sql.query<{ id: string }>('select id from push_subscription where user_id = $1 order by id', [
    userId,
  ]);
  return rows.map(({ id }) => id);
}

/** The device of a subscription; null once it is gone or its session has ended. `idleSince` is Unix ms. */
export async function deviceOf(
  sql: Sql,
  id: string,
  { now, idleSince }: { readonly now: number; readonly idleSince: number },
): Promise<DeviceAddress | null> {
  const [row] = await sql.query<DeviceAddress>(
    `select p.endpoint, p.p256dh, p.auth from push_subscription p join session s on s.id = p.session_id
      where p.id = $1 and s.ended_at is null and s.expires_at > $2 and s.last_seen_at > $3`,
    [id, new Date(now), new Date(idleSince)],
  );
  return row ?? null;
}

/** Forgets a device that its push service does not know any more. */
export async function dropSubscription(sql: Sql, id: string): Promise<void> {
  await sql.query('delete from push_subscription where id = $1', [id]);
}

/** Forgets the devices of sessions that are over without a log-out. */
export async function dropExpired(sql: Sql, now: number): Promise<void> {
  await sql.query('delete from push_subscription p using session s where s.id = p.session_id and s.expires_at <= $1', [
    new Date(now),
  ]);
}
