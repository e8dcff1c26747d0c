import type { InvestProduct } from '@tessera/api/invest';
import { type MiningProduct, ratesOf } from '@tessera/api/mining';
import { cmp, type DecimalString } from '@tessera/money';

/* What a coin can earn: flexible savings, fixed deposits and locked mining as terms of one list. */

type Offer =
  | { readonly kind: 'demand' | 'fixed'; readonly product: InvestProduct }
  | { readonly kind: 'mining'; readonly product: MiningProduct };

export type Term = Offer & {
  /** 0: flexible. */
  readonly days: number;
  /** Ratio of a year, without compounding. */
  readonly year: DecimalString;
};

export type Coin = {
  readonly currency: string;
  /** Shortest first; of a kind and length the one that pays most. */
  readonly terms: readonly Term[];
  /** Ratios of a year: the least and the most that its terms pay. */
  readonly low: DecimalString;
  readonly high: DecimalString;
};

const byYield = (one: Term, other: Term): number => cmp(other.year, one.year);

function termsOf(mining: readonly MiningProduct[], invest: readonly InvestProduct[]): Term[] {
  const deposits = invest.flatMap((product): Term[] => {
    const { section, annual_rate: year, days } = product;
    return section === 'demand' || section === 'fixed' ? [{ kind: section, product, days: days ?? 0, year }] : [];
  });
  const locked = mining.map((product): Term => {
    const { lock_days: days, day_rates } = product;
    return { kind: 'mining', product, days, year: ratesOf(day_rates).year };
  });
  return [...deposits, ...locked].filter(({ product }) => product.status === 'open');
}

/** Coins that something is sold in, in the order of their first product, each with its terms. */
export function coinsOf(mining: readonly MiningProduct[], invest: readonly InvestProduct[]): readonly Coin[] {
  const all = termsOf(mining, invest);
  const currencies = [...new Set(all.map(({ product }) => product.currency))];
  return currencies.map((currency) => {
    const yields = all.filter(({ product }) => product.currency === currency).toSorted(byYield);
    const terms = yields.filter(
      (term, place) => yields.findIndex(({ kind, days }) => kind === term.kind && days === term.days) === place,
    );
    return {
      currency,
      terms: terms.toSorted((one, other) => one.days - other.days || byYield(one, other)),
      low: terms.at(-1)?.year ?? '0',
      high: terms[0]?.year ?? '0',
    };
  });
}

/** The term of a coin that is asked for, else the nearest thing to it: of the same length, else its first. */
export const termOf = ({ terms }: Coin, days: number | undefined, kind: string | undefined): Term | undefined => {
  const long = terms.filter((term) => term.days === days);
  return long.find((term) => term.kind === kind) ?? long[0] ?? terms[0];
};
