import type { Extreme, InstrumentMarket } from './instrument-market.ts';

const DAY_MS = 86_400_000;

/** Trading time as ticks `[first, last]`, oldest first. */
export type TickSpans = readonly (readonly [first: number, last: number])[];

export type DayFigures = {
  readonly high: number;
  readonly low: number;
  readonly lots: number;
  /** Price 24 hours before. */
  readonly reference: number;
};

/** The window slides once a minute, at another second for each instrument; its end always is the tick asked for. */
const SLIDE_TICKS = 300;

/**
 * High, low, volume and reference price of the last 24 hours at a moment, for a price that is asked for several times
 * a second. A high holds until a higher one comes or its own tick falls out of the window; only then is the day
 * searched again. The result depends on the moment alone.
 * `spans` lists trading time in Unix ms `[from, to)`; `lastTradeBefore` is the last tick of trading before a time.
 */
export function dayFigures(
  market: InstrumentMarket,
  spans: (from: number, to: number) => TickSpans,
  lastTradeBefore: (time: number) => number,
  tickMs: number,
): (moment: number) => DayFigures {
  const phase = Math.abs(market.seed) % SLIDE_TICKS;
  const dayTicks = DAY_MS / tickMs;
  let start = Number.NaN;
  let reach = Number.NaN;
  let high: Extreme | null = null;
  let low: Extreme | null = null;
  let lots = 0;
  let reference = 0;

  const ticks = (first: number, last: number): TickSpans => spans(first * tickMs, (last + 1) * tickMs);
  /** The later of two equals stays in the window for longer. */
  const higher = (a: Extreme | null, b: Extreme): Extreme => (a && a.price > b.price ? a : b);
  const lower = (a: Extreme | null, b: Extreme): Extreme => (a && a.price < b.price ? a : b);

  const highOf = (of: TickSpans, known: Extreme | null): Extreme | null =>
    of.reduce((best, [first, last]) => higher(best, market.extreme(first, last, 1)), known);
  const lowOf = (of: TickSpans, known: Extreme | null): Extreme | null =>
    of.reduce((best, [first, last]) => lower(best, market.extreme(first, last, -1)), known);
  const lotsOf = (of: TickSpans): number =>
    of.reduce((sum, [first, last]) => sum + market.lotsBetween(first, last + 1), 0);

  function advance(moment: number): void {
    const fresh = ticks(reach + 1, moment);
    high = highOf(fresh, high);
    low = lowOf(fresh, low);
    lots += lotsOf(fresh);
    reach = moment;
  }

  function slide(from: number, moment: number): void {
    start = from;
    const day = ticks(start, moment);
    if (!high || high.moment < start) high = highOf(day, null);
    if (!low || low.moment < start) low = lowOf(day, null);
    lots = lotsOf(day);
    reference = market.priceAt(lastTradeBefore(start * tickMs));
    reach = moment;
  }

  return (moment) => {
    const from = moment - ((moment + phase) % SLIDE_TICKS) - dayTicks;
    const ahead = moment >= reach && moment - reach < dayTicks;
    if (ahead) {
      if (moment > reach) advance(moment);
    } else {
      high = null;
      low = null;
      start = Number.NaN;
    }
    if (from !== start) slide(from, moment);
    return { high: high?.price ?? 0, low: low?.price ?? 0, lots, reference };
  };
}
