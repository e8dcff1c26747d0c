import type { Tick } from './tick-record.ts';
import type { UndoLog } from './undo-log.ts';

/*
 * The mark price: index + mean over 60 s of (mid − index), at most ±0.5 % from the index. It follows from recorded ticks
 * alone, so every node and every reader of the record finds the same one. The 60 s are that second of the database's clock
 * in which the tick was made and the 59 before; a tick without a bid or an ask has no mid and counts for nothing.
 */

const SECOND = 1_000;
const SECONDS = 60;
/** What the mark is away from the index at most, 0.5 %: 1/200 of it. */
const BAND = 200;

/** Of one second: twice the sum of (mid − index) of its ticks, and how many they are. Whole numbers. */
export type Basis = readonly [second: number, sum: number, ticks: number];

/** The mark in ticks, rounded to the nearest within the band. `sum` is twice that of (mid − index) over `ticks` ticks. */
export function markOf(index: number, sum: number, ticks: number): number {
  const mean = ticks === 0 ? index : Math.round((2 * ticks * index + sum) / (2 * ticks));
  const away = Math.floor(index / BAND);
  return Math.max(1, index - away, Math.min(index + away, mean));
}

/** The ticks of the last 60 s of one symbol, in one tick size. */
export class MarkWindow {
  readonly #seconds = new Float64Array(SECONDS).fill(Number.NEGATIVE_INFINITY);
  readonly #sums = new Float64Array(SECONDS);
  readonly #counts = new Float64Array(SECONDS);
  readonly #undo: UndoLog | null;

  constructor(known: readonly Basis[] = [], undo: UndoLog | null = null) {
    this.#undo = undo;
    for (const [second, sum, ticks] of known) this.#set(bucketOf(second), second, sum, ticks);
  }

  #set(bucket: number, second: number, sum: number, ticks: number): void {
    this.#seconds[bucket] = second;
    this.#sums[bucket] = sum;
    this.#counts[bucket] = ticks;
  }

  /** Takes a tick in, newer than those before. Returns the mark of its moment. */
  add({ at, bid, ask, index }: Pick<Tick, 'at' | 'bid' | 'ask' | 'index'>): number {
    const second = Math.floor(at / SECOND);
    if (bid > 0 && ask > 0) {
      const bucket = bucketOf(second);
      const [known, sum, ticks] = this.#get(bucket);
      this.#undo?.push(() => this.#set(bucket, known, sum, ticks));
      const same = known === second;
      this.#set(bucket, second, (same ? sum : 0) + bid + ask - 2 * index, (same ? ticks : 0) + 1);
    }
    let sum = 0;
    let ticks = 0;
    for (const [, ofSecond, count] of this.#within(second)) {
      sum += ofSecond;
      ticks += count;
    }
    return markOf(index, sum, ticks);
  }

  #get(bucket: number): Basis {
    return [this.#seconds[bucket] as number, this.#sums[bucket] as number, this.#counts[bucket] as number];
  }

  *#within(second: number): Generator<Basis> {
    for (let bucket = 0; bucket < SECONDS; bucket++) {
      if ((this.#seconds[bucket] as number) > second - SECONDS) yield this.#get(bucket);
    }
  }

  /** What a window that goes on from here needs to know. */
  state(): readonly Basis[] {
    return [...this.#within(Number.NEGATIVE_INFINITY)].filter(([, , ticks]) => ticks > 0);
  }

  /** Forgets all ticks, between batches: they count in another tick size. */
  clear(): void {
    this.#seconds.fill(Number.NEGATIVE_INFINITY);
    this.#counts.fill(0);
  }
}

const bucketOf = (second: number): number => ((second % SECONDS) + SECONDS) % SECONDS;

/** ms of ticks before a moment that its mark needs. */
export const MARK_NEEDS = SECONDS * SECOND;

/** The mark of each of these ticks, oldest first: the first ones lack what was before. */
export function marksOf(ticks: readonly Tick[]): readonly number[] {
  const window = new MarkWindow();
  return ticks.map((tick) => window.add(tick));
}
