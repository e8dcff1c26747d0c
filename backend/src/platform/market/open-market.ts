import type { Sql } from '../db/database.ts';
import { readClock } from '../db/database-clock.ts';
import type { Surroundings } from '../domain.ts';
import { createDesk } from './desk.ts';
import { createEngine } from './engine.ts';
import type { FeedSettings, LiveSettings } from './feed-settings.ts';
import type { MarketFrame } from './frame.ts';
import { ensureHistory } from './history.ts';
import { backFill } from './live/back-fill.ts';
import { createMarket, type Market } from './market.ts';
import { checkMarketSource } from './market-source.ts';
import { createMarketView, type MarketView } from './market-view.ts';
import type { PriceSource } from './price-source.ts';
import { createRecorder } from './recorder.ts';
import type { RecordedState } from './recorder-types.ts';
import { createSimulatedSource } from './simulated-source.ts';
import { storeTapes } from './tape-store.ts';
import type { MarketTerms } from './terms.ts';
import { fineIndexOf, INDEX_PARTS } from './tick-record.ts';

/** Frames go to other nodes by this topic. Raised when a frame changes its meaning. */
const TOPIC = 'market-frame.2';
/** ms without a frame after which a node that does not hold the market looks for steps in the record. */
const SILENT_AFTER = 1_000;
/** ms between two looks. */
const LOOK_EVERY = 500;
/** ms between two writings of the tape: what a crash loses of it. */
const TAPE_EVERY = 30_000;

export type OpenMarketOptions = Pick<Surroundings, 'database' | 'nodes' | 'log' | 'catalogue'> & {
  /** What calls read of the market goes over these connections: however many ask, those of `database` go on. */
  readonly readers: Surroundings['database'];
  readonly settings: FeedSettings;
  /** Most that the house holds in all, in USDT. */
  readonly houseCap: number;
  /** Prices of the last trades before this market, in the quote currency by symbol: where a database of a former version goes on. */
  readonly lastPrices: (sql: Sql) => Promise<ReadonlyMap<string, number>>;
  /** ms of this process since any moment; `performance.now` by default. */
  readonly monotonic?: () => number;
  /** Unix ms; the database's clock by default. */
  readonly clock?: () => number;
  /** ms between two steps of the market; 200 by default. */
  readonly stepEvery?: number | undefined;
};

export type OpenMarket = {
  readonly market: Market;
  readonly feed: MarketView;
  /** Reads the record where other nodes are not heard; what a timer does twice a second. */
  follow(): Promise<void>;
  /** Settles once bars of venues from before the first start are stored. */
  readonly backFilled: Promise<void>;
  /** Ends the connections of the market. */
  close(): Promise<void>;
};

/** Makes the price source of a node that takes the market over. */
type SourceOf = (recorded: RecordedState, terms: readonly MarketTerms[]) => PriceSource;

/** Goes on at the prices of the last step; a new symbol begins where its history ends. */
const simulated =
  (seed: string | undefined): SourceOf =>
  ({ source, symbols }, terms) => {
    const prices = new Map<string, number>();
    for (const [symbol, { last, start }] of Object.entries(symbols)) {
      const price = last ? fineIndexOf(last) / INDEX_PARTS : start;
      if (price !== null) prices.set(symbol, price);
    }
    return createSimulatedSource({ terms, state: source, prices, ...(seed !== undefined && { seed }) });
  };

/** Venues are connected as long as the node is, so that one that takes the market over has watched them. */
async function openLive(
  live: LiveSettings,
  terms: readonly MarketTerms[],
  log: OpenMarketOptions['log'],
): Promise<PriceSource> {
  const { openLiveSource } = await import('./live/live-source.ts');
  return openLiveSource(live, terms, { log });
}

/** The market of this node: it reads it, and holds it when no other node does. */
export async function openMarket({
  database,
  readers,
  nodes,
  log,
  catalogue,
  settings,
  houseCap,
  lastPrices,
  monotonic = () => performance.now(),
  clock,
  stepEvery,
}: OpenMarketOptions): Promise<OpenMarket> {
  const terms = () => catalogue.current().marketTerms();
  await checkMarketSource(database, settings.source);
  const live = settings.source === 'live' ? await openLive(settings.live, terms(), log) : null;
  const feed = createMarketView({
    database: readers,
    source: settings.source,
    ...(live && { sourceOf: (symbol) => live.sourceOf(symbol) }),
    terms: terms(),
    onError: (err) => log.error({ err }, 'the record of the market could not be read'),
  });
  if (settings.source === 'simulated') {
    const made = await ensureHistory(database, async (tx) => ({
      terms: terms(),
      now: await readClock(tx),
      prices: await lastPrices(tx),
      seed: settings.seed,
    }));
    if (made) log.info({}, 'the history of the market is made');
  }
  await feed.load();
  const simulate = simulated(settings.source === 'simulated' ? settings.seed : undefined);
  /** Whether trades were made here since the tapes were stored. */
  let traded = false;
  const backFilled = live
    ? readClock(database)
        .then((now) => backFill({ database: readers, source: live, symbols: terms().map(({ symbol }) => symbol), now }))
        .then((filled) => (filled.length > 0 ? feed.load() : undefined))
        .catch((err: unknown) => log.error({ err }, 'bars of the venues could not be stored'))
    : Promise.resolve();
  const market = createMarket({
    database,
    log,
    nodes,
    recorder: createRecorder,
    engine: (recorded) => {
      const now = terms();
      return createEngine({
        terms: now,
        source: live ?? simulate(recorded, now),
        overallCap: houseCap,
        recorded: recorded.symbols,
      });
    },
    desk: createDesk,
    stepEvery,
    ...(clock && { clock }),
    publish(frame) {
      traded = true;
      feed.apply(frame);
      // Of a single node no other node hears it: no text is made of it.
      if (nodes.connected() !== null) nodes.broadcast(TOPIC, JSON.stringify(frame));
    },
  });
  let heardAt = monotonic();
  const stopFrames = nodes.onBroadcast(TOPIC, (text) => {
    heardAt = monotonic();
    feed.apply(JSON.parse(text) as MarketFrame);
  });
  let looking = false;
  async function follow(): Promise<void> {
    if (looking || market.holds() || monotonic() - heardAt < SILENT_AFTER) return;
    looking = true;
    await feed.catchUp().finally(() => {
      looking = false;
    });
  }
  let storedAt = monotonic();
  async function storeTape(): Promise<void> {
    if (!traded) return;
    traded = false;
    storedAt = monotonic();
    await storeTapes(readers, feed.tapes());
  }
  const looks = setInterval(() => {
    follow().catch((err: unknown) => log.error({ err }, 'the record of the market could not be read'));
    if (monotonic() - storedAt < TAPE_EVERY) return;
    storeTape().catch((err: unknown) => log.error({ err }, 'the tape of the market could not be stored'));
  }, LOOK_EVERY);
  const stopTerms = catalogue.onChange((snapshot) => {
    const revised = snapshot.marketTerms();
    live?.revise(revised);
    market.revise(revised);
    feed.revise(revised).catch((err: unknown) => log.error({ err }, 'the record of the market could not be read'));
  });
  return {
    market,
    feed,
    follow,
    backFilled,
    async close() {
      clearInterval(looks);
      await storeTape().catch((err: unknown) => log.error({ err }, 'the tape of the market could not be stored'));
      stopFrames();
      stopTerms();
      await feed.close();
      await live?.close();
      await backFilled;
    },
  };
}
