import type { Output, ReadInput } from '@tessera/api/contract';
import type { Sql, Transaction } from '../../platform/db/database.ts';
import type { Factors } from '../../platform/factor/factors.ts';
import { askPasskey, proveByPasskey } from '../../platform/factor/passkeys.ts';
import { factorState, hasFactor, proveFactor } from '../../platform/factor/prove.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { deviceOf, openSession } from '../../platform/session/sessions.ts';
import { checkPassword } from './check-password.ts';
import { cancelClosing } from './closing.ts';
import { contactOf } from './contact.ts';
import { hasKnownDevice, keepDevice, knownDeviceId } from './devices.ts';
import type { LogInGuard } from './log-in-guard.ts';
import { sendNotice } from './notices.ts';
import { type UserRow, userById } from './users.ts';
import { sessionUser } from './wire.ts';
import { pauseWithdrawals } from './withdrawal-pause.ts';

type SignedIn = Output<'POST /user/login'>;
type Client = {
  readonly userAgent: string;
  readonly address: string;
  readonly device: string | null;
  readonly setDevice: (token: string) => void;
  /** Thumbprint of the key that the session is bound to; null for none. */
  readonly key: string | null;
  /** Cookie of the browser that it is bound to; null where it sent none. */
  readonly browser: string | null;
};

/** Makes this browser known to the user. The one that signed up, or signs in first, is; any other one is new once. */
async function meetDevice(sql: Sql, userId: string, client: Client, now: number) {
  const { userAgent, address, device, setDevice } = client;
  const owner = { kind: 'user', id: userId } as const;
  const known = await knownDeviceId(sql, owner, device);
  if (known === null && (await isNew(sql, userId, userAgent))) {
    await pauseWithdrawals(sql, userId, now);
    await sendNotice(sql, userId, { kind: 'new_device', at: now, device: deviceOf(userAgent), address });
  }
  setDevice(await keepDevice(sql, owner, device, now));
}

/** Accounts from before devices had cookies go by the name of the device, until the next log-in. */
async function isNew(sql: Sql, userId: string, userAgent: string): Promise<boolean> {
  if (await hasKnownDevice(sql, { kind: 'user', id: userId })) return true;
  const [{ known, any } = { known: false, any: false }] = await sql.query<{ known: boolean; any: boolean }>(
    `select exists (select from session where user_id = $1) as any,
            exists (select from session where user_id = $1 and device = $2) as known`,
    [userId, deviceOf(userAgent)],
  );
  return any && !known;
}

/**
 * Rejects where the account is not as it was when its password was found right, and holds it until the session is there: a
 * reset and a freeze end the sessions that they find, and would miss one of a log-in that began before. `password` is none
 * where another proof was given.
 */
async function requireSame(tx: Transaction, { id }: UserRow, password: string | null): Promise<void> {
  const [row] = await tx.query<Pick<UserRow, 'password_hash' | 'disabled' | 'frozen_at'>>(
    'select password_hash, disabled, frozen_at from user_account where id = $1 for no key update',
    [id],
  );
  if (!row || (password !== null && row.password_hash !== password)) throw new DomainError('wrong_credentials');
  requireOpen(row);
}

/** Opens the session of a user who proved who they are. */
async function enter(
  tx: Transaction,
  user: UserRow,
  client: Client & { readonly remember: boolean; readonly confirmed: boolean },
  now: number,
): Promise<SignedIn> {
  const { userAgent, address, remember, confirmed, key, browser } = client;
  await cancelClosing(tx, user.id, now);
  await meetDevice(tx, user.id, client, now);
  // Other devices show the list of devices.
  tx.notify(user.id, { kind: 'session' });
  const session = { userId: user.id, userAgent, address, remember, confirmed, key, browser, now };
  const { token, expiresAt } = await openSession(tx, session);
  return { token, expires_at: expiresAt, user: sessionUser(user) };
}

/** Rejects for an account that opens no session. Only for callers who proved who they are. */
function requireOpen({ disabled, frozen_at }: Pick<UserRow, 'disabled' | 'frozen_at'>): void {
  if (disabled) throw new DomainError('account_disabled');
  if (frozen_at !== null) throw new DomainError('account_frozen');
}

/** Signs in by password and, for a user who has one, second factor. The error does not reveal whether the account exists. */
export async function logIn(
  { factors, guard }: { readonly factors: Factors; readonly guard: LogInGuard },
  { user_string, area_code, password, remember, proof, ...given }: ReadInput<'POST /user/login'>,
  client: Client,
): Promise<SignedIn> {
  const { database } = factors;
  const now = factors.now();
  const contact = contactOf(user_string, area_code);
  const { address, device } = client;
  // Once the password was right, what follows is counted by itself.
  const user = await checkPassword(database, guard, {
    contact,
    password,
    proof,
    address,
    device,
    purpose: 'log-in',
  });
  // Only revealed with the correct password.
  requireOpen(user);
  const holder = { kind: 'user', id: user.id } as const;
  const state = await factorState(database, holder);
  const proven = hasFactor(state)
    ? await proveFactor(factors, given, { purpose: 'sign-in', holder, sessionId: null }, state)
    : null;
  return database.transaction(async (tx) => {
    await requireSame(tx, user, user.password_hash);
    await proven?.requireKept(tx);
    if (proven?.by === 'recovery_code') {
      await pauseWithdrawals(tx, user.id, now);
      // On a known device, too: a thief of the codes may be using it.
      await sendNotice(tx, user.id, { kind: 'factors_changed', at: now });
    }
    // A factor that was added a short while ago lets in, and proves no more than the password did.
    return enter(tx, user, { ...client, remember, confirmed: proven?.approves ?? false }, now);
  });
}

/** The challenge for a passkey that tells who it is. */
export const beginPasskeyLogIn = async (factors: Factors): Promise<Output<'POST /user/passkey/begin'>> => ({
  options: await askPasskey(factors, { purpose: 'sign-in', holder: null, sessionId: null }),
});

/**
 * Signs in by passkey alone: it is something that the user has, and it verified a PIN or biometry. One that was added a short
 * while ago takes the password besides: code in a page that planted it has no session elsewhere before its owner read the mail.
 */
export async function logInByPasskey(
  factors: Factors,
  { passkey, remember }: ReadInput<'POST /user/passkey/login'>,
  client: Client,
): Promise<SignedIn> {
  const occasion = { purpose: 'sign-in', holder: null, sessionId: null };
  const { owner, requireKept, approves } = await proveByPasskey(factors, occasion, 'user', passkey);
  const user = await userById(factors.database, owner.id);
  requireOpen(user);
  if (!approves) throw new DomainError('passkey_waits', { field: 'passkey' });
  return factors.database.transaction(async (tx) => {
    await requireSame(tx, user, null);
    await requireKept(tx);
    return enter(tx, user, { ...client, remember, confirmed: true }, factors.now());
  });
}
