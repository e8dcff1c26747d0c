import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Interval } from '@tessera/api/rules';
import { intervals } from '@tessera/api/rules';
import { alwaysOpen, type Calendar, rememberState, spansBetween } from '../calendar/calendar.ts';
import type { Database, Sql } from '../db/database.ts';
import { HISTORY_START, nextOpening, openingOf } from '../feed/kline-interval.ts';
import { addBarsOfAll } from './bar-store.ts';
import { type Candle, gathered, PARTS_OF } from './candles.ts';
import { type PriceProcess, priceProcess } from './price-process.ts';
import { type Random, seededRandom, systemRandom } from './random.ts';
import { arrange } from './simulated-source.ts';
import type { MarketTerms } from './terms.ts';

/*
 * Bars of the simulated market from before its first step. They are drawn once, by the price process of the market, and
 * stored: nothing of them follows from a seed, and nothing of what comes follows from them.
 *
 * The further back, the longer the bars that are drawn: minutes for a day, days beyond two months. Longer bars consist
 * of the shorter ones where both exist. So each interval has the three hundred bars that a chart asks for at first, and
 * the first start takes two seconds more.
 */

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const YEAR_MS = 365 * DAY_MS;
/** Annual volatility of a part with weight 1, as in the price process. */
const ANNUAL_VOLATILITY = 0.55;
/** Standard deviation of the log volume of a bar. */
const VOLUME_DEVIATION = 0.35;
/** Symbols whose bars one statement writes. */
const SYMBOLS_A_WRITE = 24;

/** Which bars are drawn, from the past to now: the interval, and how long before the end they begin, ms. */
const DRAWN: readonly (readonly [interval: Interval, before: number, aligned: Interval])[] = [
  ['1d', Number.POSITIVE_INFINITY, '1d'],
  ['4h', 60 * DAY_MS, '1d'],
  ['1h', 16 * DAY_MS, '1d'],
  ['30m', 8 * DAY_MS, '1d'],
  ['15m', 4 * DAY_MS, '1d'],
  ['5m', 2 * DAY_MS, '1d'],
  ['1m', 25 * HOUR_MS, '1h'],
];

type Step = { readonly interval: Interval; readonly opening: number; readonly end: number };

function* steps(from: number, until: number): Generator<Step> {
  let opening = from;
  for (const [index, [interval]] of DRAWN.entries()) {
    const next = DRAWN[index + 1];
    const stop = next ? Math.max(from, openingOf(next[2], until - next[1])) : until;
    while (opening < stop) {
      const end = nextOpening(interval, opening);
      yield { interval, opening, end };
      opening = end;
    }
  }
}

/** The share of a step in which a calendar trades. */
function tradingShare(calendar: Calendar): (step: Step) => number {
  if (alwaysOpen(calendar)) return () => 1;
  const stateOf = rememberState(calendar);
  return ({ opening, end }) => {
    const state = stateOf(opening);
    if (state.until >= end) return state.open ? 1 : 0;
    const open = spansBetween(calendar, opening, end).reduce((sum, [from, to]) => sum + to - from, 0);
    return open / (end - opening);
  };
}

/** What moves: log prices in dollars, their share of trading in each step and how they got there. */
type Path = { readonly log: Float64Array; readonly agitation: Float64Array };

function draw(process: PriceProcess, all: readonly Step[], shares: readonly Float64Array[]): readonly Path[] {
  const paths = shares.map(() => ({ log: new Float64Array(all.length + 1), agitation: new Float64Array(all.length) }));
  const before = new Float64Array(paths.length);
  all.forEach(({ opening, end }, step) => {
    process.step(opening, end - opening, (index) => (shares[index] as Float64Array)[step] !== 0);
    paths.forEach(({ log, agitation }, index) => {
      const now = process.log(index);
      // An instrument that trades for a part of the step moves by that part of the variance.
      const share = (shares[index] as Float64Array)[step] as number;
      log[step + 1] = (log[step] as number) + (now - (before[index] as number)) * Math.sqrt(share);
      before[index] = now;
      agitation[step] = process.agitation(index);
    });
  });
  return paths;
}

/**
 * How far a path between two log prices went above the higher one: the highest value of a Brownian bridge, exact in
 * distribution. `variance` is that of the step.
 */
function excess(random: Random, from: number, to: number, variance: number): number {
  const highest = (from + to + Math.sqrt((to - from) ** 2 - 2 * variance * Math.log(random.unit()))) / 2;
  return Math.max(0, highest - Math.max(from, to));
}

export type HistoryOptions = {
  readonly terms: readonly MarketTerms[];
  /** Unix ms; the last bar ends at the minute before. */
  readonly now: number;
  /** Prices that end the history in place of the catalogue's, in the quote currency. */
  readonly prices?: ReadonlyMap<string, number>;
  readonly from?: number;
  readonly seed?: string | undefined;
};

export type SymbolHistory = {
  readonly symbol: string;
  /** The last price, in ticks. */
  readonly start: number;
  /** Finished bars. */
  readonly bars: ReadonlyMap<Interval, readonly Candle[]>;
};

/** The bars of each symbol up to now, one symbol after another: all of them would be too much memory. */
export function* drawHistory({
  terms,
  now,
  prices = new Map(),
  from = HISTORY_START,
  seed,
}: HistoryOptions): Generator<SymbolHistory> {
  const random = seed === undefined ? systemRandom() : seededRandom(`${seed} history`);
  const until = openingOf('1m', now);
  const all = [...steps(openingOf('1d', from), until)];
  const byCalendar = new Map<Calendar, Float64Array>();
  const sharesOf = (calendar: Calendar): Float64Array => {
    let shares = byCalendar.get(calendar);
    if (!shares) {
      shares = Float64Array.from(all, tradingShare(calendar));
      byCalendar.set(calendar, shares);
    }
    return shares;
  };
  const { moving, compositions } = arrange(terms);
  const process = priceProcess(
    moving.map(({ terms: { symbol, simulation }, power }) => ({
      symbol,
      parts: simulation.parts.map(({ key, weight }) => ({ key, weight: weight * power })),
    })),
    random,
    () => 0,
  );
  const paths = draw(
    process,
    all,
    moving.map(({ terms: { calendar } }) => sharesOf(calendar)),
  );
  const priceOf = ({ symbol, simulation }: MarketTerms): number => prices.get(symbol) ?? simulation.start;
  const ends = moving.map(({ terms: each, power }) => power * Math.log(priceOf(each)));

  for (const each of terms) {
    const { symbol, tick, lot, calendar, simulation } = each;
    const legs = compositions.get(symbol) ?? [];
    const shares = sharesOf(calendar);
    const last = all.length;
    const logAt = (step: number): number =>
      legs.reduce((sum, { index, power }) => {
        const { log } = paths[index] as Path;
        return sum + power * ((ends[index] as number) + (log[step] as number) - (log[last] as number));
      }, 0);
    const weight = simulation.parts.reduce((sum, part) => sum + part.weight ** 2, 0);
    const ticks = (log: number): number => Math.max(1, Math.round(Math.exp(log) / Number(tick)));
    const drawn = new Map<Interval, Candle[]>(intervals.map((interval) => [interval, []]));
    let known = logAt(0);
    let close = ticks(known);
    all.forEach(({ interval, opening, end }, step) => {
      const share = shares[step] as number;
      if (share === 0) return;
      const log = logAt(step + 1);
      const agitation =
        legs.reduce((sum, { index }) => sum + ((paths[index] as Path).agitation[step] as number), 0) / legs.length;
      const elapsed = (end - opening) * share;
      const variance = (weight * (ANNUAL_VOLATILITY * agitation) ** 2 * elapsed) / YEAR_MS;
      const open = close;
      close = ticks(log);
      const above = excess(random, known, log, variance);
      const below = excess(random, -known, -log, variance);
      const size = Math.exp(VOLUME_DEVIATION * random.normal() - VOLUME_DEVIATION ** 2 / 2);
      const worth = (simulation.dailyTurnover * elapsed * agitation * size) / DAY_MS;
      (drawn.get(interval) as Candle[]).push({
        opening,
        open,
        high: Math.max(open, close, ticks(Math.max(known, log) + above)),
        low: Math.min(open, close, ticks(Math.min(known, log) - below)),
        close,
        lots: Math.round(worth / Math.exp(log) / Number(lot)),
      });
      known = log;
    });
    for (const [interval, parts] of PARTS_OF) {
      const longer = gathered(interval, drawn.get(parts) as Candle[]);
      const first = longer[0]?.opening ?? until;
      // Where the shorter ones begin within a longer one, that one was drawn as a whole or lacks its beginning.
      const own = (drawn.get(interval) as Candle[]).filter(({ opening }) => opening < first);
      drawn.set(interval, [...own, ...longer]);
    }
    const bars = new Map(
      [...drawn].map(([interval, some]) => [
        interval,
        some.filter((bar) => nextOpening(interval, bar.opening) <= until),
      ]),
    );
    yield { symbol, start: close, bars };
  }
}

/** Ids of the symbols, by name. */
async function idsOf(tx: Sql, symbols: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.query<{ id: number; symbol: string }>(
    `insert into market_symbol (symbol) select unnest($1::text[])
     on conflict (symbol) do update set symbol = excluded.symbol returning id, symbol`,
    [symbols],
  );
  return new Map(rows.map(({ id, symbol }) => [symbol, id]));
}

const write = (tx: Sql, ids: ReadonlyMap<string, number>, histories: readonly SymbolHistory[]): Promise<void> =>
  addBarsOfAll(
    tx,
    intervals.map((interval) => [
      interval,
      new Map(histories.map(({ symbol, bars }) => [ids.get(symbol) as number, bars.get(interval) ?? []])),
    ]),
  );

/**
 * Gives a database without bars and ticks a history, once: another node waits, and finds it. Returns whether it did.
 */
export const ensureHistory = (
  database: Database,
  options: (tx: Sql) => Promise<HistoryOptions> | HistoryOptions,
): Promise<boolean> =>
  database.transaction(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(hashtext('market history'))`);
    const [row] = await tx.query<{ known: boolean }>(
      'select exists (select from market_bar) or exists (select from market_step) as known',
    );
    if (row?.known) return false;
    const given = await options(tx);
    const symbols = given.terms.map(({ symbol }) => symbol);
    const ids = await idsOf(tx, symbols);
    const starts = new Map<string, number>();
    let waiting: SymbolHistory[] = [];
    // The database writes some symbols while the next ones are drawn.
    let writing: Promise<void> = Promise.resolve();
    for (const history of drawHistory(given)) {
      starts.set(history.symbol, history.start);
      waiting.push(history);
      if (waiting.length < SYMBOLS_A_WRITE) continue;
      await writing;
      writing = write(tx, ids, waiting);
      // It is awaited after the next symbols, and fails there.
      writing.catch(() => undefined);
      waiting = [];
      await nextTurn();
    }
    await writing;
    await write(tx, ids, waiting);
    await tx.query(
      `update market_symbol s set start = h.start
         from unnest($1::text[], $2::bigint[]) as h (symbol, start) where s.symbol = h.symbol`,
      [symbols, symbols.map((symbol) => starts.get(symbol))],
    );
    return true;
  });
