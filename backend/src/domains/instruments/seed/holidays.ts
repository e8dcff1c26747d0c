import type { Holiday } from '../../../platform/calendar/calendar.ts';

/*
 * The lists that the exchanges published for 2026 and 2027, and New York's for 2028. Those of the others for 2028 follow
 * from the same rules (Easter, the General Holidays Ordinance of Hong Kong); staff correct what is published otherwise.
 */

/** The last day that the lists cover. */
export const COVERED_UNTIL = '2028-12-31';

type Holidays = {
  /** ISO dates. */
  readonly closed: readonly string[];
  readonly early: { readonly days: readonly string[]; readonly closeMinute: number };
};

const none: readonly string[] = [];

/** In the order of the days. */
export const holidaysOf = ({ closed, early }: Holidays): readonly Holiday[] =>
  [
    ...closed.map((day) => ({ day, closeMinute: null })),
    ...early.days.map((day) => ({ day, closeMinute: early.closeMinute })),
  ].toSorted((a, b) => a.day.localeCompare(b.day));

export const usEquity: Holidays = {
  closed: [
    ...['2026-01-01', '2026-01-19', '2026-02-16', '2026-04-03', '2026-05-25'],
    ...['2026-06-19', '2026-07-03', '2026-09-07', '2026-11-26', '2026-12-25'],
    ...['2027-01-01', '2027-01-18', '2027-02-15', '2027-03-26', '2027-05-31'],
    ...['2027-06-18', '2027-07-05', '2027-09-06', '2027-11-25', '2027-12-24'],
    ...['2028-01-17', '2028-02-21', '2028-04-14', '2028-05-29', '2028-06-19'],
    ...['2028-07-04', '2028-09-04', '2028-11-23', '2028-12-25'],
  ],
  early: { days: ['2026-11-27', '2026-12-24', '2027-11-26', '2028-07-03', '2028-11-24'], closeMinute: 13 * 60 },
};

/** Futures of the US exchanges trade on most holidays until noon in Chicago. */
export const usFutures: Holidays = {
  closed: [
    '2026-01-01',
    '2026-04-03',
    '2026-12-25',
    '2027-01-01',
    '2027-03-26',
    '2027-12-24',
    '2028-04-14',
    '2028-12-25',
  ],
  early: {
    days: [
      ...['2026-01-19', '2026-02-16', '2026-05-25', '2026-06-19', '2026-07-03', '2026-09-07', '2026-11-26'],
      ...['2026-11-27', '2026-12-24', '2027-01-18', '2027-02-15', '2027-05-31', '2027-06-18', '2027-07-05'],
      ...['2027-09-06', '2027-11-25', '2027-11-26', '2028-01-17', '2028-02-21', '2028-05-29', '2028-06-19'],
      ...['2028-07-03', '2028-07-04', '2028-09-04', '2028-11-23', '2028-11-24'],
    ],
    closeMinute: 13 * 60,
  },
};

/** Agricultural futures rest on the holidays of the US exchanges altogether. */
export const usAgriculture: Holidays = { closed: usEquity.closed, early: { days: none, closeMinute: 0 } };

export const hongKong: Holidays = {
  closed: [
    ...['2026-01-01', '2026-02-17', '2026-02-18', '2026-02-19', '2026-04-03', '2026-04-06', '2026-04-07'],
    ...['2026-05-01', '2026-05-25', '2026-06-19', '2026-07-01', '2026-10-01', '2026-10-19', '2026-12-25'],
    ...['2027-01-01', '2027-02-08', '2027-02-09', '2027-03-26', '2027-03-29', '2027-04-05', '2027-05-13'],
    ...['2027-06-09', '2027-07-01', '2027-09-16', '2027-10-01', '2027-10-08', '2027-12-27'],
    ...['2028-01-26', '2028-01-27', '2028-01-28', '2028-04-04', '2028-04-14', '2028-04-17', '2028-05-01'],
    ...['2028-05-02', '2028-05-29', '2028-10-02', '2028-10-04', '2028-10-26', '2028-12-25', '2028-12-26'],
  ],
  early: {
    days: ['2026-02-16', '2026-12-24', '2026-12-31', '2027-02-05', '2027-12-24', '2027-12-31', '2028-01-25'],
    closeMinute: 12 * 60,
  },
};

export const eurex: Holidays = {
  closed: [
    ...['2026-01-01', '2026-04-03', '2026-04-06', '2026-05-01', '2026-12-24', '2026-12-25', '2026-12-31'],
    ...['2027-01-01', '2027-03-26', '2027-03-29', '2027-12-24', '2027-12-31'],
    ...['2028-04-14', '2028-04-17', '2028-05-01', '2028-12-25', '2028-12-26'],
  ],
  early: { days: none, closeMinute: 0 },
};

export const iceEurope: Holidays = {
  closed: ['2026-01-01', '2026-04-03', '2026-12-25', '2027-01-01', '2027-03-26', '2028-04-14', '2028-12-25'],
  early: { days: ['2026-12-24', '2026-12-31', '2027-12-24', '2027-12-31'], closeMinute: 13 * 60 },
};

/** Banks everywhere rest on these two only. */
export const worldwide: Holidays = {
  closed: ['2026-01-01', '2026-12-25', '2027-01-01', '2028-12-25'],
  early: { days: none, closeMinute: 0 },
};
