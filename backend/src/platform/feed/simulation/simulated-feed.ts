import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Interval } from '@tessera/api/rules';
import { rememberState, spansBetween, stateAt } from '../../calendar/calendar.ts';
import { roundedText, stepText } from '../decimal-text.ts';
import type { Bar, BarQuery, Depth, Feed, Quote, Trade } from '../feed.ts';
import { barCache, openings } from '../kline-history.ts';
import { nextOpening, openingOf } from '../kline-interval.ts';
import { bookAt } from './book.ts';
import { dayFigures, type TickSpans } from './day-figures.ts';
import { type Candle, grown, instrumentMarket, momentAt, TICK_MS } from './instrument-market.ts';
import type { MarketListing } from './market-listing.ts';
import { unit } from './noise.ts';

export type SimulatedFeedOptions = {
  readonly seed: string;
  readonly listings: readonly MarketListing[];
  /** Unix ms. */
  readonly now: () => number;
};

/** Bars computed before other work gets its turn; about ten milliseconds. */
const BARS_A_TURN = 12;
const KEPT_BARS = 60_000;
/** How far back trades are looked for. */
const TRADE_TICKS = 1_500;

/** A market that is a pure function of seed and time: every node sees the same, and history needs no storage. */
export function simulatedFeed({ seed, listings, now }: SimulatedFeedOptions): Feed {
  const kept = barCache(KEPT_BARS);
  const simulate = (listing: MarketListing) => {
    const { calendar } = listing;
    const market = instrumentMarket(seed, listing);
    const stateOf = rememberState(calendar);
    const price = stepText(listing.tick);
    const amount = stepText(listing.lot);
    /** The last tick of trading at or before a time: that of the close while the market rests. */
    const lastTick = (time: number): number => {
      const state = stateOf(time);
      return state.open ? momentAt(time) : momentAt(state.since - 1);
    };
    const spans = (from: number, to: number): TickSpans => {
      const state = stateOf(to - 1);
      const open = state.open && state.since <= from ? [[from, to] as const] : spansBetween(calendar, from, to);
      return open
        .map(([begin, end]) => [Math.ceil(begin / TICK_MS), Math.ceil(end / TICK_MS) - 1] as const)
        .filter(([first, last]) => last >= first);
    };
    const lastTradeBefore = (time: number): number => {
      const state = stateAt(calendar, time);
      return state.open ? momentAt(time) : momentAt(state.since - 1);
    };
    const day = dayFigures(market, spans, lastTradeBefore, TICK_MS);
    const forming = new Map<Interval, { opening: number; end: number; candle: Candle | null }>();
    return { listing, calendar, market, stateOf, price, amount, lastTick, spans, day, forming };
  };
  const simulated = new Map(listings.map((listing) => [listing.symbol, simulate(listing)]));
  type Simulated = ReturnType<typeof simulate>;

  function quote({ listing, market, stateOf, price, amount, lastTick, day }: Simulated): Quote {
    const time = now();
    const moment = lastTick(time);
    const last = market.priceAt(moment);
    const { high, low, lots, reference } = day(moment);
    const volume = lots * Number(listing.lot);
    // The average price of the day is taken for the middle of its range.
    const average = ((high + low + last) / 3) * Number(listing.tick);
    return {
      symbol: listing.symbol,
      last: price(last),
      bid: price(market.bidOf(last)),
      ask: price(market.askOf(last)),
      change24h: roundedText((last - reference) / reference, 6),
      high24h: price(high),
      low24h: price(low),
      volume24h: amount(lots),
      turnover24h: roundedText(volume * average, 2),
      at: moment * TICK_MS,
      open: stateOf(time).open,
      sequence: moment,
      halt: null,
      haltedAt: null,
    };
  }

  function depth({ market, price, amount, lastTick }: Simulated, levels: number): Depth {
    const moment = lastTick(now());
    const book = bookAt(market, moment, levels);
    const text = ([at, lots]: readonly [number, number]) => [price(at), amount(lots)] as const;
    return { bids: book.bids.map(text), asks: book.asks.map(text), at: moment * TICK_MS };
  }

  function trades({ market, price, amount, lastTick, stateOf }: Simulated, since: number, limit: number): Trade[] {
    const end = lastTick(now());
    const session = stateOf(end * TICK_MS).since;
    const start = Math.max(momentAt(since) + 1, Math.ceil(session / TICK_MS), end - TRADE_TICKS);
    const found: Trade[] = [];
    for (let moment = end; moment >= start && found.length < limit; moment--) {
      const lots = market.lotsBetween(moment, moment + 1);
      if (lots === 0) continue;
      const at = market.priceAt(moment);
      const before = market.priceAt(moment - 1);
      const bought = at === before ? unit(market.seed, moment) < 0.5 : at > before;
      const side = bought ? 'buy' : 'sell';
      found.push({ id: String(moment), price: price(at), amount: amount(lots), side, at: moment * TICK_MS });
    }
    return found.reverse();
  }

  const barOf = ({ price, amount }: Simulated, opening: number, candle: Candle): Bar => {
    const { open, high, low, close, lots } = candle;
    return [opening, price(open), price(high), price(low), price(close), amount(lots)];
  };

  /** The bar that forms at `time`; what came since it was last asked for is added to what was known. */
  function forming(of: Simulated, interval: Interval, opening: number, time: number): Bar | null {
    const end = (momentAt(time) + 1) * TICK_MS;
    const known = of.forming.get(interval);
    const start = known && known.opening === opening && known.end <= end ? known : { candle: null, end: opening };
    const candle = grown(start.candle, start.end < end ? of.market.candle(start.end, end) : null);
    of.forming.set(interval, { opening, end, candle });
    return candle && barOf(of, opening, candle);
  }

  function finished(of: Simulated, interval: Interval, opening: number, end: number): Bar | null {
    const key = `${of.listing.symbol} ${interval} ${opening}`;
    const known = kept.get(key);
    if (known) return known;
    const candle = of.market.candle(opening, end);
    if (!candle) return null;
    const bar = barOf(of, opening, candle);
    kept.set(key, bar);
    return bar;
  }

  async function bars(of: Simulated, interval: Interval, query: BarQuery): Promise<readonly Bar[]> {
    const time = now();
    const found: Bar[] = [];
    for (const [index, opening] of openings(of.calendar, interval, query, time).entries()) {
      if (index % BARS_A_TURN === BARS_A_TURN - 1) await nextTurn();
      const end = nextOpening(interval, opening);
      const bar = end <= time ? finished(of, interval, opening, end) : forming(of, interval, opening, time);
      if (bar) found.push(bar);
    }
    return found;
  }

  function liveBar(of: Simulated, interval: Interval): Bar | null {
    const time = now();
    return of.stateOf(time).open ? forming(of, interval, openingOf(interval, time), time) : null;
  }

  const found = <T>(symbol: string, use: (of: Simulated) => T): T | null => {
    const of = simulated.get(symbol);
    return of ? use(of) : null;
  };
  const symbols = listings.map(({ symbol }) => symbol);
  return {
    source: 'simulated',
    sourceOf: () => 'simulated',
    symbols,
    get sequence() {
      return momentAt(now());
    },
    listen(listener) {
      const timer = setInterval(() => listener(symbols), TICK_MS);
      return () => clearInterval(timer);
    },
    quote: (symbol) => found(symbol, quote),
    depth: (symbol, levels) => found(symbol, (of) => depth(of, levels)),
    trades: (symbol, since, limit) => found(symbol, (of) => trades(of, since, limit)) ?? [],
    bars: async (symbol, interval, query) => (await found(symbol, (of) => bars(of, interval, query))) ?? [],
    liveBar: (symbol, interval) => found(symbol, (of) => liveBar(of, interval)),
    close: async () => {},
  };
}
