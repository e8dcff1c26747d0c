import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Calendar, rememberState, spansBetween, stateAt } from '../../platform/calendar/calendar.ts';
import { DAY, HOUR, offsetAt, type Timezone } from '../../platform/calendar/timezone.ts';
import { seededCatalogue } from './seeded.ts';

const at = (text: string): number => Date.parse(text);
function calendarOf(id: string): Calendar {
  const named = seededCatalogue.calendars.get(id);
  if (!named) throw new Error(`no calendar ${id}`);
  return named.calendar;
}

const isOpen = (id: string, time: string): boolean => stateAt(calendarOf(id), at(time)).open;

const zones: readonly Timezone[] = [
  'UTC',
  'America/New_York',
  'America/Chicago',
  'Europe/London',
  'Europe/Berlin',
  'Asia/Hong_Kong',
];
const anyTime = fc.integer({ min: at('2021-01-01'), max: at('2028-12-20') });
const anyCalendar = fc.constantFrom(...seededCatalogue.calendars.keys());

describe('time zones', () => {
  test('offsets equal those of Intl, at any hour of any year', () => {
    const clocks = new Map(
      zones.map((timeZone) => [timeZone, new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })]),
    );
    const known = (zone: Timezone, time: number): number => {
      const name =
        clocks
          .get(zone)
          ?.formatToParts(time)
          .find(({ type }) => type === 'timeZoneName')?.value ?? '';
      const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d+):(\d+)/.exec(name) ?? [];
      return (Number(hours) * HOUR + Number(minutes) * 60_000) * (sign === '-' ? -1 : 1);
    };
    fc.assert(
      fc.property(fc.constantFrom(...zones), anyTime, (zone, time) => offsetAt(zone, time) === known(zone, time)),
    );
  });
});

describe('trading hours', () => {
  test('coins trade at any time', () => {
    expect(stateAt(calendarOf('crypto'), at('2026-12-25T03:00Z'))).toMatchObject({
      open: true,
      until: Number.POSITIVE_INFINITY,
    });
  });

  test('New York opens at 14:30 UTC in winter and at 13:30 UTC in summer', () => {
    expect(isOpen('us_equity', '2026-11-20T14:29:59Z')).toBe(false);
    expect(isOpen('us_equity', '2026-11-20T14:30:00Z')).toBe(true);
    expect(isOpen('us_equity', '2026-07-15T13:30:00Z')).toBe(true);
    expect(isOpen('us_equity', '2026-07-15T20:00:00Z')).toBe(false);
  });

  test('Thanksgiving is a holiday and the day after ends at 13:00', () => {
    expect(isOpen('us_equity', '2026-11-26T16:00Z')).toBe(false);
    expect(isOpen('us_equity', '2026-11-27T17:59Z')).toBe(true);
    expect(isOpen('us_equity', '2026-11-27T18:00Z')).toBe(false);
  });

  test('a Friday close lasts until Monday', () => {
    const state = stateAt(calendarOf('us_equity'), at('2026-11-21T12:00Z'));
    expect(state).toEqual({ open: false, since: at('2026-11-20T21:00Z'), until: at('2026-11-23T14:30Z') });
  });

  test('Hong Kong rests at noon, and over Lunar New Year', () => {
    expect(isOpen('hk_equity', '2026-11-20T03:59Z')).toBe(true);
    expect(isOpen('hk_equity', '2026-11-20T04:30Z')).toBe(false);
    expect(isOpen('hk_equity', '2026-11-20T05:00Z')).toBe(true);
    const eve = stateAt(calendarOf('hk_equity'), at('2026-02-16T05:00Z'));
    expect(eve).toEqual({ open: false, since: at('2026-02-16T04:00Z'), until: at('2026-02-20T01:30Z') });
  });

  test('forex trades from Sunday to Friday 17:00 in New York without a break', () => {
    expect(stateAt(calendarOf('forex'), at('2026-11-18T12:00Z'))).toEqual({
      open: true,
      since: at('2026-11-15T22:00Z'),
      until: at('2026-11-20T22:00Z'),
    });
  });

  test('futures rest for an hour a day', () => {
    expect(isOpen('us_futures', '2026-11-18T22:30Z')).toBe(false);
    expect(isOpen('us_futures', '2026-11-18T23:00Z')).toBe(true);
  });

  test('night sessions of Hong Kong end after midnight', () => {
    expect(isOpen('hk_futures', '2026-11-20T18:59Z')).toBe(true);
    expect(isOpen('hk_futures', '2026-11-20T19:00Z')).toBe(false);
  });
});

describe('state and spans', () => {
  test('a state holds from its beginning to the instant before its end', () => {
    fc.assert(
      fc.property(anyCalendar, anyTime, (id, time) => {
        const { open, since, until } = stateAt(calendarOf(id), time);
        expect(since).toBeLessThanOrEqual(time);
        expect(until).toBeGreaterThan(time);
        if (!Number.isFinite(since)) return;
        expect(stateAt(calendarOf(id), since).open).toBe(open);
        expect(stateAt(calendarOf(id), until - 1).open).toBe(open);
        expect(stateAt(calendarOf(id), until).open).toBe(!open);
        expect(stateAt(calendarOf(id), since - 1).open).toBe(!open);
      }),
    );
  });

  test('spans are ordered, apart from each other, and open all through', () => {
    fc.assert(
      fc.property(anyCalendar, anyTime, fc.integer({ min: 1, max: 12 * DAY }), (id, from, length) => {
        let previous = Number.NEGATIVE_INFINITY;
        for (const [start, end] of spansBetween(calendarOf(id), from, from + length)) {
          expect(start).toBeGreaterThan(previous);
          expect(end).toBeGreaterThan(start);
          expect(stateAt(calendarOf(id), start).open).toBe(true);
          expect(stateAt(calendarOf(id), end - 1).open).toBe(true);
          previous = end;
        }
      }),
    );
  });

  test('a remembered state is the state', () => {
    fc.assert(
      fc.property(anyCalendar, fc.array(anyTime, { maxLength: 8 }), (id, times) => {
        const remembered = rememberState(calendarOf(id));
        for (const time of times) expect(remembered(time)).toEqual(stateAt(calendarOf(id), time));
      }),
    );
  });
});
