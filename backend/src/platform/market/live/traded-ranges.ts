import type { TradedRange } from '../price-source.ts';

/** ms of trades that share a low and a high, and how many of these spans are remembered: four minutes. */
const SPAN = 250;
const SPANS = 960;

/** Lowest and highest trades of the last minutes, in a ring of fixed size. */
export class TradedRanges {
  readonly #number = new Float64Array(SPANS).fill(-1);
  readonly #low = new Float64Array(SPANS);
  readonly #high = new Float64Array(SPANS);
  #latest = 0;

  /** A trade at this time, Unix ms; one older than the ring is forgotten. */
  add(at: number, price: number): void {
    const span = Math.floor(at / SPAN);
    if (span <= this.#latest - SPANS) return;
    this.#latest = Math.max(this.#latest, span);
    const index = span % SPANS;
    if (this.#number[index] !== span) {
      this.#number[index] = span;
      this.#low[index] = price;
      this.#high[index] = price;
      return;
    }
    this.#low[index] = Math.min(this.#low[index] as number, price);
    this.#high[index] = Math.max(this.#high[index] as number, price);
  }

  /** Whether the ring reaches back to this time, seen from `now`. */
  static reaches(since: number, now: number): boolean {
    return now - since < (SPANS - 1) * SPAN;
  }

  /** Over the spans that began after `since`: what was traded before it is in none of them. */
  after(since: number): TradedRange | null {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    const first = Math.max(Math.floor(since / SPAN) + 1, this.#latest - SPANS + 1);
    for (let span = first; span <= this.#latest; span++) {
      const index = span % SPANS;
      if (this.#number[index] !== span) continue;
      low = Math.min(low, this.#low[index] as number);
      high = Math.max(high, this.#high[index] as number);
    }
    return low <= high ? { low, high } : null;
  }
}

/** The range over both; null where there is neither. */
export function joined(a: TradedRange | null, b: TradedRange | null): TradedRange | null {
  if (!a || !b) return a ?? b;
  return { low: Math.min(a.low, b.low), high: Math.max(a.high, b.high) };
}

/**
 * What at least `needed` venues traded at: the second lowest low and the second highest high where two are needed. One
 * venue with a false trade fills no order.
 */
export function commonRange(ranges: readonly TradedRange[], needed: number): TradedRange | null {
  const low = ranges.map((range) => range.low).sort((a, b) => a - b)[needed - 1];
  const high = ranges.map((range) => range.high).sort((a, b) => b - a)[needed - 1];
  return low === undefined || high === undefined || low > high ? null : { low, high };
}
