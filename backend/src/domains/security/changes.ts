import type { Output, ReadInput } from '@tessera/api/contract';
import type { SecurityChange } from '@tessera/api/rules';
import type { Transaction } from '../../platform/db/database.ts';
import type { Factors } from '../../platform/factor/factors.ts';
import { passkeysOf } from '../../platform/factor/passkeys.ts';
import { factorState, hasFactor, proveFactor } from '../../platform/factor/prove.ts';
import { NEW_FACTOR_WAITS } from '../../platform/factor/waiting.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { type CodeTerms, unlinked } from '../../platform/mail/code-terms.ts';
import type { Approvable } from '../../platform/ports.ts';
import { requireOpenSession } from '../../platform/session/open-session.ts';
import type { SignedIn } from '../../platform/session/read-session.ts';
import { pauseWithdrawals, spendCode } from '../identity/index.ts';
import { approve, beginApprove } from './approval.ts';
import { checkOwnCode, requireKey } from './own-code.ts';

/* Changes of what approves. None of them takes a confirmation of the session: code in an open page may use that, too. */

export type Change = { readonly change: SecurityChange; readonly id?: string | undefined };

/** How a proof travels in the call that makes a change. */
type Given = {
  readonly proof_totp?: string | undefined;
  readonly proof_passkey?: string | undefined;
  readonly proof_recovery_code?: string | undefined;
  readonly mailed_code?: string | undefined;
};

/** What a change takes with it once it is made: the proof is spent in its transaction. */
export type Settle = (tx: Transaction) => Promise<void>;

const approvableOf = ({ change, id }: Change): Approvable => ({
  purpose: 'change',
  what: { change, ...(id !== undefined && { id }) },
});

/** What the message with the code says; null for a payment password, whose code has a scene of its own. */
async function termsOf(
  { database }: Factors,
  { id: userId }: SignedIn,
  { change, id }: Change,
): Promise<CodeTerms | null> {
  if (change === 'set_pay_password') return null;
  if (change !== 'remove_passkey') return { action: change, rows: [] };
  if (id === undefined) throw new DomainError('field_required', { field: 'id' });
  const passkey = (await passkeysOf(database, { kind: 'user', id: userId })).find((each) => each.id === id);
  if (!passkey) throw new DomainError('not_found', { field: 'id' });
  return { action: change, rows: [{ label: 'passkey', value: unlinked(passkey.name) }] };
}

export async function beginChange(
  factors: Factors,
  user: SignedIn,
  { change, id }: ReadInput<'POST /safe/change/begin'>,
): Promise<Output<'POST /safe/change/begin'>> {
  requireKey(user);
  const terms = await termsOf(factors, user, { change, id });
  const begun = await beginApprove(factors, user, approvableOf({ change, id }), terms ?? { action: null, rows: [] });
  return terms === null ? { ...begun, code: null } : begun;
}

const FIELDS: Readonly<Record<string, string>> = {
  totp: 'proof_totp',
  passkey: 'proof_passkey',
  recovery_code: 'proof_recovery_code',
  code: 'mailed_code',
};

/** Errors name the field that the proof came in: the change may have one of the former name. */
async function namingFields<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const { field, params } = error;
    throw new DomainError(error.code, { ...(field && { field: FIELDS[field] ?? field }), params, cause: error });
  }
}

/** By a recovery code: what else was changed with one that was found must not let money out at once. */
async function proveByRecovery(factors: Factors, user: SignedIn, recovery_code: string): Promise<Settle> {
  const { database, now } = factors;
  const holder = { kind: 'user', id: user.id } as const;
  const occasion = { purpose: 'change', holder, sessionId: user.sessionId };
  const state = await factorState(database, holder, now());
  const { requireKept } = await proveFactor(factors, { recovery_code }, occasion, state);
  return async (tx) => {
    await requireOpenSession(tx, user);
    await pauseWithdrawals(tx, user.id, now(), NEW_FACTOR_WAITS);
    await requireKept(tx);
  };
}

/**
 * Rejects unless the user proves exactly this change, once: by a factor that approves already, by a recovery code or, where
 * no factor approves, by the code that was mailed for it. Runs outside of the caller's transaction, so that a wrong try
 * counts; call what it returns first in it: it rejects where the session has ended meanwhile, and holds the account, so that
 * changes of one account follow each other.
 */
export async function proveChange(factors: Factors, user: SignedIn, change: Change, given: Given): Promise<Settle> {
  requireKey(user);
  const { proof_totp: totp, proof_passkey: passkey, proof_recovery_code: recovery, mailed_code: code } = given;
  const byFactor = totp !== undefined || passkey !== undefined;
  return namingFields(() =>
    recovery !== undefined && !byFactor
      ? proveByRecovery(factors, user, recovery)
      : approve(factors, user, approvableOf(change), { totp, passkey, code }),
  );
}

/** The same of a payment password: where no factor approves, the code of its scene names it. */
export async function provePayPassword(
  factors: Factors,
  user: SignedIn,
  { code, ...given }: Given & { readonly code?: string | undefined },
): Promise<Settle> {
  const { database, now } = factors;
  const holder = { kind: 'user', id: user.id } as const;
  if (given.proof_recovery_code !== undefined || hasFactor(await factorState(database, holder, now()))) {
    return proveChange(factors, user, { change: 'set_pay_password' }, given);
  }
  requireKey(user);
  if (code === undefined) throw new DomainError('code_wrong', { field: 'code' });
  const checked = await checkOwnCode(database, user.id, { scene: 'pay_password', code, now: now() });
  return async (tx) => {
    await requireOpenSession(tx, user);
    await spendCode(tx, checked.id, now());
  };
}
