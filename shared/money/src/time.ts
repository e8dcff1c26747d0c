const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const JUST_NOW = 5 * MINUTE;
const OLDEST_RELATIVE = 30 * DAY;

/** Ten-digit times are seconds, everything later is milliseconds. Returns Unix ms. */
export const toMilliseconds = (time: number): number => (Math.abs(time) < 1e11 ? time * SECOND : time);

function once<Format>(make: (locale: string) => Format): (locale: string) => Format {
  const made = new Map<string, Format>();
  return (locale) => {
    const format = made.get(locale) ?? make(locale);
    made.set(locale, format);
    return format;
  };
}

/** `Intl` says "now" for what happened up to five minutes ago. */
const JUST_NOW_TEXT: Readonly<Record<string, string>> = {
  en: 'just now',
  'zh-CN': '刚刚',
  'zh-HK': '剛剛',
  th: 'เมื่อสักครู่',
  de: 'gerade eben',
  sq: 'pikërisht tani',
  ja: 'たった今',
  ko: '방금 전',
  fr: 'à l’instant',
  es: 'ahora mismo',
};
const exact = once((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'always' }));
const narrow = once((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'always', style: 'narrow' }));
// The Thai calendar would show year 2569, which users compare with other sources.
const calendar = 'gregory';
const dates = once((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', calendar }));
const clocks = once((locale) => new Intl.DateTimeFormat(locale, { timeStyle: 'medium', hourCycle: 'h23' }));
const minutes = once((locale) => new Intl.DateTimeFormat(locale, { timeStyle: 'short', hourCycle: 'h23' }));
const stamps = once(
  (locale) =>
    new Intl.DateTimeFormat(locale, {
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
      calendar,
    }),
);
const moments = once(
  (locale) =>
    new Intl.DateTimeFormat(locale, {
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      calendar,
    }),
);

const days = once(
  (locale) =>
    new Intl.DateTimeFormat(locale, {
      weekday: 'short',
      month: 'short',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }),
);

export const formatDate = (time: number, locale: string): string => dates(locale).format(toMilliseconds(time));
export const formatClock = (time: number, locale: string): string => clocks(locale).format(toMilliseconds(time));
/** Hours and minutes. */
export const formatMinute = (time: number, locale: string): string => minutes(locale).format(toMilliseconds(time));
/** A date with hours and minutes: of terms and decisions, of which seconds say nothing. */
export const formatMoment = (time: number, locale: string): string => moments(locale).format(toMilliseconds(time));
/** The same to the second: of orders, fills, payments and records. */
export const formatDateTime = (time: number, locale: string): string => stamps(locale).format(toMilliseconds(time));

/** A time in the near future or past, as `Mon, Nov 23, 14:30`. */
export const formatDayTime = (time: number, locale: string): string => days(locale).format(toMilliseconds(time));

declare const utcDay: unique symbol;
/**
 * A calendar day of UTC, `2026-11-02`: no moment, so that it is the same day in every time zone. Formatted as one, it would
 * be the day before in all of the Americas.
 */
export type UtcDay = string & { readonly [utcDay]: true };

/** The day of UTC that holds a time. */
export const utcDayOf = (time: number): UtcDay => new Date(toMilliseconds(time)).toISOString().slice(0, 10) as UtcDay;

/** A day as the exchange names it; throws RangeError for anything else. */
export function readUtcDay(day: string): UtcDay {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) throw new RangeError(`${day} is no calendar day`);
  return utcDayOf(Date.parse(`${day}T00:00:00Z`));
}

const utcDates = once((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', calendar, timeZone: 'UTC' }));

export const formatUtcDay = (day: UtcDay, locale: string): string =>
  utcDates(locale).format(Date.parse(`${day}T00:00:00Z`));

/** 'just now' under 5 minutes, then whole minutes, hours, days up to 30; the date before that. A future time is 'just now'. */
export function formatRelative(time: number, now: number, locale: string): string {
  const age = now - toMilliseconds(time);
  if (age < JUST_NOW) return JUST_NOW_TEXT[locale] ?? (JUST_NOW_TEXT.en as string);
  if (age < HOUR) return exact(locale).format(-Math.floor(age / MINUTE), 'minute');
  if (age < DAY) return exact(locale).format(-Math.floor(age / HOUR), 'hour');
  if (age < OLDEST_RELATIVE) return exact(locale).format(-Math.floor(age / DAY), 'day');
  return formatDate(time, locale);
}

/** How old a price is, short and to the second, as `12s ago`. `age` in ms. */
export function formatAge(age: number, locale: string): string {
  if (age < MINUTE) return narrow(locale).format(-Math.max(0, Math.floor(age / SECOND)), 'second');
  if (age < HOUR) return narrow(locale).format(-Math.floor(age / MINUTE), 'minute');
  if (age < DAY) return narrow(locale).format(-Math.floor(age / HOUR), 'hour');
  return narrow(locale).format(-Math.floor(age / DAY), 'day');
}

/** Time left as `2d 03:04:05`, `03:04:05` within a day; zero when it is over. `left` in ms. */
export function formatCountdown(left: number, locale: string): string {
  const seconds = Math.max(0, Math.ceil(left / SECOND));
  const two = (value: number) => String(value).padStart(2, '0');
  const clock = [Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60, seconds % 60].map(two).join(':');
  const days = Math.floor(seconds / 86_400);
  if (days === 0) return clock;
  const unit = new Intl.NumberFormat(locale, { style: 'unit', unit: 'day', unitDisplay: 'narrow' });
  return `${unit.format(days)} ${clock}`;
}
