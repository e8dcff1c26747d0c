import type { Output, ReadInput } from '@tessera/api/contract';
import type { Transaction } from '../../platform/db/database.ts';
import { db, execute } from '../../platform/db/kysely.ts';
import { beginAuthenticator, checkFirstCode } from '../../platform/factor/authenticator.ts';
import type { Factors } from '../../platform/factor/factors.ts';
import type { Holder } from '../../platform/factor/holder.ts';
import { askPasskey, beginPasskey, checkNewPasskey } from '../../platform/factor/passkeys.ts';
import { factorState, hasFactor, proveFactor } from '../../platform/factor/prove.ts';
import { newRecoveryCodes } from '../../platform/factor/recovery-codes.ts';
import { DomainError, tryingAccount } from '../../platform/http/domain-error.ts';
import { createProofs } from '../../platform/proof/proof-of-work.ts';
import { browserHash } from '../../platform/session/session-browser.ts';
import { newToken, tokenHash } from '../../platform/session/token.ts';
import {
  createLogInGuard,
  isSecret,
  keepDevice,
  knownDeviceId,
  type LogInGuard,
  wasteTime,
} from '../identity/index.ts';

/** A working day, ms. */
export const STAFF_SESSION_LASTS = 8 * 3_600_000;

type Member = {
  readonly id: string;
  readonly account: string;
  readonly name: string;
  readonly role: string;
  readonly password_hash: string;
};
type Credentials = { readonly user_string: string; readonly password: string; readonly proof?: string | undefined };
type SignedIn = Output<'POST /staff/login'>;

export type StaffClient = {
  readonly address: string;
  readonly device: string | null;
  readonly setDevice: (token: string) => void;
  /** Thumbprint of the key that a session is bound to; null for none. */
  readonly key: string | null;
  /** Cookie of the browser that it is bound to; null where it sent none. */
  readonly browser: string | null;
};

/** No member has this id. */
const NO_MEMBER = '0';

/** Tries are counted apart from those of a user with the same address. */
export const countedAs = (account: string): string => `staff ${account.toLowerCase()}`;

export const holderOfMember = ({ id }: { readonly id: string }): Holder => ({ kind: 'staff', id });

type Parts = { readonly factors: Factors; readonly guard: LogInGuard };

/** The member of a password, for one of the calls. The error does not reveal whether the account exists or is disabled. */
async function checkPassword(
  { factors: { database }, guard }: Parts,
  purpose: string,
  { user_string, password, proof }: Credentials,
  { address, device }: StaffClient,
): Promise<Member> {
  const [found] = await database.query<Member>(
    'select id, account, name, role, password_hash from staff_member where lower(account) = $1 and not disabled',
    [user_string.toLowerCase()],
  );
  const logIn = {
    purpose,
    subject: countedAs(user_string),
    counted: [countedAs(user_string)],
    address,
    knownDevice: await knownDeviceId(database, { kind: 'staff', id: found?.id ?? NO_MEMBER }, device),
    proof,
  };
  return tryingAccount(found ? `staff:${found.id}` : null, () =>
    guard.check(logIn, async () => {
      if (!found) await wasteTime(password);
      if (!(found && (await isSecret(found.password_hash, password)))) throw new DomainError('wrong_credentials');
      return found;
    }),
  );
}

/**
 * Rejects where the password is not the one any more that was found right, and holds the account: a change ends the sessions
 * that it finds, and would miss one that is opened meanwhile.
 */
async function requireSame(tx: Transaction, { id, password_hash }: Member): Promise<void> {
  const same = await tx.query(
    'select from staff_member where id = $1 and password_hash = $2 and not disabled for no key update',
    [id, password_hash],
  );
  if (same.length === 0) throw new DomainError('wrong_credentials');
}

/** Opens a session, which its factor has confirmed. */
async function enter(
  tx: Transaction,
  { id, name, role }: Member,
  { device, setDevice, key, browser }: StaffClient,
  now: number,
): Promise<SignedIn> {
  setDevice(await keepDevice(tx, { kind: 'staff', id }, device, now));
  const token = newToken();
  const expiresAt = now + STAFF_SESSION_LASTS;
  await execute(
    tx,
    db.insertInto('staff_session').values({
      staff_id: id,
      token_hash: tokenHash(token),
      created_at: new Date(now),
      last_seen_at: new Date(now),
      expires_at: new Date(expiresAt),
      confirmed_at: new Date(now),
      key_thumbprint: key,
      browser_hash: browserHash({ key, browser }),
    }),
  );
  return { token, expires_at: expiresAt, staff: { id, name, role } };
}

/** Signs staff in, by password and second factor. Who has none yet is told to enrol one. */
async function logInStaff(
  parts: Parts,
  { user_string, password, proof, ...given }: ReadInput<'POST /staff/login'>,
  client: StaffClient,
): Promise<SignedIn> {
  const { factors } = parts;
  const { database, now } = factors;
  const member = await checkPassword(parts, 'POST /staff/login', { user_string, password, proof }, client);
  const holder = holderOfMember(member);
  const state = await factorState(database, holder);
  if (!hasFactor(state)) throw new DomainError('factor_enrolment_required');
  const { requireKept } = await proveFactor(factors, given, { purpose: 'sign-in', holder, sessionId: null }, state);
  return database.transaction(async (tx) => {
    await requireSame(tx, member);
    await requireKept(tx);
    return enter(tx, member, client, now());
  });
}

/** The challenge that a passkey signs as the second step. */
export const beginStaffPasskey = async (factors: Factors): Promise<Output<'POST /staff/passkey/begin'>> => ({
  options: await askPasskey(factors, { purpose: 'sign-in', holder: null, sessionId: null }),
});

/** The member of a password who has no factor: only the first one is enrolled without another one. */
async function memberWithoutFactor(
  parts: Parts,
  purpose: string,
  credentials: Credentials,
  client: StaffClient,
): Promise<Member> {
  const member = await checkPassword(parts, purpose, credentials, client);
  if (hasFactor(await factorState(parts.factors.database, holderOfMember(member)))) throw new DomainError('forbidden');
  return member;
}

/** A secret for an authenticator and the options for a passkey: the member enrols one of the two. */
async function beginStaffFactor(
  parts: Parts,
  payload: ReadInput<'POST /staff/factor/begin'>,
  client: StaffClient,
): Promise<Output<'POST /staff/factor/begin'>> {
  const { factors } = parts;
  const member = await memberWithoutFactor(parts, 'POST /staff/factor/begin', payload, client);
  const holder = holderOfMember(member);
  const label = `${member.account} (staff)`;
  const { secret, uri, expiresAt } = await beginAuthenticator(factors, holder, label);
  const options = await beginPasskey(factors, holder, { sessionId: null, name: label });
  return { secret, uri, expires_at: expiresAt, options };
}

/** Enrols the first factor and signs in. */
async function confirmStaffFactor(
  parts: Parts,
  payload: ReadInput<'POST /staff/factor/confirm'>,
  client: StaffClient,
): Promise<Output<'POST /staff/factor/confirm'>> {
  const { factors } = parts;
  const { database, now } = factors;
  const member = await memberWithoutFactor(parts, 'POST /staff/factor/confirm', payload, client);
  const holder = holderOfMember(member);
  const { passkey, totp } = payload;
  if (passkey === undefined && totp === undefined) throw new DomainError('totp_required', { field: 'totp' });
  const enrol =
    passkey === undefined
      ? await checkFirstCode(factors, holder, totp ?? '')
      : await checkNewPasskey(factors, holder, { sessionId: null, response: passkey, name: 'Passkey' });
  const recovery = await newRecoveryCodes(holder, now());
  return database.transaction(async (tx) => {
    // Of two enrolments at once one is first: the other one would add a factor without proving the first.
    await requireSame(tx, member);
    if (hasFactor(await factorState(tx, holder))) throw new DomainError('forbidden');
    await enrol(tx);
    await recovery.store(tx);
    await tx.query(
      `insert into staff_action (staff_id, action, subject, at) values ($1, 'member.enrol_factor', $2, $3)`,
      [member.id, `member:${member.id}`, new Date(now())],
    );
    return { ...(await enter(tx, member, client, now())), recovery_codes: recovery.codes };
  });
}

/** The handlers that take a password, with their counts of wrong ones. */
export function staffLogIn(factors: Factors) {
  const parts: Parts = { factors, guard: createLogInGuard({ ...factors, proofs: createProofs(factors) }) };
  return {
    logIn: (payload: ReadInput<'POST /staff/login'>, client: StaffClient) => logInStaff(parts, payload, client),
    beginFactor: (payload: ReadInput<'POST /staff/factor/begin'>, client: StaffClient) =>
      beginStaffFactor(parts, payload, client),
    confirmFactor: (payload: ReadInput<'POST /staff/factor/confirm'>, client: StaffClient) =>
      confirmStaffFactor(parts, payload, client),
  };
}
