import { type ScreenUrl, screenUrl } from '@tessera/router';

export type ProductKey = 'lockming' | 'demand' | 'invest' | 'ieo' | 'borrow' | 'otc' | 'buy' | 'visa';
export type GroupKey = 'earn' | 'invest' | 'borrow' | 'pay';

export type Product = {
  readonly key: ProductKey;
  readonly to: ScreenUrl;
  /** Key of its title. */
  readonly title: string;
};

export type ProductGroup = { readonly key: GroupKey; readonly products: readonly Product[] };

/** The financial products by what users want to do. */
export const PRODUCT_GROUPS: readonly ProductGroup[] = [
  {
    key: 'earn',
    products: [
      { key: 'lockming', to: screenUrl('/pages/lockming/lockming'), title: 'routes.lockming.lockming' },
      { key: 'demand', to: screenUrl('/pages/invest/invest', { section: 'demand' }), title: 'routes.fund.buyDemand' },
    ],
  },
  {
    key: 'invest',
    products: [
      { key: 'invest', to: screenUrl('/pages/invest/invest'), title: 'routes.invest.invest' },
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
