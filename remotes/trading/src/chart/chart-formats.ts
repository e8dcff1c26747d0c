import type { Interval } from '@tessera/api/rules';
import type { useTexts } from '@tessera/i18n';
import { formatAmount, formatCompact, formatDayTime, formatUtcDay, utcDayOf } from '@tessera/money';
import { type FormatDateParams, type Formatter, registerLocale } from 'klinecharts';

const KEYS = ['time', 'open', 'high', 'low', 'close', 'volume', 'change'] as const;

/** Makes the chart's words known in the language of the moment; returns the name to use for it. */
export function chartLocale(t: ReturnType<typeof useTexts>, locale: string): string {
  const words = Object.fromEntries(KEYS.map((key) => [key, `${t(`chart.${key}`)} `]));
  registerLocale(locale, {
    ...(words as Record<(typeof KEYS)[number], string>),
    // Names of periods: the toolbar shows them instead.
    turnover: '',
    second: '',
    minute: '',
    hour: '',
    day: '',
    week: '',
    month: '',
    year: '',
  });
  return locale;
}

const TIME = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const DAY = { month: '2-digit', day: '2-digit' } as const;

/** The parts of a date that a template of the chart asks for. */
function partsOf(template: string): Intl.DateTimeFormatOptions {
  return {
    ...(template.includes('YYYY') && { year: 'numeric' }),
    ...(template.includes('MM') && { month: DAY.month }),
    ...(template.includes('DD') && { day: DAY.day }),
    ...(template.includes('HH') && TIME),
  };
}

/** Smaller volumes stand as they are. */
const COMPACT_FROM = 1_000;

/** A volume; its exact digits are of no use beside a bar. */
export function volumeText(volume: number, locale: string): string {
  const plain = volume.toFixed(4);
  return Math.abs(volume) < COMPACT_FROM
    ? formatAmount(plain, 2, locale, { zeros: 'trimmed' })
    : formatCompact(plain, locale);
}

/** Bars of a day and longer begin with a day of UTC, which is named as such everywhere; shorter ones are moments. */
export const zoneOf = (interval: Interval): 'UTC' | undefined => (/[dwM]$/.test(interval) ? 'UTC' : undefined);

/** When a bar begins: its day where it is one of UTC, else the moment. `at` in Unix ms. */
export const barTime = (at: number, interval: Interval, locale: string): string =>
  zoneOf(interval) === 'UTC' ? formatUtcDay(utcDayOf(at), locale) : formatDayTime(at, locale);

/** The same for a narrow column, without the weekday. */
export const shortBarTimes = (interval: Interval, locale: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(locale, {
    ...DAY,
    ...(zoneOf(interval) === 'UTC' ? { year: '2-digit' } : TIME),
    calendar: 'gregory',
    timeZone: zoneOf(interval),
  });

/** Dates and large figures as the locale writes them. */
export function chartFormatter(locale: string, interval: Interval): Partial<Formatter> {
  const formats = new Map<string, Intl.DateTimeFormat>();
  const formatOf = (template: string) => {
    const known = formats.get(template);
    if (known) return known;
    // The Gregorian calendar everywhere: the bars are compared with the rest of the world's.
    const made = new Intl.DateTimeFormat(locale, {
      ...partsOf(template),
      calendar: 'gregory',
      timeZone: zoneOf(interval),
    });
    formats.set(template, made);
    return made;
  };
  return {
    formatDate: ({ timestamp, template }: FormatDateParams) => formatOf(template).format(timestamp),
    formatBigNumber: (value) => {
      const size = Number(value);
      return Number.isFinite(size) ? volumeText(size, locale) : String(value);
    },
  };
}
