import type * as z from 'zod/mini';
import type { Output } from '../../kit/contract.ts';
import type { dualProof, InvestContract } from './contract.ts';
import type { DualTerms } from './rules.ts';

export type InvestProduct = Output<InvestContract['GET /dual/index']>['list'][number];
export type InvestOrder = Output<InvestContract['GET /dual/order']>;
export type SettledOrder = Output<InvestContract['GET /dual/proof']>;
export type DualProof = z.infer<typeof dualProof>;

type Pegged = Pick<
  InvestOrder,
  'side' | 'price' | 'annual_rate' | 'days' | 'currency' | 'scale' | 'other_currency' | 'other_scale'
>;

/** What decides the pay-off; null for what has no pegged price. */
export const dualTermsOf = (
  { side, price, annual_rate, days, currency, scale, other_currency, other_scale }: Pegged,
  amount: string,
): DualTerms | null =>
  price === null || days === null
    ? null
    : {
        side,
        amount,
        price,
        annualRate: annual_rate,
        days,
        currency,
        scale,
        otherCurrency: other_currency ?? currency,
        otherScale: other_scale ?? scale,
      };
