import {
  accrue,
  LOAN_CURRENCY,
  owedOf,
  ratioOf,
  repaymentProblem,
  type Split,
  splitPayment,
  warningsBelow,
} from '@tessera/api/loans/rules';
import { add, isPositive, isZero, min, mul, neg, scaleOf, sub } from '@tessera/money';
import type { Transaction } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { houseAccount, type Journal, userAccount } from '../../platform/ledger/index.ts';
import { ACCOUNT, collateralEntries, type LOCKED, owedScale, post } from './money.ts';
import { sendLoanNotice } from './notices.ts';
import { watchRatio } from './pay-out.ts';
import { type Prices, priceOf } from './prices.ts';
import { addEvent, debtOfRow, isOpen, type LoanRow, lockApplication, lockLoan, saveLoan, withDebt } from './store.ts';
import { termsOfVersion } from './terms.ts';

/** Where the money of a payment comes from: the user, and for what they cannot pay the insurance. */
type Payers = { readonly account: typeof ACCOUNT | typeof LOCKED; readonly shortfall?: string };

/** The journals of a payment: principal goes back to the loans, interest and penalty are income. */
export function paymentJournals(
  userId: string,
  ref: string,
  { principal, interest, penalty }: Split,
  at: number,
  { account, shortfall = '0' }: Payers,
): Journal[] {
  const currency = LOAN_CURRENCY;
  let missing = shortfall;
  const payFor = (amount: string): Journal['entries'] => {
    // The insurance pays last: what is missing is missing of the principal first.
    const lent = min(missing, amount);
    missing = sub(missing, lent);
    return [
      { account: userAccount(userId, account), currency, amount: sub(lent, amount) },
      { account: houseAccount('insurance'), currency, amount: neg(lent) },
    ];
  };
  return [
    {
      ref: `${ref}:principal`,
      kind: 'loan_repayment' as const,
      at,
      entries: [...payFor(principal), { account: houseAccount('loans'), currency, amount: principal }],
    },
    {
      ref: `${ref}:interest`,
      kind: 'loan_interest' as const,
      at,
      entries: [
        ...payFor(add(interest, penalty)),
        { account: houseAccount('interest'), currency, amount: interest },
        { account: houseAccount('fees'), currency, amount: penalty },
      ],
    },
  ].filter(({ entries }) => entries.some(({ amount }) => !isZero(amount)));
}

/** Warnings that hold after the borrower changed the loan: those that the ratio is below, at a price that judges. */
export async function rejudged(tx: Transaction, row: LoanRow, prices: Prices): Promise<LoanRow> {
  const terms = await termsOfVersion(tx, row.terms_version);
  const { price, paused } = priceOf(prices, row.currency);
  const at = prices.now();
  if (price === null || paused !== null) return { ...row, judged_from: at };
  const ratio = ratioOf(mul(row.collateral, price), owedOf(debtOfRow(row), owedScale(prices.catalogue.current())));
  const warned = Math.min(row.warned, ratio === null ? 0 : warningsBelow(ratio, terms.warning_ratios));
  return {
    ...row,
    warned,
    watch_ratio: watchRatio(terms, warned),
    rearm_ratio: warned === 0 ? null : row.rearm_ratio,
    judged_from: at,
  };
}

/** Takes a payment from the exchange account into a loan's row, and ends the loan where nothing is left. The row is locked. */
export async function pay(
  tx: Transaction,
  row: LoanRow,
  amount: string,
  kind: 'repayment' | 'interest',
  prices: Prices,
): Promise<LoanRow> {
  const at = prices.now();
  const scale = owedScale(prices.catalogue.current());
  const { split, after } = splitPayment(debtOfRow(row), amount, scale);
  const eventId = await addEvent(tx, row.id, { kind, at, amount });
  const journals = paymentJournals(row.user_id, `loan:${row.id}:${eventId}`, split, at, { account: ACCOUNT });
  await post(
    tx,
    journals.map((journal) => ({ ...journal, reference: row.id })),
    'number',
  );
  const paid = {
    ...withDebt(row, after),
    paid_principal: add(row.paid_principal, split.principal),
    paid_interest: add(row.paid_interest, split.interest),
    paid_penalty: add(row.paid_penalty, split.penalty),
  };
  tx.notify(row.user_id, { kind: 'balance' });
  if (isPositive(owedOf(after, scale))) {
    const judged = await rejudged(tx, paid, prices);
    await saveLoan(tx, judged);
    return judged;
  }
  return endRepaid(tx, paid, at);
}

/** Returns the collateral of a loan that is repaid. */
async function endRepaid(tx: Transaction, row: LoanRow, at: number): Promise<LoanRow> {
  const ended: LoanRow = { ...row, collateral: '0', state: 'repaid', ended_at: at, interest: '0', penalty: '0' };
  await saveLoan(tx, ended);
  await addEvent(tx, row.id, { kind: 'repaid', at, amount: row.paid_principal });
  if (isPositive(row.collateral)) {
    const entries = collateralEntries(row.user_id, row.currency, neg(row.collateral));
    await post(tx, [{ ref: `loan:${row.id}:collateral:return`, kind: 'collateral', reference: row.id, at, entries }]);
  }
  await sendLoanNotice(
    tx,
    { userId: row.user_id, loanId: row.id },
    {
      kind: 'repaid',
      at,
      values: { amount: `${row.paid_principal} ${LOAN_CURRENCY}`, collateral: `${row.collateral} ${row.currency}` },
    },
  );
  return ended;
}

/** The user's open loan, locked, with the days up to now counted. */
async function lockOpen(tx: Transaction, userId: string, id: string, at: number): Promise<LoanRow> {
  await lockApplication(tx, id, userId);
  const row = await lockLoan(tx, id);
  if (!row || !isOpen(row)) throw new DomainError('loan_not_open', { field: 'id' });
  return withDebt(row, accrue(debtOfRow(row), at));
}

/** Repays a loan: all that is owed at this moment, or a part. */
export async function repay(
  tx: Transaction,
  userId: string,
  { id, number }: { readonly id: string; readonly number?: string | undefined },
  prices: Prices,
): Promise<void> {
  const row = await lockOpen(tx, userId, id, prices.now());
  const scale = owedScale(prices.catalogue.current());
  const owed = owedOf(debtOfRow(row), scale);
  const { min_repayment: least } = await termsOfVersion(tx, row.terms_version);
  const amount = number ?? owed;
  const problem = repaymentProblem(amount, { owed, least, scale });
  if (problem) throw new DomainError(problem.code, { ...problem, field: 'number' });
  await pay(tx, row, amount, 'repayment', prices);
}

/** Adds collateral to an application under review or to an open loan. */
export async function addCollateral(
  tx: Transaction,
  userId: string,
  { id, number: sent }: { readonly id: string; readonly number: string },
  prices: Prices,
): Promise<void> {
  const at = prices.now();
  const application = await lockApplication(tx, id, userId);
  const loan = await lockLoan(tx, id);
  const open = loan ? isOpen(loan) : application.status === 'under_review';
  if (!open) throw new DomainError('loan_not_open', { field: 'id' });
  const number = add(sent, '0');
  const { scale } = prices.catalogue.current().heldCurrency(application.currency);
  if (scaleOf(number) > scale) throw new DomainError('field_too_precise', { field: 'number', params: { scale } });
  const eventId = await addEvent(tx, id, { kind: 'collateral_added', at, amount: number });
  const entries = collateralEntries(userId, application.currency, number);
  await post(
    tx,
    [{ ref: `loan:${id}:collateral:${eventId}`, kind: 'collateral', reference: id, at, entries }],
    'number',
  );
  tx.notify(userId, { kind: 'balance' });
  if (!loan) {
    await tx.query('update loan_application set collateral = collateral + $2 where id = $1', [id, number]);
    return;
  }
  const accrued = withDebt(loan, accrue(debtOfRow(loan), at));
  await saveLoan(tx, await rejudged(tx, { ...accrued, collateral: add(loan.collateral, number) }, prices));
}
