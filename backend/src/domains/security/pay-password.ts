import type { Database } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { inTurn } from '../../platform/limits/in-turn.ts';
import { isSecret } from '../identity/index.ts';

const MINUTE = 60_000;
/** After this many wrong ones in a row the payment password is locked for a while. */
export const KEY_TRIES = 5;
export const KEY_LOCKED = 15 * MINUTE;

type Claimed = { readonly pay_password_hash: string; readonly left: number };

/** Counts a try before the check, so that concurrent tries cannot exceed the limit. */
const claimTry = (database: Database, userId: string, now: number) =>
  database.query<Claimed>(
    `update user_account
        set pay_failures = case when pay_failures >= $2 then 1 else pay_failures + 1 end,
            pay_locked_until = case when pay_failures + 1 = $2 then $3::timestamptz end
      where id = $1 and pay_password_hash is not null
        and (pay_locked_until is null or pay_locked_until <= $4)
      returning pay_password_hash, $2 - pay_failures as left`,
    [userId, KEY_TRIES, new Date(now + KEY_LOCKED), new Date(now)],
  );

async function whyNoTry(database: Database, userId: string, now: number): Promise<DomainError> {
  const [user] = await database.query<{ until: number | null }>(
    `select pay_locked_until as until
       from user_account where id = $1 and pay_password_hash is not null`,
    [userId],
  );
  if (!user) return new DomainError('key_missing');
  const minutes = Math.max(1, Math.ceil(((user.until ?? now) - now) / MINUTE));
  return new DomainError('key_locked', { field: 'key', params: { minutes } });
}

/** Of each pool of connections: a node has one. */
const turns = new WeakMap<Database, ReturnType<typeof inTurn>>();

/**
 * Rejects unless `key` is the user's payment password. Runs before the call's own transaction: a wrong try counts even
 * although the call has no other effect.
 */
export function requirePayPassword(database: Database, userId: string, key: string, now: number): Promise<void> {
  const inOrder = turns.get(database) ?? inTurn();
  turns.set(database, inOrder);
  // Right ones that are sent at once are tries until each is checked: five of them would lock their owner out.
  return inOrder(userId, () => checkPayPassword(database, userId, key, now));
}

async function checkPayPassword(database: Database, userId: string, key: string, now: number): Promise<void> {
  const [claimed] = await claimTry(database, userId, now);
  if (!claimed) throw await whyNoTry(database, userId, now);
  if (!(await isSecret(claimed.pay_password_hash, key))) {
    throw claimed.left > 0
      ? new DomainError('key_wrong', { field: 'key', params: { left: claimed.left } })
      : await whyNoTry(database, userId, now);
  }
  await database.query('update user_account set pay_failures = 0, pay_locked_until = null where id = $1', [userId]);
}
