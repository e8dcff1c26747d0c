import type { LanguageCode } from '@tessera/api/rules';
import { LOCALES } from '@tessera/api/rules';
import { separators } from '@tessera/money';

/** What texts name that is a figure; all else is a name, an address or a time, and stands as it is. */
const FIGURES = new Set([
  'amount',
  'brings',
  'collateral',
  'cost',
  'fee',
  'interest',
  'least',
  'level',
  'limit',
  'liquidation',
  'min',
  'price',
  'rate',
  'ratio',
  'returned',
  'sold',
  // With amounts and prices of what was traded.
  'symbols',
  'value',
]);

/** A number, alone or before its unit, each of a list. */
const NUMBER = /(?<=^| )([+\u2212-]?)(\d+)(?:\.(\d+))?(?= |,|$)/g;
const THOUSANDS = /\B(?=(?:\d{3})+$)/g;

/** A time as `namedTime` writes it. */
const TIME = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}) UTC$/;

function figureText(value: string, language: LanguageCode): string {
  const { decimal, group } = separators(LOCALES[language]);
  return value.replace(
    NUMBER,
    (_, sign: string, whole: string, fraction: string | undefined) =>
      `${sign}${whole.replace(THOUSANDS, group)}${fraction === undefined ? '' : `${decimal}${fraction}`}`,
  );
}

/** By languages: making a format takes a millisecond. */
const formats = new Map<LanguageCode, Intl.DateTimeFormat>();

/** `Nov 29, 2026, 10:25 UTC`; what is no time of the calendar stays as it is. */
function timeText(value: string, language: LanguageCode): string {
  const [, day, clock] = TIME.exec(value) ?? [];
  const at = Date.parse(`${day}T${clock}Z`);
  if (Number.isNaN(at)) return value;
  const style = { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23', timeZone: 'UTC' } as const;
  // The Thai calendar would show year 2569, which users compare with other sources.
  const format = formats.get(language) ?? new Intl.DateTimeFormat(LOCALES[language], { ...style, calendar: 'gregory' });
  formats.set(language, format);
  return `${format.format(at)} UTC`;
}

/**
 * What a text names: a figure with the signs of the language, as `1.234` is a thousand and more to a German reader; a time
 * with the date as the language writes it.
 */
export const namedText = (name: string, value: string, language: LanguageCode): string =>
  FIGURES.has(name) ? figureText(value, language) : timeText(value, language);

/** A text with `{amount}` and the like replaced by what it names; a slot without a value stays in sight. */
export const fillText = (text: string, named: Readonly<Record<string, string>>, language: LanguageCode): string =>
  text.replace(/\{(\w+)\}/g, (slot, name: string) => namedText(name, named[name] ?? slot, language));

/** A time (Unix ms) as it is stored for texts of all languages, to the minute. */
export const namedTime = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
