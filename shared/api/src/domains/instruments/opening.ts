/** Six days ahead a weekday still names one day only. */
const WEEK_AHEAD_MS = 6 * 24 * 60 * 60 * 1000;

const formats = new Map<string, Intl.DateTimeFormat>();

function format(locale: string, kind: 'time' | 'weekday' | 'date', timeZone: string | undefined): Intl.DateTimeFormat {
  const key = `${locale} ${kind} ${timeZone ?? ''}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(locale, {
    ...(kind === 'weekday' && { weekday: 'short' }),
    ...(kind === 'date' && { month: 'short', day: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    calendar: 'gregory',
    timeZone,
  });
  formats.set(key, made);
  return made;
}

/**
 * When a market opens, as short as it is unambiguous: the time today, with the weekday within six days, otherwise with
 * the date. `opens` and `now` in Unix ms; `timeZone` defaults to the user's.
 */
export function openingText(opens: number, now: number, locale: string, timeZone?: string): string {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone });
  if (day.format(opens) === day.format(now)) return format(locale, 'time', timeZone).format(opens);
  return format(locale, opens - now < WEEK_AHEAD_MS ? 'weekday' : 'date', timeZone).format(opens);
}
