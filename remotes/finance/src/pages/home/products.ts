import type { InvestProduct } from '@tessera/api/invest';
import { cmp, type DecimalString } from '@tessera/money';
import { type ScreenUrl, screenUrl } from '@tessera/router';

export type ProductKey = 'invest' | 'ieo' | 'borrow' | 'otc' | 'buy' | 'visa';
export type GroupKey = 'invest' | 'borrow' | 'pay';

export type Product = {
  readonly key: ProductKey;
  readonly to: ScreenUrl;
  /** Key of its title. */
  readonly title: string;
};

export type ProductGroup = { readonly key: GroupKey; readonly products: readonly Product[] };

/** The financial products beside those that pay interest in a coin, by what users want to do. */
export const PRODUCT_GROUPS: readonly ProductGroup[] = [
  {
    key: 'invest',
    products: [
      { key: 'invest', to: screenUrl('/pages/invest/invest'), title: 'product.dual' },
      { key: 'ieo', to: screenUrl('/pages/ieo/ieo'), title: 'routes.ieo.ieo' },
    ],
  },
  {
    key: 'borrow',
    products: [
      { key: 'borrow', to: screenUrl('/pages/common/borrow'), title: 'routes.common.borrow' },
      { key: 'otc', to: screenUrl('/pages/otc/otc'), title: 'routes.otc.otc' },
    ],
  },
  {
    key: 'pay',
    products: [
      { key: 'buy', to: screenUrl('/pages/fund/select'), title: 'map.buy' },
      { key: 'visa', to: screenUrl('/pages/fund/visa'), title: 'routes.fund.visa' },
    ],
  },
];

type Priced = Pick<InvestProduct, 'price' | 'status' | 'annual_rate'>;

/** The highest rate a year of what is settled by a price and on sale; null where nothing is. */
export const highestOf = (products: readonly Priced[]): DecimalString | null =>
  products
    .filter(({ price, status }) => price !== null && status === 'open')
    .map(({ annual_rate }) => annual_rate)
    .toSorted(cmp)
    .at(-1) ?? null;
