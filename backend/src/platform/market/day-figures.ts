import { openingOf } from '../feed/kline-interval.ts';
import type { Candle } from './candles.ts';

/** What the minutes of a span came to. */
type Figures = {
  readonly high: number;
  /** Infinity where there are none. */
  readonly low: number;
  readonly lots: number;
  /** Three times the turnover, in tick-lots. Whole, so that below 2^53 no order of adding makes a difference. */
  readonly triple: number;
};

export type FiguresSince = Figures & {
  /** The close before the span, or else its first open; null where there are no minutes at all. */
  readonly reference: number | null;
};

/**
 * Three times what a bar's lots cost, in tick-lots: at the mean of high, low and close. A bar holds no exact turnover, and
 * this one is the same on every node.
 */
export const tripleTurnoverOf = ({ high, low, close, lots }: Omit<Candle, 'opening' | 'open'>): number =>
  lots * (high + low + close);

const HOUR = 3_600_000;
const NONE: Figures = { high: 0, low: Number.POSITIVE_INFINITY, lots: 0, triple: 0 };

const joined = (one: Figures, other: Figures): Figures => ({
  high: Math.max(one.high, other.high),
  low: Math.min(one.low, other.low),
  lots: one.lots + other.lots,
  triple: one.triple + other.triple,
});

/** The place of the first bar that opens at `from` or later. */
function placeOf(bars: readonly Candle[], from: number): number {
  let [low, high] = [0, bars.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((bars[middle] as Candle).opening < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

function sumOf(bars: readonly Candle[], from: number, to: number): Figures {
  let { high, low, lots, triple } = NONE;
  for (let place = from; place < to; place++) {
    const bar = bars[place] as Candle;
    high = Math.max(high, bar.high);
    low = Math.min(low, bar.low);
    lots += bar.lots;
    triple += tripleTurnoverOf(bar);
  }
  return { high, low, lots, triple };
}

/** The figures of a window that moves over the finished minutes of a symbol: whole hours are added up once. */
export class DayFigures {
  /** Of whole hours, by their opening. */
  readonly #hours = new Map<number, Figures & { readonly bars: number }>();

  /** Of the minutes from `from` on. The minutes are oldest first, and none joins before the last. */
  since(minutes: readonly Candle[], from: number): FiguresSince {
    for (const hour of this.#hours.keys()) if (hour < from) this.#hours.delete(hour);
    const first = placeOf(minutes, from);
    const reference = minutes[first - 1]?.close ?? minutes[first]?.open ?? null;
    let sum = NONE;
    for (let place = first; place < minutes.length; ) {
      const hour = openingOf('1h', (minutes[place] as Candle).opening);
      const known = this.#hours.get(hour);
      const end = known ? place + known.bars : placeOf(minutes, hour + HOUR);
      const figures = known ?? sumOf(minutes, place, end);
      // Another minute may join the last hour.
      if (!known && hour >= from && end < minutes.length) this.#hours.set(hour, { ...figures, bars: end - place });
      sum = joined(sum, figures);
      place = end;
    }
    return { ...sum, reference };
  }
}
