/** Whether an order can be taken now, and if not, why. */
export type MarketState = 'open' | 'restricted' | 'closed' | 'halted' | 'stale' | 'offline';

/** Older than this, in seconds, a price is not one to trade on. */
export const STALE_AFTER_S = 5;

export type Freshness = {
  readonly open: boolean;
  readonly halted: boolean;
  /** Residents of the user's country may not trade it. */
  readonly restricted: boolean;
  /** Age of the quote in seconds; null while there is none. */
  readonly age: number | null;
  /** No live connection, and no network. Prices that are polled without one are judged by their age. */
  readonly offline: boolean;
};

export function marketState({ open, halted, restricted, age, offline }: Freshness): MarketState {
  if (offline) return 'offline';
  if (restricted) return 'restricted';
  if (!open) return 'closed';
  if (halted) return 'halted';
  return age === null || age > STALE_AFTER_S ? 'stale' : 'open';
}
