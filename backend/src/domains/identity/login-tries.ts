import { createHash } from 'node:crypto';
import type { Sql } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { Contact } from './contact.ts';

const MINUTE = 60_000;
/** After this many failures in a row an address takes no log-in for a while. */
export const LOGIN_TRIES = 5;
export const LOGIN_LOCKED = 15 * MINUTE;
/** ms after which a count is forgotten. */
const FORGOTTEN_AFTER = 24 * 60 * MINUTE;

const digest = ({ value }: Contact) => createHash('sha256').update(value).digest();

/** Counts a try before the check, so that concurrent tries cannot exceed the limit; rejects while locked. */
export async function claimLoginTry(sql: Sql, contact: Contact, now: number): Promise<void> {
  const target = digest(contact);
  const claimed = await sql.query(
    `insert into login_try as t (target_hash, failures, last_at) values ($1, 1, $4)
     on conflict (target_hash) do update
        set failures = case when t.failures >= $2 then 1 else t.failures + 1 end,
            locked_until = case when t.failures + 1 = $2 then $3::timestamptz end,
            last_at = excluded.last_at
      where t.locked_until is null or t.locked_until <= excluded.last_at
     returning failures`,
    [target, LOGIN_TRIES, new Date(now + LOGIN_LOCKED), new Date(now)],
  );
  if (claimed.length > 0) return;
  const [row] = await sql.query<{ until: number | null }>(
    `select locked_until as until from login_try where target_hash = $1`,
    [target],
  );
  const minutes = Math.max(1, Math.ceil(((row?.until ?? now) - now) / MINUTE));
  throw new DomainError('account_locked', { params: { minutes } });
}

/** A right password, or a new one, begins the count again. */
export const forgetLoginTries = (sql: Sql, contacts: readonly Contact[]) =>
  sql.query('delete from login_try where target_hash = any($1)', [contacts.map(digest)]);

export const forgetOldLoginTries = (sql: Sql, now: number) =>
  sql.query('delete from login_try where last_at < $1', [new Date(now - FORGOTTEN_AFTER)]);
