import { noiseAt, type Terms, upperBound } from './noise.ts';

/** Spans this short are read tick by tick: bounding them costs more than it saves. */
const LEAF = 6;

/** Rounding errors of a sum of bounds against the same sum of values. */
const SLACK = 1e-12;

/** A value and the tick that has it. */
export type Peak = { readonly value: number; readonly tick: number };

const NOTHING: Peak = { value: Number.NEGATIVE_INFINITY, tick: Number.NaN };

/**
 * The highest value of `sign` × noise over the ticks `first … last` (indices × `tickMs`), found by branch and bound:
 * a half whose bound cannot beat what is known is never read. Exact, so bars of any length agree with each other to
 * the tick. `known` is the result over another span, to be beaten.
 */
export function highest(
  terms: Terms,
  first: number,
  last: number,
  tickMs: number,
  sign: 1 | -1,
  known: Peak = NOTHING,
): Peak {
  let best = known.value;
  let bestTick = known.tick;
  const read = (tick: number): void => {
    const value = noiseAt(terms, tick * tickMs) * sign;
    if (value <= best) return;
    best = value;
    bestTick = tick;
  };
  const search = (from: number, to: number): void => {
    if (to - from < LEAF) {
      for (let tick = from; tick <= to; tick++) read(tick);
      return;
    }
    const middle = from + Math.floor((to - from) / 2);
    read(middle);
    const left = upperBound(terms, from * tickMs, middle * tickMs, sign);
    const right = upperBound(terms, (middle + 1) * tickMs, to * tickMs, sign);
    const leftFirst = left >= right;
    if (leftFirst && left + SLACK > best) search(from, middle);
    if (right + SLACK > best) search(middle + 1, to);
    if (!leftFirst && left + SLACK > best) search(from, middle);
  };
  if (last >= first) search(first, last);
  return { value: best, tick: bestTick };
}
