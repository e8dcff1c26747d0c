import { calendar } from '../../platform/calendar/calendar.ts';
import { eurex, hongKong, iceEurope, noHolidays, usAgriculture, usEquity, usFutures, worldwide } from './holidays.ts';

const at = (hour: number, minute = 0): number => hour * 60 + minute;

/**
 * When each market trades: sessions of a trading day in minutes from local midnight. A session that begins the
 * evening before has a negative start, one that runs past midnight an end beyond 24 h.
 */
export const calendars = {
  crypto: calendar('UTC', [[0, at(24)]], noHolidays, [0, 1, 2, 3, 4, 5, 6]),
  forex: calendar('America/New_York', [[at(-7), at(17)]], worldwide),
  metals: calendar('America/New_York', [[at(-6), at(17)]], worldwide),
  us_equity: calendar('America/New_York', [[at(9, 30), at(16)]], usEquity),
  us_futures: calendar('America/New_York', [[at(-6), at(17)]], usFutures),
  us_grains: calendar(
    'America/Chicago',
    [
      [at(-5), at(7, 45)],
      [at(8, 30), at(13, 20)],
    ],
    usAgriculture,
  ),
  us_softs: calendar('America/New_York', [[at(4, 15), at(13, 30)]], usAgriculture),
  hk_equity: calendar(
    'Asia/Hong_Kong',
    [
      [at(9, 30), at(12)],
      [at(13), at(16)],
    ],
    hongKong,
  ),
  hk_futures: calendar(
    'Asia/Hong_Kong',
    [
      [at(9, 15), at(12)],
      [at(13), at(16, 30)],
      [at(17, 15), at(27)],
    ],
    hongKong,
  ),
  eurex: calendar('Europe/Berlin', [[at(2, 10), at(22)]], eurex),
  ice_europe: calendar('Europe/London', [[at(1), at(23)]], iceEurope),
} as const;

export type CalendarId = keyof typeof calendars;
