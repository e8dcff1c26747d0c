import type { Tick } from './tick-record.ts';
import type { UndoLog } from './undo-log.ts';

/*
 * The mark price: index + mean over 60 s of the basis, by how far the middle of the impact prices is from the index. Each
 * basis is recorded within the band of its instrument, so the mark stays within it. It follows from recorded ticks alone, so
 * every node and every reader of the record finds the same one. The 60 s are that second of the database's clock in which
 * the tick was made and the 59 before. Ticks of former versions have no basis: theirs is (bid + ask) / 2 − index, nothing
 * where one is missing, and the mean is within 0.5 % of the index.
 */

const SECOND = 1_000;
const SECONDS = 60;
/** What the mark is away from the index at most in any instrument, 0.5 %: 1/200 of it. */
const BAND = 200;
export const WIDEST_BAND = 1 / BAND;

/** Of one second: the sum of the bases of its ticks, in half ticks, and how many they are. Whole numbers. */
export type Basis = readonly [second: number, sum: number, ticks: number];

/** The mark in ticks, rounded to the nearest. `sum` is that of the bases of `ticks` ticks, in half ticks. */
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
  add(tick: Pick<Tick, 'at' | 'bid' | 'ask' | 'index' | 'basis'>): number {
    const { at, index } = tick;
    const second = Math.floor(at / SECOND);
    const basis = basisOf(tick);
    if (basis !== null) {
      const bucket = bucketOf(second);
      const [known, sum, ticks] = this.#get(bucket);
      this.#undo?.push(() => this.#set(bucket, known, sum, ticks));
      const same = known === second;
      this.#set(bucket, second, (same ? sum : 0) + basis, (same ? ticks : 0) + 1);
    }
    // Of each symbol at each step: sixty objects a time would be most of what the market leaves behind.
    let sum = 0;
    let ticks = 0;
    for (let bucket = 0; bucket < SECONDS; bucket++) {
      if ((this.#seconds[bucket] as number) <= second - SECONDS) continue;
      sum += this.#sums[bucket] as number;
      ticks += this.#counts[bucket] as number;
    }
    return markOf(index, sum, ticks);
  }

  #get(bucket: number): Basis {
    return [this.#seconds[bucket] as number, this.#sums[bucket] as number, this.#counts[bucket] as number];
  }

  /** What a window that goes on from here needs to know. */
  state(): readonly Basis[] {
    return Array.from(this.#seconds, (_, bucket) => this.#get(bucket)).filter(([, , ticks]) => ticks > 0);
  }

  /** Forgets all ticks, between batches: they count in another tick size. */
  clear(): void {
    this.#seconds.fill(Number.NEGATIVE_INFINITY);
    this.#counts.fill(0);
  }
}

/** Of one tick, in half ticks; null where it has none. */
const basisOf = ({ bid, ask, index, basis }: Pick<Tick, 'bid' | 'ask' | 'index' | 'basis'>): number | null =>
  basis ?? (bid > 0 && ask > 0 ? bid + ask - 2 * index : null);

const bucketOf = (second: number): number => ((second % SECONDS) + SECONDS) % SECONDS;

/** ms of ticks before a moment that its mark needs. */
export const MARK_NEEDS = SECONDS * SECOND;

/** The mark of each of these ticks, oldest first: the first ones lack what was before. */
export function marksOf(ticks: readonly Tick[]): readonly number[] {
  const window = new MarkWindow();
  return ticks.map((tick) => window.add(tick));
}
