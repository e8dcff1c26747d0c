import type { Output, ReadInput } from '@tessera/api/contract';
import type { Transaction } from '../../platform/db/database.ts';
import { beginAuthenticator, checkFirstCode, removeAuthenticator } from '../../platform/factor/authenticator.ts';
import { confirmedUntil, confirmSession, requireConfirmed } from '../../platform/factor/confirmation.ts';
import type { Factors } from '../../platform/factor/factors.ts';
import type { Holder } from '../../platform/factor/holder.ts';
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
import { DomainError } from '../../platform/http/domain-error.ts';
import type { SignedIn } from '../../platform/session/read-session.ts';
import { contactOfUser, maskContact, pauseWithdrawals, sendNotice, spendCode, userById } from '../identity/index.ts';
import { requireCurrentPassword } from './current-password.ts';
import { checkOwnCode, requireKey } from './own-code.ts';

const holderOf = ({ id }: SignedIn): Holder => ({ kind: 'user', id });
const sessionOf = ({ sessionId }: SignedIn) => ({ kind: 'user', sessionId }) as const;

/** Rejects with `confirmation_required` unless this session's owner proved who they are a short while ago. */
export const requireConfirmedUser = ({ database, now }: Factors, user: SignedIn): Promise<void> =>
  requireConfirmed(database, sessionOf(user), now());

export async function secondFactors({ database, now }: Factors, user: SignedIn): Promise<Output<'GET /safe/factors'>> {
  const holder = holderOf(user);
  const { authenticatorSince, recoveryCodes } = await factorState(database, holder);
  const removal = await pendingRemoval(database, user.id);
  return {
    authenticator_since: authenticatorSince,
    passkeys: await passkeysOf(database, holder),
    recovery_codes: recoveryCodes,
    confirmed_until: await confirmedUntil(database, sessionOf(user), now()),
    removal: removal && { at: removal.runsAt, by: removal.by },
  };
}

/** Stops the removal of the user's factors: a session is more than what the one had who reported them lost. */
export async function keepFactors({ database }: Factors, { id }: SignedIn): Promise<void> {
  if (!(await stopRemoval(database, id, 'session'))) throw new DomainError('not_found');
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
  const { passkeys } = await factorState(factors.database, holderOf(user));
  return { options: passkeys > 0 ? await askPasskey(factors, confirmOccasion(user)) : null };
}

/** Without a second factor: the password, which a stolen session does not have, and a code to the user's address. */
async function proveByPassword(
  { database, now }: Factors,
  user: SignedIn,
  { password, code }: ReadInput<'POST /safe/confirm'>,
): Promise<void> {
  requireKey(user);
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
  const occasion = confirmOccasion(user);
  const state = await factorState(database, occasion.holder);
  const proven = hasFactor(state) ? await proveFactor(factors, proof, occasion, state) : null;
  if (!proven) await proveByPassword(factors, user, proof);
  return database.transaction(async (tx) => {
    // What is set up next with a code that was found could approve withdrawals, which the code itself cannot.
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
  await requireConfirmedUser(factors, user);
  const { secret, uri, expiresAt } = await beginAuthenticator(factors, holderOf(user), await labelOf(factors, user));
  return { secret, uri, expires_at: expiresAt };
}

/** Recovery codes for an account that has none left to use. */
const firstRecoveryCodes = async ({ recoveryCodes }: FactorState, holder: Holder) =>
  recoveryCodes > 0 ? null : newRecoveryCodes(holder);

export async function confirmTotp(
  factors: Factors,
  user: SignedIn,
  { totp }: ReadInput<'POST /safe/totp/confirm'>,
): Promise<Output<'POST /safe/totp/confirm'>> {
  await requireConfirmedUser(factors, user);
  const holder = holderOf(user);
  const enable = await checkFirstCode(factors, holder, totp);
  const before = await factorState(factors.database, holder);
  const recovery = await firstRecoveryCodes(before, holder);
  await factors.database.transaction(async (tx) => {
    await enable(tx);
    await recovery?.store(tx);
    // In place of a former one it is a removal as well, and beside others it may be a thief's.
    if (hasFactor(before)) await pauseWithdrawals(tx, user.id, factors.now());
    await announce(tx, user, factors.now());
  });
  return { has_totp: true, recovery_codes: recovery?.codes ?? null };
}

/** Tells the user's screens, and the user by mail: who takes an account over begins with its factors. */
async function announce(tx: Transaction, { id }: SignedIn, at: number): Promise<void> {
  tx.notify(id, { kind: 'profile' });
  await sendNotice(tx, id, { kind: 'factors_changed', at });
}

/** Removes a factor: recovery codes do not stay without one, and withdrawals pause. */
async function removeFactor(
  factors: Factors,
  user: SignedIn,
  remove: (tx: Transaction, holder: Holder) => Promise<void>,
): Promise<void> {
  await requireConfirmedUser(factors, user);
  const holder = holderOf(user);
  await factors.database.transaction(async (tx) => {
    const at = factors.now();
    // First, as it locks the account: a log-in takes the locks in this order.
    await pauseWithdrawals(tx, user.id, at);
    await remove(tx, holder);
    if (!hasFactor(await factorState(tx, holder))) await dropRecoveryCodes(tx, holder);
    await announce(tx, user, at);
  });
}

export async function removeTotp(factors: Factors, user: SignedIn): Promise<Output<'POST /safe/totp/remove'>> {
  await removeFactor(factors, user, async (tx, holder) => {
    if (!(await removeAuthenticator(tx, holder))) throw new DomainError('not_found');
  });
  return { has_totp: false };
}

export async function replaceRecoveryCodes(
  factors: Factors,
  user: SignedIn,
): Promise<Output<'POST /safe/recovery_codes'>> {
  await requireConfirmedUser(factors, user);
  const holder = holderOf(user);
  if (!hasFactor(await factorState(factors.database, holder))) throw new DomainError('factor_missing');
  const { codes, store } = await newRecoveryCodes(holder);
  await factors.database.transaction(async (tx) => {
    await store(tx);
    await announce(tx, user, factors.now());
  });
  return { recovery_codes: codes };
}

export async function beginNewPasskey(factors: Factors, user: SignedIn): Promise<Output<'POST /safe/passkey/begin'>> {
  await requireConfirmedUser(factors, user);
  const { sessionId } = user;
  const name = await labelOf(factors, user);
  return { options: await beginPasskey(factors, holderOf(user), { sessionId, name }) };
}

export async function addPasskey(
  factors: Factors,
  user: SignedIn,
  { passkey, name }: ReadInput<'POST /safe/passkey/add'>,
): Promise<Output<'POST /safe/passkey/add'>> {
  await requireConfirmedUser(factors, user);
  const holder = holderOf(user);
  const { sessionId } = user;
  const store = await checkNewPasskey(factors, holder, { sessionId, response: passkey, name });
  const before = await factorState(factors.database, holder);
  const recovery = await firstRecoveryCodes(before, holder);
  const added = await factors.database.transaction(async (tx) => {
    await recovery?.store(tx);
    // Code in an open page could add one of its own, which would approve what only the owner's factors may.
    if (hasFactor(before)) await pauseWithdrawals(tx, user.id, factors.now());
    await announce(tx, user, factors.now());
    return store(tx);
  });
  return { added, recovery_codes: recovery?.codes ?? null };
}

export async function changePasskeyName(
  factors: Factors,
  user: SignedIn,
  { id, name }: ReadInput<'POST /safe/passkey/rename'>,
): Promise<void> {
  await requireConfirmedUser(factors, user);
  await factors.database.transaction(async (tx) => {
    await renamePasskey(tx, holderOf(user), id, name);
    tx.notify(user.id, { kind: 'profile' });
  });
}

export async function deletePasskey(
  factors: Factors,
  user: SignedIn,
  { id }: ReadInput<'POST /safe/passkey/remove'>,
): Promise<void> {
  await removeFactor(factors, user, (tx, holder) => removePasskey(tx, holder, id));
}
