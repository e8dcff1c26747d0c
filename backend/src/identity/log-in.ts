import type { Answer, ReadPayload } from '@tessera/api/contract';
import { Refusal } from '../http/refusal.ts';
import type { Database } from '../postgres/database.ts';
import { openSession } from '../session/sessions.ts';
import { contactOf } from './contact.ts';
import { isSecret, wasteTime } from './password.ts';
import { userByContact } from './users.ts';
import { sessionUser } from './wire.ts';

const MINUTE = 60_000;
/** After this many failures in a row an account takes no log-in for a while. */
export const LOGIN_TRIES = 5;
export const LOGIN_LOCKED = 15 * MINUTE;

type Client = { readonly userAgent: string; readonly address: string };

/** Signs in by password. Whether the account exists or the password is wrong is not told apart. */
export async function logIn(
  database: Database,
  { user_string, area_code, password, remember }: ReadPayload<'POST /user/login'>,
  { userAgent, address }: Client,
  now: number,
): Promise<Answer<'POST /user/login'>> {
  const user = await userByContact(database, contactOf(user_string, area_code));
  if (!user) {
    await wasteTime(password);
    throw new Refusal('wrong_credentials');
  }
  if (user.login_locked_until !== null && user.login_locked_until > now) {
    throw new Refusal('account_locked', { params: { minutes: Math.ceil((user.login_locked_until - now) / MINUTE) } });
  }
  if (!(await isSecret(user.password_hash, password))) {
    await database.query(
      `update user_account set login_failures = case when login_failures + 1 >= $2 then 0 else login_failures + 1 end,
              login_locked_until = case when login_failures + 1 >= $2 then to_timestamp($3::double precision / 1000) end
        where id = $1`,
      [user.id, LOGIN_TRIES, now + LOGIN_LOCKED],
    );
    throw new Refusal('wrong_credentials');
  }
  if (user.disabled) throw new Refusal('account_disabled');
  return database.transaction(async (tx) => {
    await tx.query('update user_account set login_failures = 0, login_locked_until = null where id = $1', [user.id]);
    const { token, expiresAt } = await openSession(tx, { userId: user.id, userAgent, address, remember, now });
    return { token, expires_at: expiresAt, user: sessionUser(user) };
  });
}
