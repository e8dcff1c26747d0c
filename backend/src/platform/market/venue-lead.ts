import type { FeedSettings } from './feed-settings.ts';

/**
 * A trader who sees a venue before this market does knows our next index, and would trade with the house, or use a quote, at the
 * last one. So all that moves money waits for as long as a venue may be ahead (`FEED_LEAD_MS`): what was known when it was
 * sent is then in the price that it meets. Cancelling waits too, or an order that rests would be kept only where it turns
 * out well. The simulated index is drawn here, and nothing is ahead of it.
 */
export const followsVenues = (settings: FeedSettings, pause: (ms: number) => Promise<void>): (() => Promise<void>) => {
  if (settings.source !== 'live') return async () => undefined;
  const { leadMs } = settings.live;
  return () => pause(leadMs);
};
