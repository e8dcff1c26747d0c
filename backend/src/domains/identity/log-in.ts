import type { Output, ReadInput } from '@tessera/api/contract';
import type { Database, Sql } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { deviceOf, openSession } from '../../platform/session/sessions.ts';
import { contactOf } from './contact.ts';
import { claimLoginTry, forgetLoginTries } from './login-tries.ts';
import { isSecret, wasteTime } from './password.ts';
import { userByContact } from './users.ts';
import { sessionUser } from './wire.ts';
import { pauseWithdrawals } from './withdrawal-pause.ts';

type Client = { readonly userAgent: string; readonly address: string };

/** The device that signed up, or signs in first, is known; any other one is new once. */
async function pauseForNewDevice(sql: Sql, userId: string, userAgent: string, now: number): Promise<void> {
  const [{ known, any } = { known: false, any: false }] = await sql.query<{ known: boolean; any: boolean }>(
    `select exists (select from session where user_id = $1) as any,
            exists (select from session where user_id = $1 and device = $2) as known`,
    [userId, deviceOf(userAgent)],
  );
  if (any && !known) await pauseWithdrawals(sql, userId, now);
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
    await pauseForNewDevice(tx, user.id, userAgent, now);
    // Other devices show the list of devices.
    tx.notify(user.id, { kind: 'session' });
    const { token, expiresAt } = await openSession(tx, { userId: user.id, userAgent, address, remember, now });
    return { token, expires_at: expiresAt, user: sessionUser(user) };
  });
}
