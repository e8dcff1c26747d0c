import pg from 'pg';

type Parser = (text: string) => unknown;

/** `numeric` as a decimal string without trailing zeros: a JavaScript number would round money. */
export const plainNumeric = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);

/** `2026-11-20 15:00:00.123456+05:30`; before time zones were standardised an offset has seconds, too. */
const TIMESTAMP =
  /^(\d{4,6})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)(?:\.(\d{1,6}))?([+-])(\d\d)(?::(\d\d))?(?::(\d\d))?( BC)?$/;

const MINUTE = 60_000;

/**
 * `timestamptz` as Unix ms, microseconds rounded down. `infinity` is an infinite number. Throws for the text of any
 * other `DateStyle` than ISO.
 */
export function unixMs(text: string): number {
  const match = TIMESTAMP.exec(text);
  if (!match) {
    if (text === 'infinity') return Number.POSITIVE_INFINITY;
    if (text === '-infinity') return Number.NEGATIVE_INFINITY;
    throw new Error(`not a timestamp in ISO style: ${text}`);
  }
  const [, year, month, day, hour, minute, second, fraction, sign, offsetHours, offsetMinutes, offsetSeconds, bc] =
    match;
  // There is no year 0: 1 BC is the year 0 of JavaScript.
  const fullYear = bc ? 1 - Number(year) : Number(year);
  const ms = fraction === undefined ? 0 : Number(fraction.slice(0, 3).padEnd(3, '0'));
  const clock = ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000 + ms;
  const offset = (Number(offsetHours) * 60 + Number(offsetMinutes ?? 0)) * MINUTE + Number(offsetSeconds ?? 0) * 1000;
  // `Date.UTC` takes the years 0 to 99 for those of the twentieth century.
  const midnight =
    fullYear >= 100
      ? Date.UTC(fullYear, Number(month) - 1, Number(day))
      : new Date(0).setUTCFullYear(fullYear, Number(month) - 1, Number(day));
  return midnight + clock + (sign === '-' ? offset : -offset);
}

const text: Parser = (value) => value;

/** The driver's own parser of arrays, which leaves their elements text. */
const TEXT_ARRAY: number = 1009;
const elements: Parser = pg.types.getTypeParser(TEXT_ARRAY, 'text');

/** The elements of an array may be arrays themselves, or null. */
const mapElements = (value: unknown, parser: Parser): unknown => {
  if (Array.isArray(value)) return value.map((element) => mapElements(element, parser));
  return typeof value === 'string' ? parser(value) : value;
};

const arrayOf =
  (parser: Parser): Parser =>
  (source) =>
    mapElements(elements(source), parser);

/** By type id, of the element and of its array. A domain, such as `amount`, arrives as the type below it. */
const PARSERS: ReadonlyMap<number, Parser> = new Map(
  (
    [
      ['int8', 20, 1016, text],
      ['date', 1082, 1182, text],
      ['numeric', 1700, 1231, plainNumeric],
      ['timestamptz', 1184, 1185, unixMs],
    ] as const
  ).flatMap(([, type, array, parser]) => [
    [type, parser],
    [array, arrayOf(parser)],
  ]),
);

/** Type parsers of one pool: other users of `pg` in the process, such as the queue, keep the default ones. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && PARSERS.get(id)) || pg.types.getTypeParser(id, format as 'text'),
};
