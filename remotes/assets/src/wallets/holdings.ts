import type { Account, Holding, Wallets } from '@tessera/api/wallet';
import { add, cmp, isPositive } from '@tessera/money';

/** What counts as small, in USDT. */
export const SMALL = '1';

export type HoldingFilter = { readonly hideSmall: boolean; readonly search: string };

/** All of a currency in an account: available, and on hold. `equivalent` is the worth of both. */
export const heldOf = ({ available, frozen }: Holding): string => add(available, frozen);

const isSmall = (holding: Holding): boolean =>
  cmp(holding.equivalent, SMALL) < 0 && !(cmp(holding.equivalent, '0') === 0 && isPositive(heldOf(holding)));

const matches = ({ currency, name }: Holding, search: string): boolean =>
  `${currency} ${name}`.toLocaleLowerCase().includes(search);

export type ShownHoldings = {
  /** What is held, the most worth first. */
  readonly held: readonly Holding[];
  /** Currencies without a balance, by their code. */
  readonly others: readonly Holding[];
};

/**
 * The rows of an account. Something held that has no price is never hidden as small: its worth is not known. `hideSmall`
 * counts for what is held; currencies without a balance are apart in any case.
 */
export function shownHoldings(holdings: readonly Holding[], { hideSmall, search }: HoldingFilter): ShownHoldings {
  const wanted = search.trim().toLocaleLowerCase();
  const found = holdings
    .filter((holding) => matches(holding, wanted))
    .toSorted((a, b) => cmp(b.equivalent, a.equivalent) || (a.currency < b.currency ? -1 : 1));
  const held = found.filter((holding) => isPositive(heldOf(holding)));
  return {
    held: held.filter((holding) => !(hideSmall && isSmall(holding))),
    others: found.filter((holding) => !isPositive(heldOf(holding))),
  };
}

type Product = Wallets['products'][number];

/** The account whose funds orders and requests hold; products that are not named have funds of their own. */
const HOLDS_OF: Readonly<Partial<Record<Product['product'], Account['type']>>> = {
  spot_order: 'change',
  withdrawal: 'change',
  lever_order: 'lever',
  lever_position: 'lever',
  copy_share: 'lever',
  option: 'micro',
};

/** What holds a currency of an account, the most first. */
export const holdsOf = (products: readonly Product[], account: Account['type'], currency: string): readonly Product[] =>
  products
    .filter((each) => HOLDS_OF[each.product] === account && each.currency === currency && isPositive(each.amount))
    .toSorted((a, b) => cmp(b.amount, a.amount));
