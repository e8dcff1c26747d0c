import type { Instrument } from '@tessera/api/instruments';
import { cmp } from '@tessera/money';

export type MoverOrder = 'gainers' | 'losers' | 'volume';

const SHOWN = 6;

const figure = (coin: Instrument, order: MoverOrder): string =>
  coin.latest ? (order === 'volume' ? coin.latest.turnover_24h : coin.latest.change_24h) : '0';

/** The coins that moved or traded most in 24 hours; those without a price are left out. */
export function topMovers(coins: readonly Instrument[], order: MoverOrder): readonly Instrument[] {
  const sign = order === 'losers' ? 1 : -1;
  return coins
    .filter((coin) => coin.latest)
    .toSorted((a, b) => sign * cmp(figure(a, order), figure(b, order)) || a.rank - b.rank)
    .slice(0, SHOWN);
}
