/** px of a pane below the candles, where there is room. */
const USUAL = { compact: 44, full: 84 } as const;

/**
 * Px of each of `count` panes below the candles of a chart that is `total` px high: the candles keep at least half of it,
 * also on a phone on its side.
 */
export function paneHeight(total: number, count: number, compact: boolean): number {
  const usual = compact ? USUAL.compact : USUAL.full;
  return count === 0 || total === 0 ? usual : Math.min(usual, Math.floor(total / 2 / count));
}
