import { type LoanTerms, RATE_SCALE } from '@tessera/api/loans/rules';
import { min, quantize } from '@tessera/money';
import type { Sql } from '../../platform/db/database.ts';
import type { VipBenefits } from '../../platform/ports.ts';
import { readSettingsOf } from '../site/index.ts';

/** A version of the terms. Applications and loans keep the one that they were made under. */
export type TermsRow = LoanTerms & {
  readonly version: number;
  readonly min_repayment: string;
  /** Interest a day of market makers whose level opens no loan. */
  readonly maker_day_rate: string;
};

const COLUMNS = `version, min_amount, max_amount, min_days, max_days, initial_ratio, warning_ratios, liquidation_ratio,
  overdue_rate, liquidation_fee, min_repayment, maker_day_rate`;

/** The terms in force. */
export async function readTerms(sql: Sql): Promise<TermsRow> {
  const [row] = await sql.query<TermsRow>(`select ${COLUMNS} from loan_terms order by version desc limit 1`);
  if (!row) throw new Error('loans have no terms');
  return row;
}

export async function termsOfVersion(sql: Sql, version: number): Promise<TermsRow> {
  const [row] = await sql.query<TermsRow>(`select ${COLUMNS} from loan_terms where version = $1`, [version]);
  if (!row) throw new Error(`loans have no terms ${version}`);
  return row;
}

/** Whom borrowers write to; settings, with their first values. */
export const advisorSettings = {
  loan_advisor_name: 'Loan desk',
  loan_advisor_email: 'loans@tessera.example',
  repayment_advisor_name: 'Repayment desk',
  repayment_advisor_email: 'repayments@tessera.example',
} as const;

export async function readAdvisors(sql: Sql) {
  const stored = await readSettingsOf(sql, Object.keys(advisorSettings) as (keyof typeof advisorSettings)[]);
  return {
    loan_advisor: { name: stored('loan_advisor_name'), email: stored('loan_advisor_email') },
    repayment_advisor: { name: stored('repayment_advisor_name'), email: stored('repayment_advisor_email') },
  };
}

/** What a user may borrow, and at which rate a day. */
export type Offer = { readonly limit: string; readonly dayRate: string };

/** The better of what level and mark give; null where neither opens a loan. */
export function offerOf({ loan }: Pick<VipBenefits, 'loan'>, maker: boolean, terms: TermsRow): Offer | null {
  const own = loan && { limit: min(loan.limit, terms.max_amount), dayRate: loan.dayRate };
  if (!maker) return own && { ...own, dayRate: quantize(own.dayRate, RATE_SCALE, 'down') };
  const dayRate = own ? min(own.dayRate, terms.maker_day_rate) : terms.maker_day_rate;
  return { limit: terms.max_amount, dayRate: quantize(dayRate, RATE_SCALE, 'down') };
}

export async function isMaker(sql: Sql, userId: string): Promise<boolean> {
  const rows = await sql.query('select 1 from market_maker where user_id = $1', [userId]);
  return rows.length > 0;
}
