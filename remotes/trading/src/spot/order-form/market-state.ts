import type { RealtimeState } from '@tessera/bus';
import type { MarketState } from './conditions.ts';

/** Older than this, in ms, a price is not one to trade on. */
export const STALE_AFTER_MS = 5_000;

export type Freshness = {
  readonly open: boolean;
  /** Unix ms of the quote, by the server's clock; null while there is none. */
  readonly quotedAt: number | null;
  /** Unix ms, by the server's clock. */
  readonly now: number;
  readonly connection: RealtimeState['status'];
};

export function marketState({ open, quotedAt, now, connection }: Freshness): MarketState {
  if (connection === 'offline') return 'offline';
  if (!open) return 'closed';
  return quotedAt === null || now - quotedAt > STALE_AFTER_MS ? 'stale' : 'open';
}
