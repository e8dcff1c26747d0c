import type { Output } from '@tessera/api/contract';
import type { Transaction } from '../../platform/db/database.ts';
import type { Factors } from '../../platform/factor/factors.ts';
import { beginApproval, factorState, hasFactor, requireApproval } from '../../platform/factor/prove.ts';
import { waitingUntil } from '../../platform/factor/waiting.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { CodeTerms } from '../../platform/mail/code-terms.ts';
import type { Approvable, ApprovalProof } from '../../platform/ports.ts';
import { requireOpenSession } from '../../platform/session/open-session.ts';
import type { SignedIn } from '../../platform/session/read-session.ts';
import { spendCode } from '../identity/index.ts';
import { codeRequest, termsHash } from './bound-codes.ts';
import { checkOwnCode, requireKey } from './own-code.ts';

type Needs = Output<'POST /user/wallet/whitelist/begin'>;

const approvalOf = ({ id, sessionId }: SignedIn, { purpose, what }: Approvable) => ({
  holder: { kind: 'user', id } as const,
  sessionId,
  purpose,
  what,
});

/**
 * What an approval is to be made with. The challenge of a passkey is the hash of what is approved; a mailed code carries the
 * same hash, and its message says `shown`.
 */
export async function beginApprove(
  factors: Factors,
  user: SignedIn,
  approvable: Approvable,
  shown: CodeTerms,
): Promise<Needs> {
  const approval = approvalOf(user, approvable);
  const { database, now } = factors;
  const state = await factorState(database, approval.holder, now());
  return {
    passkey: await beginApproval(factors, approval),
    totp: state.authenticatorSince !== null,
    code: hasFactor(state) ? null : codeRequest(factors, user, approvable, shown),
    factor_from: await waitingUntil(database, approval.holder, now()),
  };
}

/**
 * Rejects unless the user approves exactly this: by a second factor or, while none approves, by a mailed code that was sent
 * for it. Runs outside of the caller's transaction, so that a wrong try counts; call what it returns first in it: it spends
 * the code, or rejects where the factor was removed or the session ended meanwhile.
 */
export async function approve(
  factors: Factors,
  user: SignedIn,
  approvable: Approvable,
  proof: ApprovalProof,
): Promise<(tx: Transaction) => Promise<void>> {
  const { database, now } = factors;
  const { totp, passkey, code } = proof;
  const requireKept = await requireApproval(factors, approvalOf(user, approvable), { totp, passkey });
  if (requireKept) {
    return async (tx) => {
      // First, as a removal of the factor locks the account first.
      await requireOpenSession(tx, user);
      await requireKept(tx);
    };
  }
  requireKey(user);
  if (code === undefined) throw new DomainError('code_wrong', { field: 'code' });
  const checked = await checkOwnCode(database, user.id, {
    scene: 'withdraw',
    terms: termsHash(approvable),
    code,
    now: now(),
  });
  return async (tx) => {
    await requireOpenSession(tx, user);
    await spendCode(tx, checked.id, now());
  };
}
