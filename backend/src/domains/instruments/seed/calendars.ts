import type { Session } from '../../../platform/calendar/calendar.ts';
import type { Timezone } from '../../../platform/calendar/timezone.ts';
import type { CalendarRow } from '../snapshot.ts';
import {
  COVERED_UNTIL,
  eurex,
  holidaysOf,
  hongKong,
  iceEurope,
  usAgriculture,
  usEquity,
  usFutures,
  worldwide,
} from './holidays.ts';

const at = (hour: number, minute = 0): number => hour * 60 + minute;

type Hours = Omit<CalendarRow, 'id' | 'version'>;

const weekly = (
  timezone: Timezone,
  sessions: readonly Session[],
  holidays: Parameters<typeof holidaysOf>[0],
): Hours => ({
  timezone,
  sessions,
  weekdays: [1, 2, 3, 4, 5],
  coveredUntil: COVERED_UNTIL,
  holidays: holidaysOf(holidays),
});

/**
 * When each market trades: sessions of a trading day in minutes from local midnight. A session that begins the
 * evening before has a negative start, one that runs past midnight an end beyond 24 h.
 */
const calendars = {
  crypto: {
    timezone: 'UTC',
    sessions: [[0, at(24)]],
    weekdays: [0, 1, 2, 3, 4, 5, 6],
    coveredUntil: null,
    holidays: [],
  },
  forex: weekly('America/New_York', [[at(-7), at(17)]], worldwide),
  metals: weekly('America/New_York', [[at(-6), at(17)]], worldwide),
  us_equity: weekly('America/New_York', [[at(9, 30), at(16)]], usEquity),
  us_futures: weekly('America/New_York', [[at(-6), at(17)]], usFutures),
  us_grains: weekly(
    'America/Chicago',
    [
      [at(-5), at(7, 45)],
      [at(8, 30), at(13, 20)],
    ],
    usAgriculture,
  ),
  us_softs: weekly('America/New_York', [[at(4, 15), at(13, 30)]], usAgriculture),
  hk_equity: weekly(
    'Asia/Hong_Kong',
    [
      [at(9, 30), at(12)],
      [at(13), at(16)],
    ],
    hongKong,
  ),
  hk_futures: weekly(
    'Asia/Hong_Kong',
    [
      [at(9, 15), at(12)],
      [at(13), at(16, 30)],
      [at(17, 15), at(27)],
    ],
    hongKong,
  ),
  eurex: weekly('Europe/Berlin', [[at(2, 10), at(22)]], eurex),
  ice_europe: weekly('Europe/London', [[at(1), at(23)]], iceEurope),
} as const satisfies Readonly<Record<string, Hours>>;

export type CalendarId = keyof typeof calendars;

export const seededCalendars: readonly Omit<CalendarRow, 'version'>[] = Object.entries(calendars).map(
  ([id, hours]) => ({ id, ...hours }),
);
