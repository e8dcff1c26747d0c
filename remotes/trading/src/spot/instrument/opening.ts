const formats = new Map<string, Intl.DateTimeFormat>();

/** Six days ahead a weekday still names one day only. */
const WEEK_AHEAD_MS = 6 * 86_400_000;

/** When a market opens, in the reader's time zone: weekday and time, or the date when it is further off. Unix ms. */
export function openingText(opens: number, now: number, locale: string, timeZone?: string): string {
  const near = opens - now < WEEK_AHEAD_MS;
  const key = `${locale} ${near} ${timeZone ?? ''}`;
  const format =
    formats.get(key) ??
    new Intl.DateTimeFormat(locale, {
      ...(near ? { weekday: 'short' } : { month: 'short', day: 'numeric' }),
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      calendar: 'gregory',
      timeZone,
    });
  formats.set(key, format);
  return format.format(opens);
}
