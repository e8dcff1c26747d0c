import type { ErrorCode } from '@tessera/api/errors';
import type { Sql } from '../db/database.ts';
import { DomainError } from '../http/domain-error.ts';
import { proveByCode } from './authenticator.ts';
import type { Occasion } from './challenges.ts';
import type { Factors } from './factors.ts';
import { type Holder, holderKey, type RequireKept, type Used } from './holder.ts';
import { askPasskey, isLogIn, proveByPasskey } from './passkeys.ts';
import { proveByRecoveryCode } from './recovery-codes.ts';
import { approvesBy } from './waiting.ts';

export type FactorState = {
  /** Unix ms since when; null without one. */
  readonly authenticatorSince: number | null;
  readonly passkeys: number;
  /** Recovery codes that are left. */
  readonly recoveryCodes: number;
};

/** The factors that a holder has; with a time, Unix ms, only those that approve by then. */
export async function factorState(sql: Sql, holder: Holder, approvingAt: number | null = null): Promise<FactorState> {
  const approving = approvesBy('$2');
  const [state] = await sql.query<FactorState>(
    `select (select created_at from authenticator where holder = $1 and ${approving}) as "authenticatorSince",
            (select count(*)::int from passkey where holder = $1 and ${approving}) as passkeys,
            (select count(*)::int from recovery_code where holder = $1 and used_at is null and ${approving})
              as "recoveryCodes"`,
    [holderKey(holder), approvingAt === null ? null : new Date(approvingAt)],
  );
  if (!state) throw new Error('a query without a table has a row');
  return state;
}

/** Recovery codes alone are no factor: they stand in for one that is lost. */
export const hasFactor = ({ authenticatorSince, passkeys }: FactorState): boolean =>
  authenticatorSince !== null || passkeys > 0;

/** What a caller proves themselves with, as calls take it. */
export type Proof = {
  /** The browser's response to a challenge, as JSON. */
  readonly passkey?: string | undefined;
  readonly totp?: string | undefined;
  readonly recovery_code?: string | undefined;
};

type Proven = Used & { readonly by: keyof Proof };

/** The error that tells a page what to ask for. */
export const missingProof = ({ authenticatorSince, passkeys }: FactorState): ErrorCode => {
  if (authenticatorSince === null) return 'passkey_required';
  return passkeys > 0 ? 'factor_required' : 'totp_required';
};

/** Rejects what does not approve yet, but to log in: since `state` was read, another one may have come in its place. */
function waitedFor(occasion: Pick<Occasion, 'purpose'>, proven: Proven): Proven {
  if (!proven.approves && !isLogIn(occasion)) throw new DomainError('factor_waits', { field: proven.by });
  return proven;
}

/**
 * Checks the second factor of a holder who has one. Runs outside of the caller's transaction: what was tried counts, and
 * what was used is used up, even if the rest of the call is rolled back. A recovery code is taken to sign in and to
 * confirm, never to approve something: an approval names `what`. A new factor is taken to sign in alone: `state` is of those
 * that approve for all else. Returns what was proven with, whatever else was sent: who opens a session by it requires in
 * that transaction that it is still there.
 */
export async function proveFactor(
  factors: Factors,
  { passkey, totp, recovery_code }: Proof,
  occasion: Omit<Occasion, 'holder'> & { readonly holder: Holder },
  state: FactorState,
): Promise<Proven> {
  const { holder, what } = occasion;
  if (passkey !== undefined) {
    // Challenges to sign in are made before a user is named.
    const asked = occasion.purpose === 'sign-in' ? { ...occasion, holder: null } : occasion;
    const { owner, ...used } = await proveByPasskey(factors, asked, holder.kind, passkey);
    if (owner.id !== holder.id) throw new DomainError('passkey_wrong', { field: 'passkey' });
    return { by: 'passkey', ...used };
  }
  if (totp !== undefined && state.authenticatorSince !== null) {
    return waitedFor(occasion, { by: 'totp', ...(await proveByCode(factors, holder, totp)) });
  }
  if (recovery_code !== undefined && what === undefined) {
    const used = await proveByRecoveryCode(factors, holder, recovery_code, { new: isLogIn(occasion) });
    return waitedFor(occasion, { by: 'recovery_code', ...used });
  }
  throw new DomainError(missingProof(state));
}

type Approval = {
  readonly holder: Holder;
  readonly sessionId: string;
  /** What kind of thing is approved: `withdrawal`. */
  readonly purpose: string;
  /** All that it consists of, such as amount, currency, network and address. */
  readonly what: object;
};

/**
 * Begins an approval: options for a passkey whose challenge is the hash of `what`; null where the holder has none and
 * approves with a code of the authenticator.
 */
export async function beginApproval(factors: Factors, approval: Approval): Promise<string | null> {
  const { passkeys } = await factorState(factors.database, approval.holder, factors.now());
  return passkeys > 0 ? askPasskey(factors, approval) : null;
}

/**
 * Rejects unless the holder approves exactly `what`, once, in this session: by a passkey that signed its hash, or by a
 * code of the authenticator sent with it. Returns what requires that factor to be there still, to be called in the
 * transaction of what was approved; null, and checks nothing, where neither of the holder's approves yet: the caller then
 * asks for a mailed code.
 */
export async function requireApproval(factors: Factors, approval: Approval, proof: Proof): Promise<RequireKept | null> {
  const state = await factorState(factors.database, approval.holder, factors.now());
  if (!hasFactor(state)) return null;
  return (await proveFactor(factors, proof, approval, state)).requireKept;
}
