import type { Feed } from './feed.ts';
import type { MarketListing } from './simulation/market-listing.ts';
import { simulatedFeed } from './simulation/simulated-feed.ts';

export type FeedSettings = {
  /** Name of the source; `simulated` is the default. */
  readonly source: string;
  /** Seed of the simulated market: equal seeds give equal prices on every node and after every start. */
  readonly seed: string;
};

export const feedSettings = (environment: Readonly<Record<string, string | undefined>>): FeedSettings => ({
  source: environment.FEED || 'simulated',
  seed: environment.FEED_SEED || 'tessera',
});

type Source = (settings: FeedSettings, listings: readonly MarketListing[], now: () => number) => Feed;

/** Real feeds join here under their names. */
const sources: Readonly<Record<string, Source>> = {
  simulated: ({ seed }, listings, now) => simulatedFeed({ seed, listings, now }),
};

/** Throws for an unknown source: prices of another market would be worse than none. */
export function openFeed(
  settings: FeedSettings,
  listings: readonly MarketListing[],
  now: () => number = Date.now,
): Feed {
  const source = Object.hasOwn(sources, settings.source) ? sources[settings.source] : undefined;
  if (!source) throw new Error(`FEED=${settings.source} is not known; there is: ${Object.keys(sources).join(', ')}`);
  return source(settings, listings, now);
}
