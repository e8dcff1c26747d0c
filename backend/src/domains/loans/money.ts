import { LOAN_CURRENCY } from '@tessera/api/loans/rules';
import { neg } from '@tessera/money';
import type { CatalogueSnapshot } from '../../platform/catalogue/catalogue.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import {
  houseBalance,
  InsufficientBalance,
  type Journal,
  postJournals,
  userAccount,
} from '../../platform/ledger/index.ts';

/** Loans are paid into the exchange account and repaid from it; collateral comes from it and returns to it. */
export const ACCOUNT = 'change';
/** Where collateral stands while it secures an application or a loan. */
export const LOCKED = 'collateral';

/** Fraction digits of what loans are paid out in. */
export const owedScale = (catalogue: CatalogueSnapshot): number => catalogue.heldCurrency(LOAN_CURRENCY).scale;

/** Moves collateral into its account, or back where the amount is negative. */
export const collateralEntries = (userId: string, currency: string, amount: string): Journal['entries'] => [
  { account: userAccount(userId, ACCOUNT), currency, amount: neg(amount) },
  { account: userAccount(userId, LOCKED), currency, amount },
];

/** Posts journals; rejects with `insufficient_balance` at a field of the input where the user's money does not suffice. */
export async function post(tx: Transaction, journals: readonly Journal[], field?: string): Promise<void> {
  try {
    await postJournals(tx, journals);
  } catch (error) {
    if (!(error instanceof InsufficientBalance)) throw error;
    throw new DomainError('insufficient_balance', { ...(field !== undefined && { field }), cause: error });
  }
}

/** What the house can lend. Payouts wait for each other, so that two at once cannot pay the same money. */
export async function lockFunds(tx: Transaction): Promise<string> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('loans:funds', 0))`);
  return houseBalance(tx, 'loans', LOAN_CURRENCY);
}
