import type { MediaType, NftSort, NftStatus, Rarity, SaleType } from '@tessera/api/nft';

/** What a grid of works is narrowed down to. '' where a price is not given. */
export type Filters = {
  readonly sale_type: SaleType | null;
  readonly status: NftStatus | null;
  readonly type: MediaType | null;
  readonly rarity: Rarity | null;
  readonly currency: string | null;
  readonly price_min: string;
  readonly price_max: string;
  /** Only what the reader marked. */
  readonly collected: true | null;
  readonly sort: NftSort;
};

export const NO_FILTERS: Filters = {
  sale_type: null,
  status: null,
  type: null,
  rarity: null,
  currency: null,
  price_min: '',
  price_max: '',
  collected: null,
  sort: 'newest',
};

/** How many of them narrow the list; the order does not. */
export const filterCount = ({ sort: _, ...narrowing }: Filters): number => {
  const { price_min, price_max, ...others } = narrowing;
  const price = price_min !== '' || price_max !== '' ? 1 : 0;
  return Object.values(others).filter((value) => value !== null).length + price;
};

type Asked = {
  readonly sort: NftSort;
  readonly sale_type?: SaleType;
  readonly status?: NftStatus;
  readonly type?: MediaType;
  readonly rarity?: Rarity;
  readonly currency?: string;
  readonly price_min?: string;
  readonly price_max?: string;
  readonly collected?: true;
};

/** The same as the input of the list: only what is set. */
export function inputOf(filters: Filters): Asked {
  const set = Object.entries(filters).filter(([, value]) => value !== null && value !== '');
  return Object.fromEntries(set) as Asked;
}
