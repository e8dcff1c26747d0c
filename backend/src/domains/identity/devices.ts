import type { Sql } from '../../platform/db/database.ts';
import { newToken, tokenHash } from '../../platform/session/token.ts';

const DAY = 86_400_000;
/** ms without a log-in after which a device is forgotten; browsers keep a cookie no longer. */
export const DEVICE_KEPT = 400 * DAY;

/** A user or a member of the staff: their devices are apart. */
export type DeviceOwner = { readonly kind: 'user' | 'staff'; readonly id: string };

const COLUMNS = { user: 'user_id', staff: 'staff_id' } as const;

/**
 * The id of the browser with this cookie where it was signed in to the account before, else null. It stays the same with
 * each new cookie: what is counted by it does not begin again with a log-in to another account.
 */
export async function knownDeviceId(
  sql: Sql,
  { kind, id }: DeviceOwner,
  device: string | null,
): Promise<string | null> {
  if (device === null) return null;
  const [row] = await sql.query<{ id: string }>(
    `select id from known_device where ${COLUMNS[kind]} = $1 and token_hash = $2 and revoked_at is null`,
    [id, tokenHash(device)],
  );
  return row?.id ?? null;
}

/** The same also of a browser that a freeze or a new password made unknown: what it tries is counted apart from strangers. */
export async function everKnownDeviceId(
  sql: Sql,
  { kind, id }: DeviceOwner,
  device: string | null,
): Promise<string | null> {
  if (device === null) return null;
  const [row] = await sql.query<{ id: string }>(
    `select id from known_device where ${COLUMNS[kind]} = $1 and token_hash = $2`,
    [id, tokenHash(device)],
  );
  return row?.id ?? null;
}

/** Whether the account has any; one from before devices were known by cookie has none. */
export async function hasKnownDevice(sql: Sql, { kind, id }: DeviceOwner): Promise<boolean> {
  const rows = await sql.query(`select from known_device where ${COLUMNS[kind]} = $1 and revoked_at is null limit 1`, [
    id,
  ]);
  return rows.length > 0;
}

/**
 * Makes the browser known to the account, and returns its new cookie. The old one is invalid then, for all accounts:
 * a cookie that an attacker planted or copied does not stay known.
 */
export async function keepDevice(
  sql: Sql,
  { kind, id }: DeviceOwner,
  device: string | null,
  now: number,
): Promise<string> {
  const token = newToken();
  if (device !== null) {
    await sql.query('update known_device set token_hash = $2 where token_hash = $1', [
      tokenHash(device),
      tokenHash(token),
    ]);
  }
  const column = COLUMNS[kind];
  await sql.query(
    `insert into known_device (token_hash, ${column}, last_seen_at) values ($1, $2, $3)
     on conflict (${column}, token_hash) do update set last_seen_at = excluded.last_seen_at, revoked_at = null`,
    [tokenHash(token), id, new Date(now)],
  );
  return token;
}

/**
 * After a changed password only the browser that changed it, if any, is still known. The rows of the others stay: they show
 * which accounts were used in one browser.
 */
export const forgetOtherDevices = (sql: Sql, { kind, id }: DeviceOwner, device: string | null, now: number) =>
  sql.query(
    `update known_device set revoked_at = $3
      where ${COLUMNS[kind]} = $1 and token_hash is distinct from $2 and revoked_at is null`,
    [id, device === null ? null : tokenHash(device), new Date(now)],
  );

/** Deletes all devices of an account that is closed. */
export const deleteDevices = (sql: Sql, { kind, id }: DeviceOwner) =>
  sql.query(`delete from known_device where ${COLUMNS[kind]} = $1`, [id]);

export const forgetOldDevices = (sql: Sql, now: number) =>
  sql.query('delete from known_device where last_seen_at < $1', [new Date(now - DEVICE_KEPT)]);
