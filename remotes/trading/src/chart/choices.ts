import type { Interval } from '@tessera/api/rules';
import { oneOf, someOf } from '@tessera/storage';
import { storedAtom } from '@tessera/storage/atom';

export const INTERVALS = [
  '1m',
  '5m',
  '15m',
  '30m',
  '1h',
  '4h',
  '1d',
  '1w',
  '1M',
] as const satisfies readonly Interval[];

/** Drawn on the candles. */
export const MAIN_INDICATORS = ['MA', 'EMA', 'BOLL'] as const;
/** Drawn in panes of their own below. */
export const SUB_INDICATORS = ['VOL', 'MACD', 'RSI', 'KDJ'] as const;

export type MainIndicator = (typeof MAIN_INDICATORS)[number];
export type SubIndicator = (typeof SUB_INDICATORS)[number];

export const chartInterval = storedAtom<Interval>({
  name: 'trading.interval',
  initial: '15m',
  accept: oneOf(...INTERVALS),
});
export const mainIndicators = storedAtom<readonly MainIndicator[]>({
  name: 'trading.main-indicators',
  initial: ['MA'],
  accept: someOf(MAIN_INDICATORS),
});
export const subIndicators = storedAtom<readonly SubIndicator[]>({
  name: 'trading.sub-indicators',
  initial: ['VOL'],
  accept: someOf(SUB_INDICATORS),
});
/** Beside an order form: few, and chosen apart from those of the large chart. */
export const compactMainIndicators = storedAtom<readonly MainIndicator[]>({
  name: 'trading.compact-main-indicators',
  initial: ['MA'],
  accept: someOf(MAIN_INDICATORS),
});
export const compactSubIndicators = storedAtom<readonly SubIndicator[]>({
  name: 'trading.compact-sub-indicators',
  initial: [],
  accept: someOf(SUB_INDICATORS),
});

export const SHAPES = ['candles', 'hollow', 'bars', 'line', 'table'] as const;
/** How prices are shown. */
export type ShownAs = (typeof SHAPES)[number];
/** How prices are drawn. */
export type Shape = Exclude<ShownAs, 'table'>;
export const chartShape = storedAtom<ShownAs>({
  name: 'trading.chart-shape',
  initial: 'candles',
  accept: oneOf(...SHAPES),
});
export const chartOpen = storedAtom<boolean>({ name: 'trading.chart-open', initial: true, accept: oneOf(true, false) });

/** With `each` turned on or off, in the order of `all`. */
export const toggled = <T extends string>(all: readonly T[], chosen: readonly T[], each: T): readonly T[] =>
  all.filter((one) => (one === each ? !chosen.includes(one) : chosen.includes(one)));
