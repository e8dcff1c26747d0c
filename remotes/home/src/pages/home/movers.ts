import { type DollarValue, inDollars } from '@tessera/api/fiat';
import type { Instrument } from '@tessera/api/instruments';
import { cmp } from '@tessera/money';

export type MoverOrder = 'gainers' | 'losers' | 'volume';

const SHOWN = 6;

/** Turnover counts in dollars, so that markets of several quote currencies compare. */
function figure({ latest, quote }: Instrument, order: MoverOrder, value: DollarValue): string {
  if (!latest) return '0';
  if (order !== 'volume') return latest.change_24h;
  return inDollars(latest.turnover_24h, quote, value) ?? '0';
}

/** The coins that moved or traded most in 24 hours; those without a price are left out. */
export function topMovers(coins: readonly Instrument[], order: MoverOrder, value: DollarValue): readonly Instrument[] {
  const sign = order === 'losers' ? 1 : -1;
  return coins
    .filter((coin) => coin.latest)
    .toSorted((a, b) => sign * cmp(figure(a, order, value), figure(b, order, value)) || a.rank - b.rank)
    .slice(0, SHOWN);
}
