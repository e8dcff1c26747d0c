// The kit by its package name: a relative import would bundle a second copy of it, with a second client.
import { callsOf } from '@tessera/api';
import type { Output } from '../../kit/contract.ts';
import type { LoansContract } from './contract.ts';
import { loansRoutes } from './routes.ts';

const { command, query, list } = callsOf<LoansContract>(loansRoutes);

export type LoanTermsOutput = Output<LoansContract['GET /loan/terms']>;
export type LoanApplication = Output<LoansContract['POST /user/jiedaisave']>;
export type Loan = NonNullable<LoanApplication['loan']>;

/** Terms, rates by level and prices of collateral. */
export const useLoanTerms = query('GET /loan/terms', { quiet: true });
/** The latest application with its loan, and what the user may borrow. */
export const useLatestLoan = query('POST /user/jiedaiusernewone', { quiet: true });
/** Applications and loans, newest first. */
export const useLoans = list('GET /user/loans', { quiet: true });
/** Applies; after silence it offers to repeat exactly that. */
export const useApplyForLoan = command('POST /user/jiedaisave');
export const useCancelLoan = command('POST /user/loan/cancel');
export const useAddCollateral = command('POST /user/loan/collateral');
export const useRepayLoan = command('POST /user/loan/repay');
