import type { LoanTermsOutput } from '@tessera/api/loans';
import type { Requirement } from '@tessera/ui/content';
import { figure } from './figures.ts';
import { lowestLevel } from './use-rule-text.ts';

type Mine = {
  readonly level: number;
  readonly maker: boolean;
  readonly verified: boolean;
  readonly loan: object | null;
};

/** What a loan asks of a user; of a guest nothing is known. */
export const loanAsks = (
  terms: Pick<LoanTermsOutput, 'levels' | 'min_amount'>,
  mine: Mine | null,
  locale: string,
): readonly Requirement[] => [
  { asks: 'verification', advanced: true, met: mine?.verified ?? null },
  { asks: 'vip', level: lowestLevel(terms), have: mine?.level ?? null, met: mine && mine.loan !== null },
  { asks: 'minimum', amount: figure(terms.min_amount, 0, locale, 'USDT') },
];
