import { decimal } from '@tessera/money';
import { type MarketState, rememberState } from '../calendar/calendar.ts';
import type { MarketEngine, SymbolFill, SymbolPrices } from './engine-types.ts';
import type { HaltReason, MarketFrame, Print, SymbolFrame } from './frame.ts';
import { MinuteWindow } from './minute-window.ts';
import { HIGHEST_PRICE } from './order-book.ts';
import type { IndexPrice, PriceSource, SourcePrint } from './price-source.ts';
import { type Fill, type Ratio, SymbolMarket } from './symbol-market.ts';
import type { MarketTerms } from './terms.ts';
import type { Tick } from './tick-record.ts';
import { UndoLog } from './undo-log.ts';

/*
 * All symbols of the market in one memory. A step advances the price source, judges the breakers, moves the house's
 * quotes and fills the resting orders that they reach, for all symbols in one instant.
 *
 * The house is bounded in three ways. Per symbol, its inventory stays within cap × depth: the side that would add to it
 * thins out and vanishes. In all, Σ |inventory| × price stays within `overallCap`: the adding sides thin out as it is
 * used up, and vanish. And within a minute a symbol loses no more than `lossBound`: the cap shrinks by what was lost in
 * the last minute ÷ band, and a price that leaves the band halts the symbol.
 */

/** Levels a side in a frame. */
const FRAME_LEVELS = 50;
/** Trades of a symbol in a frame. */
const FRAME_PRINTS = 100;
/** Ids of prints from a tick to the next begin at its number times this, so that they grow across holders. */
const PRINTS_PER_TICK = 16_384;
/** What a tick of the record can hold. */
const MOST_LOTS_OF_TICK = 2 ** 50;
/** A class halts where at least this many of its open symbols, and this share of them, have halted. */
const CLASS_LEAST = 3;
const CLASS_SHARE = 1 / 3;
/** A symbol halts where the house has lost this share of what it may within a minute. */
const LOSS_SHARE = 0.5;

export type EngineOptions = {
  readonly terms: readonly MarketTerms[];
  readonly source: PriceSource;
  /** Most that the house holds, long and short added up over all symbols, in USDT: amounts × prices, as trades settle. */
  readonly overallCap: number;
  /** What the record knows of each symbol, `RecordedState.symbols`; prices and lots in the terms of now. */
  readonly recorded?: Readonly<Record<string, RecordedSymbol>>;
};

export type RecordedSymbol = {
  /** Number of its last tick. */
  readonly number: number;
  readonly last: Tick | null;
  /** Lots that the house holds. */
  readonly inventory: number;
};

/**
 * The most that the house can lose in a minute, in USDT: Σ inventory cap × price × (band + skew). The band is that of the
 * breaker. The skew is there because a house that holds lots prices the next one by so much worse.
 *
 * It counts what traders can take: the house's cash and inventory at the prices at which the market traded. A price
 * that leaps over the band in one step halts the symbol before anyone trades at it.
 */
export function lossBound(terms: readonly MarketTerms[], price: (symbol: string) => number): number {
  return terms.reduce((sum, { symbol, house, breaker, lot }) => {
    return sum + house.cap * house.depth * Number(lot) * price(symbol) * (breaker.jump + house.skew);
  }, 0);
}

/** What changes of a symbol; a rollback restores it as a whole. */
type Mutable = {
  /** At the last step. */
  open: boolean;
  halt: HaltReason | null;
  /** When a halt may end, Unix ms. */
  until: number;
  last: number | null;
  index: number | null;
  /** When its price was made. */
  at: number;
  /** Index price in ticks at which the house quotes or last quoted; NaN before the first. */
  mid: number;
  /** Of its latest tick. */
  number: number;
  /** Lots since its latest tick. */
  traded: number;
  /** Of the trades and the last price since its latest tick; 0 and infinity where there is none. */
  high: number;
  low: number;
  printId: number;
  prints: readonly Print[];
  /** What the house paid and received, in USDT. */
  cash: number;
  /** Highest result of the house within the last minute, in USDT. */
  peak: number;
  /** |inventory| × price, in USDT. */
  exposure: number;
};

type Entry = Mutable & {
  readonly symbol: string;
  terms: MarketTerms;
  /** False where staff took it off. */
  listed: boolean;
  /** USDT of one lot at one tick. */
  unit: number;
  hours: (at: number) => MarketState;
  readonly market: SymbolMarket;
  readonly window: MinuteWindow;
  /** The epoch of the undo log for which its state is kept. */
  kept: number;
};

/** A market of these symbols, which begins with an empty ladder of the house. */
export function createEngine(options: EngineOptions): MarketEngine {
  return new Engine(options);
}

class Engine implements MarketEngine {
  readonly #source: PriceSource;
  readonly #overallCap: number;
  readonly #recorded: Readonly<Record<string, RecordedSymbol>>;
  readonly #undo = new UndoLog();
  readonly #entries = new Map<string, Entry>();
  /** Sum of the exposures, in USDT. */
  #exposure = 0;
  #ticks: ReadonlyMap<string, Tick> = new Map();
  /** Whether the source has advanced for a step that is not committed. */
  #drawn = false;
  /** Symbols of the next frame. */
  readonly #changed = new Set<Entry>();
  /** Symbols of this batch with the house's inventory at its begin. */
  readonly #touched = new Map<Entry, number>();

  /** Symbols whose inventory is a new number since new terms changed their lot, until a batch has stored it. */
  readonly #regridded = new Set<Entry>();

  constructor({ terms, source, overallCap, recorded = {} }: EngineOptions) {
    if (!(overallCap > 0)) throw new RangeError('the overall cap must be above zero');
    this.#source = source;
    this.#overallCap = overallCap;
    this.#recorded = recorded;
    for (const one of terms) this.#add(one, true);
    this.#measureExposure();
  }

  #add(terms: MarketTerms, listed: boolean): Entry {
    const { symbol } = terms;
    const known = this.#recorded[symbol];
    const last = known?.last ?? null;
    const entry: Entry = {
      symbol,
      terms,
      listed,
      ...derived(terms),
      market: new SymbolMarket(terms.house, { inventory: known?.inventory ?? 0 }, this.#undo),
      window: new MinuteWindow(this.#undo),
      kept: 0,
      open: false,
      halt: null,
      until: Number.NEGATIVE_INFINITY,
      last: last?.last ?? null,
      index: null,
      at: last?.at ?? Number.NEGATIVE_INFINITY,
      mid: last?.index ?? Number.NaN,
      number: known?.number ?? 0,
      traded: 0,
      high: 0,
      low: Number.POSITIVE_INFINITY,
      printId: 0,
      prints: [],
      cash: 0,
      peak: 0,
      exposure: 0,
    };
    // So that a leap over the change of the holder is one.
    if (last) entry.window.add(last.at, last.index * Number(terms.tick));
    this.#entries.set(symbol, entry);
    this.#changed.add(entry);
    return entry;
  }

  begin(): void {
    this.#undo.begin();
  }

  commit(): void {
    this.#undo.commit();
    for (const entry of this.#touched.keys()) this.#changed.add(entry);
    this.#touched.clear();
    this.#regridded.clear();
    this.#drawn = false;
  }

  rollback(): void {
    this.#undo.rollback();
    this.#touched.clear();
  }

  savepoint(): () => void {
    return this.#undo.savepoint();
  }

  /** Called before each change of a symbol: keeps what a rollback restores. */
  #touch(entry: Entry): void {
    if (!this.#undo.isOpen) {
      this.#changed.add(entry);
      return;
    }
    if (entry.kept === this.#undo.epoch) return;
    entry.kept = this.#undo.epoch;
    if (!this.#touched.has(entry)) this.#touched.set(entry, entry.market.inventory);
    const {
      open,
      halt,
      until,
      last,
      index,
      at,
      mid,
      number,
      traded,
      high,
      low,
      printId,
      prints,
      cash,
      peak,
      exposure,
    } = entry;
    const before: Mutable = {
      open,
      halt,
      until,
      last,
      index,
      at,
      mid,
      number,
      traded,
      high,
      low,
      printId,
      prints,
      cash,
      peak,
      exposure,
    };
    this.#undo.push(() => Object.assign(entry, before));
  }

  tick(at: number): readonly SymbolFill[] {
    // A step that was rolled back is not drawn anew: whoever could make a batch fail could choose among the draws.
    if (!this.#drawn) this.#source.advance(at, (symbol) => this.#hours(symbol, at));
    this.#drawn = this.#undo.isOpen;
    const ticks = this.#ticks;
    const exposure = this.#exposure;
    this.#undo.push(() => {
      this.#ticks = ticks;
      this.#exposure = exposure;
    });
    const judged = this.#judge(at);
    const fills: SymbolFill[] = [];
    const made = new Map<string, Tick>();
    for (const { entry, price, reason } of judged) {
      const tick = this.#step(entry, at, price, reason, fills);
      if (tick) made.set(entry.symbol, tick);
    }
    this.#ticks = made;
    this.#measureExposure();
    return fills;
  }

  #hours(symbol: string, at: number): boolean {
    const entry = this.#entries.get(symbol);
    return entry?.listed === true && entry.hours(at).open;
  }

  /** Which symbols are open, at which price, and which of them are to halt. */
  #judge(
    at: number,
  ): { readonly entry: Entry; readonly price: IndexPrice | null; readonly reason: HaltReason | null }[] {
    const open = [...this.#entries.values()].filter((entry) => {
      const opens = entry.listed && entry.hours(at).open;
      if (!opens && entry.open) this.#close(entry);
      return opens;
    });
    const classes = new Map<string, { open: number; halted: number }>();
    const judged = open.map((entry) => {
      this.#touch(entry);
      const found = this.#source.price(entry.symbol);
      const price = found && isPrice(found) ? found : null;
      if (price) entry.window.add(at, price.mid * Number(entry.terms.tick));
      const reason = this.#reason(entry, price, at);
      const { assetClass } = entry.terms;
      const count = classes.get(assetClass) ?? { open: 0, halted: 0 };
      classes.set(assetClass, count);
      count.open++;
      if (reason !== null && reason !== 'staff') count.halted++;
      return { entry, price, reason };
    });
    return judged.map(({ entry, price, reason }) => {
      const count = classes.get(entry.terms.assetClass);
      const together = count && count.halted >= CLASS_LEAST && count.halted >= count.open * CLASS_SHARE;
      return { entry, price, reason: reason ?? (together ? 'class' : null) };
    });
  }

  /** Why a symbol has to halt by itself. */
  #reason(entry: Entry, price: IndexPrice | null, at: number): HaltReason | null {
    const { breaker, halted } = entry.terms;
    if (halted) return 'staff';
    if (!price || at - price.at > breaker.age) return 'age';
    if (price.spread > breaker.spread) return 'spread';
    if (entry.window.range(at) > breaker.jump) return 'jump';
    const { cap, depth } = entry.terms.house;
    const most = cap * depth * price.mid * entry.unit * breaker.jump;
    const lost = entry.window.peak(at) - this.#result(entry, price.mid);
    return lost > LOSS_SHARE * most ? 'exposure' : null;
  }

  /**
   * What the house has made of a symbol, in USDT: its cash, and its inventory at the price to which its quotes lean,
   * which is lower by half of the skew. No trade at its quotes lowers it; moves of the price do.
   */
  #result(entry: Entry, mid: number): number {
    const { cap, depth, skew } = entry.terms.house;
    const { inventory } = entry.market;
    return entry.cash + inventory * mid * entry.unit * (1 - (skew * inventory) / (2 * cap * depth));
  }

  #close(entry: Entry): void {
    this.#touch(entry);
    entry.market.withdraw();
    entry.open = false;
    entry.halt = null;
    entry.until = Number.NEGATIVE_INFINITY;
  }

  /** One symbol that is open. Returns its tick; null where it is halted. */
  #step(
    entry: Entry,
    at: number,
    price: IndexPrice | null,
    reason: HaltReason | null,
    fills: SymbolFill[],
  ): Tick | null {
    entry.open = true;
    if (price) entry.index = price.mid;
    if (reason !== null && entry.halt === null && reason !== 'staff') entry.until = at + entry.terms.breaker.pause;
    if (reason !== null) entry.halt = reason;
    else if (entry.halt === 'staff' || at >= entry.until) entry.halt = null;
    if (entry.halt !== null || !price) {
      entry.market.withdraw();
      return null;
    }
    entry.at = price.at;
    entry.mid = price.mid;
    entry.number++;
    entry.window.add(at, price.mid * Number(entry.terms.tick), this.#result(entry, price.mid));
    entry.peak = entry.window.peak(at);
    this.#restrict(entry);
    const reached = entry.market.move(price.mid, at, Math.max(0, 1 - this.#exposure / this.#overallCap));
    this.#book(entry, reached);
    for (const fill of reached) fills.push({ ...fill, symbol: entry.symbol });
    for (const print of this.#source.prints(entry.symbol)) this.#printOfSource(entry, print);
    this.#follow(entry);
    const tick: Tick = {
      at,
      bid: entry.market.touch('buy')?.price ?? 0,
      ask: entry.market.touch('sell')?.price ?? 0,
      last: entry.last as number,
      high: entry.high,
      low: entry.low,
      lots: Math.min(entry.traded, MOST_LOTS_OF_TICK),
      index: Math.max(1, Math.round(price.mid)),
    };
    entry.traded = 0;
    entry.high = 0;
    entry.low = Number.POSITIVE_INFINITY;
    return tick;
  }

  /** Lets the house trade only as far as its loss of the last minute and what it holds in all allow. */
  #restrict(entry: Entry): void {
    const { terms, mid, unit, market } = entry;
    const value = mid * unit;
    const lost = Math.max(0, entry.peak - this.#result(entry, mid));
    const cap = terms.house.cap * terms.house.depth - lost / (value * terms.breaker.jump);
    const free = Math.abs(market.inventory) + Math.max(0, this.#overallCap - this.#exposure) / value;
    market.restrict(Math.max(0, Math.floor(Math.min(cap, free))));
  }

  /** Books fills: the house's cash, the exposure, the tape. */
  #book(entry: Entry, fills: readonly Fill[]): void {
    if (fills.length === 0) return;
    const prints: { price: number; lots: number; side: Fill['side'] }[] = [];
    for (const { taker, maker, side, price, lots } of fills) {
      const value = price * lots * entry.unit;
      if (!taker) entry.cash += side === 'buy' ? -value : value;
      else if (!maker) entry.cash += side === 'buy' ? value : -value;
      const before = prints.at(-1);
      if (before?.price === price && before.side === side) before.lots += lots;
      else prints.push({ price, lots, side });
    }
    for (const print of prints) this.#print(entry, { ...print, origin: 'book' });
    const exposure = Math.abs(entry.market.inventory) * entry.mid * entry.unit;
    this.#exposure += exposure - entry.exposure;
    entry.exposure = exposure;
  }

  #print(entry: Entry, print: Omit<Print, 'id'>): void {
    entry.printId = Math.max(entry.printId + 1, entry.number * PRINTS_PER_TICK);
    const prints = entry.prints.length < FRAME_PRINTS ? entry.prints : entry.prints.slice(1 - FRAME_PRINTS);
    entry.prints = [...prints, { id: entry.printId, ...print }];
    entry.last = print.price;
    entry.traded += print.lots;
    entry.high = Math.max(entry.high, print.price);
    entry.low = Math.min(entry.low, print.price);
  }

  #printOfSource(entry: Entry, { price, lots, side }: SourcePrint): void {
    if (!Number.isSafeInteger(lots) || lots < 1) return;
    if (price !== null) {
      if (Number.isSafeInteger(price) && price >= 1) this.#print(entry, { price, lots, side, origin: 'source' });
      return;
    }
    const touch = entry.market.touch(side === 'buy' ? 'sell' : 'buy');
    if (!touch || touch.users > 0) return;
    this.#print(entry, { price: touch.price, lots: Math.min(lots, touch.house), side, origin: 'source' });
  }

  /** The last price follows the book where it has moved past it. */
  #follow(entry: Entry): void {
    const bid = entry.market.touch('buy')?.price ?? 0;
    const ask = entry.market.touch('sell')?.price ?? Number.POSITIVE_INFINITY;
    entry.last = Math.min(ask, Math.max(bid, entry.last ?? Math.max(1, Math.round(entry.mid))));
    entry.high = Math.max(entry.high, entry.last);
    entry.low = Math.min(entry.low, entry.last);
  }

  #measureExposure(): void {
    this.#exposure = 0;
    for (const entry of this.#entries.values()) {
      entry.exposure = Number.isNaN(entry.mid) ? 0 : Math.abs(entry.market.inventory) * entry.mid * entry.unit;
      this.#exposure += entry.exposure;
    }
  }

  refusal(symbol: string, at: number): 'market_closed' | 'stale_price' | 'market_halted' | 'instrument_unknown' | null {
    const entry = this.#entries.get(symbol);
    if (!entry?.listed) return 'instrument_unknown';
    if (!entry.hours(at).open) return 'market_closed';
    if (entry.terms.halted || (entry.halt !== null && entry.halt !== 'age')) return 'market_halted';
    // Not yet opened by a step, no price, or one that has grown too old since the step.
    if (!entry.open || entry.halt === 'age' || at - entry.at > entry.terms.breaker.age) return 'stale_price';
    return null;
  }

  prices(symbol: string): SymbolPrices | null {
    const entry = this.#entries.get(symbol);
    if (!entry?.listed) return null;
    const { market, last, at, terms } = entry;
    const { tick, lot } = terms;
    return { tick, lot, bid: market.touch('buy')?.price ?? null, ask: market.touch('sell')?.price ?? null, last, at };
  }

  place(symbol: string, order: Parameters<MarketEngine['place']>[1]): ReturnType<MarketEngine['place']> {
    const entry = this.#entries.get(symbol);
    if (!entry?.listed || !entry.open || entry.halt !== null) throw new Error(`${symbol} takes no orders`);
    this.#touch(entry);
    this.#keepExposure();
    this.#restrict(entry);
    const placed = entry.market.place(order);
    this.#book(entry, placed.fills);
    this.#follow(entry);
    return placed;
  }

  #keepExposure(): void {
    const exposure = this.#exposure;
    this.#undo.push(() => {
      this.#exposure = exposure;
    });
  }

  cancel(symbol: string, id: string): number | null {
    const entry = this.#entries.get(symbol);
    if (!entry?.market.order(id)) return null;
    this.#touch(entry);
    return entry.market.cancel(id);
  }

  restore(symbol: string, order: Parameters<MarketEngine['restore']>[1]): void {
    const entry = this.#entries.get(symbol) ?? this.#add(delisted(symbol), false);
    this.#touch(entry);
    entry.market.restore(order);
  }

  ticks(): ReadonlyMap<string, Tick> {
    return this.#ticks;
  }

  source(): unknown {
    return this.#source.state();
  }

  inventories(): ReadonlyMap<string, number> {
    const changed = new Map<string, number>();
    for (const [entry, before] of this.#touched) {
      if (entry.market.inventory !== before) changed.set(entry.symbol, entry.market.inventory);
    }
    for (const { symbol, market } of this.#regridded) changed.set(symbol, market.inventory);
    return changed;
  }

  revise(terms: readonly MarketTerms[]): void {
    if (this.#undo.isOpen) throw new Error('terms change between batches');
    const known = terms.flatMap((next) => {
      const entry = this.#entries.get(next.symbol);
      if (!entry) return [];
      const price = ratio(entry.terms.tick, next.tick);
      const lots = ratio(entry.terms.lot, next.lot);
      entry.market.checkGrid(price, lots);
      return [{ entry, next, price, lots }];
    });
    const listed = new Set(terms.map(({ symbol }) => symbol));
    for (const { entry, next, price, lots } of known) this.#revise(entry, next, price, lots);
    for (const next of terms) if (!this.#entries.has(next.symbol)) this.#add(next, true);
    for (const entry of this.#entries.values()) {
      if (listed.has(entry.symbol) || !entry.listed) continue;
      this.#close(entry);
      entry.listed = false;
    }
    this.#source.revise(terms);
    this.#measureExposure();
  }

  #revise(entry: Entry, terms: MarketTerms, price: Ratio, lots: Ratio): void {
    const inTicks = Number(price[0]) / Number(price[1]);
    const inLots = Number(lots[0]) / Number(lots[1]);
    if (inLots !== 1 && entry.market.inventory !== 0) this.#regridded.add(entry);
    entry.market.revise(terms.house, price, lots);
    entry.last = entry.last && Math.max(1, Math.round(entry.last * inTicks));
    entry.index = entry.index && entry.index * inTicks;
    entry.mid *= inTicks;
    entry.traded = Math.round(entry.traded * inLots);
    entry.high = Math.round(entry.high * inTicks);
    entry.low = Math.max(1, Math.round(entry.low * inTicks));
    entry.prints = entry.prints.map((print) => ({
      ...print,
      price: Math.max(1, Math.round(print.price * inTicks)),
      lots: Math.max(1, Math.round(print.lots * inLots)),
    }));
    Object.assign(entry, derived(terms), { terms, listed: true });
    this.#changed.add(entry);
  }

  takeFrame(at: number): Omit<MarketFrame, 'sequence' | 'token'> | null {
    if (this.#undo.isOpen) throw new Error('frames are taken between batches');
    if (this.#changed.size === 0) return null;
    const symbols = [...this.#changed].map((entry): SymbolFrame => {
      const { symbol, number, open, halt, last, index, prints, market } = entry;
      const { bids, asks } = market.snapshot(FRAME_LEVELS);
      entry.prints = [];
      return { symbol, tick: number, at: entry.at, open: open && entry.listed, halt, last, index, bids, asks, prints };
    });
    this.#changed.clear();
    return { at, symbols };
  }
}

function derived(terms: MarketTerms): Pick<Entry, 'unit' | 'hours'> {
  return { unit: Number(terms.tick) * Number(terms.lot), hours: rememberState(terms.calendar) };
}

/** What stands for the terms of a symbol that staff took off while orders rest: it never trades. */
const delisted = (symbol: string): MarketTerms => ({
  symbol,
  assetClass: '',
  tick: '1',
  lot: '1',
  calendar: { timezone: 'UTC', sessions: [], weekdays: new Set(), closed: new Set(), early: new Map() },
  house: { halfSpread: 1, width: 1, levels: 1, depth: 1, cap: 1, skew: 0, refill: 1 },
  halted: false,
  breaker: { jump: 0, spread: 0, age: 0, pause: 0 },
  simulation: { start: 1, parts: [], dailyTurnover: 0 },
});

const isPrice = ({ mid, at, spread }: IndexPrice): boolean =>
  mid > 0 && mid <= HIGHEST_PRICE && Number.isFinite(at) && spread >= 0;

/** How many of the new steps one of the old is. */
function ratio(before: string, after: string): Ratio {
  const scale = Math.max(decimal(before).decimalPlaces(), decimal(after).decimalPlaces());
  const whole = (step: string) => BigInt(decimal(step).times(decimal('10').pow(scale)).toFixed());
  return [whole(before), whole(after)];
}
