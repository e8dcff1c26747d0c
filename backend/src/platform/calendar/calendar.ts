import { DAY, fromLocal, localDay, MINUTE, type Timezone, weekdayOf } from './timezone.ts';

/** Minutes from local midnight of the trading day: `[from, to)`. */
export type Session = readonly [from: number, to: number];

export type Calendar = {
  readonly timezone: Timezone;
  readonly sessions: readonly Session[];
  /** Trading days; 0 is Sunday. */
  readonly weekdays: ReadonlySet<number>;
  /** Local days since 1970-01-01. */
  readonly closed: ReadonlySet<number>;
  /** Day → minute of the close. */
  readonly early: ReadonlyMap<number, number>;
};

/** A day without trading, or one that ends early. */
export type Holiday = {
  /** ISO date, local to the calendar. */
  readonly day: string;
  /** Minute of the local day at which trading ends; null: no trading. */
  readonly closeMinute: number | null;
};

/** Unix ms, `[from, to)`. */
export type Span = readonly [from: number, to: number];

const dayOf = (date: string): number => Date.parse(date) / DAY;

export const calendar = (
  timezone: Timezone,
  sessions: readonly Session[],
  holidays: readonly Holiday[],
  weekdays: readonly number[] = [1, 2, 3, 4, 5],
): Calendar => ({
  timezone,
  sessions,
  weekdays: new Set(weekdays),
  closed: new Set(holidays.flatMap(({ day, closeMinute }) => (closeMinute === null ? [dayOf(day)] : []))),
  early: new Map(holidays.flatMap(({ day, closeMinute }) => (closeMinute === null ? [] : [[dayOf(day), closeMinute]]))),
});

/** The sessions of one trading day, in UTC. */
function spansOfDay({ timezone, sessions, weekdays, closed, early }: Calendar, day: number): Span[] {
  if (!weekdays.has(weekdayOf(day)) || closed.has(day)) return [];
  const close = early.get(day) ?? Number.POSITIVE_INFINITY;
  const spans: Span[] = [];
  for (const [from, to] of sessions) {
    const end = Math.min(to, close);
    if (end <= from) continue;
    spans.push([fromLocal(timezone, day * DAY + from * MINUTE), fromLocal(timezone, day * DAY + end * MINUTE)]);
  }
  return spans;
}

/** Trading time within `[from, to)`, oldest first; sessions that touch are one. */
export function spansBetween(calendar: Calendar, from: number, to: number): Span[] {
  const spans: Span[] = [];
  // A session may begin the evening before its day or end after midnight.
  const last = localDay(calendar.timezone, to) + 1;
  for (let day = localDay(calendar.timezone, from) - 1; day <= last; day++)
    for (const [start, end] of spansOfDay(calendar, day)) {
      const begin = Math.max(start, from);
      const finish = Math.min(end, to);
      if (finish <= begin) continue;
      const previous = spans.at(-1);
      if (previous && previous[1] >= begin) spans[spans.length - 1] = [previous[0], finish];
      else spans.push([begin, finish]);
    }
  return spans;
}

export const alwaysOpen = ({ sessions, weekdays, closed }: Calendar): boolean =>
  weekdays.size === 7 &&
  closed.size === 0 &&
  sessions.length === 1 &&
  sessions[0]?.[0] === 0 &&
  sessions[0][1] === 1440;

/** No market rests longer than this; Lunar New Year in Hong Kong takes five days. */
const HORIZON = 14 * DAY;

export type MarketState = {
  readonly open: boolean;
  /** Time span of the state, `[since, until)`; infinite if it never changes. */
  readonly since: number;
  readonly until: number;
};

const ALWAYS: MarketState = { open: true, since: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY };

export function stateAt(calendar: Calendar, time: number): MarketState {
  if (alwaysOpen(calendar)) return ALWAYS;
  const spans = spansBetween(calendar, time - HORIZON, time + HORIZON);
  const index = spans.findIndex(([, to]) => to > time);
  const span = spans[index];
  if (span && span[0] <= time) return { open: true, since: span[0], until: span[1] };
  const before = index < 0 ? spans.at(-1) : spans[index - 1];
  return { open: false, since: before?.[1] ?? Number.NEGATIVE_INFINITY, until: span?.[0] ?? Number.POSITIVE_INFINITY };
}

/**
 * `stateAt` with a cache of the last result: it is called twice a second and changes twice a day. The result depends
 * only on the arguments.
 */
export function rememberState(calendar: Calendar): (time: number) => MarketState {
  let state: MarketState | undefined;
  return (time) => {
    if (!state || time < state.since || time >= state.until) state = stateAt(calendar, time);
    return state;
  };
}
