import type { InvestSection } from '@tessera/api/invest';

/** What the products of a section are called: a key of the names of products. */
export const PRODUCT_OF = {
  metals: 'metal',
  blockchain: 'dual',
  demand: 'demand',
  fixed: 'fixed',
} as const satisfies Readonly<Record<InvestSection, string>>;
