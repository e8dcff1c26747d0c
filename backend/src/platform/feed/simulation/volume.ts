import { unit } from './noise.ts';

/**
 * Traded volume as a multiplicative cascade: a block of 2^24 ticks has a volume, each half of it an uneven hashed share
 * of that, down to the single tick. Whole lots are counted along the cumulative sum, so volumes of any two adjacent
 * spans add up exactly, and the volume of a bar is that of its trades.
 */
const DEPTH = 24;
export const BLOCK_TICKS = 2 ** DEPTH;

/** How uneven a split may be: weeks are alike, seconds are not. */
const unevenness = (level: number): number => 0.03 + (0.45 * level) / DEPTH;

/** Share of its block that was traded before the tick, in [0, 1). */
function shareBefore(seed: number, block: number, tickInBlock: number): number {
  let before = 0;
  let share = 1;
  // Node 1 is the block; the children of n are 2n and 2n + 1.
  let node = 1;
  for (let level = 1; level <= DEPTH; level++) {
    const left = 0.5 + unevenness(level) * (unit(seed ^ block, node) * 2 - 1);
    const right = (tickInBlock >> (DEPTH - level)) & 1;
    if (right) {
      before += share * left;
      share *= 1 - left;
    } else share *= left;
    node = node * 2 + right;
  }
  return before;
}

/** Whole lots traded in the ticks `[from, to)`; `lotsPerBlock` is what a block trades in all. */
export function lotsBetween(seed: number, lotsPerBlock: number, from: number, to: number): number {
  let lots = 0;
  let start = from;
  while (start < to) {
    const block = Math.floor(start / BLOCK_TICKS);
    const blockStart = block * BLOCK_TICKS;
    const end = Math.min(to, blockStart + BLOCK_TICKS);
    const before = Math.floor(lotsPerBlock * shareBefore(seed, block, start - blockStart));
    const after = end === blockStart + BLOCK_TICKS ? 1 : shareBefore(seed, block, end - blockStart);
    lots += Math.floor(lotsPerBlock * after) - before;
    start = end;
  }
  return lots;
}
