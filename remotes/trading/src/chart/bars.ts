import type { Bar } from '@tessera/api/instruments';
import type { Interval } from '@tessera/api/rules';
import type { LiveBar } from '@tessera/realtime';
import type { KLineData, Period } from 'klinecharts';

/* Pixels need no exact figures: the chart is the one place where prices become JavaScript numbers. */

export const candleOf = ([timestamp, open, high, low, close, volume]: Bar): KLineData => ({
  timestamp,
  open: Number(open),
  high: Number(high),
  low: Number(low),
  close: Number(close),
  volume: Number(volume),
});

export const candleOfLive = ({ t, open, high, low, close, volume }: LiveBar): KLineData =>
  candleOf([t, open, high, low, close, volume]);

const UNITS = { m: 'minute', h: 'hour', d: 'day', w: 'week', M: 'month' } as const;

/** `15m` as the chart counts it. */
export function periodOf(interval: Interval): Period {
  const unit = interval.slice(-1) as keyof typeof UNITS;
  return { type: UNITS[unit], span: Number.parseInt(interval, 10) };
}
