import { expect, test } from 'vitest';
import { zonedTime } from './zoned-time.ts';

const MINUTE = 60_000;

/** As the runtime formats it, each time anew. */
function formatted(zone: string, at: number): string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  return format.format(at);
}

test.each([
  ['Europe/Berlin', Date.UTC(2026, 9, 25)],
  ['America/New_York', Date.UTC(2026, 2, 8)],
  ['Australia/Lord_Howe', Date.UTC(2026, 3, 4)],
  ['Pacific/Apia', Date.UTC(2011, 11, 30)],
  ['Asia/Kathmandu', Date.UTC(2024, 1, 29)],
  ['UTC', -1_000],
])('%s: every time around a change of the clock and of the day is as the runtime says', (zone, day) => {
  const { date } = zonedTime(zone);
  for (let at = day - 720 * MINUTE; at < day + 2_160 * MINUTE; at += 7 * MINUTE + 1_003) {
    expect(date(at)).toBe(formatted(zone, at));
  }
});
