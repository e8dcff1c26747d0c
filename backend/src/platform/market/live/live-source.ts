import type { FastifyBaseLogger } from 'fastify';
import { SettingError } from '../../setting-values.ts';
import type { Candle } from '../candles.ts';
import type { LiveSettings } from '../feed-settings.ts';
import type { FundingRate, IndexPrice, PriceSource, SourcePrint, TradedRange } from '../price-source.ts';
import type { MarketTerms } from '../terms.ts';
import { loadExchange } from './exchange.ts';
import { HERMES, Hermes, type HermesFeed } from './hermes.ts';
import { indexPrice, OUTLIER_BAND } from './index-price.ts';
import { realTiming, type Timing } from './timing.ts';
import { commonRange } from './traded-ranges.ts';
import { type Followed, Venue } from './venue.ts';

/*
 * Index prices of exchanges and of Pyth: docs/live-prices.md. Nothing here makes a price up. A symbol whose sources are
 * old, contradict each other or are gone has none, and its market halts.
 */

export type LiveOptions = {
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
  readonly timing?: Timing;
  /** ms that the start waits for lists of markets. A venue that answers later is used then. */
  readonly patience?: number;
};

/** Venues that a price of coins needs. */
const NEEDED_VENUES = 2;
/** ms that a symbol waits at most for what it missed. */
const LONGEST_RECALL = 30_000;
const PATIENCE = 10_000;
/** Class whose symbols come from exchanges under their own names. */
const COINS = 'crypto';
const PERPETUAL = /^([^/]+)\/([^/]+)-PERP$/;

/** What ccxt calls a symbol unless the mapping says otherwise: `BTC/USDT-PERP` is `BTC/USDT:USDT`. */
const usualName = (symbol: string): string => symbol.replace(PERPETUAL, '$1/$2:$2');

/** A symbol with its sources. */
type Listed = {
  readonly terms: MarketTerms;
  readonly venues: readonly Venue[];
  readonly hermes: boolean;
  /** Sources that must agree. */
  readonly needed: number;
};

class LiveSource implements PriceSource {
  readonly name = 'live';
  readonly #settings: LiveSettings;
  readonly #log: LiveOptions['log'];
  readonly #timing: Timing;
  readonly #venues: readonly Venue[];
  readonly #ready = new Set<Venue>();
  readonly #hermes: Hermes | null;
  #terms: readonly MarketTerms[];
  #listed = new Map<string, Listed>();
  /** Database clock less this process's monotonic one; the node's own clock until the first `advance`. */
  #offset: number;
  #index = new Map<string, IndexPrice>();
  #prints = new Map<string, readonly SourcePrint[]>();
  /** Monotonic. */
  #recallEnds = Number.NEGATIVE_INFINITY;
  #arranging: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(
    settings: LiveSettings,
    terms: readonly MarketTerms[],
    exchanges: readonly Awaited<ReturnType<typeof loadExchange>>[],
    { log, timing = realTiming }: LiveOptions,
  ) {
    this.#settings = settings;
    this.#terms = terms;
    this.#log = log;
    this.#timing = timing;
    this.#offset = Date.now() - timing.monotonic();
    const options = { log, timing, clock: () => timing.monotonic() + this.#offset };
    this.#venues = exchanges.map((exchange) => new Venue(exchange, options));
    this.#hermes = settings.hermes ? new Hermes(settings.hermes, options) : null;
  }

  /** Throws SettingError for symbols that a venue which answers in time does not list. */
  async open(patience: number): Promise<void> {
    const closing = new AbortController();
    const opening = this.#venues.map(async (venue) => {
      await venue.open();
      this.#ready.add(venue);
    });
    const waited = this.#timing.wait(patience, closing.signal);
    await Promise.race([Promise.all(opening), waited]);
    closing.abort();
    const wrong = this.#open().flatMap((venue) => {
      const unlisted = venue.unlisted(this.#wanted(venue).map(({ theirs }) => theirs));
      return unlisted.length > 0 ? [`${venue.id} does not list ${unlisted.join(', ')}`] : [];
    });
    if (wrong.length > 0) {
      throw new SettingError(
        `FEED_MAP: ${wrong.join('; ')}. Name what it calls them, or null not to take them from there`,
      );
    }
    for (const [index, late] of opening.entries()) {
      const venue = this.#venues[index] as Venue;
      if (this.#ready.has(venue)) continue;
      this.#log.warn({ venue: venue.id }, 'a venue does not answer; its prices come later');
      void late.then(() => this.#arrange());
    }
    await this.#arrange();
  }

  /** Venues whose lists of markets are known, in the order of the setting. */
  #open(): readonly Venue[] {
    return this.#venues.filter((venue) => this.#ready.has(venue));
  }

  #wanted(venue: Venue): Followed[] {
    const names = this.#settings.names[venue.id] ?? {};
    return this.#terms.flatMap(({ symbol, assetClass, tick, lot }) => {
      const named = Object.hasOwn(names, symbol) ? names[symbol] : undefined;
      const theirs = named === undefined && assetClass === COINS ? usualName(symbol) : named;
      return theirs ? [{ symbol, theirs, tick: Number(tick), lot: Number(lot) }] : [];
    });
  }

  #feeds(): HermesFeed[] {
    const names = this.#settings.names[HERMES] ?? {};
    return this.#terms.flatMap(({ symbol, tick }) => {
      const feed = Object.hasOwn(names, symbol) ? names[symbol] : null;
      return feed ? [{ symbol, feed, tick: Number(tick) }] : [];
    });
  }

  /** Subscribes to what the terms need; one change after the other. */
  #arrange(): Promise<void> {
    this.#arranging = this.#arranging
      .then(() => this.#arrangeNow())
      .catch((err: unknown) => this.#log.warn({ err }, 'the venues cannot be subscribed to'));
    return this.#arranging;
  }

  async #arrangeNow(): Promise<void> {
    if (this.#closed) return;
    const feeds = this.#hermes ? this.#feeds() : [];
    const followed = new Map(
      await Promise.all(
        this.#open().map(async (venue): Promise<[Venue, readonly Followed[]]> => {
          const wanted = this.#wanted(venue);
          const missing = () => venue.unlisted(wanted.map(({ theirs }) => theirs));
          if (missing().length > 0) {
            await venue
              .refresh()
              .catch((err: unknown) => this.#log.warn({ err, venue: venue.id }, 'no list of markets'));
          }
          const unlisted = missing();
          if (unlisted.length > 0) this.#log.warn({ venue: venue.id, unlisted }, 'a venue does not list symbols');
          return [venue, wanted.filter(({ theirs }) => !unlisted.includes(theirs))];
        }),
      ),
    );
    const fed = new Set(feeds.map(({ symbol }) => symbol));
    this.#listed = new Map(
      this.#terms.map((terms) => {
        const { symbol } = terms;
        const venues = [...followed]
          .filter(([, list]) => list.some((each) => each.symbol === symbol))
          .map(([venue]) => venue);
        const hermes = fed.has(symbol);
        const alone = hermes && venues.length === 0 && terms.assetClass !== COINS;
        return [symbol, { terms, venues, hermes, needed: alone ? 1 : NEEDED_VENUES }];
      }),
    );
    const without = [...this.#listed]
      .filter(([, { venues, hermes, needed }]) => venues.length + (hermes ? 1 : 0) < needed)
      .map(([symbol]) => symbol);
    if (without.length > 0) this.#log.warn({ symbols: without }, 'symbols have too few sources and stay halted');
    this.#hermes?.follow(feeds);
    await Promise.all([...followed].map(([venue, list]) => venue.follow(list)));
  }

  revise(terms: readonly MarketTerms[]): void {
    this.#terms = terms;
    const kept = new Set(terms.map(({ symbol }) => symbol));
    for (const symbol of this.#listed.keys()) {
      if (!kept.has(symbol)) this.#listed.delete(symbol);
    }
    void this.#arrange();
  }

  sourceOf(symbol: string): string {
    const listed = this.#listed.get(symbol);
    if (!listed) return '';
    return [...listed.venues.map(({ id }) => id), ...(listed.hermes ? ['pyth'] : [])].join(', ');
  }

  advance(at: number, open: (symbol: string) => boolean): void {
    this.#offset = at - this.#timing.monotonic();
    for (const venue of this.#ready) venue.read();
    this.#index = new Map();
    this.#prints = new Map();
    const recalling = this.#timing.monotonic() < this.#recallEnds;
    for (const [symbol, { terms, venues, hermes, needed }] of this.#listed) {
      const prints = venues.flatMap((venue) => venue.takePrints(symbol));
      if (!open(symbol) || (recalling && venues.some((venue) => venue.recalls(symbol)))) continue;
      const quotes = [...venues, ...(hermes && this.#hermes ? [this.#hermes] : [])]
        .map((source) => source.quote(symbol))
        .filter((quote) => quote !== null);
      const index = indexPrice(quotes, { needed, maxAge: terms.breaker.age, now: at });
      if (!index) continue;
      this.#index.set(symbol, index);
      // What one venue alone calls a trade is not shown where it is far from all others.
      const near = prints.filter(({ price }) => Math.abs(price - index.mid) <= OUTLIER_BAND * index.mid);
      if (near.length > 0) this.#prints.set(symbol, near);
    }
  }

  price(symbol: string): IndexPrice | null {
    return this.#index.get(symbol) ?? null;
  }

  prints(symbol: string): readonly SourcePrint[] {
    return this.#prints.get(symbol) ?? [];
  }

  state(): undefined {
    return undefined;
  }

  recall(since: number): void {
    this.#recallEnds = this.#timing.monotonic() + LONGEST_RECALL;
    for (const venue of this.#ready) venue.recall(since);
  }

  /** Of the first venue that has any. */
  async history(...[symbol, interval, bars, until]: Parameters<Venue['history']>): Promise<readonly Candle[]> {
    for (const venue of this.#listed.get(symbol)?.venues ?? []) {
      const found = await venue.history(symbol, interval, bars, until);
      if (found.length > 0) return found;
    }
    return [];
  }

  missed(symbol: string, since: number): TradedRange | null {
    const listed = this.#listed.get(symbol);
    if (!listed) return null;
    const ranges = listed.venues.map((venue) => venue.range(symbol, since));
    if (listed.hermes && this.#hermes) ranges.push(this.#hermes.range(symbol, since));
    return commonRange(
      ranges.filter((range) => range !== null),
      listed.needed,
    );
  }

  /** Of the first venue that has one. */
  fundingRate(symbol: string): FundingRate | null {
    for (const venue of this.#listed.get(symbol)?.venues ?? []) {
      const rate = venue.fundingRate(symbol);
      if (rate) return rate;
    }
    return null;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#venues.map((venue) => venue.close()), this.#hermes?.close()]);
  }
}

/**
 * Prices of these venues for these instruments. Waits some seconds for the venues' lists of markets; throws
 * SettingError for an exchange that cannot be used, and for a symbol that it does not list.
 */
export async function openLiveSource(
  settings: LiveSettings,
  terms: readonly MarketTerms[],
  options: LiveOptions,
): Promise<PriceSource> {
  // No exchange is set, no ccxt is loaded.
  const exchanges = await Promise.all(settings.venues.map(loadExchange));
  const source = new LiveSource(settings, terms, exchanges, options);
  try {
    await source.open(options.patience ?? PATIENCE);
  } catch (error) {
    await source.close();
    throw error;
  }
  return source;
}
