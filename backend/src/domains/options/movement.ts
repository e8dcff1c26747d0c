import { fineIndexOf } from '../../platform/market/tick-record.ts';
import type { IndexPrice } from '../../platform/market/tick-store.ts';

/*
 * How much an index moves within a term, in steps that it passes through. Below about 20 of them a price that is rounded to
 * the step tells where the next one lies. Both are measured from the record, so simulated and live prices are judged alike
 * and every node finds the same.
 */

/** Standard deviation within a term, in steps, from which an option is sold, and at which it is sold again. */
export const LEAST_MOVES = 20;
export const AGAIN_MOVES = 25;

export type Movement = {
  /** Per second, in thousandths of a tick, squared. */
  readonly variance: number;
  /** In thousandths of a tick. */
  readonly step: number;
};

/** ms between two prices whose difference counts: shorter ones hold the noise of a venue, which is no movement. */
const APART = 5_000;
/** Of the distances between neighbouring prices that were seen, the one that is the step: rarer ones are chance. */
const STEP_RANK = 0.2;

/** The coarsest step: what lies between the prices that the index has had. One part of a tick where there are few. */
function stepOf(prices: readonly number[]): number {
  const seen = [...new Set(prices)].sort((a, b) => a - b);
  const gaps = seen
    .slice(1)
    .map((price, place) => price - (seen[place] as number))
    .sort((a, b) => a - b);
  return Math.max(1, gaps[Math.floor(gaps.length * STEP_RANK)] ?? 1);
}

/** The movement of some prices, oldest first; null where they span too little. */
export function movementOf(prices: readonly Pick<IndexPrice, 'at' | 'index' | 'fraction'>[]): Movement | null {
  const fine = prices.map(({ at, index, fraction }) => ({
    at,
    price: fineIndexOf({ index, ...(fraction !== undefined && { fraction }) }),
  }));
  let sum = 0;
  let count = 0;
  let before = 0;
  for (const { at, price } of fine) {
    while (at - (fine[before + 1]?.at ?? at) >= APART) before++;
    const { at: from, price: earlier } = fine[before] as (typeof fine)[number];
    if (at - from < APART) continue;
    sum += ((price - earlier) ** 2 * 1_000) / (at - from);
    count++;
  }
  return count === 0 ? null : { variance: sum / count, step: stepOf(fine.map(({ price }) => price)) };
}

/** s of a term that the mean of its last prices takes from it. */
const AVERAGED = 5;

/** How many steps the index moves within a term of so many seconds: a standard deviation. */
export const movesIn = ({ variance, step }: Movement, seconds: number): number =>
  Math.sqrt(variance * Math.max(1, seconds - AVERAGED)) / step;

/** Whether a term is paused, by what it is now. */
export const isCalm = (moves: number, paused: boolean): boolean => moves < (paused ? AGAIN_MOVES : LEAST_MOVES);
