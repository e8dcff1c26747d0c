import type { Interval } from '@tessera/api/rules';
import type { FastifyBaseLogger } from 'fastify';
import { nextOpening, openingOf } from '../../feed/kline-interval.ts';
import type { Candle } from '../candles.ts';
import type { FundingRate, TradedRange } from '../price-source.ts';
import type { Exchange } from './exchange.ts';
import type { SourceQuote } from './index-price.ts';
import { field, positive, sequenceOf, stepsOf, timeOf } from './numbers.ts';
import { pauseAfter, type Timing } from './timing.ts';
import { joined, TradedRanges } from './traded-ranges.ts';

/*
 * One exchange: best bids and asks and trades by WebSocket, what was missed by REST. Its object lives as long as the
 * process: new ones would leak the connections of those before (ccxt issue 21369).
 *
 * ccxt keeps the latest bid and ask and the last trades of each symbol; they are read from there several times a second
 * and with each `advance`, so a burst costs one reading. Nothing of ccxt retries: each watch is a loop with its own pauses.
 */

/** A symbol of ours at the venue. */
export type Followed = {
  readonly symbol: string;
  /** ccxt's name of it. */
  readonly theirs: string;
  readonly tick: number;
  readonly lot: number;
};

/** A trade: price in whole ticks, amount in whole lots. */
export type VenuePrint = { readonly price: number; readonly lots: number; readonly side: 'buy' | 'sell' };

/** With its time, Unix ms. */
type Kept = VenuePrint & { readonly at: number };

export type VenueOptions = {
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
  readonly timing: Timing;
  /** Database clock as far as it is known, Unix ms. */
  readonly clock: () => number;
};

/** ms between two readings of what ccxt holds. */
const READ_EVERY = 100;
/** ms without any message after which a connection counts as dead: bids and asks, trades. */
const SILENCE = { watchBidsAsks: 15_000, watchTradesForSymbols: 60_000 } as const;
/** ms after which lower sequence numbers are a new sequence of the venue, not late messages. */
const SEQUENCE_ENDS = 10_000;
/** ms without a failure after which the next one counts as the first. */
const STABLE = 30_000;
/** Symbols of one subscription; venues accept some 200. */
const GROUP = 100;
/** Trades kept for the tape between two `advance`. */
const PRINTS = 50;
/** ms after which a trade is too late for the tape. */
const LATE = 10_000;
/** Trades and bars of one REST call: the most that all venues give. */
const PAGE = 300;
/** Furthest that is read back, ms. */
const LONGEST_RECALL = 86_400_000;
/** Attempts of one recall, and ms between two readings of the same symbol's trades. */
const ATTEMPTS = 3;
const REPEATED = 5_000;
const FUNDING_EVERY = 60_000;
const MARKETS_EVERY = 600_000;
const MINUTE = 60_000;

type Kind = keyof typeof SILENCE;

type Line = Followed & {
  /** Units of the base that one unit of a trade's amount is worth. */
  readonly unit: number;
  readonly perpetual: boolean;
  /** What was read last. */
  ticker: unknown;
  sequence: number | null;
  quote: { mid: number; spread: number; received: number; at: number } | null;
  trade: unknown;
  tradeId: number | null;
  prints: Kept[];
  readonly ranges: TradedRanges;
  /** Trades are known without a gap from here, Unix ms. */
  watchedFrom: number;
  recalled: { readonly since: number; range: TradedRange | null } | null;
  /** Monotonic. */
  readAt: number;
};

/** What is left to read by REST: trades of a gap, or all since a time. */
type Reading = { readonly line: Line; readonly since: number | null };

/**
 * By how much the id of a trade is above that of the one before, where the venue numbers them without holes. OKX puts
 * several trades into one message, with the id of the last.
 */
const ID_STEPS: Readonly<Record<string, (info: unknown) => number | null>> = {
  binance: () => 1,
  binanceus: () => 1,
  okx: (info) => sequenceOf(field(info, 'count') ?? 1),
};

/** A bar as the venue sends it, in whole ticks and lots; null where a number of it is not plausible. */
function candleOf(bar: unknown, { tick, lot, unit }: Line, interval: Interval): Candle | null {
  const [opened, ...values] = Array.isArray(bar) ? (bar as unknown[]) : [];
  const opening = timeOf(opened);
  const [open, high, low, close] = values.slice(0, 4).map((value) => {
    const ticks = stepsOf(value, tick);
    return ticks === null ? null : Math.max(1, Math.round(ticks));
  });
  if (!open || !high || !low || !close || openingOf(interval, opening) !== opening) return null;
  if (low > Math.min(open, close) || high < Math.max(open, close)) return null;
  const lots = Math.round((positive(values[4]) ?? 0) * (unit / lot));
  return { opening, open, high, low, close, lots: Number.isSafeInteger(lots) ? lots : 0 };
}

const errorOf = (error: unknown): string => (error instanceof Error ? `${error.name}: ${error.message}` : 'unknown');

export class Venue {
  readonly id: string;
  readonly #exchange: Exchange;
  readonly #log: VenueOptions['log'];
  readonly #timing: Timing;
  readonly #clock: () => number;
  readonly #closing = new AbortController();
  #lines = new Map<string, Line>();
  #watching = new AbortController();
  #readings: Reading[] = [];
  #reading = false;
  readonly #recalling = new Set<string>();
  #funding: ReadonlyMap<string, FundingRate> = new Map();
  #loadedAt = Number.NEGATIVE_INFINITY;
  readonly #work = new Set<Promise<void>>();

  constructor(exchange: Exchange, { log, timing, clock }: VenueOptions) {
    this.id = exchange.id;
    this.#exchange = exchange;
    this.#log = log;
    this.#timing = timing;
    this.#clock = clock;
  }

  /** Reads what the venue lists, until that succeeds or the venue is closed. */
  async open(): Promise<void> {
    for (let failures = 0; !this.#closing.signal.aborted; ) {
      try {
        await this.#exchange.loadMarkets(failures > 0);
        this.#loadedAt = this.#timing.monotonic();
        return;
      } catch (error) {
        failures++;
        this.#log.warn({ venue: this.id, reason: errorOf(error) }, 'the list of markets of a venue cannot be read');
        await this.#timing.wait(pauseAfter(failures), this.#closing.signal);
      }
    }
  }

  /** Which of these names of ccxt the venue does not list, or does not trade now. Only after `open`. */
  unlisted(names: readonly string[]): readonly string[] {
    return names.filter((name) => {
      const market = field(this.#exchange.markets, name);
      return market === undefined || field(market, 'active') === false;
    });
  }

  /** Reads the list of markets again where it is old: the venue may list a new coin by now. */
  async refresh(): Promise<void> {
    if (this.#timing.monotonic() - this.#loadedAt < MARKETS_EVERY) return;
    this.#loadedAt = this.#timing.monotonic();
    await this.#exchange.loadMarkets(true);
  }

  /** Watches these symbols, all of which the venue lists, instead of those before. Only after `open`. */
  async follow(followed: readonly Followed[]): Promise<void> {
    const before = [...this.#lines.keys()].join();
    const lines = followed.map((each): [string, Line] => {
      const known = this.#lines.get(each.symbol);
      const same = known && known.theirs === each.theirs && known.tick === each.tick && known.lot === each.lot;
      return [each.symbol, same ? known : this.#lineOf(each)];
    });
    const changed = lines.some(([symbol, line]) => this.#lines.get(symbol) !== line);
    this.#lines = new Map(lines);
    if (!changed && before === [...this.#lines.keys()].join()) return;
    this.#watching.abort();
    const watching = new AbortController();
    this.#watching = watching;
    // A subscription of other symbols would open further connections beside those of the one before.
    await this.#exchange.close().catch(() => {});
    if (this.#closing.signal.aborted || watching.signal.aborted) return;
    const signal = AbortSignal.any([watching.signal, this.#closing.signal]);
    for (const group of this.#groups()) {
      this.#later(this.#watch('watchBidsAsks', group, signal));
      this.#later(this.#watch('watchTradesForSymbols', group, signal));
    }
    if ([...this.#lines.values()].some(({ perpetual }) => perpetual) && this.#exchange.has.fetchFundingRates === true) {
      this.#later(this.#readFunding(signal));
    }
  }

  #lineOf(each: Followed): Line {
    const market = field(this.#exchange.markets, each.theirs);
    const perpetual = field(market, 'swap') === true;
    return {
      ...each,
      unit: (perpetual ? positive(String(field(market, 'contractSize'))) : null) ?? 1,
      perpetual,
      ticker: undefined,
      sequence: null,
      quote: null,
      trade: undefined,
      tradeId: null,
      prints: [],
      ranges: new TradedRanges(),
      watchedFrom: Number.POSITIVE_INFINITY,
      recalled: null,
      readAt: Number.NEGATIVE_INFINITY,
    };
  }

  /** Symbols of one kind of market share a subscription. */
  #groups(): Line[][] {
    const all = [...this.#lines.values()];
    return [all.filter(({ perpetual }) => !perpetual), all.filter(({ perpetual }) => perpetual)].flatMap((lines) =>
      Array.from({ length: Math.ceil(lines.length / GROUP) }, (_, index) =>
        lines.slice(index * GROUP, (index + 1) * GROUP),
      ),
    );
  }

  #later(work: Promise<void>): void {
    this.#work.add(work);
    void work.finally(() => this.#work.delete(work));
  }

  async #watch(kind: Kind, lines: readonly Line[], signal: AbortSignal): Promise<void> {
    const names = lines.map(({ theirs }) => theirs);
    let failures = 0;
    let failedAt = Number.NEGATIVE_INFINITY;
    let connected = false;
    while (!signal.aborted) {
      try {
        await this.#message(kind, names, signal);
        if (signal.aborted) return;
        if (!connected && kind === 'watchTradesForSymbols') this.#resumed(lines, failures > 0);
        connected = true;
        for (const line of lines) this.#read(kind, line);
        await this.#timing.wait(READ_EVERY, signal);
      } catch (error) {
        if (signal.aborted) return;
        const now = this.#timing.monotonic();
        failures = now - failedAt > STABLE ? 1 : failures + 1;
        failedAt = now;
        connected = false;
        // The next connection may number its messages anew.
        for (const line of lines) line.sequence = null;
        this.#log.warn({ venue: this.id, stream: kind, failures, reason: errorOf(error) }, 'a venue is not reached');
        await this.#timing.wait(pauseAfter(failures), signal);
      }
    }
  }

  /** Settles with the next message; rejects for a broken connection, and for one on which nothing comes. */
  async #message(kind: Kind, names: readonly string[], signal: AbortSignal): Promise<void> {
    const waiting = new AbortController();
    const stop = () => waiting.abort();
    signal.addEventListener('abort', stop, { once: true });
    const message = this.#exchange[kind](names).then(() => 'message' as const);
    // It may be rejected later, when nothing waits for it any more.
    message.catch(() => {});
    const silence = this.#timing.wait(SILENCE[kind], waiting.signal).then(() => 'silence' as const);
    const first = await Promise.race([message, silence]).finally(() => {
      stop();
      signal.removeEventListener('abort', stop);
    });
    if (first === 'message' || signal.aborted) return;
    await this.#exchange.close().catch(() => {});
    throw new Error('no message came');
  }

  /** Trades come again: what was traded in between is read by REST. */
  #resumed(lines: readonly Line[], again: boolean): void {
    for (const line of lines) {
      line.watchedFrom = this.#clock();
      if (again) this.#readLater({ line, since: null });
    }
  }

  /** Reads what ccxt holds of all symbols. */
  read(): void {
    for (const line of this.#lines.values()) {
      this.#read('watchBidsAsks', line);
      this.#read('watchTradesForSymbols', line);
    }
  }

  #read(kind: Kind, line: Line): void {
    if (kind === 'watchBidsAsks') this.#readQuote(line);
    else this.#readTrades(line);
  }

  #readQuote(line: Line): void {
    const ticker = this.#exchange.bidsasks[line.theirs];
    if (ticker === undefined || ticker === line.ticker) return;
    line.ticker = ticker;
    const received = this.#timing.monotonic();
    const info = field(ticker, 'info');
    const sequence = sequenceOf(field(info, 'u') ?? field(info, 'seqId'));
    const at = timeOf(field(ticker, 'timestamp'));
    const { quote } = line;
    const older = (line.sequence !== null && sequence !== null && sequence < line.sequence) || (quote && at < quote.at);
    if (older && quote && received - quote.received < SEQUENCE_ENDS) return;
    line.sequence = sequence;
    const bid = stepsOf(field(ticker, 'bid'), line.tick);
    const ask = stepsOf(field(ticker, 'ask'), line.tick);
    // A book that is empty on one side, crossed or nonsense has no price.
    if (bid === null || ask === null || bid > ask) {
      line.quote = null;
      return;
    }
    const mid = (bid + ask) / 2;
    line.quote = { mid, spread: (ask - bid) / mid, received, at };
  }

  #readTrades(line: Line): void {
    const trades = this.#exchange.trades[line.theirs];
    if (!trades || trades.length === 0 || trades.at(-1) === line.trade) return;
    let first = trades.length;
    while (first > 0 && trades[first - 1] !== line.trade) first--;
    // More came than ccxt keeps.
    let gap = first === 0 && line.trade !== undefined;
    for (const trade of trades.slice(first)) {
      if (this.#readTrade(line, trade)) gap = true;
    }
    line.trade = trades.at(-1);
    if (gap) this.#readLater({ line, since: null });
  }

  /** True where trades before it are missing. */
  #readTrade(line: Line, trade: unknown): boolean {
    const id = sequenceOf(field(trade, 'id'));
    const before = line.tradeId;
    const known = id !== null && before !== null && id <= before;
    if (id !== null && !known) line.tradeId = id;
    const price = this.#rangeTrade(line, trade);
    if (known) return false;
    // Some trades of contracts (liquidations) have an id and are not sent.
    const step = line.perpetual ? null : (ID_STEPS[this.id]?.(field(trade, 'info')) ?? null);
    const lots = stepsOf(field(trade, 'amount'), line.lot / line.unit);
    const side = field(trade, 'side');
    const at = timeOf(field(trade, 'timestamp'));
    if (price !== null && lots !== null && (side === 'buy' || side === 'sell')) {
      const time = Number.isNaN(at) ? this.#clock() : at;
      line.prints.push({ price: Math.round(price), lots: Math.floor(lots), side, at: time });
      if (line.prints.length > PRINTS) line.prints.shift();
    }
    return id !== null && before !== null && step !== null && id > before + step;
  }

  /** Enters a trade into the ranges, at its own time; its price in ticks, null where it is none. */
  #rangeTrade(line: Line, trade: unknown): number | null {
    const price = stepsOf(field(trade, 'price'), line.tick);
    if (price === null) return null;
    const now = this.#clock();
    const at = timeOf(field(trade, 'timestamp'));
    line.ranges.add(Number.isNaN(at) ? now : Math.min(at, now), price);
    return price;
  }

  #readLater(reading: Reading): void {
    const { line, since } = reading;
    const waits = this.#readings.some((each) => each.line === line && (each.since !== null || since === null));
    // A venue whose ids make no sense is not asked again and again.
    const repeated = since === null && this.#timing.monotonic() - line.readAt < REPEATED;
    if (waits || repeated) return;
    this.#readings.push(reading);
    if (this.#reading) return;
    this.#reading = true;
    this.#later(
      this.#readMissing().finally(() => {
        this.#reading = false;
      }),
    );
  }

  /** One call after the other: the venue limits them. */
  async #readMissing(): Promise<void> {
    let failures = 0;
    for (let reading = this.#readings[0]; reading && !this.#closing.signal.aborted; reading = this.#readings[0]) {
      const { line, since } = reading;
      try {
        line.readAt = this.#timing.monotonic();
        await this.#readRecent(line, since);
        failures = 0;
      } catch (error) {
        failures++;
        this.#log.warn({ venue: this.id, symbol: line.symbol, reason: errorOf(error) }, 'missed trades cannot be read');
        await this.#timing.wait(pauseAfter(failures), this.#closing.signal);
        if (failures < ATTEMPTS) continue;
        failures = 0;
      }
      this.#readings = this.#readings.filter((each) => each !== reading);
      if (since !== null) this.#recalling.delete(line.symbol);
    }
  }

  async #readRecent(line: Line, since: number | null): Promise<void> {
    const now = this.#clock();
    const trades = await this.#exchange.fetchTrades(line.theirs, since ?? now - 5 * MINUTE, PAGE);
    for (const trade of trades) this.#rangeTrade(line, trade);
    if (since === null) return;
    const after = trades.filter((trade) => timeOf(field(trade, 'timestamp')) > since);
    const prices = after.map((trade) => stepsOf(field(trade, 'price'), line.tick)).filter((price) => price !== null);
    const recent = prices.length > 0 ? { low: Math.min(...prices), high: Math.max(...prices) } : null;
    line.recalled = { since, range: joined(recent, await this.#readBars(line, since, now)) };
  }

  /** The range of the minutes that began after `since`; the one in which it lies is left to the trades. */
  async #readBars(line: Line, since: number, now: number): Promise<TradedRange | null> {
    let range: TradedRange | null = null;
    let from = (Math.floor(Math.max(since, now - LONGEST_RECALL) / MINUTE) + 1) * MINUTE;
    while (from <= now && !this.#closing.signal.aborted) {
      const bars = await this.#exchange.fetchOHLCV(line.theirs, '1m', from, PAGE);
      let last = from - 1;
      for (const bar of bars) {
        const [opened, , high, low] = Array.isArray(bar) ? (bar as unknown[]) : [];
        const at = timeOf(opened);
        const bounds = { low: stepsOf(low, line.tick), high: stepsOf(high, line.tick) };
        if (!(at >= from && at <= now) || bounds.low === null || bounds.high === null) continue;
        range = joined(range, { low: bounds.low, high: bounds.high });
        last = Math.max(last, at);
      }
      if (last < from) break;
      from = last + MINUTE;
    }
    return range;
  }

  /** Up to so many bars that ended by `until`, oldest first; empty where they cannot be read. */
  async history(symbol: string, interval: '1m' | '15m' | '1h' | '1d', bars: number, until: number): Promise<Candle[]> {
    const line = this.#lines.get(symbol);
    const found = new Map<number, Candle>();
    const last = openingOf(interval, until);
    let from = last - bars * (nextOpening(interval, last) - last);
    try {
      while (line && from < last && !this.#closing.signal.aborted) {
        const page = await this.#exchange.fetchOHLCV(line.theirs, interval, from, PAGE);
        const read = page
          .flatMap((bar) => candleOf(bar, line, interval) ?? [])
          .filter(({ opening }) => opening >= from);
        for (const candle of read)
          if (nextOpening(interval, candle.opening) <= until) found.set(candle.opening, candle);
        const newest = Math.max(...read.map(({ opening }) => opening));
        if (read.length === 0) break;
        from = nextOpening(interval, newest);
      }
    } catch (error) {
      this.#log.warn({ venue: this.id, symbol, reason: errorOf(error) }, 'bars cannot be read');
    }
    return [...found.values()].sort((a, b) => a.opening - b.opening);
  }

  async #readFunding(signal: AbortSignal): Promise<void> {
    for (let failures = 0; !signal.aborted; ) {
      try {
        const lines = [...this.#lines.values()].filter(({ perpetual }) => perpetual);
        const rates = await this.#exchange.fetchFundingRates(lines.map(({ theirs }) => theirs));
        const at = this.#clock();
        this.#funding = new Map(
          lines.flatMap(({ symbol, theirs }): [string, FundingRate][] => {
            const entry = field(rates, theirs);
            const rate = field(entry, 'fundingRate');
            const next = timeOf(field(entry, 'fundingTimestamp') ?? field(entry, 'nextFundingTimestamp'));
            const plausible = typeof rate === 'string' && /^-?\d+(\.\d+)?$/.test(rate) && Math.abs(Number(rate)) < 1;
            return plausible && next > at ? [[symbol, { rate, at, next }]] : [];
          }),
        );
        failures = 0;
      } catch (error) {
        failures++;
        this.#log.warn({ venue: this.id, reason: errorOf(error) }, 'funding rates cannot be read');
      }
      await this.#timing.wait(failures > 0 ? pauseAfter(failures) : FUNDING_EVERY, signal);
    }
  }

  /** Null where the venue has no sound bid and ask. The venue's time counts where it is earlier than our receipt. */
  quote(symbol: string): SourceQuote | null {
    const quote = this.#lines.get(symbol)?.quote;
    if (!quote) return null;
    const received = this.#clock() - (this.#timing.monotonic() - quote.received);
    const at = Number.isNaN(quote.at) ? received : Math.min(received, quote.at);
    return { source: this.id, mid: quote.mid, spread: quote.spread, at };
  }

  /** Trades since the last call, oldest first. What a node saw before it took the market over is too late. */
  takePrints(symbol: string): readonly VenuePrint[] {
    const line = this.#lines.get(symbol);
    if (!line || line.prints.length === 0) return [];
    const { prints } = line;
    line.prints = [];
    const earliest = this.#clock() - LATE;
    return prints.flatMap(({ at, ...print }) => (at >= earliest ? [print] : []));
  }

  /** Begins to read by REST what was traded after `since`, for each symbol that was not watched since then. */
  recall(since: number): void {
    for (const line of this.#lines.values()) {
      if (line.watchedFrom <= since && TradedRanges.reaches(since, this.#clock())) continue;
      this.#recalling.add(line.symbol);
      this.#readLater({ line, since });
    }
  }

  /** Whether a recall of this symbol is still running. */
  recalls(symbol: string): boolean {
    return this.#recalling.has(symbol);
  }

  /** What is known to have been traded here after `since`. */
  range(symbol: string, since: number): TradedRange | null {
    const line = this.#lines.get(symbol);
    if (!line) return null;
    const recalled = line.recalled && since <= line.recalled.since ? line.recalled.range : null;
    return joined(line.ranges.after(since), recalled);
  }

  fundingRate(symbol: string): FundingRate | null {
    return this.#funding.get(symbol) ?? null;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#watching.abort();
    await this.#exchange.close().catch(() => {});
    await Promise.all(this.#work);
  }
}
