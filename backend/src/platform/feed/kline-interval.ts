import type { Interval } from '@tessera/api/rules';

const MINUTE = 60_000;
const DAY = 86_400_000;
/** 1970-01-05: weeks begin on Monday. */
const FIRST_MONDAY = 4 * DAY;

const LENGTHS: Readonly<Record<Exclude<Interval, '1w' | '1M'>, number>> = {
  '1m': MINUTE,
  '5m': 5 * MINUTE,
  '15m': 15 * MINUTE,
  '30m': 30 * MINUTE,
  '1h': 60 * MINUTE,
  '4h': 240 * MINUTE,
  '1d': DAY,
};

/** Opening time of the bar that a time falls into. Bars follow UTC: days from midnight, weeks from Monday. */
export function openingOf(interval: Interval, time: number): number {
  if (interval === '1M') {
    const date = new Date(time);
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
  }
  if (interval === '1w') return Math.floor((time - FIRST_MONDAY) / (7 * DAY)) * 7 * DAY + FIRST_MONDAY;
  const length = LENGTHS[interval];
  return Math.floor(time / length) * length;
}

/** Opening time of the bar after the one that opens at `opening`. */
export function nextOpening(interval: Interval, opening: number): number {
  if (interval === '1M') {
    const date = new Date(opening);
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
  }
  return opening + (interval === '1w' ? 7 * DAY : LENGTHS[interval]);
}

/** Charts begin here. */
export const HISTORY_START = Date.UTC(2021, 0, 1);
