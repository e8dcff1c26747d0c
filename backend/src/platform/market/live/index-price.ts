import type { IndexPrice } from '../price-source.ts';

/** What one source says of a symbol. */
export type SourceQuote = {
  readonly source: string;
  /** In ticks, with fractions. */
  readonly mid: number;
  /** Between bid and ask (or twice the confidence); a ratio of the price. */
  readonly spread: number;
  /** When it was made, Unix ms. */
  readonly at: number;
};

/** Sources further from the median than this are left out; a ratio. Two may be twice as far apart. */
export const OUTLIER_BAND = 0.005;

const median = (sorted: readonly number[]): number => {
  const half = sorted.length >> 1;
  const upper = sorted[half] as number;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] as number) + upper) / 2;
};

const sorted = (numbers: readonly number[]): number[] => [...numbers].sort((a, b) => a - b);

/**
 * The index price: the median of the sources' mid prices, once those that are older than `maxAge` ms and those beyond
 * the band around the first median are left out. Null where fewer than `needed` remain: of two that contradict each
 * other it is not known which one is wrong.
 *
 * Its age is that of the oldest source in it. Its spread is the sources' median spread, or how far they are apart if
 * that is more, so that a breaker sees their disagreement too.
 */
export function indexPrice(
  quotes: readonly SourceQuote[],
  { needed, maxAge, now }: { readonly needed: number; readonly maxAge: number; readonly now: number },
): IndexPrice | null {
  const fresh = quotes.filter(({ at }) => now - at <= maxAge);
  if (fresh.length < needed || fresh.length === 0) return null;
  const middle = median(sorted(fresh.map(({ mid }) => mid)));
  const kept = fresh.filter(({ mid }) => Math.abs(mid - middle) <= OUTLIER_BAND * middle);
  if (kept.length < needed || kept.length === 0) return null;
  const mids = sorted(kept.map(({ mid }) => mid));
  const mid = median(mids);
  const apart = ((mids.at(-1) as number) - (mids[0] as number)) / mid;
  return {
    mid,
    at: Math.min(...kept.map(({ at }) => at)),
    spread: Math.max(median(sorted(kept.map(({ spread }) => spread))), apart),
  };
}
