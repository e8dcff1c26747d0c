import {
  accrue,
  collateralFor,
  INSTALMENT_DAYS,
  LOAN_CURRENCY,
  LOAN_DAY,
  ratioOf,
  warningsBelow,
} from '@tessera/api/loans/rules';
import { cmp, mul, neg } from '@tessera/money';
import type { Transaction } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { houseAccount, userAccount } from '../../platform/ledger/index.ts';
import type { Ports } from '../../platform/ports.ts';
import { requireNotFrozen } from '../identity/index.ts';
import { ACCOUNT, lockFunds, post } from './money.ts';
import { sendLoanNotice } from './notices.ts';
import { type Prices, requirePrice } from './prices.ts';
import {
  type ApplicationRow,
  addEvent,
  debtOfRow,
  insertLoan,
  type LoanRow,
  lockApplication,
  lockLoan,
  outstanding,
  saveLoan,
  withDebt,
} from './store.ts';
import { termsOfVersion } from './terms.ts';

export type PayingOut = Prices & { readonly ports: Pick<Ports, 'keepsMoney'> };

/** Days before the due time on which the borrower is reminded. */
const REMIND_DAYS = 3;

/** When interest is settled next after so many instalments; null where that is with the loan. */
export function instalmentAfter(row: Pick<LoanRow, 'schedule' | 'paid_at' | 'due_at'>, done: number): number | null {
  if (row.schedule === 'end') return null;
  const at = row.paid_at + (done + 1) * INSTALMENT_DAYS * LOAN_DAY;
  return at < row.due_at ? at : null;
}

/** Next ratio that is watched for, after so many warnings. */
export const watchRatio = (
  {
    warning_ratios,
    liquidation_ratio,
  }: { readonly warning_ratios: readonly string[]; readonly liquidation_ratio: string },
  warned: number,
): string => warning_ratios[warned] ?? liquidation_ratio;

/**
 * The application, locked, if it could be paid out now: the collateral has its initial ratio still, and the house has the
 * money. Rejects with what stands in the way.
 */
export async function requirePayable(tx: Transaction, id: string, prices: PayingOut): Promise<ApplicationRow> {
  // A withdrawal at the same time locks this row: it comes before the loan, or finds it outstanding. Before the application, as
  // what the applicant does locks both.
  await tx.query(
    'select from user_account where id = (select user_id from loan_application where id = $1) for no key update',
    [id],
  );
  const row = await lockApplication(tx, id, null);
  if (row.status !== 'under_review') throw new DomainError('already_reviewed');
  await requireNotFrozen(tx, row.user_id);
  if (await outstanding(tx, row.user_id)) throw new DomainError('loan_outstanding');
  // Who owes for a deposit or a payment that went back borrows no more.
  await prices.ports.keepsMoney(tx, row.user_id);
  const terms = await termsOfVersion(tx, row.terms_version);
  const price = requirePrice(prices, row.currency);
  const ratio = ratioOf(mul(row.collateral, price), row.money);
  if (ratio === null || cmp(ratio, terms.initial_ratio) < 0) {
    const { scale } = prices.catalogue.current().heldCurrency(row.currency);
    const min = `${collateralFor(row.money, terms.initial_ratio, price, scale)} ${row.currency}`;
    throw new DomainError('collateral_too_low', { params: { min } });
  }
  if (cmp(await lockFunds(tx), row.money) < 0) throw new DomainError('loan_funds_short');
  return row;
}

/** Pays a loan out into the exchange account. Its first day has begun and costs. */
export async function payOut(
  tx: Transaction,
  id: string,
  decision: {
    readonly reviewerId: string;
    readonly firstReviewerId?: string | undefined;
    readonly reason?: string | undefined;
    readonly at: number;
  },
  prices: PayingOut,
): Promise<void> {
  const row = await requirePayable(tx, id, prices);
  const { at } = decision;
  const terms = await termsOfVersion(tx, row.terms_version);
  const price = requirePrice(prices, row.currency);
  await tx.query(
    `update loan_application
        set status = 'approved', reviewer_id = $2, first_reviewer_id = $3, reason = $4, reviewed_at = $5, collateral = 0
      where id = $1`,
    [id, decision.reviewerId, decision.firstReviewerId ?? null, decision.reason ?? null, new Date(at)],
  );
  const dueAt = at + row.days * LOAN_DAY;
  const warned = warningsBelow(ratioOf(mul(row.collateral, price), row.money) ?? '0', terms.warning_ratios);
  await insertLoan(tx, row, {
    at,
    dueAt,
    overdueRate: terms.overdue_rate,
    watchRatio: watchRatio(terms, warned),
  });
  const loan = await lockLoan(tx, id);
  if (!loan) throw new Error(`the loan ${id} is not there`);
  const instalmentAt = instalmentAfter(loan, 0);
  await saveLoan(tx, {
    ...withDebt(loan, accrue(debtOfRow(loan), at)),
    warned,
    instalment_at: instalmentAt,
    collect_at: instalmentAt ?? dueAt,
    remind_at: dueAt - REMIND_DAYS * LOAN_DAY,
  });
  await addEvent(tx, id, { kind: 'paid_out', at, amount: row.money, price });
  await post(tx, [
    {
      ref: `loan:${id}:paid`,
      kind: 'loan',
      reference: id,
      at,
      entries: [
        { account: houseAccount('loans'), currency: LOAN_CURRENCY, amount: neg(row.money) },
        { account: userAccount(row.user_id, ACCOUNT), currency: LOAN_CURRENCY, amount: row.money },
      ],
    },
  ]);
  tx.notify(row.user_id, { kind: 'balance' });
  await sendLoanNotice(
    tx,
    { userId: row.user_id, loanId: row.id },
    {
      kind: 'paid_out',
      at,
      values: { amount: `${row.money} ${LOAN_CURRENCY}`, due: dueAt, collateral: `${row.collateral} ${row.currency}` },
    },
  );
}
