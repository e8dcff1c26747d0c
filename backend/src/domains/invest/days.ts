import { type UtcDay, utcDayOf } from '@tessera/money';

/* Days are those of UTC, as ISO dates; they sort as text. */

const DAY = 86_400_000;

/** The day of a time, Unix ms. */
export const dayOf = (time: number): UtcDay => utcDayOf(time);

export const dayAfter = (day: string): UtcDay => dayOf(Date.parse(day) + DAY);
export const dayBefore = (day: string): UtcDay => dayOf(Date.parse(day) - DAY);

/** When the next day begins, Unix ms. */
export const nextDayStart = (time: number): number => (Math.floor(time / DAY) + 1) * DAY;

/** Days after the first up to and with the last, at most this many. */
export function daysAfter(first: string, last: string, most: number): UtcDay[] {
  const days: UtcDay[] = [];
  for (let day = dayAfter(first); day <= last && days.length < most; day = dayAfter(day)) days.push(day);
  return days;
}
