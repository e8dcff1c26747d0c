/** Time zones of the exchanges, by rule rather than by `Intl`: offsets are computed thousands of times a second. */
export type Timezone =
  | 'UTC'
  | 'America/New_York'
  | 'America/Chicago'
  | 'Europe/London'
  | 'Europe/Berlin'
  | 'Asia/Hong_Kong';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** 0 is Sunday. */
export const weekdayOf = (day: number): number => (((day + 4) % 7) + 7) % 7;

/** Unix day of the nth Sunday of a month (month 0 is January); n −1 is the last one. */
function sunday(year: number, month: number, n: number): number {
  if (n < 0) {
    const last = Date.UTC(year, month + 1, 0) / DAY;
    return last - weekdayOf(last);
  }
  const first = Date.UTC(year, month, 1) / DAY;
  return first + ((7 - weekdayOf(first)) % 7) + 7 * (n - 1);
}

type Rule = { readonly standard: number; readonly summer: (year: number) => readonly [from: number, to: number] };

/** From the second Sunday of March to the first of November, at 02:00 local (US law since 2007). */
const american = (standard: number): Rule => ({
  standard,
  summer: (year) => [
    sunday(year, 2, 2) * DAY + 2 * HOUR - standard * MINUTE,
    sunday(year, 10, 1) * DAY + HOUR - standard * MINUTE,
  ],
});

/** From the last Sunday of March to the last of October, at 01:00 UTC (EU directive 2000/84, UK alike). */
const european = (standard: number): Rule => ({
  standard,
  summer: (year) => [sunday(year, 2, -1) * DAY + HOUR, sunday(year, 9, -1) * DAY + HOUR],
});

const fixed = (standard: number): Rule => ({ standard, summer: () => [0, 0] });

/** Standard offsets from UTC in minutes. */
const RULES: Readonly<Record<Timezone, Rule>> = {
  UTC: fixed(0),
  'America/New_York': american(-300),
  'America/Chicago': american(-360),
  'Europe/London': european(0),
  'Europe/Berlin': european(60),
  'Asia/Hong_Kong': fixed(480),
};

type Year = { readonly begin: number; readonly end: number; readonly summer: readonly [from: number, to: number] };

/** The year that was asked for last, of each zone: the next time is nearly always within it. */
const LAST = new Map<Timezone, Year>();

function yearOf(zone: Timezone, time: number): Year {
  const last = LAST.get(zone);
  if (last && time >= last.begin && time < last.end) return last;
  const year = new Date(time).getUTCFullYear();
  const found = { begin: Date.UTC(year, 0), end: Date.UTC(year + 1, 0), summer: RULES[zone].summer(year) };
  LAST.set(zone, found);
  return found;
}

/** Offset from UTC at a time, in ms: local time = UTC + offset. */
export function offsetAt(zone: Timezone, time: number): number {
  const { standard } = RULES[zone];
  const [from, to] = yearOf(zone, time).summer;
  return (time >= from && time < to ? standard + 60 : standard) * MINUTE;
}

/** Unix ms of a local wall time, given as ms since the local epoch. Exchanges neither open nor close in a lost or doubled hour. */
export function fromLocal(zone: Timezone, local: number): number {
  const guess = local - offsetAt(zone, local);
  return local - offsetAt(zone, guess);
}

/** Local calendar day (days since 1970-01-01) at a time. */
export const localDay = (zone: Timezone, time: number): number => Math.floor((time + offsetAt(zone, time)) / DAY);
