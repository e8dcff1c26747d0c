import type { Transaction } from '../../platform/db/database.ts';
import { namedTime } from '../../platform/mail/fill-text.ts';
import { tellUser } from '../messages/index.ts';

export type LoanNotice = {
  /** Names the text `loan_<kind>` of `messages`. */
  readonly kind:
    | 'paid_out'
    | 'rejected'
    | 'warning'
    | 'liquidated'
    | 'interest_unpaid'
    | 'reminder'
    | 'overdue'
    | 'repaid';
  /** Unix ms. */
  readonly at: number;
  /** What the text names; numbers are times, Unix ms. */
  readonly values: Readonly<Record<string, string | number>>;
};

/**
 * Notifies a borrower in the message centre, on open pages and by mail, once the transaction is committed. `loanId` and the
 * time name what it is about: a repeated run sends nothing twice.
 */
export const sendLoanNotice = (
  tx: Transaction,
  { userId, loanId }: { readonly userId: string; readonly loanId: string },
  { kind, at, values }: LoanNotice,
): Promise<void> =>
  tellUser(tx, {
    userId,
    kind: `loan_${kind}`,
    named: Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, typeof value === 'number' ? namedTime(value) : value]),
    ),
    reference: `${loanId}:${at}`,
    at,
    byMail: true,
  });
