import { type DecimalString, formatAmount, isPositive } from '@tessera/money';
import { CoinIcon } from '@tessera/ui';
import type { SelectOption } from '@tessera/ui/forms';

export type HeldCoin = {
  readonly currency_id: number;
  readonly currency: string;
  /** Found by a search as well. */
  readonly name?: string;
  readonly available: DecimalString;
  readonly scale: number;
};

/** Coins to choose from with what there is of each, held ones first; the others in the order in which they are given. */
export function coinOptions(balances: readonly HeldCoin[], locale: string): readonly SelectOption<string>[] {
  const held = balances.filter(({ available }) => isPositive(available));
  const others = balances.filter(({ available }) => !isPositive(available));
  return [...held, ...others].map(({ currency_id, currency, name, available, scale }) => ({
    value: String(currency_id),
    label: currency,
    words: name,
    start: <CoinIcon symbol={currency} size="s" />,
    ...(isPositive(available) && { note: formatAmount(available, scale, locale, { zeros: 'trimmed' }) }),
  }));
}
