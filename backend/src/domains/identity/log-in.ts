import type { Output, ReadInput } from '@tessera/api/contract';
import type { Sql, Transaction } from '../../platform/db/database.ts';
import type { Factors } from '../../platform/factor/factors.ts';
import { askPasskey, proveByPasskey } from '../../platform/factor/passkeys.ts';
import { factorState, hasFactor, proveFactor } from '../../platform/factor/prove.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { deviceOf, openSession } from '../../platform/session/sessions.ts';
import { contactOf } from './contact.ts';
import { claimLoginTry, forgetLoginTries } from './login-tries.ts';
import { isSecret, wasteTime } from './password.ts';
import { type UserRow, userByContact, userById } from './users.ts';
import { sessionUser } from './wire.ts';
import { pauseWithdrawals } from './withdrawal-pause.ts';

type SignedIn = Output<'POST /user/login'>;
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

/** Opens the session of a user who proved who they are. */
async function enter(
  tx: Transaction,
  user: UserRow,
  { userAgent, address, remember, confirmed }: Client & { readonly remember: boolean; readonly confirmed: boolean },
  now: number,
): Promise<SignedIn> {
  await pauseForNewDevice(tx, user.id, userAgent, now);
  // Other devices show the list of devices.
  tx.notify(user.id, { kind: 'session' });
  const session = { userId: user.id, userAgent, address, remember, confirmed, now };
  const { token, expiresAt } = await openSession(tx, session);
  return { token, expires_at: expiresAt, user: sessionUser(user) };
}

/** Signs in by password and, for a user who has one, second factor. The error does not reveal whether the account exists. */
export async function logIn(
  factors: Factors,
  { user_string, area_code, password, remember, ...proof }: ReadInput<'POST /user/login'>,
  client: Client,
): Promise<SignedIn> {
  const { database } = factors;
  const now = factors.now();
  const contact = contactOf(user_string, area_code);
  await claimLoginTry(database, contact, now);
  const user = await userByContact(database, contact);
  if (!user) {
    await wasteTime(password);
    throw new DomainError('wrong_credentials');
  }
  if (!(await isSecret(user.password_hash, password))) throw new DomainError('wrong_credentials');
  // The password was right; what follows is counted by itself.
  await forgetLoginTries(database, [contact]);
  // Only revealed with the correct password.
  if (user.disabled) throw new DomainError('account_disabled');
  const holder = { kind: 'user', id: user.id } as const;
  const state = await factorState(database, holder);
  const confirmed = hasFactor(state);
  if (confirmed) await proveFactor(factors, proof, { purpose: 'sign-in', holder, sessionId: null }, state);
  const byRecoveryCode = confirmed && proof.passkey === undefined && proof.totp === undefined;
  return database.transaction(async (tx) => {
    if (byRecoveryCode) await pauseWithdrawals(tx, user.id, now);
    return enter(tx, user, { ...client, remember, confirmed }, now);
  });
}

/** The challenge for a passkey that tells who it is. */
export const beginPasskeyLogIn = async (factors: Factors): Promise<Output<'POST /user/passkey/begin'>> => ({
  options: await askPasskey(factors, { purpose: 'sign-in', holder: null, sessionId: null }),
});

/** Signs in by passkey alone: it is something that the user has, and it verified a PIN or biometry. */
export async function logInByPasskey(
  factors: Factors,
  { passkey, remember }: ReadInput<'POST /user/passkey/login'>,
  client: Client,
): Promise<SignedIn> {
  const occasion = { purpose: 'sign-in', holder: null, sessionId: null };
  const { id } = await proveByPasskey(factors, occasion, 'user', passkey);
  const user = await userById(factors.database, id);
  if (user.disabled) throw new DomainError('account_disabled');
  return factors.database.transaction((tx) => enter(tx, user, { ...client, remember, confirmed: true }, factors.now()));
}
