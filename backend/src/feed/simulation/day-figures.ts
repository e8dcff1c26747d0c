import type { InstrumentMarket } from './instrument-market.ts';

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

/** The window slides once a minute, a different second for each instrument; its end always is the tick asked for. */
const SLIDE_TICKS = 300;

/**
 * High, low, volume and reference price of the last 24 hours at a moment, for the price that is asked several times a
 * second: what lies before the last slide is remembered, what came since is added.
 * `spans` lists trading time in Unix ms `[from, to)`; `lastTradeBefore` is the last tick of trading before a time.
 */
export function dayFigures(
  market: InstrumentMarket,
  spans: (from: number, to: number) => TickSpans,
  lastTradeBefore: (time: number) => number,
  tickMs: number,
): (moment: number) => DayFigures {
  const phase = Math.abs(market.seed) % SLIDE_TICKS;
  let slide = Number.NaN;
  let reach = Number.NaN;
  let figures: DayFigures = { high: 0, low: 0, lots: 0, reference: 0 };

  function add(first: number, last: number): void {
    figures = {
      ...figures,
      high: Math.max(figures.high, market.extreme(first, last, 1)),
      low: Math.min(figures.low, market.extreme(first, last, -1)),
      lots: figures.lots + market.lotsBetween(first, last + 1),
    };
    reach = last;
  }

  function restart(moment: number, at: number): void {
    slide = at;
    const from = slide * tickMs - DAY_MS;
    figures = { high: 0, low: Number.POSITIVE_INFINITY, lots: 0, reference: market.priceAt(lastTradeBefore(from)) };
    for (const [first, last] of spans(from, (moment + 1) * tickMs)) add(first, last);
    reach = moment;
  }

  return (moment) => {
    const at = moment - ((moment + phase) % SLIDE_TICKS);
    if (at !== slide || moment < reach) restart(moment, at);
    else if (moment > reach)
      for (const [first, last] of spans((reach + 1) * tickMs, (moment + 1) * tickMs)) add(first, last);
    return figures;
  };
}
