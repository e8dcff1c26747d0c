import type { Output, ReadInput } from '@tessera/api/contract';
import type { Database, Sql } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { deviceOf, openSession } from '../../platform/session/sessions.ts';
import { contactOf } from './contact.ts';
import { claimLoginTry, forgetLoginTries } from './login-tries.ts';
import { isSecret, wasteTime } from './password.ts';
import { userByContact } from './users.ts';
import { sessionUser } from './wire.ts';

const DAY = 86_400_000;
/** A device that was never signed in before stops withdrawals this long: time to notice that it was not oneself. */
export const NEW_DEVICE_BLOCKS = DAY;

type Client = { readonly userAgent: string; readonly address: string };

/** The device that signed up, or signs in first, is known; any other one is new once. */
async function blockForNewDevice(sql: Sql, userId: string, userAgent: string, now: number): Promise<void> {
  await sql.query(
    `update user_account
        set withdrawals_blocked_until = greatest(withdrawals_blocked_until, $3)
      where id = $1 and exists (select from session where user_id = $1)
        and not exists (select from session where user_id = $1 and device = $2)`,
    [userId, deviceOf(userAgent), new Date(now + NEW_DEVICE_BLOCKS)],
  );
}

/** Signs in by password. The error does not reveal whether the account exists. */
export async function logIn(
  database: Database,
  { user_string, area_code, password, remember }: ReadInput<'POST /user/login'>,
  { userAgent, address }: Client,
  now: number,
): Promise<Output<'POST /user/login'>> {
  const contact = contactOf(user_string, area_code);
  await claimLoginTry(database, contact, now);
  const user = await userByContact(database, contact);
  if (!user) {
    await wasteTime(password);
    throw new DomainError('wrong_credentials');
  }
  if (!(await isSecret(user.password_hash, password))) throw new DomainError('wrong_credentials');
  return database.transaction(async (tx) => {
    await forgetLoginTries(tx, [contact]);
    // Only revealed with the correct password.
    if (user.disabled) throw new DomainError('account_disabled');
    await blockForNewDevice(tx, user.id, userAgent, now);
    // Other devices show the list of devices.
    tx.notify(user.id, { kind: 'session' });
    const { token, expiresAt } = await openSession(tx, { userId: user.id, userAgent, address, remember, now });
    return { token, expires_at: expiresAt, user: sessionUser(user) };
  });
}
