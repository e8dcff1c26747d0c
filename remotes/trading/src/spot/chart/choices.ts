import type { Interval } from '@tessera/api/rules';
import { preference, someOf } from '../../storage.ts';

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

export const chartInterval = preference<Interval>(
  'interval',
  (value) => INTERVALS.find((interval) => interval === value) ?? '15m',
);
export const mainIndicators = preference('main-indicators', someOf<MainIndicator>(MAIN_INDICATORS, ['MA']));
export const subIndicators = preference('sub-indicators', someOf<SubIndicator>(SUB_INDICATORS, ['VOL']));
export const chartOpen = preference('chart-open', (value) => value !== false);

/** With `each` turned on or off, in the order of `all`. */
export const toggled = <T extends string>(all: readonly T[], chosen: readonly T[], each: T): readonly T[] =>
  all.filter((one) => (one === each ? !chosen.includes(one) : chosen.includes(one)));
