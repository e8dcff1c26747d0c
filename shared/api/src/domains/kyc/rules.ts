import type { Output } from '../../kit/contract.ts';
import type { KycContract } from './contract.ts';

export { DOCUMENT_COUNTRIES } from './countries.ts';

export type VerificationLevel = 0 | 1 | 2;
export type VerificationState = Pick<Output<KycContract['GET /real/state']>, 'level' | 'state' | 'real_type'>;

/**
 * State of a level for a user: passed, held, under review, rejected, available, or locked until the one below is held.
 */
export type Standing = 'included' | 'current' | 'review' | 'failed' | 'open' | 'locked';

export function standingOf(level: VerificationLevel, { level: held, state, real_type }: VerificationState): Standing {
  if (level < held) return 'included';
  if (level === held) return 'current';
  if (real_type === level && state === 'under_review') return 'review';
  if (level > held + 1) return 'locked';
  return real_type === level && state === 'failed' ? 'failed' : 'open';
}

/** The level that can be applied for now; null when there is none, or an application is under review. */
export function nextLevel(verification: VerificationState): 1 | 2 | null {
  for (const level of [1, 2] as const) {
    const standing = standingOf(level, verification);
    if (standing === 'review') return null;
    if (standing === 'open' || standing === 'failed') return level;
  }
  return null;
}

/*
 * The credit score, 0 to 100, published on the screen where it stands and in docs/identity.md: the sum of three parts.
 */

const DAY = 86_400_000;

/** Most points of each part. */
export const CREDIT_PARTS = { identity: 40, repayment: 40, age: 20 } as const;
export type CreditPartName = keyof typeof CREDIT_PARTS;

/** Days after which the age of an account counts in full. */
export const FULL_AGE_DAYS = 365;

/** Loans that were paid back in time, and that were not. */
export type Repayment = { readonly inTime: number; readonly late: number };

export type CreditFacts = {
  readonly level: VerificationLevel;
  /** Unix ms. */
  readonly since: number;
  readonly now: number;
  /** Null where the user has had no loan: that speaks neither for nor against them. */
  readonly repayment: Repayment | null;
};

export type CreditPart = { readonly name: CreditPartName; readonly points: number; readonly max: number };

const within = (points: number, max: number): number => Math.min(max, Math.max(0, Math.floor(points)));

/** Half of the points without a loan, 4 more for each that was paid back in time, 10 less for each that was not. */
const repaymentPoints = (repayment: Repayment | null): number =>
  CREDIT_PARTS.repayment / 2 + (repayment ? 4 * repayment.inTime - 10 * repayment.late : 0);

/** The score and its parts: the identity level, half of its points a level; repayment; a year of the account. */
export function creditOf({ level, since, now, repayment }: CreditFacts): {
  readonly score: number;
  readonly parts: readonly CreditPart[];
} {
  const points: Record<CreditPartName, number> = {
    identity: (CREDIT_PARTS.identity / 2) * level,
    repayment: repaymentPoints(repayment),
    age: (CREDIT_PARTS.age * (now - since)) / (FULL_AGE_DAYS * DAY),
  };
  const parts = (['identity', 'repayment', 'age'] as const).map((name) => ({
    name,
    points: within(points[name], CREDIT_PARTS[name]),
    max: CREDIT_PARTS[name],
  }));
  return { score: parts.reduce((sum, part) => sum + part.points, 0), parts };
}

/** How full a limit is, a ratio from 0 to 1; null where there is none. */
export const usedShare = (used: string, limit: string | null): number | null =>
  limit === null ? null : Number(limit) <= 0 ? 1 : Math.min(1, Number(used) / Number(limit));
