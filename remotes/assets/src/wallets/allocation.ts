import type { Wallets } from '@tessera/api/wallet';
import { add, cmp, type DecimalString, div, isPositive, sum } from '@tessera/money';

/** A part of the funds: a currency, an account or a product. */
export type Share = { readonly name: string; readonly value: DecimalString; readonly ratio: DecimalString };

/** What products hold within the accounts, as the accounts count it already. */
const WITHIN: ReadonlySet<string> = new Set([
  'spot_order',
  'lever_order',
  'lever_position',
  'option',
  'copy_share',
  'withdrawal',
]);

type Product = Wallets['products'][number];
export const ownProducts = ({ products }: Pick<Wallets, 'products'>): readonly Product[] =>
  products.filter(({ product }) => !WITHIN.has(product));

function sharesOf(parts: Iterable<readonly [string, DecimalString]>): readonly Share[] {
  const values = new Map<string, DecimalString>();
  for (const [name, value] of parts) values.set(name, add(values.get(name) ?? '0', value));
  const held = [...values].filter(([, value]) => isPositive(value));
  const total = sum(held.map(([, value]) => value));
  return held
    .map(([name, value]) => ({ name, value, ratio: div(value, total) }))
    .toSorted((a, b) => cmp(b.value, a.value) || (a.name < b.name ? -1 : 1));
}

type Funds = Pick<Wallets, 'accounts' | 'products'>;

/** What each currency is worth over all accounts and products, most first. */
export const byCurrency = (wallets: Funds): readonly Share[] =>
  sharesOf([
    ...wallets.accounts.flatMap(({ currencies }) =>
      currencies.map(({ currency, equivalent }) => [currency, equivalent] as const),
    ),
    ...ownProducts(wallets).map(({ currency, equivalent }) => [currency, equivalent] as const),
  ]);

/** What each account and product is worth, most first; accounts are called `account.…`, products `product.…`. */
export const byAccount = (wallets: Funds): readonly Share[] =>
  sharesOf([
    ...wallets.accounts.map(({ type, total }) => [`account.${type}`, total] as const),
    ...ownProducts(wallets).map(({ product, equivalent }) => [`product.${product}`, equivalent] as const),
  ]);
