import { mul, scaleOf } from '@tessera/money';
import { type MarketState, rememberState } from '../calendar/calendar.ts';
import { payerAt } from './carried.ts';
import type { CarryWatch, HaltedTick, MarketEngine, SymbolFill, SymbolPrices } from './engine-types.ts';
import type { HaltReason, MarketFrame, Print, SymbolFrame } from './frame.ts';
import type { Block } from './house.ts';
import { type LeftOut, NOTHING_LEFT_OUT } from './left-out.ts';
import { type Basis, MarkWindow } from './mark.ts';
import { MinuteWindow } from './minute-window.ts';
import type { Misfit } from './misfits.ts';
import { HIGHEST_PRICE, type Side } from './order-book.ts';
import type { IndexPrice, PriceSource, SourcePrint } from './price-source.ts';
import { quoteWorth } from './quote-worth.ts';
import {
  type Band,
  type BlockOrder,
  type Fill,
  type Meeting,
  type NewOrder,
  type Ratio,
  SymbolMarket,
} from './symbol-market.ts';
import type { MarketTerms } from './terms.ts';
import { fineIndexOf, INDEX_PARTS, indexFields, type Tick } from './tick-record.ts';
import { UndoLog } from './undo-log.ts';

/*
 * All symbols of the market in one memory. A step advances the price source, judges the breakers, moves the house's
 * quotes and fills the resting orders that they reach, for all symbols in one instant.
 *
 * The house is bounded in three ways. Per symbol, its inventory stays within cap × depth: the side that would add to it
 * thins out and vanishes. In all, Σ |inventory| × price stays within `overallCap`: the adding sides thin out as it is
 * used up, and vanish. And within a minute it loses no more than `lossBound`: both caps shrink by what was lost in the last
 * minute ÷ band, and a price that leaves the band halts the symbol.
 */

/** Levels a side in a frame: the screens show 20. */
const FRAME_LEVELS = 400;
/** Trades of a symbol in a frame. */
const FRAME_PRINTS = 100;
/** Ids of prints from a tick to the next begin at its number times this, so that they grow across holders. */
const PRINTS_PER_TICK = 16_384;
/** What a tick of the record can hold. */
const MOST_LOTS_OF_TICK = 2 ** 50;
/** How long a draw that was rolled back is used again, ms. */
const DRAW_LASTS = 1_000;
/** How long resting orders wait for prices that were missed, ms; after that they miss them, and may be cancelled. */
const CATCHES_UP_WITHIN = 15 * 60_000;
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
  /** Mark price of that tick; that of its index by default. */
  readonly mark?: number | null;
  /** Of the ticks before, for the mark of the next ones. */
  readonly basis?: readonly Basis[];
  /** Lots that the house holds. */
  readonly inventory: number;
};

/**
 * The most that the house can lose in a minute, in USDT: Σ inventory cap × price × (band + skew), or the overall cap times
 * the largest of these, whichever is less. The band is that of the breaker. The skew is there because a house that holds
 * lots prices the next one by so much worse.
 *
 * It holds because what the house lost in the last minute, divided by the band, counts as held until the minute is over:
 * when it last took on a lot, loss ÷ band + inventory × price was within the cap; after that its inventory only shrinks, and
 * the price stays within the band (by Abel's inequality it then loses no more than inventory × band).
 *
 * Cash and inventory count at the index price. A price that leaps over its band in one step is beyond the bound: nothing
 * trades at it, because the symbol halts first, but what the house holds is worth less.
 */
export function lossBound(
  terms: readonly MarketTerms[],
  price: (symbol: string) => number,
  overallCap = Number.POSITIVE_INFINITY,
): number {
  const bands = terms.map(({ house, breaker }) => breaker.jump + house.skew);
  const sum = terms.reduce((total, { symbol, house, lot }, index) => {
    return total + house.cap * house.depth * Number(lot) * price(symbol) * (bands[index] as number);
  }, 0);
  return Math.min(sum, overallCap * Math.max(0, ...bands));
}

/** What changes of a symbol; a rollback restores it as a whole. */
type Mutable = {
  /** At the last step. */
  open: boolean;
  halt: HaltReason | null;
  /** Why it would be halted if staff had not halted it. */
  broken: Exclude<HaltReason, 'staff'> | null;
  /** When a halt may end, Unix ms. */
  until: number;
  last: number | null;
  index: number | null;
  /** Of the latest tick; null before the first. */
  mark: number | null;
  /** When its price was made, Unix ms; 0 before the first. */
  at: number;
  /** Prices were made while there was no trading here: resting orders catch up with them. */
  away: boolean;
  /** Until when they wait for that, Unix ms; 0 before a step has found out. */
  awaited: number;
  /** Index price in ticks of the last step that had one, also of a halted symbol; NaN before the first. */
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
  /** What the house paid and received, in the quote currency. */
  cash: number;
  /** Highest result of the house within the last minute, in the quote currency. */
  peak: number;
  /** |inventory| × price, in USDT. */
  exposure: number;
  /** What the house has lost of its cap: its loss of the last minute ÷ band, in USDT. */
  lost: number;
};

type Entry = {
  /** Replaced by a copy before its first change of an epoch. */
  now: Mutable;
  readonly symbol: string;
  terms: MarketTerms;
  /** False where staff took it off. */
  listed: boolean;
  /** Of one lot at one tick, in the quote currency. */
  unit: number;
  hours: (at: number) => MarketState;
  readonly market: SymbolMarket;
  readonly window: MinuteWindow;
  readonly basis: MarkWindow;
  /** The epoch of the undo log for which its state is kept. */
  kept: number;
};

/** Symbols that an open batch has changed. */
type Opened = {
  /** What the house held of them when the batch began, in lots. */
  readonly inventories: Map<Entry, number>;
  /** Those that no frame shows yet. */
  readonly changed: Set<Entry>;
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
  /** How much of the overall cap is used, in USDT: by what the house holds, and by what it lost in the last minute. */
  #used = 0;
  #ticks: ReadonlyMap<string, Tick> = new Map();
  #halted: ReadonlyMap<string, HaltedTick> = new Map();
  /** When the source has advanced for a step that is not committed; Unix ms. */
  #drawn: number | null = null;
  /** Symbols of the next frame, of what is committed. */
  readonly #changed = new Set<Entry>();
  /** The open batches, oldest first. */
  readonly #batches: Opened[] = [];

  #withheld: ReadonlySet<string> = new Set();
  #leftOut = NOTHING_LEFT_OUT;
  #watch: CarryWatch | null = null;

  /** Symbols whose inventory is a new number since new terms changed their lot, until a batch has stored it. */
  readonly #regridded = new Set<Entry>();

  constructor({ terms, source, overallCap, recorded = {} }: EngineOptions) {
    if (!(overallCap > 0)) throw new RangeError('the overall cap must be above zero');
    this.#source = source;
    this.#overallCap = overallCap;
    this.#recorded = recorded;
    for (const one of terms) this.#add(one, true);
    this.#measure(0);
    const since = Math.max(...Object.values(recorded).map(({ last }) => last?.at ?? Number.NEGATIVE_INFINITY));
    if (since > Number.NEGATIVE_INFINITY) source.recall?.(since);
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
      basis: new MarkWindow(known?.basis, this.#undo),
      kept: 0,
      now: {
        open: false,
        halt: null,
        broken: null,
        until: Number.NEGATIVE_INFINITY,
        last: last?.last ?? null,
        index: last && fineIndexOf(last) / INDEX_PARTS,
        mark: known?.mark ?? last?.index ?? null,
        at: last?.at ?? 0,
        away: last !== null,
        awaited: 0,
        mid: last ? fineIndexOf(last) / INDEX_PARTS : Number.NaN,
        number: known?.number ?? 0,
        traded: 0,
        high: 0,
        low: Number.POSITIVE_INFINITY,
        printId: 0,
        prints: [],
        cash: 0,
        peak: 0,
        exposure: 0,
        lost: 0,
      },
    };
    // So that a leap over the change of the holder is one.
    if (last) entry.window.add(last.at, (fineIndexOf(last) / INDEX_PARTS) * Number(terms.tick));
    this.#entries.set(symbol, entry);
    this.#changed.add(entry);
    return entry;
  }

  begin(): void {
    this.#undo.begin();
    this.#batches.push({ inventories: new Map(), changed: new Set() });
  }

  commit(): void {
    this.#undo.commit();
    for (const entry of this.#batches.shift()?.changed ?? []) this.#changed.add(entry);
    for (const entry of this.#regridded) if (!this.#isOut(entry)) this.#regridded.delete(entry);
    this.#drawn = null;
  }

  rollback(): void {
    this.#undo.rollback();
    this.#batches.pop();
  }

  savepoint(): () => void {
    return this.#undo.savepoint();
  }

  /** Called before each change of a symbol: keeps what a rollback restores. */
  #touch(entry: Entry): void {
    const batch = this.#batches.at(-1);
    if (!batch) {
      this.#changed.add(entry);
      return;
    }
    if (entry.kept === this.#undo.epoch) return;
    entry.kept = this.#undo.epoch;
    const { inventories, changed } = batch;
    if (!inventories.has(entry)) {
      inventories.set(entry, entry.market.inventory);
      changed.add(entry);
      this.#undo.push(() => {
        inventories.delete(entry);
        changed.delete(entry);
      });
    }
    const before = entry.now;
    entry.now = { ...before };
    this.#undo.push(() => {
      entry.now = before;
    });
  }

  tick(at: number): readonly SymbolFill[] {
    // A step that was rolled back is not drawn anew: a user who can make a batch fail could choose among the draws. After
    // an outage the price goes on from that draw.
    if (this.#drawn === null || at - this.#drawn > DRAW_LASTS) {
      this.#source.advance(at, (symbol) => this.#hours(symbol, at));
      this.#drawn = at;
    }
    if (!this.#undo.isOpen) this.#drawn = null;
    const [ticks, halted] = [this.#ticks, this.#halted];
    this.#undo.push(() => {
      this.#ticks = ticks;
      this.#halted = halted;
    });
    this.#keepUsed();
    const judged = this.#judge(at);
    for (const { entry, price, reason } of judged) this.#open(entry, at, price, reason);
    // All prices have moved before anything trades at one of them.
    this.#measure(at);
    const fills: SymbolFill[] = [];
    const made = new Map<string, Tick>();
    const indexed = new Map<string, HaltedTick>();
    for (const { entry, price } of judged) {
      if (price && entry.now.halt === null) {
        made.set(entry.symbol, this.#step(entry, at, price, fills));
        continue;
      }
      entry.market.withdraw();
      const halted = price && this.#haltedTick(entry, at, price);
      if (halted) indexed.set(entry.symbol, halted);
    }
    this.#ticks = made;
    this.#halted = indexed;
    return fills;
  }

  #hours(symbol: string, at: number): boolean {
    const entry = this.#entries.get(symbol);
    return entry?.listed === true && entry.hours(at).open;
  }

  /** Which symbols are open, at which price, and which of them are to halt. */
  #judge(
    at: number,
  ): { readonly entry: Entry; readonly price: IndexPrice | null; readonly reason: Mutable['broken'] }[] {
    const open = [...this.#entries.values()].filter((entry) => {
      const opens = entry.listed && entry.hours(at).open;
      if (!opens && entry.now.open) this.#close(entry);
      if (opens && this.#isOut(entry)) this.#pause(entry);
      return opens && !this.#isOut(entry);
    });
    const classes = new Map<string, { open: number; halted: number }>();
    const judged = open.map((entry) => {
      this.#touch(entry);
      const found = this.#source.price(entry.symbol);
      const price = found && isPrice(found) ? found : null;
      if (price) {
        entry.now.mid = price.mid;
        entry.window.add(at, price.mid * Number(entry.terms.tick), this.#result(entry));
      }
      const reason = this.#reason(entry, price, at);
      const { assetClass } = entry.terms;
      // One that never had a price says nothing about the others.
      if (Number.isNaN(entry.now.mid)) return { entry, price, reason };
      const count = classes.get(assetClass) ?? { open: 0, halted: 0 };
      classes.set(assetClass, count);
      count.open++;
      if (reason !== null) count.halted++;
      return { entry, price, reason };
    });
    return judged.map(({ entry, price, reason }) => {
      const count = classes.get(entry.terms.assetClass);
      const together = count && count.halted >= CLASS_LEAST && count.halted >= count.open * CLASS_SHARE;
      return { entry, price, reason: reason ?? (together ? 'class' : null) };
    });
  }

  /** Why a symbol has to halt by itself, whether or not staff have halted it: a member would choose which prices count. */
  #reason(entry: Entry, price: IndexPrice | null, at: number): Mutable['broken'] {
    const { breaker } = entry.terms;
    if (!price || at - price.at > breaker.age) return 'age';
    if (price.spread > breaker.spread) return 'spread';
    if (entry.window.range(at) > breaker.jump) return 'jump';
    const { cap, depth } = entry.terms.house;
    const most = cap * depth * price.mid * entry.unit * breaker.jump;
    const lost = entry.window.peak(at) - this.#result(entry);
    return lost > LOSS_SHARE * most ? 'exposure' : null;
  }

  /**
   * What the house has made of a symbol, in the quote currency: its cash, and its inventory at the price to which its quotes lean,
   * which is lower by half of the skew. No trade at its quotes lowers it; moves of the price do.
   */
  #result(entry: Entry): number {
    const { mid } = entry.now;
    const { cap, depth, skew } = entry.terms.house;
    const { inventory } = entry.market;
    return entry.now.cash + inventory * mid * entry.unit * (1 - (skew * inventory) / (2 * cap * depth));
  }

  #close(entry: Entry): void {
    this.#touch(entry);
    entry.market.withdraw();
    entry.now.open = false;
    entry.now.halt = null;
    entry.now.broken = null;
    entry.now.until = Number.NEGATIVE_INFINITY;
  }

  /** A step that judges or quotes this symbol fails: it is halted as if staff had done so. */
  #pause(entry: Entry): void {
    this.#touch(entry);
    entry.market.withdraw();
    entry.now.open = true;
    entry.now.halt = 'staff';
  }

  /** Whether a symbol whose market is open trades, and at which price. */
  #open(entry: Entry, at: number, price: IndexPrice | null, reason: Mutable['broken']): void {
    const { now } = entry;
    const { halted } = entry.terms;
    now.open = true;
    if (price) now.index = price.mid;
    // A halt for age ends with a fresh price, a halt of staff when staff end it: neither has a pause.
    const pauses = reason !== null && reason !== 'age';
    if (pauses && reason !== now.broken && at >= now.until) now.until = at + entry.terms.breaker.pause;
    if (reason === 'age' && now.halt !== 'age' && !halted) now.away = true;
    if (now.away && now.awaited === 0) now.awaited = at + CATCHES_UP_WITHIN;
    if (now.away && at >= now.awaited) now.away = false;
    if (reason !== null) now.broken = reason;
    else if (at >= now.until) now.broken = null;
    now.halt = halted ? 'staff' : now.broken;
  }

  /**
   * What is recorded of a symbol that staff have halted: what is open settles by its index, so one member must not stop the
   * record of it. Null where there would be none without that halt, as its price is missing or in doubt, and where it never
   * traded: nothing of it is open then.
   */
  #haltedTick({ now, terms }: Entry, at: number, price: IndexPrice): HaltedTick | null {
    const inDoubt = now.broken !== null && now.broken !== 'exposure';
    if (now.halt !== 'staff' || inDoubt || now.last === null || now.number === 0) return null;
    now.number++;
    const index = indexFields(fineOf(price.mid));
    return {
      tick: { at, bid: 0, ask: 0, last: now.last, high: 0, low: 0, lots: 0, ...index, basis: 0 },
      grid: { tick: terms.tick, lot: terms.lot },
    };
  }

  /** A step of one symbol that trades. Returns its tick. */
  #step(entry: Entry, at: number, price: IndexPrice, fills: SymbolFill[]): Tick {
    const since = entry.now.at;
    entry.now.at = price.at;
    entry.now.number++;
    entry.market.readmit(this.#withheld);
    const reached = entry.now.away ? [...this.#catchUp(entry, since)] : [];
    entry.now.away = false;
    entry.now.awaited = 0;
    this.#restrict(entry);
    const thin = Math.max(0, 1 - this.#used / this.#overallCap);
    const moved = entry.market.move(price.mid, at, thin, this.#meetingOf(entry));
    this.#book(entry, moved);
    for (const fill of [...reached, ...moved]) fills.push({ ...fill, symbol: entry.symbol });
    for (const print of this.#source.prints(entry.symbol)) this.#printOfSource(entry, print);
    this.#follow(entry);
    const fields = indexFields(fineOf(price.mid));
    const tick: Tick = {
      at,
      bid: entry.market.touch('buy')?.price ?? 0,
      ask: entry.market.touch('sell')?.price ?? 0,
      last: entry.now.last as number,
      high: entry.now.high,
      low: entry.now.low,
      lots: Math.min(entry.now.traded, MOST_LOTS_OF_TICK),
      ...fields,
      basis: basisOf(entry, fields.index),
    };
    entry.now.mark = entry.basis.add(tick);
    entry.now.traded = 0;
    entry.now.high = 0;
    entry.now.low = Number.POSITIVE_INFINITY;
    return tick;
  }

  /**
   * Fills what the source traded while this symbol had no price here, within the band around the price of now. No more
   * than half of what the house may take on: at worst it loses a band on those lots, and another on what it then holds.
   */
  #catchUp(entry: Entry, since: number): readonly Fill[] {
    const range = this.#source.missed?.(entry.symbol, since);
    if (!range || !(range.low > 0 && range.high >= range.low)) return [];
    const { mid } = entry.now;
    const band = 1 + entry.terms.breaker.jump;
    const free = this.#restrict(entry) - Math.abs(entry.market.inventory);
    const low = Math.max(Math.min(range.low, mid), mid / band);
    const high = Math.min(Math.max(range.high, mid), mid * band);
    const fills = entry.market.catchUp(low, high, Math.floor(free / 2));
    this.#book(entry, fills);
    return fills;
  }

  /**
   * Lets the house trade only as far as its loss of the last minute and what it holds in all allow. Returns the largest
   * inventory, in lots.
   */
  #restrict(entry: Entry): number {
    const { terms, market, now } = entry;
    const value = this.#lotValue(entry);
    const cap = terms.house.cap * terms.house.depth - now.lost / value;
    // Where more is used than the cap, less than what it holds: it may sell that, and not as much more.
    const free = Math.abs(market.inventory) + (this.#overallCap - this.#used) / value;
    const most = Math.max(0, Math.floor(Math.min(cap, free)));
    market.restrict(most);
    return most;
  }

  /** Books fills: the house's cash, the exposure, the tape. */
  #book(entry: Entry, fills: readonly Fill[]): void {
    if (fills.length === 0) return;
    const prints: { price: number; lots: number; side: Fill['side'] }[] = [];
    for (const { taker, maker, side, price, lots } of fills) {
      const value = price * lots * entry.unit;
      if (!taker) entry.now.cash += side === 'buy' ? -value : value;
      else if (!maker) entry.now.cash += side === 'buy' ? value : -value;
      const before = prints.at(-1);
      if (before?.price === price && before.side === side) before.lots += lots;
      else prints.push({ price, lots, side });
    }
    for (const print of prints) this.#print(entry, { ...print, origin: 'book' });
    this.#used -= entry.now.exposure + entry.now.lost;
    this.#measureOne(entry);
    this.#used += entry.now.exposure + entry.now.lost;
  }

  #print(entry: Entry, print: Omit<Print, 'id'>): void {
    entry.now.printId = Math.max(entry.now.printId + 1, entry.now.number * PRINTS_PER_TICK);
    const prints = entry.now.prints.length < FRAME_PRINTS ? entry.now.prints : entry.now.prints.slice(1 - FRAME_PRINTS);
    entry.now.prints = [...prints, { id: entry.now.printId, ...print }];
    entry.now.last = print.price;
    entry.now.traded += print.lots;
    entry.now.high = Math.max(entry.now.high, print.price);
    entry.now.low = Math.min(entry.now.low, print.price);
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
    entry.now.last = Math.min(ask, Math.max(bid, entry.now.last ?? Math.max(1, Math.round(entry.now.mid))));
    entry.now.high = Math.max(entry.now.high, entry.now.last);
    entry.now.low = Math.min(entry.now.low, entry.now.last);
  }

  /** How much of the overall cap is used at `at`, Unix ms. */
  #measure(at: number): void {
    this.#used = 0;
    for (const entry of this.#entries.values()) {
      entry.now.peak = entry.window.peak(at);
      this.#measureOne(entry);
      this.#used += entry.now.exposure + entry.now.lost;
    }
  }

  #measureOne(entry: Entry): void {
    const { now, market, terms } = entry;
    if (Number.isNaN(now.mid)) return;
    now.exposure = Math.abs(market.inventory) * this.#lotValue(entry);
    const lost = Math.max(0, now.peak - this.#result(entry));
    now.lost = lost > 0 ? (lost / terms.breaker.jump) * this.#inUsdt(entry) : 0;
  }

  /** Of one lot, in USDT. */
  #lotValue(entry: Entry): number {
    return entry.now.mid * entry.unit * this.#inUsdt(entry);
  }

  /** What a unit of the quote currency is worth by the index. */
  #inUsdt({ terms }: Entry): number {
    return quoteWorth(terms.quote, (symbol) => {
      const entry = this.#entries.get(symbol);
      if (!entry) return null;
      return Number.isNaN(entry.now.mid) ? entry.terms.simulation.start : entry.now.mid * Number(entry.terms.tick);
    });
  }

  refusal(symbol: string, at: number): 'market_closed' | 'stale_price' | 'market_halted' | 'instrument_unknown' | null {
    const entry = this.#entries.get(symbol);
    if (!entry?.listed) return 'instrument_unknown';
    if (!entry.hours(at).open) return 'market_closed';
    if (entry.terms.halted || (entry.now.halt !== null && entry.now.halt !== 'age')) return 'market_halted';
    // Not yet opened by a step, no price, or one that has grown too old since the step.
    if (!entry.now.open || entry.now.halt === 'age' || at - entry.now.at > entry.terms.breaker.age)
      return 'stale_price';
    return null;
  }

  cancelRefusal(symbol: string, at: number): 'stale_price' | null {
    const entry = this.#entries.get(symbol);
    if (!entry?.listed || entry.terms.halted || this.#isOut(entry)) return null;
    if (!entry.now.away || !this.#source.missed) return null;
    return entry.hours(at).open ? 'stale_price' : null;
  }

  prices(symbol: string): SymbolPrices | null {
    const entry = this.#entries.get(symbol);
    if (!entry?.listed) return null;
    const { market, terms, now } = entry;
    const { tick, lot, quote } = terms;
    return {
      tick,
      lot,
      quote,
      bid: market.touch('buy')?.price ?? null,
      ask: market.touch('sell')?.price ?? null,
      last: now.last,
      index: indexOf(entry),
      fine: now.index && fineOf(now.index),
      mark: now.mark,
      number: now.number,
      at: now.at,
    };
  }

  place(symbol: string, order: Parameters<MarketEngine['place']>[1]): ReturnType<MarketEngine['place']> {
    const entry = this.#trading(symbol);
    this.#touch(entry);
    this.#keepUsed();
    this.#restrict(entry);
    const placed = entry.market.place(order, bandOf(entry, order), this.#meetingOf(entry));
    this.#book(entry, placed.fills);
    this.#follow(entry);
    return placed;
  }

  #meetingOf(entry: Entry): Meeting | null {
    const { symbol, now } = entry;
    const watch = this.#watch;
    if (now.index === null || !watch) return null;
    const fine = fineOf(now.index);
    return {
      payer: (price) => payerAt(price, fine),
      room: (buyerId, sellerId, price, lots) => watch.room({ symbol, buyerId, sellerId, price, lots }),
      met: (fill) => {
        const takeBack = watch.made({ ...fill, symbol });
        // What is undone has carried nothing.
        this.#undo.push(takeBack);
        return takeBack;
      },
    };
  }

  watch(watch: CarryWatch | null): void {
    this.#watch = watch;
  }

  #trading(symbol: string): Entry {
    const entry = this.#entries.get(symbol);
    if (!entry?.listed || !entry.now.open || entry.now.halt !== null) throw new Error(`${symbol} takes no orders`);
    return entry;
  }

  blockLimit(...[symbol, side, { within, worst }]: Parameters<MarketEngine['blockLimit']>): number | null {
    const { now, terms } = this.#trading(symbol);
    const { halfSpread } = terms.house;
    if (side === 'buy') {
      const most = worst ?? Number.POSITIVE_INFINITY;
      if (now.mid > most) return null;
      return Math.max(Math.min(most, Math.floor(now.mid * (1 + within))), Math.ceil(now.mid * (1 + halfSpread)));
    }
    const least = worst ?? 0;
    if (now.mid < least) return null;
    return Math.min(Math.max(least, Math.ceil(now.mid * (1 - within))), Math.floor(now.mid * (1 - halfSpread)));
  }

  block(symbol: string, side: Side, lots: number, worst: number): Block | null {
    const entry = this.#trading(symbol);
    this.#touch(entry);
    this.#restrict(entry);
    return entry.market.block(side, lots, worst);
  }

  takeBlock(symbol: string, order: BlockOrder): readonly SymbolFill[] {
    const entry = this.#trading(symbol);
    this.#touch(entry);
    this.#keepUsed();
    const fills = entry.market.takeBlock(order);
    this.#book(entry, fills);
    this.#follow(entry);
    return fills.map((fill) => ({ ...fill, symbol }));
  }

  #keepUsed(): void {
    const used = this.#used;
    this.#undo.push(() => {
      this.#used = used;
    });
  }

  cancel(symbol: string, id: string): number | null {
    const entry = this.#entries.get(symbol);
    if (!entry?.market.order(id)) return null;
    this.#touch(entry);
    return entry.market.cancel(id);
  }

  reduce(symbol: string, id: string, lots: number): void {
    const entry = this.#entries.get(symbol);
    if (!entry) throw new RangeError(`${symbol} has no order ${id}`);
    this.#touch(entry);
    entry.market.reduce(id, lots);
  }

  left(symbol: string, id: string): number | null {
    return this.#entries.get(symbol)?.market.order(id)?.lots ?? null;
  }

  restore(symbol: string, order: Parameters<MarketEngine['restore']>[1]): void {
    const entry = this.#entries.get(symbol) ?? this.#add(delisted(symbol), false);
    this.#touch(entry);
    entry.market.restore(order);
  }

  withhold(users: ReadonlySet<string>): void {
    const before = this.#withheld;
    const added = new Set([...users].filter((user) => !before.has(user)));
    if (added.size === 0 && users.size === before.size) return;
    this.#withheld = new Set(users);
    this.#undo.push(() => {
      this.#withheld = before;
    });
    if (added.size === 0) return;
    for (const entry of this.#entries.values()) {
      if (entry.market.size === 0) continue;
      this.#touch(entry);
      entry.market.withhold(added);
    }
  }

  isWithheld(userId: string): boolean {
    return this.#withheld.has(userId);
  }

  leaveOut(leftOut: LeftOut): void {
    const before = this.#leftOut;
    if (before === leftOut) return;
    this.#leftOut = leftOut;
    this.#undo.push(() => {
      this.#leftOut = before;
    });
  }

  isLeftOut(userId: string): boolean {
    return this.#leftOut.users.has(userId);
  }

  #isOut({ symbol }: Entry): boolean {
    return this.#leftOut.symbols.has(symbol);
  }

  open(at: number): readonly string[] {
    return [...this.#entries.values()].flatMap(({ listed, hours, symbol }) =>
      listed && hours(at).open ? [symbol] : [],
    );
  }

  ticks(): ReadonlyMap<string, Tick> {
    return this.#ticks;
  }

  haltedTicks(): ReadonlyMap<string, HaltedTick> {
    return this.#halted;
  }

  source(): unknown {
    return this.#source.state();
  }

  inventories(): ReadonlyMap<string, number> {
    const changed = new Map<string, number>();
    for (const [entry, before] of this.#batches.at(-1)?.inventories ?? []) {
      if (entry.market.inventory !== before) changed.set(entry.symbol, entry.market.inventory);
    }
    for (const entry of this.#regridded) if (!this.#isOut(entry)) changed.set(entry.symbol, entry.market.inventory);
    return changed;
  }

  revise(revised: readonly MarketTerms[]): readonly Misfit[] {
    if (this.#undo.isOpen) throw new Error('terms change between batches');
    const misfits: Misfit[] = [];
    const terms = revised.map((next) => {
      const entry = this.#entries.get(next.symbol);
      const reason = entry && misfitOf(entry, next);
      if (!entry || !reason) return next;
      misfits.push({ symbol: next.symbol, reason });
      const { tick, lot, house } = entry.terms;
      return { ...next, tick, lot, house, halted: true };
    });
    const listed = new Set(terms.map(({ symbol }) => symbol));
    for (const next of terms) {
      const entry = this.#entries.get(next.symbol);
      if (entry) this.#revise(entry, next, ratio(entry.terms.tick, next.tick), ratio(entry.terms.lot, next.lot));
      else this.#add(next, true);
    }
    for (const entry of this.#entries.values()) {
      if (listed.has(entry.symbol) || !entry.listed) continue;
      this.#close(entry);
      entry.listed = false;
    }
    this.#source.revise(terms);
    return misfits;
  }

  #revise(entry: Entry, terms: MarketTerms, price: Ratio, lots: Ratio): void {
    const inTicks = Number(price[0]) / Number(price[1]);
    const inLots = Number(lots[0]) / Number(lots[1]);
    if (inLots !== 1 && entry.market.inventory !== 0) this.#regridded.add(entry);
    // What staff change elsewhere empties no book.
    if (inTicks !== 1 || inLots !== 1 || JSON.stringify(terms.house) !== JSON.stringify(entry.terms.house)) {
      entry.market.revise(terms.house, price, lots);
    }
    entry.now.last = entry.now.last && Math.max(1, Math.round(entry.now.last * inTicks));
    entry.now.index = entry.now.index && entry.now.index * inTicks;
    entry.now.mark = entry.now.mark && Math.max(1, Math.round(entry.now.mark * inTicks));
    if (inTicks !== 1 || inLots !== 1) entry.basis.clear();
    entry.now.mid *= inTicks;
    entry.now.traded = Math.round(entry.now.traded * inLots);
    entry.now.high = Math.round(entry.now.high * inTicks);
    entry.now.low = Math.max(1, Math.round(entry.now.low * inTicks));
    entry.now.prints = entry.now.prints.map((print) => ({
      ...print,
      price: Math.max(1, Math.round(print.price * inTicks)),
      lots: Math.max(1, Math.round(print.lots * inLots)),
    }));
    Object.assign(entry, derived(terms), { terms, listed: true });
    this.#changed.add(entry);
  }

  takeFrame(at: number): Omit<MarketFrame, 'sequence' | 'token'> | null {
    const changed = [this.#changed, ...this.#batches.map((batch) => batch.changed)];
    const taken = new Set(changed.flatMap((entries) => [...entries]));
    if (taken.size === 0) return null;
    const symbols = [...taken].map((entry): SymbolFrame => {
      const { symbol, listed, market, now } = entry;
      const { number, open, halt, last, index, mark, prints } = now;
      const { bids, asks } = market.snapshot(FRAME_LEVELS);
      this.#touch(entry);
      entry.now.prints = [];
      return {
        symbol,
        tick: number,
        at: entry.now.at,
        open: open && listed,
        halt,
        last,
        index,
        mark,
        bids,
        asks,
        prints,
      };
    });
    for (const entries of changed) entries.clear();
    this.#undo.push(() => {
      for (const entry of taken) this.#changed.add(entry);
    });
    return { at, symbols };
  }
}

/** In ticks. */
const indexOf = ({ now }: Entry): number | null => now.index && indexFields(fineOf(now.index)).index;

/**
 * How far an order trades, whatever it would accept. Of a limit order the band of the breaker: two accounts that trade
 * with each other do not take the last price anywhere. Of a market order the reach of the house's ladder: while the
 * ladder is empty, after a take-over or a halt or because an order has just taken it all, no order from far away sells to
 * those who name no price.
 */
function bandOf({ terms: { breaker, house }, now: { mid } }: Entry, { price, marketReach }: NewOrder): Band {
  if (price !== null && !marketReach) return { buy: mid * (1 + breaker.jump), sell: mid / (1 + breaker.jump) };
  const { skew, halfSpread, width } = house;
  // The quotes are rounded away from the centre.
  const away = halfSpread + width;
  return { buy: Math.ceil(mid * (1 + skew) * (1 + away)), sell: Math.floor(mid * (1 - skew) * (1 - away)) };
}

/** Why what rests does not fit new terms; null where it does. */
function misfitOf({ market, terms }: Entry, { tick, lot }: MarketTerms): string | null {
  try {
    market.checkGrid(ratio(terms.tick, tick), ratio(terms.lot, lot));
    return null;
  } catch (error) {
    if (error instanceof RangeError) return error.message;
    throw error;
  }
}

function derived(terms: MarketTerms): Pick<Entry, 'unit' | 'hours'> {
  return { unit: Number(terms.tick) * Number(terms.lot), hours: rememberState(terms.calendar) };
}

/** What stands for the terms of a symbol that staff took off while orders rest: it never trades. */
const delisted = (symbol: string): MarketTerms => ({
  symbol,
  assetClass: '',
  quote: 'USDT',
  tick: '1',
  lot: '1',
  calendar: { timezone: 'UTC', sessions: [], weekdays: new Set(), closed: new Set(), early: new Map() },
  house: { halfSpread: 1, width: 1, levels: 1, depth: 1, cap: 1, skew: 0, refill: 1 },
  halted: false,
  breaker: { jump: 0, spread: 0, age: 0, pause: 0 },
  markBand: 0,
  simulation: { start: 1, parts: [], dailyTurnover: 0 },
});

/** By how far the middle of the impact prices is from the index, within the band of the mark; half ticks. */
function basisOf({ market, terms }: Entry, index: number): number {
  const most = 2 * Math.floor(terms.markBand * index);
  return Math.max(-most, Math.min(most, Math.round(2 * (market.impactMid() - index))));
}

/** A price of the source as it is recorded, in thousandths of a tick. */
const fineOf = (mid: number): number => Math.max(INDEX_PARTS / 2, Math.round(mid * INDEX_PARTS));

const isPrice = ({ mid, at, spread }: IndexPrice): boolean =>
  mid > 0 && mid <= HIGHEST_PRICE && Number.isFinite(at) && spread >= 0;

/** How many of the new steps one of the old is. */
function ratio(before: string, after: string): Ratio {
  const scale = Math.max(scaleOf(before), scaleOf(after));
  const whole = (step: string) => BigInt(mul(step, `1${'0'.repeat(scale)}`));
  return [whole(before), whole(after)];
}
