export type ProductKey = 'lockming' | 'demand' | 'invest' | 'ieo' | 'borrow' | 'otc' | 'buy' | 'visa';
export type GroupKey = 'earn' | 'invest' | 'borrow' | 'pay';

export type Product = {
  readonly key: ProductKey;
  readonly path: string;
  /** Key of its title. */
  readonly title: string;
};

export type ProductGroup = { readonly key: GroupKey; readonly products: readonly Product[] };

/** A product is called what its page is called. */
const product = (key: ProductKey, page: string): Product => ({
  key,
  path: `/pages/${page}`,
  title: `routes.${page.replace('/', '.')}`,
});

/** The financial products by what somebody wants to do. */
export const PRODUCT_GROUPS: readonly ProductGroup[] = [
  { key: 'earn', products: [product('lockming', 'lockming/lockming'), product('demand', 'fund/demandDeposit')] },
  { key: 'invest', products: [product('invest', 'invest/invest'), product('ieo', 'ieo/ieo')] },
  { key: 'borrow', products: [product('borrow', 'common/borrow'), product('otc', 'otc/otc')] },
  { key: 'pay', products: [product('buy', 'fund/buyDemand'), product('visa', 'fund/visa')] },
];
