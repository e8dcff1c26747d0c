import type { Holding } from '@tessera/api/wallet';
import { add, cmp } from '@tessera/money';

/** What counts as small, in USDT. */
export const SMALL = '1';

export type HoldingFilter = { readonly hideSmall: boolean; readonly search: string };

const isSmall = ({ equivalent, available, frozen }: Holding): boolean =>
  cmp(equivalent, SMALL) < 0 && !(cmp(equivalent, '0') === 0 && cmp(add(available, frozen), '0') > 0);

const matches = ({ currency, name }: Holding, search: string): boolean =>
  `${currency} ${name}`.toLocaleLowerCase().includes(search);

/**
 * The rows of an account, what is worth most first. Something held that has no price is never hidden as small:
 * its worth is not known.
 */
export function shownHoldings(holdings: readonly Holding[], { hideSmall, search }: HoldingFilter): readonly Holding[] {
  const wanted = search.trim().toLocaleLowerCase();
  return holdings
    .filter((holding) => !(hideSmall && isSmall(holding)) && matches(holding, wanted))
    .toSorted((a, b) => cmp(b.equivalent, a.equivalent) || (a.currency < b.currency ? -1 : 1));
}
