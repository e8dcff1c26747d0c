/** A bar as the chart holds it. */
type ChartBar = {
  readonly timestamp: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
};

export type Summary = {
  readonly from: number;
  readonly to: number;
  readonly count: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** Ratio of close to open, less one. */
  readonly change: number;
  readonly trend: 'rising' | 'falling' | 'sideways';
};

/** Part of the range within which the regression line may move and still be sideways. */
const FLAT = 0.15;

/** Change of the least-squares line through the closing prices, from the first bar to the last. */
function slope(closes: readonly number[]): number {
  const { length } = closes;
  const middle = (length - 1) / 2;
  const mean = closes.reduce((sum, close) => sum + close, 0) / length;
  let [products, squares] = [0, 0];
  closes.forEach((close, at) => {
    products += (at - middle) * (close - mean);
    squares += (at - middle) ** 2;
  });
  return squares === 0 ? 0 : (products / squares) * (length - 1);
}

/** What the drawn bars show, for those who cannot see them; null without a bar. */
export function summaryOf(bars: readonly ChartBar[]): Summary | null {
  const [first] = bars;
  const last = bars.at(-1);
  if (!first || !last) return null;
  const high = Math.max(...bars.map((bar) => bar.high));
  const low = Math.min(...bars.map((bar) => bar.low));
  const moved = slope(bars.map(({ close }) => close));
  const flat = Math.abs(moved) <= FLAT * (high - low);
  return {
    from: first.timestamp,
    to: last.timestamp,
    count: bars.length,
    open: first.open,
    high,
    low,
    close: last.close,
    change: first.open === 0 ? 0 : last.close / first.open - 1,
    trend: flat ? 'sideways' : moved > 0 ? 'rising' : 'falling',
  };
}
