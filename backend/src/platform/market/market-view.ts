import { setImmediate as nextTurn } from 'node:timers/promises';
import { stepTicks } from '@tessera/api/instruments/rules';
import { type HaltReason, type Interval, intervals } from '@tessera/api/rules';
import { div } from '@tessera/money';
import type { Database } from '../db/database.ts';
import { roundedText, stepText } from '../feed/decimal-text.ts';
import type { Bar, BarQuery, Depth, Feed, Quote, Trade } from '../feed/feed.ts';
import { nextOpening, openingOf } from '../feed/kline-interval.ts';
import { barsOf, barsOfAll, lastBefore } from './bar-store.ts';
import { type Candle, gathered, joined, PARTS_OF } from './candles.ts';
import { DayFigures, type FiguresSince, tripleTurnoverOf } from './day-figures.ts';
import type { MarketFrame, SymbolFrame } from './frame.ts';
import { scaledTick, symbolIds } from './grid.ts';
import { MARK_NEEDS, MarkWindow } from './mark.ts';
import { type StoredChain, UNRECORDED_FRAMES } from './recorder.ts';
import { stepsAfter, stepsSince } from './steps.ts';
import type { BookLevel } from './symbol-market.ts';
import { readTapes, type Tape, type TapePrint } from './tape-store.ts';
import type { MarketTerms } from './terms.ts';
import { fineIndexOf, INDEX_PARTS, indexFields, isHalted, type Tick } from './tick-record.ts';

/*
 * The market as every node reads it: put together from frames and, for what was before them, from the record. Nothing
 * is computed ahead or drawn here. Bars are made of ticks alone, so that all nodes and the record have the same.
 */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Trades that are kept of each symbol, at least. */
const TAPE = 1_500;
/** Trades beyond them after which the oldest are dropped: the tape is copied for it. */
const TAPE_SPARE = 150;
/** Finished bars that are kept: minutes for the figures of a day, longer ones until they are stored. */
const KEPT_MINUTES = 1_600;
const KEPT_BARS = 32;
/** Stored bars of one symbol and interval that are kept for readers, and how many such lists. */
const KEPT_SERIES = 1_000;
const SERIES = 400;
/** Symbols that are put together before other work gets its turn. */
const SYMBOLS_A_TURN = 10;
/** Steps without a frame that are added to what is known; after more of them, all is read anew. */
const STEPS_ADDED = 100;

export type ViewTerms = Pick<MarketTerms, 'symbol' | 'tick' | 'lot'>;

export type ViewOptions = {
  readonly database: Database;
  readonly source: Feed['source'];
  /** `PriceSource.sourceOf`; absent, every price is simulated. */
  readonly sourceOf?: Feed['sourceOf'];
  readonly terms: readonly ViewTerms[];
  /** A load after lost frames that failed; it is repeated with the next gap or call. */
  readonly onError: (error: unknown) => void;
  /** Takes symbols of the last recorded step as open: where no frame will say so, as in a process of one command. */
  readonly hearsNone?: boolean;
};

export type MarketView = Feed & {
  /** Reads the record up to now. Frames that arrive meanwhile are applied to what it says. */
  load(): Promise<void>;
  /** Takes a frame over. One that is older than what is known, or of a former holder, is dropped. */
  apply(frame: MarketFrame): void;
  /** The latest trades of each symbol. */
  tapes(): ReadonlyMap<string, Tape>;
  /** Reads the steps that no frame told of: where other nodes cannot be heard, the record is the market. */
  catchUp(): Promise<void>;
  /** New terms of staff; loads what was recorded of symbols that join. */
  revise(terms: readonly ViewTerms[]): Promise<void>;
};

/** Of a day, with the opening of the minute in which they were computed. */
type Day = FiguresSince & { readonly minute: number };

/** What the trades since the last tick add to the forming bars, before that tick is made. */
type Since = Pick<Candle, 'high' | 'low' | 'lots'>;

/** The first levels of a side, best first, with those of a group of ticks together. */
function grouped(
  all: readonly BookLevel[],
  group: number,
  round: (steps: number) => number,
  levels: number,
): readonly BookLevel[] {
  const rows: [price: number, lots: number][] = [];
  for (const [exact, lots] of all) {
    const price = round(exact / group) * group;
    const row = rows.at(-1);
    if (row?.[0] === price) row[1] += lots;
    else if (rows.length === levels) break;
    else rows.push([price, lots]);
  }
  return rows;
}

/** One symbol. */
class SymbolView {
  readonly terms: ViewTerms;
  readonly #price: (ticks: number) => string;
  readonly #fine: (parts: number) => string;
  readonly #amount: (lots: number) => string;
  readonly #size: number;
  sequence = 0;
  tick = 0;
  open = false;
  halt: HaltReason | null = null;
  haltedAt: number | null = null;
  at = 0;
  last: number | null = null;
  /** Thousandths of a tick; null before the first tick. */
  fine: number | null = null;
  mark: number | null = null;
  bids: readonly BookLevel[] = [];
  asks: readonly BookLevel[] = [];
  tape: TapePrint[] = [];
  /** Oldest first. */
  readonly finished = new Map<Interval, Candle[]>(intervals.map((interval) => [interval, []]));
  /** The finished minutes of the longer bars that form. */
  readonly #begun = new Map<Interval, Candle>();
  #minute: Candle | null = null;
  readonly #bars = new WeakMap<Candle, Bar>();
  #since: Since | null = null;
  readonly #figures = new DayFigures();
  #day: Day | null = null;
  #quote: Quote | null = null;

  constructor(terms: ViewTerms) {
    this.terms = terms;
    this.#price = stepText(terms.tick);
    this.#fine = stepText(div(terms.tick, String(INDEX_PARTS)));
    this.#amount = stepText(terms.lot);
    this.#size = Number(terms.tick) * Number(terms.lot);
  }

  /**
   * Begins with what was stored before the first tick that `record` is given, which is of `start` or later. `closing`
   * is the last whole day: its close is the price of a symbol that has no minutes.
   */
  begin(minutes: readonly Candle[], days: readonly Candle[], start: number, closing?: Candle): void {
    const last = minutes.at(-1);
    this.finished.set('1m', minutes.slice(-KEPT_MINUTES));
    if (last) {
      this.last = last.close;
      this.at = last.opening + MINUTE;
    } else if (closing) {
      this.last = closing.close;
      this.at = nextOpening('1d', closing.opening);
    } else return;
    // Days that are not stored yet are those of the latest minutes.
    const stored = new Set(days.map((day) => day.opening));
    const unstored = gathered('1d', minutes).filter((day) => !stored.has(day.opening));
    const all = [...days, ...unstored].sort((a, b) => a.opening - b.opening);
    const whole = new Map<Interval, readonly Candle[]>([
      ['1m', minutes],
      ['1d', all],
    ]);
    for (const [interval, parts] of PARTS_OF) {
      const bars = interval === '1d' ? all : gathered(interval, whole.get(parts) ?? []);
      whole.set(interval, bars);
      const opening = openingOf(interval, start);
      const forming = bars.find((bar) => bar.opening === opening);
      if (forming) this.#begun.set(interval, forming);
      // The first one may lack its beginning. What is stored too is not read from here.
      const ended = bars.slice(1).filter((bar) => bar.opening < opening);
      this.finished.set(interval, ended.slice(-KEPT_BARS));
    }
  }

  /** Adds a tick to the bars. */
  record(number: number, { at, high, low, last, lots }: Omit<Tick, 'bid' | 'ask' | 'index'>): void {
    const opening = openingOf('1m', at);
    if (this.#minute && this.#minute.opening < opening) this.#finish(this.#minute, opening);
    const piece = { opening, open: last, high, low, close: last, lots };
    this.#minute = this.#minute?.opening === opening ? joined(this.#minute, piece) : piece;
    this.#since = null;
    this.tick = number;
    this.last = last;
    this.at = at;
    this.#quote = null;
  }

  /** Takes over what the record holds of a step: of the book only its best prices. */
  replay(number: number, tick: Tick, mark: number, sequence: number): void {
    this.record(number, tick);
    this.sequence = sequence;
    this.open = true;
    this.halt = null;
    this.haltedAt = null;
    this.stand(tick, mark);
  }

  /** Takes over what the record holds of a step while staff had halted it. */
  replayIndex(number: number, tick: Tick, sequence: number): void {
    this.tick = number;
    this.sequence = sequence;
    this.fine = fineIndexOf(tick);
    this.#quote = null;
  }

  /** The latest step has no trading tick of it: it is shut, or halted for a reason that only frames tell. */
  pause(sequence: number): void {
    this.sequence = sequence;
    this.open = false;
    this.#quote = null;
  }

  /** After the last tick of the record. */
  stand(tick: Tick, mark: number): void {
    const { bid, ask } = tick;
    this.fine = fineIndexOf(tick);
    this.mark = mark;
    this.bids = bid > 0 ? [[bid, 0]] : [];
    this.asks = ask > 0 ? [[ask, 0]] : [];
  }

  #finish(minute: Candle, next: number): void {
    this.#day = null;
    this.#keep('1m', minute);
    for (const interval of intervals) {
      if (interval === '1m') continue;
      const opening = openingOf(interval, minute.opening);
      const begun = this.#begun.get(interval);
      if (begun && begun.opening < opening) this.#keep(interval, begun);
      const whole = joined(begun && begun.opening === opening ? begun : null, { ...minute, opening });
      if (nextOpening(interval, opening) <= next) {
        this.#keep(interval, whole);
        this.#begun.delete(interval);
      } else this.#begun.set(interval, whole);
    }
  }

  #keep(interval: Interval, bar: Candle): void {
    const bars = this.finished.get(interval) as Candle[];
    bars.push(bar);
    if (bars.length > (interval === '1m' ? KEPT_MINUTES : KEPT_BARS)) bars.shift();
  }

  /** Takes the state of a frame over; its trades count unless the record already held them. */
  follow(frame: SymbolFrame, sequence: number, recorded: boolean): void {
    this.sequence = sequence;
    this.#quote = null;
    this.open = frame.open;
    if (frame.halt !== this.halt) this.haltedAt = frame.halt === null ? null : frame.at;
    this.halt = frame.halt;
    this.bids = frame.bids;
    this.asks = frame.asks;
    if (frame.index !== null) this.fine = Math.max(1, Math.round(frame.index * INDEX_PARTS));
    this.mark = frame.mark ?? this.mark;
    const known = this.tape.at(-1)?.id ?? Number.NEGATIVE_INFINITY;
    for (const print of frame.prints) if (print.id > known) this.tape.push({ ...print, at: frame.at });
    if (this.tape.length > TAPE + TAPE_SPARE) this.tape = this.tape.slice(-TAPE);
    if (frame.last === null) return;
    // The engine keeps it between them; a screen shows no other, whatever happens.
    const bid = frame.bids[0]?.[0] ?? frame.last;
    const ask = frame.asks[0]?.[0] ?? frame.last;
    const last = Math.max(bid, Math.min(ask, frame.last));
    this.last = last;
    this.at = frame.at;
    if (recorded) return;
    let high = Math.max(this.#since?.high ?? 0, last);
    let low = Math.min(this.#since?.low ?? Number.POSITIVE_INFINITY, last);
    let lots = this.#since?.lots ?? 0;
    for (const print of frame.prints) {
      high = Math.max(high, print.price);
      low = Math.min(low, print.price);
      lots += print.lots;
    }
    // What is recorded while staff have halted it adds to no bar.
    if (frame.halt === 'staff') this.tick = Math.max(this.tick, frame.tick);
    if (frame.tick > this.tick) this.record(frame.tick, { at: frame.at, high, low, last, lots });
    else this.#since = { high, low, lots };
  }

  /** The latest minute, with the trades since its last tick. */
  #latest(): Candle | null {
    const minute = this.#minute;
    if (!minute || !this.#since || this.last === null) return minute;
    return joined(minute, { ...this.#since, opening: minute.opening, open: this.last, close: this.last });
  }

  /** The last bar of an interval, which may still be forming. */
  forming(interval: Interval): Candle | null {
    const minute = this.#latest();
    const begun = this.#begun.get(interval) ?? null;
    if (!minute) return begun;
    const opening = openingOf(interval, minute.opening);
    return joined(begun?.opening === opening ? begun : null, { ...minute, opening });
  }

  #dayOf(now: number): Day {
    const minute = openingOf('1m', now);
    if (this.#day?.minute === minute) return this.#day;
    const minutes = this.finished.get('1m') as Candle[];
    this.#day = { minute, ...this.#figures.since(minutes, minute + MINUTE - DAY) };
    return this.#day;
  }

  /** At the market's clock. */
  quote(now: number): Quote | null {
    const { last } = this;
    if (last === null) return null;
    const { minute } = this.#day ?? { minute: Number.NaN };
    if (this.#quote && minute === openingOf('1m', now)) return this.#quote;
    const day = this.#dayOf(now);
    const forming = this.#latest();
    const current = forming && forming.opening > now - DAY ? forming : null;
    const bid = this.bids[0]?.[0] ?? last;
    const ask = this.asks[0]?.[0] ?? last;
    const reference = day.reference ?? current?.open ?? last;
    const lots = day.lots + (current?.lots ?? 0);
    const turnover = (day.triple + (current ? tripleTurnoverOf(current) : 0)) / 3;
    this.#quote = {
      symbol: this.terms.symbol,
      last: this.#price(last),
      bid: this.#price(bid),
      ask: this.#price(ask),
      index: this.#fine(this.fine ?? last * INDEX_PARTS),
      mark: this.#price(this.mark ?? (this.fine === null ? last : indexFields(this.fine).index)),
      change24h: roundedText((last - reference) / reference, 6),
      high24h: this.#price(Math.max(day.high, current?.high ?? 0, last)),
      low24h: this.#price(Math.min(day.low, current?.low ?? Number.POSITIVE_INFINITY, last)),
      volume24h: this.#amount(lots),
      turnover24h: roundedText(turnover * this.#size, 2),
      at: this.at,
      open: this.open,
      sequence: this.sequence,
      halt: this.halt,
      haltedAt: this.haltedAt,
    };
    return this.#quote;
  }

  depth(levels: number, step?: string): Depth | null {
    const group = step === undefined ? 1 : stepTicks(step, this.terms.tick);
    if (this.last === null || group === null) return null;
    const text = ([price, lots]: BookLevel) => [this.#price(price), this.#amount(lots)] as const;
    const side = (all: readonly BookLevel[], round: (steps: number) => number) =>
      (group === 1 ? all.slice(0, levels) : grouped(all, group, round, levels)).map(text);
    return { bids: side(this.bids, Math.floor), asks: side(this.asks, Math.ceil), at: this.at };
  }

  trades(since: number, limit: number): Trade[] {
    let from = this.tape.length;
    while (from > 0 && this.tape.length - from < limit && (this.tape[from - 1] as TapePrint).at > since) from--;
    return this.tape.slice(from).map(({ id, price, lots, side, at }) => ({
      id: String(id),
      price: this.#price(price),
      amount: this.#amount(lots),
      side,
      at,
    }));
  }

  /** The same bar for the same candle: what is made of a finished bar is made once. */
  bar(candle: Candle): Bar {
    const known = this.#bars.get(candle);
    if (known) return known;
    const { opening, open, high, low, close, lots } = candle;
    const prices = [this.#price(open), this.#price(high), this.#price(low), this.#price(close)] as const;
    const bar: Bar = [opening, ...prices, this.#amount(lots)];
    this.#bars.set(candle, bar);
    return bar;
  }
}

/** The mark of a symbol after this tick, the next of its record. */
function markAfter(windows: Map<number, MarkWindow>, id: number, tick: Tick): number {
  const window = windows.get(id) ?? new MarkWindow();
  windows.set(id, window);
  return window.add(tick);
}

/** The market that a node knows. `load` before it is read. */
export function createMarketView({
  database,
  source,
  sourceOf = () => 'simulated',
  terms: listed,
  onError,
  hearsNone = false,
}: ViewOptions): MarketView {
  let terms = listed;
  let views = new Map(terms.map((each) => [each.symbol, new SymbolView(each)]));
  let ids = new Map<string, number>();
  let symbolOf = new Map<number, string>();
  /** Of the marks, while steps are added without frames. */
  let windows: Map<number, MarkWindow> | null = null;
  /** Of the last frame. */
  let sequence = 0;
  /** Of the last step that was read from the record: frames up to it change the book alone. */
  let recorded = 0;
  /** Of the latest frame or step: the clock of what is shown. */
  let now = 0;
  let token = '0';
  let loading: Promise<void> | null = null;
  let again = false;
  /** Since the last tick, and all since a load began: what the record may not hold yet. */
  let recent: MarketFrame[] = [];
  const listeners = new Set<(symbols: readonly string[]) => void>();
  /** Stored bars by symbol and interval, the most recently read last. */
  const series = new Map<string, Candle[]>();

  const show = (frame: MarketFrame, to: ReadonlyMap<string, SymbolView>): void => {
    for (const each of frame.symbols) to.get(each.symbol)?.follow(each, frame.sequence, frame.sequence <= recorded);
  };

  async function read(): Promise<void> {
    const fresh = new Map(terms.map((each) => [each.symbol, new SymbolView(each)]));
    const [stored] = await database.query<{ sequence: string; at: number }>(
      'select sequence, at from market_head where signature is not null order by at desc limit 1',
    );
    // What was stored before the steps were read is a minute old at most, and the steps are kept for an hour.
    const from = Number(stored?.sequence ?? 0);
    const steps = await stepsAfter(database, from);
    const [newest] = await database.query<{ until: number }>(
      `select until from market_bar where span = '1m' order by opening desc, until desc limit 1`,
    );
    const reached = steps.at(-1)?.at ?? newest?.until ?? 0;
    const start = steps[0]?.at ?? reached;
    const minutes = await barsOfAll(database, '1m', start - 26 * HOUR, stored?.at ?? reached);
    const before = await lastBefore(database, '1m', openingOf('1h', start - 26 * HOUR));
    const month = Math.min(openingOf('1M', start), openingOf('1w', start));
    const days = await barsOfAll(database, '1d', month, reached);
    // The history before the first start has minutes of a day: what was closed for longer has days alone.
    const closing = await lastBefore(database, '1d', openingOf('1d', start));
    const known = await symbolIds(database);
    // The mark of the first of these steps follows from the minute before it.
    const marks = new Map<number, number>();
    const ofMarks = new Map<number, MarkWindow>();
    for (const { ticks } of [...(await stepsSince(database, start - MARK_NEEDS, from)), ...steps]) {
      for (const { id, tick } of ticks) if (!isHalted(tick)) marks.set(id, markAfter(ofMarks, id, tick));
    }
    const ticks = Map.groupBy(
      steps.flatMap((step) =>
        step.ticks.map(({ id, number, tick }) => {
          const { current, former } = known.get(id) ?? { current: id, former: null };
          return { id: current, number, tick: former ? scaledTick(tick, former) : tick, sequence: step.sequence };
        }),
      ),
      ({ id }) => id,
    );
    /** The last step of each symbol in which it could be traded. */
    const stepOf = new Map<string, number>();
    // What is shown by now is newer.
    for (const [symbol, { tick, lot, prints }] of recorded === 0 ? await readTapes(database) : []) {
      const view = fresh.get(symbol);
      if (view?.terms.tick === tick && view.terms.lot === lot) view.tape = [...prints];
    }
    const symbols = [...known].flatMap(([id, { symbol, former }]) => (former ? [] : [{ id, symbol }]));
    const [state] = await database.query<{ chains: Readonly<Record<string, StoredChain>> }>(
      'select chains from market_state',
    );
    let turn = 0;
    for (const { id, symbol } of symbols) {
      const view = fresh.get(symbol);
      if (!view) continue;
      const earlier = before.get(id);
      view.begin(
        [...(earlier ? [earlier] : []), ...(minutes.get(id) ?? [])],
        days.get(id) ?? [],
        start,
        closing.get(id),
      );
      const own = ticks.get(id) ?? [];
      for (const { number, tick } of own) {
        if (isHalted(tick)) view.tick = number;
        else view.record(number, tick);
      }
      // Frames hold what changes: of a symbol that is closed none may come for days.
      const chain = state?.chains[symbol];
      if (chain?.[3] === id) [view.fine, view.mark] = [fineIndexOf(chain[2]), chain[4] ?? chain[2].index];
      const last = own.at(-1);
      if (last) view.stand(last.tick, marks.get(id) ?? view.mark ?? last.tick.index);
      const traded = own.findLast(({ tick }) => !isHalted(tick));
      if (traded) stepOf.set(symbol, traded.sequence);
      turn += 1;
      if (turn % SYMBOLS_A_TURN === 0) await nextTurn();
    }
    recorded = steps.at(-1)?.sequence ?? from;
    for (const [symbol, view] of fresh) {
      if (hearsNone) view.open = recorded > 0 && stepOf.get(symbol) === recorded;
      const shown = views.get(symbol);
      if (!shown) continue;
      // The tape and the book are not recorded.
      if (shown.sequence === 0) continue;
      // Those of another tick or lot are counted otherwise.
      const isCounted = shown.terms.tick === view.terms.tick && shown.terms.lot === view.terms.lot;
      if (isCounted) view.tape = shown.tape;
      // What was heard last may be older than the record.
      const step = stepOf.get(symbol) ?? 0;
      if (step > shown.sequence) {
        view.sequence = step;
        view.open = true;
        continue;
      }
      view.sequence = shown.sequence;
      view.open = shown.open;
      view.halt = shown.halt;
      view.haltedAt = shown.haltedAt;
      if (!isCounted) continue;
      view.bids = shown.bids;
      view.asks = shown.asks;
      view.fine = shown.fine ?? view.fine;
      view.mark = shown.mark ?? view.mark;
    }
    for (const frame of recent) show(frame, fresh);
    views = fresh;
    ids = new Map(symbols.map(({ id, symbol }) => [symbol, id]));
    symbolOf = new Map(symbols.map(({ id, symbol }) => [id, symbol]));
    windows = null;
    now = Math.max(now, reached);
    series.clear();
  }

  async function load(): Promise<void> {
    if (loading) {
      again = true;
      return loading;
    }
    loading = (async () => {
      do {
        again = false;
        await read();
      } while (again);
    })().finally(() => {
      loading = null;
    });
    return loading;
  }

  async function catchUp(): Promise<void> {
    if (loading) return loading;
    const known = Math.max(sequence, recorded);
    const steps = await stepsAfter(database, known, { most: STEPS_ADDED + 1 });
    const first = steps[0];
    if (!first || loading || known !== Math.max(sequence, recorded)) return;
    const strange = steps.flatMap(({ ticks }) => ticks).some(({ id }) => !views.has(symbolOf.get(id) ?? ''));
    if (strange || steps.length > STEPS_ADDED) return load();
    if (!windows) {
      const before = await stepsSince(database, first.at - MARK_NEEDS, known);
      if (loading || known !== Math.max(sequence, recorded)) return;
      windows = new Map();
      for (const { id, tick } of before.flatMap(({ ticks }) => ticks)) {
        if (!isHalted(tick)) markAfter(windows, id, tick);
      }
    }
    const changed = new Set<string>();
    for (const step of steps) {
      for (const { id, number, tick } of step.ticks) {
        const symbol = symbolOf.get(id) ?? '';
        const mark = isHalted(tick) ? null : markAfter(windows, id, tick);
        const view = views.get(symbol);
        if (!view || number <= view.tick) continue;
        if (mark === null) view.replayIndex(number, tick, step.sequence);
        else view.replay(number, tick, mark, step.sequence);
        changed.add(symbol);
      }
      sequence = step.sequence;
      now = Math.max(now, step.at);
    }
    const latest = steps.at(-1) ?? first;
    const ticked = new Set(latest.ticks.flatMap(({ id, tick }) => (isHalted(tick) ? [] : [symbolOf.get(id)])));
    for (const [symbol, view] of views) {
      if (!view.open || view.halt !== null || ticked.has(symbol)) continue;
      view.pause(latest.sequence);
      changed.add(symbol);
    }
    for (const listener of listeners) listener([...changed]);
  }

  /** The latest stored bars of a symbol, and those that were finished since they were read. */
  async function latest(view: SymbolView, interval: Interval): Promise<readonly Candle[]> {
    const key = `${view.terms.symbol} ${interval}`;
    let kept = series.get(key);
    if (kept) series.delete(key);
    else {
      const id = ids.get(view.terms.symbol);
      kept = id === undefined ? [] : await barsOf(database, id, interval, { limit: KEPT_SERIES });
    }
    const end = kept.at(-1)?.opening ?? Number.NEGATIVE_INFINITY;
    const finished = (view.finished.get(interval) as Candle[]).filter(({ opening }) => opening > end);
    kept = finished.length > 0 ? [...kept, ...finished].slice(-KEPT_SERIES) : kept;
    series.set(key, kept);
    if (series.size > SERIES) series.delete(series.keys().next().value as string);
    return kept;
  }

  const within = (bars: readonly Candle[], { from, to, limit }: BarQuery): Candle[] => {
    const found = bars.filter(({ opening }) => opening >= (from ?? opening) && opening <= (to ?? opening));
    return from === undefined ? found.slice(-limit) : found.slice(0, limit);
  };

  async function bars(symbol: string, interval: Interval, query: BarQuery): Promise<readonly Bar[]> {
    const asked = views.get(symbol);
    if (!asked) return [];
    const kept = await latest(asked, interval);
    // Read again: the view may have been loaded anew, and the last bar is of this instant.
    const view = views.get(symbol) ?? asked;
    const forming = view.forming(interval);
    const end = kept.at(-1)?.opening ?? Number.NEGATIVE_INFINITY;
    const all = forming && forming.opening > end ? [...kept, forming] : kept;
    const start = kept[0]?.opening ?? Number.POSITIVE_INFINITY;
    const enough =
      kept.length < KEPT_SERIES ||
      (query.from === undefined ? within(all, query).length === query.limit : query.from >= start);
    if (enough) return within(all, query).map((bar) => view.bar(bar));
    const id = ids.get(symbol);
    const older = id === undefined ? [] : await barsOf(database, id, interval, query);
    const known = older.at(-1)?.opening ?? Number.NEGATIVE_INFINITY;
    return within([...older, ...all.filter(({ opening }) => opening > known)], query).map((bar) => view.bar(bar));
  }

  return {
    source,
    sourceOf,
    get symbols() {
      return terms.map(({ symbol }) => symbol);
    },
    get sequence() {
      return Math.max(sequence, recorded);
    },
    load,
    catchUp,
    async revise(revised) {
      terms = revised;
      await load();
    },
    apply(frame) {
      if (BigInt(frame.token) < BigInt(token) || frame.sequence <= sequence) return;
      const known = Math.max(sequence, recorded);
      // The first frame of another holder follows the last step by a known number.
      const follows = frame.sequence <= known + 1 || frame.sequence === known + 1 + UNRECORDED_FRAMES;
      token = frame.token;
      windows = null;
      sequence = frame.sequence;
      now = Math.max(now, frame.at);
      const ticked = frame.symbols.some(({ symbol, tick }) => tick > (views.get(symbol)?.tick ?? tick));
      recent = loading || !ticked ? [...recent, frame] : [];
      show(frame, views);
      if (!follows) load().catch(onError);
      const changed = frame.symbols.map(({ symbol }) => symbol);
      for (const listener of listeners) listener(changed);
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    quote: (symbol) => views.get(symbol)?.quote(now) ?? null,
    depth: (symbol, levels, step) => views.get(symbol)?.depth(levels, step) ?? null,
    trades: (symbol, since, limit) => views.get(symbol)?.trades(since, limit) ?? [],
    tapes: () =>
      new Map(
        [...views].map(
          ([
            symbol,
            {
              terms: { tick, lot },
              tape,
            },
          ]) => [symbol, { tick, lot, prints: tape }],
        ),
      ),
    bars,
    liveBar(symbol, interval) {
      const view = views.get(symbol);
      const bar = view?.open ? view.forming(interval) : null;
      return view && bar && bar.opening === openingOf(interval, now) ? view.bar(bar) : null;
    },
    close: async () => undefined,
  };
}
