import { catalogue } from '../../domains/instruments/catalogue/index.ts';
import type { Feed } from './feed.ts';
import { simulatedFeed } from './simulation/simulated-feed.ts';

export type FeedSettings = {
  /** Name of the source; `simulated` is the default. */
  readonly source: string;
  /** What the simulated market grows from: the same seed, the same prices on every node and after every start. */
  readonly seed: string;
};

export const feedSettings = (environment: Readonly<Record<string, string | undefined>>): FeedSettings => ({
  source: environment.FEED || 'simulated',
  seed: environment.FEED_SEED || 'tessera',
});

type Source = (settings: FeedSettings, now: () => number) => Feed;

/** Real feeds join here under their names. */
const sources: Readonly<Record<string, Source>> = {
  simulated: ({ seed }, now) => simulatedFeed({ seed, listings: catalogue, now }),
};

/** Throws on a source that is not known: prices of another market than the one asked for would be worse than none. */
export function openFeed(settings: FeedSettings, now: () => number = Date.now): Feed {
  const source = Object.hasOwn(sources, settings.source) ? sources[settings.source] : undefined;
  if (!source) throw new Error(`FEED=${settings.source} is not known; there is: ${Object.keys(sources).join(', ')}`);
  return source(settings, now);
}
