/** How a price on the screen stands to the market. */
export type Freshness = {
  readonly state: 'live' | 'delayed' | 'stale' | 'slow' | 'offline' | 'closed';
  /** Ms since the price was made; null without one, and while the market is closed, when age means nothing. */
  readonly age: number | null;
};

type Seen = {
  /** The price on the screen; undefined before the first. */
  readonly quote: { readonly at: number; readonly open: boolean } | undefined;
  /** Prices arrive by the live connection. */
  readonly connected: boolean;
  /** False only where the device says that it has no network. */
  readonly online: boolean;
  /** The market's time, Unix ms. */
  readonly now: number;
};

/** Ms. A quiet market makes a price every few seconds; beyond that something is late. */
export const DELAYED_AFTER = 3_000;
/** Ms; no order is taken at a price as old. */
export const STALE_AFTER = 15_000;

/** What can be said of a price: without the live connection it is not live, and a closed market has no age. */
export function freshnessOf({ quote, connected, online, now }: Seen): Freshness {
  const age = quote?.open ? Math.max(0, now - quote.at) : null;
  if (!connected) return { state: online ? 'slow' : 'offline', age };
  if (quote && !quote.open) return { state: 'closed', age };
  if (age === null || age > STALE_AFTER) return { state: 'stale', age };
  return { state: age > DELAYED_AFTER ? 'delayed' : 'live', age };
}
