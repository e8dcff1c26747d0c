import type { TradeRow } from '@tessera/api/realtime';

export type LiveTrade = {
  readonly id: string;
  readonly price: string;
  readonly amount: string;
  /** Side of the taker. */
  readonly side: 'buy' | 'sell';
  readonly at: number;
};

const KEPT = 50;

/** Newest first. A snapshot after a reconnect repeats known trades; none is listed twice. */
export function withTrades(known: readonly LiveTrade[], rows: readonly TradeRow[]): readonly LiveTrade[] {
  const ids = new Set(known.map(({ id }) => id));
  const fresh = rows
    .filter(([id]) => !ids.has(id))
    .map(([id, price, amount, side, at]) => ({ id, price, amount, side, at }));
  if (fresh.length === 0) return known;
  return [...fresh, ...known].sort((a, b) => b.at - a.at).slice(0, KEPT);
}
