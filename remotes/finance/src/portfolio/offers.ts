import type { InvestProduct } from '@tessera/api/invest';
import { type MiningProduct, ratesOf } from '@tessera/api/mining';
import { cmp } from '@tessera/money';

type Mined = Pick<MiningProduct, 'currency' | 'status' | 'day_rates'>;
type Invested = Pick<InvestProduct, 'id' | 'section' | 'currency' | 'status' | 'annual_rate' | 'days'>;

export type Offers = {
  /** The highest rate of a day that locking pays; null where nothing is sold. */
  readonly locked: string | null;
  readonly demand: Invested | null;
  readonly fixed: Invested | null;
};

/** What idle funds of a currency could be in: the best product of each kind that is sold now. */
export function offersFor(currency: string, mining: readonly Mined[], invest: readonly Invested[]): Offers {
  const isSold = (product: Mined | Invested) => product.currency === currency && product.status === 'open';
  const best = (section: Invested['section']) =>
    invest
      .filter((each) => each.section === section && isSold(each))
      .toSorted((one, other) => cmp(one.annual_rate, other.annual_rate))
      .at(-1) ?? null;
  const rates = mining.filter(isSold).map(({ day_rates }) => ratesOf(day_rates).high);
  return { locked: rates.toSorted(cmp).at(-1) ?? null, demand: best('demand'), fixed: best('fixed') };
}
