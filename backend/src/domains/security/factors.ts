import type { Output, ReadInput } from '@tessera/api/contract';
import type { Transaction } from '../../platform/db/database.ts';
import { beginAuthenticator, checkFirstCode, removeAuthenticator } from '../../platform/factor/authenticator.ts';
import { confirmedUntil, confirmSession, requireConfirmed } from '../../platform/factor/confirmation.ts';
import type { Factors } from '../../platform/factor/factors.ts';
import { type Holder, holderKey } from '../../platform/factor/holder.ts';
import {
  askPasskey,
  beginPasskey,
  checkNewPasskey,
  passkeysOf,
  removePasskey,
  renamePasskey,
} from '../../platform/factor/passkeys.ts';
import { type FactorState, factorState, hasFactor, proveFactor } from '../../platform/factor/prove.ts';
import { dropRecoveryCodes, newRecoveryCodes } from '../../platform/factor/recovery-codes.ts';
import { pendingRemoval, stopRemoval, stopRemovalByLink } from '../../platform/factor/removal.ts';
import { isApproving, NEW_FACTOR_WAITS } from '../../platform/factor/waiting.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { requireOpenSession } from '../../platform/session/open-session.ts';
import type { SignedIn } from '../../platform/session/read-session.ts';
import { contactOfUser, maskContact, pauseWithdrawals, sendNotice, spendCode, userById } from '../identity/index.ts';
import { proveChange, type Settle } from './changes.ts';
import { requireCurrentPassword } from './current-password.ts';
import { checkOwnCode, requireKey } from './own-code.ts';

const holderOf = ({ id }: SignedIn): Holder => ({ kind: 'user', id });
const sessionOf = ({ sessionId }: SignedIn) => ({ kind: 'user', sessionId }) as const;

/** Rejects with `confirmation_required` unless this session's owner proved who they are a short while ago. */
export const requireConfirmedUser = ({ database, now }: Factors, user: SignedIn): Promise<void> =>
  requireConfirmed(database, { ...sessionOf(user), key: user.key }, now());

export async function secondFactors({ database, now }: Factors, user: SignedIn): Promise<Output<'GET /safe/factors'>> {
  const holder = holderOf(user);
  const at = now();
  const { authenticatorSince, recoveryCodes } = await factorState(database, holder);
  const [authenticator] = await database.query<{ from: number | null }>(
    'select approves_from as from from authenticator where holder = $1',
    [holderKey(holder)],
  );
  const waiting = (from: number | null = null) => (isApproving(from, at) ? null : from);
  const removal = await pendingRemoval(database, user.id);
  return {
    authenticator_since: authenticatorSince,
    authenticator_from: waiting(authenticator?.from),
    passkeys: (await passkeysOf(database, holder)).map((each) => ({
      ...each,
      approves_from: waiting(each.approves_from),
    })),
    recovery_codes: recoveryCodes,
    confirmed_until: await confirmedUntil(database, sessionOf(user), at),
    removal: removal && { at: removal.runsAt, by: removal.by },
  };
}

/** Stops the removal of the user's factors: a session with its key is more than what the one had who reported them lost. */
export async function keepFactors({ database }: Factors, user: SignedIn): Promise<void> {
  requireKey(user);
  if (!(await stopRemoval(database, user.id, 'session'))) throw new DomainError('not_found');
}

/** The same without a log-in, by the mailed link. The token cannot be guessed, and names no account to who has none. */
export async function keepFactorsByLink(
  { database }: Factors,
  { token }: ReadInput<'POST /user/factors/keep'>,
): Promise<void> {
  if (!(await stopRemovalByLink(database, token))) throw new DomainError('removal_link_invalid', { field: 'token' });
}

const confirmOccasion = (user: SignedIn) => ({
  purpose: 'confirm',
  holder: holderOf(user),
  sessionId: user.sessionId,
});

export async function beginConfirm(factors: Factors, user: SignedIn): Promise<Output<'POST /safe/confirm/begin'>> {
  const { passkeys } = await factorState(factors.database, holderOf(user), factors.now());
  return { options: passkeys > 0 ? await askPasskey(factors, confirmOccasion(user)) : null };
}

/** While no second factor approves: the password, which a stolen session does not have, and a code to the user's address. */
async function proveByPassword(
  { database, now }: Factors,
  user: SignedIn,
  { password, code }: ReadInput<'POST /safe/confirm'>,
): Promise<void> {
  const { id } = user;
  if (password === undefined) throw new DomainError('password_required', { field: 'password' });
  const at = now();
  await requireCurrentPassword(database, await userById(database, id), { password, field: 'password' }, at);
  if (code === undefined) throw new DomainError('code_wrong', { field: 'code' });
  const checked = await checkOwnCode(database, id, { scene: 'confirm', code, now: at });
  await spendCode(database, checked.id, at);
}

export async function confirm(
  factors: Factors,
  user: SignedIn,
  proof: ReadInput<'POST /safe/confirm'>,
): Promise<Output<'POST /safe/confirm'>> {
  const { database, now } = factors;
  requireKey(user);
  const occasion = confirmOccasion(user);
  const state = await factorState(database, occasion.holder, now());
  const byFactor = hasFactor(state) || proof.recovery_code !== undefined;
  const proven = byFactor ? await proveFactor(factors, proof, occasion, state) : null;
  if (!proven) await proveByPassword(factors, user, proof);
  return database.transaction(async (tx) => {
    await requireOpenSession(tx, user);
    // A code that was found opens the settings that a thief changes first.
    if (proven?.by === 'recovery_code') {
      await pauseWithdrawals(tx, user.id, now());
      await announce(tx, user, now());
    }
    await proven?.requireKept(tx);
    return { confirmed_until: await confirmSession(tx, sessionOf(user), now()) };
  });
}

/** Account name as authenticator apps and passkey managers show it. */
async function labelOf({ database }: Factors, { id, uid }: SignedIn): Promise<string> {
  const contact = contactOfUser(await userById(database, id));
  return contact ? maskContact(contact) : uid;
}

export async function beginTotp(factors: Factors, user: SignedIn): Promise<Output<'POST /safe/totp/begin'>> {
  requireKey(user);
  const { secret, uri, expiresAt } = await beginAuthenticator(factors, holderOf(user), await labelOf(factors, user));
  return { secret, uri, expires_at: expiresAt };
}

/** Recovery codes for an account that has none left to use. */
const firstRecoveryCodes = async ({ recoveryCodes }: FactorState, holder: Holder, now: number) =>
  recoveryCodes > 0 ? null : newRecoveryCodes(holder, now);

/** Tells the user's screens, and the user by mail: who takes an account over begins with its factors. */
async function announce(
  tx: Transaction,
  { id }: SignedIn,
  at: number,
  kind: 'factors_changed' | 'factor_added' = 'factors_changed',
): Promise<void> {
  tx.notify(id, { kind: 'profile' });
  await sendNotice(tx, id, { kind, at, until: at + NEW_FACTOR_WAITS });
}

/** Puts a new factor in force, with recovery codes for an account that has none. Beside others it pauses withdrawals. */
async function addFactor<T>(
  factors: Factors,
  user: SignedIn,
  { settle, store }: { readonly settle: Settle; readonly store: (tx: Transaction) => Promise<T> },
): Promise<{ readonly added: T; readonly codes: string[] | null }> {
  const holder = holderOf(user);
  const at = factors.now();
  const recovery = await firstRecoveryCodes(await factorState(factors.database, holder), holder, at);
  const added = await factors.database.transaction(async (tx) => {
    await settle(tx);
    const before = await factorState(tx, holder);
    const stored = await store(tx);
    await recovery?.store(tx);
    // In place of a former one it is a removal as well.
    if (hasFactor(before)) await pauseWithdrawals(tx, user.id, at, NEW_FACTOR_WAITS);
    await announce(tx, user, at, 'factor_added');
    return stored;
  });
  return { added, codes: recovery?.codes ?? null };
}

export async function confirmTotp(
  factors: Factors,
  user: SignedIn,
  { totp, ...proof }: ReadInput<'POST /safe/totp/confirm'>,
): Promise<Output<'POST /safe/totp/confirm'>> {
  requireKey(user);
  // First, as a wrong one leaves the proof to be used again.
  const store = await checkFirstCode(factors, holderOf(user), totp);
  const settle = await proveChange(factors, user, { change: 'set_authenticator' }, proof);
  const { codes } = await addFactor(factors, user, { settle, store });
  return { has_totp: true, recovery_codes: codes };
}

/** Removes a factor: recovery codes do not stay without one, and withdrawals pause. */
async function removeFactor(
  factors: Factors,
  user: SignedIn,
  { settle, remove }: { readonly settle: Settle; readonly remove: (tx: Transaction, holder: Holder) => Promise<void> },
): Promise<void> {
  const holder = holderOf(user);
  await factors.database.transaction(async (tx) => {
    const at = factors.now();
    await settle(tx);
    await pauseWithdrawals(tx, user.id, at, NEW_FACTOR_WAITS);
    await remove(tx, holder);
    if (!hasFactor(await factorState(tx, holder))) await dropRecoveryCodes(tx, holder);
    await announce(tx, user, at);
  });
}

export async function removeTotp(
  factors: Factors,
  user: SignedIn,
  proof: ReadInput<'POST /safe/totp/remove'>,
): Promise<Output<'POST /safe/totp/remove'>> {
  const settle = await proveChange(factors, user, { change: 'remove_authenticator' }, proof);
  await removeFactor(factors, user, {
    settle,
    async remove(tx, holder) {
      if (!(await removeAuthenticator(tx, holder))) throw new DomainError('not_found');
    },
  });
  return { has_totp: false };
}

export async function replaceRecoveryCodes(
  factors: Factors,
  user: SignedIn,
  proof: ReadInput<'POST /safe/recovery_codes'>,
): Promise<Output<'POST /safe/recovery_codes'>> {
  const { database, now } = factors;
  const holder = holderOf(user);
  if (!hasFactor(await factorState(database, holder))) throw new DomainError('factor_missing');
  const settle = await proveChange(factors, user, { change: 'renew_recovery_codes' }, proof);
  const { codes, store } = await newRecoveryCodes(holder, now());
  await database.transaction(async (tx) => {
    await settle(tx);
    await store(tx);
    await announce(tx, user, now(), 'factor_added');
  });
  return { recovery_codes: codes };
}

export async function beginNewPasskey(factors: Factors, user: SignedIn): Promise<Output<'POST /safe/passkey/begin'>> {
  requireKey(user);
  const { sessionId } = user;
  const name = await labelOf(factors, user);
  return { options: await beginPasskey(factors, holderOf(user), { sessionId, name }) };
}

export async function addPasskey(
  factors: Factors,
  user: SignedIn,
  { passkey, name, ...proof }: ReadInput<'POST /safe/passkey/add'>,
): Promise<Output<'POST /safe/passkey/add'>> {
  // First, as a wrong proof leaves the new passkey to be sent again.
  const settle = await proveChange(factors, user, { change: 'add_passkey' }, proof);
  const { sessionId } = user;
  const store = await checkNewPasskey(factors, holderOf(user), { sessionId, response: passkey, name });
  const { added, codes } = await addFactor(factors, user, { settle, store });
  return { added, recovery_codes: codes };
}

export async function changePasskeyName(
  factors: Factors,
  user: SignedIn,
  { id, name }: ReadInput<'POST /safe/passkey/rename'>,
): Promise<void> {
  await requireConfirmedUser(factors, user);
  await factors.database.transaction(async (tx) => {
    await requireOpenSession(tx, user);
    await renamePasskey(tx, holderOf(user), id, name);
    tx.notify(user.id, { kind: 'profile' });
  });
}

export async function deletePasskey(
  factors: Factors,
  user: SignedIn,
  { id, ...proof }: ReadInput<'POST /safe/passkey/remove'>,
): Promise<void> {
  const settle = await proveChange(factors, user, { change: 'remove_passkey', id }, proof);
  await removeFactor(factors, user, { settle, remove: (tx, holder) => removePasskey(tx, holder, id) });
}
