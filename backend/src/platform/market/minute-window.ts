import type { UndoLog } from './undo-log.ts';

const BUCKET_MS = 1_000;
const BUCKETS = 61;

/**
 * Lowest and highest price, and the highest result of the house, of the last minute: of 60 to 61 s, in buckets of a
 * second.
 */
export class MinuteWindow {
  readonly #seconds = new Float64Array(BUCKETS).fill(Number.NEGATIVE_INFINITY);
  readonly #lows = new Float64Array(BUCKETS);
  readonly #highs = new Float64Array(BUCKETS);
  readonly #peaks = new Float64Array(BUCKETS);
  readonly #undo: UndoLog;

  constructor(undo: UndoLog) {
    this.#undo = undo;
  }

  /** A price of this moment, Unix ms; and the result of the house where it trades at it. */
  add(at: number, price: number, result = Number.NEGATIVE_INFINITY): void {
    const second = Math.floor(at / BUCKET_MS);
    const bucket = ((second % BUCKETS) + BUCKETS) % BUCKETS;
    const known = this.#seconds[bucket] === second;
    const before = [this.#seconds[bucket], this.#lows[bucket], this.#highs[bucket], this.#peaks[bucket]] as const;
    this.#undo.push(() => this.#set(bucket, ...(before as [number, number, number, number])));
    this.#set(
      bucket,
      second,
      known ? Math.min(before[1] as number, price) : price,
      known ? Math.max(before[2] as number, price) : price,
      known ? Math.max(before[3] as number, result) : result,
    );
  }

  #set(bucket: number, second: number, low: number, high: number, peak: number): void {
    this.#seconds[bucket] = second;
    this.#lows[bucket] = low;
    this.#highs[bucket] = high;
    this.#peaks[bucket] = peak;
  }

  /** Highest over lowest price of the minute up to `at`, less one; 0 where there is none. */
  range(at: number): number {
    const from = Math.floor(at / BUCKET_MS) - BUCKETS;
    let low = Number.POSITIVE_INFINITY;
    let high = 0;
    for (let bucket = 0; bucket < BUCKETS; bucket++) {
      if ((this.#seconds[bucket] as number) <= from) continue;
      low = Math.min(low, this.#lows[bucket] as number);
      high = Math.max(high, this.#highs[bucket] as number);
    }
    return high === 0 ? 0 : high / low - 1;
  }

  /** Highest result of the house in the minute up to `at`; −∞ where there is none. */
  peak(at: number): number {
    const from = Math.floor(at / BUCKET_MS) - BUCKETS;
    let peak = Number.NEGATIVE_INFINITY;
    for (let bucket = 0; bucket < BUCKETS; bucket++) {
      if ((this.#seconds[bucket] as number) > from) peak = Math.max(peak, this.#peaks[bucket] as number);
    }
    return peak;
  }
}
