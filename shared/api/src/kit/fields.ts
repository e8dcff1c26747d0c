import { cmp, type UtcDay } from '@tessera/money';
import { foldTyped } from '@tessera/money/typed';
import * as z from 'zod/mini';
import { checkDecimal, checkPositiveDecimal } from './rules/decimal.ts';
import type { RuleFailure } from './rules/failure.ts';

/*
 * What inputs are made of. An input is form-encoded, so numbers and booleans arrive as strings: each reader below
 * takes the typed value or its text. The static input type stays the typed value, which is what screens pass.
 */

const typed = <T>(schema: z.ZodMiniType): z.ZodMiniType<T, T> => schema as z.ZodMiniType<T, T>;

const preprocess = (read: (value: unknown) => unknown, schema: z.ZodMiniType) => z.pipe(z.transform(read), schema);

/** Characters of what is typed on one line, with what was copied along. */
const TYPED_AT_MOST = 500;

/** Nothing reads a text that is longer: rules and folds cost what it is long, some of them its square. */
export const atMost = (characters: number) => z.maxLength(characters, { abort: true });

const obeys = (check: (text: string) => RuleFailure | null) =>
  z.superRefine<string>((value, context) => {
    const failure = check(value);
    if (failure) context.addIssue({ code: 'custom', message: failure.code, params: failure });
  });

/** What a rule finds wrong with nothing at all is that it is missing. */
const orMissing =
  (check: (text: string) => RuleFailure | null) =>
  (text: string): RuleFailure | null => {
    const failure = check(text);
    return failure && text.trim() === '' ? { code: 'field_required' } : failure;
  };

/**
 * A pure rule as a string schema; its failure travels in the issue, see `problem.ts`. What other keyboards and the place it
 * was copied from put into it is folded first: digits, spaces, dashes, quotes, marks that are not seen.
 */
export const ruled = (check: (text: string) => RuleFailure | null, fold = foldTyped) =>
  z.string().check(atMost(TYPED_AT_MOST), z.overwrite(fold), obeys(orMissing(check)));

/** The same without trimming: passwords are used as typed. */
export const ruledVerbatim = (check: (text: string) => RuleFailure | null) =>
  z.string().check(atMost(TYPED_AT_MOST), obeys(check));

/**
 * Control characters other than tab and line ends never enter: PostgreSQL rejects NUL. Nor do characters that reverse
 * the direction of what follows: a reviewer would read something else than what is there.
 */
const printable = /^(?:[^\p{Cc}\u202a-\u202e\u2066-\u2069]|[\t\n\r])*$/u;

/** What a browser would take for a tag or a comment. A `<` before a blank or a digit is a sign like any other. */
const markup = /<[\p{L}/!?]/u;

/**
 * Text of 1 to `max` characters, trimmed, in any script. Markup is rejected by its shape: a reader of the text, in
 * whatever program, reads no tags.
 */
export const text = (max: number, min = 1) =>
  z.string().check(
    z.trim(),
    z.minLength(min),
    atMost(max),
    z.regex(printable),
    obeys((value) => (markup.test(value) ? { code: 'field_special_characters' } : null)),
  );

/** The same of one line that is no prose, such as a code or a number: folded as `ruled` does. */
export const typedText = (max: number, min = 1) =>
  z.string().check(
    atMost(TYPED_AT_MOST),
    z.overwrite(foldTyped),
    z.minLength(min),
    atMost(max),
    z.regex(printable),
    obeys((value) => (markup.test(value) ? { code: 'field_special_characters' } : null)),
  );

/** A blank form field counts as one that was not sent. */
export const optional = <T>(schema: z.ZodMiniType<T, T>): z.ZodMiniOptional<z.ZodMiniType<T, T>> =>
  z.optional(typed<T>(preprocess((value) => (value === '' || value === null ? undefined : value), z.optional(schema))));

function toNumber(value: unknown): unknown {
  const text = typeof value === 'string' && value.length <= TYPED_AT_MOST ? foldTyped(value) : '';
  return /^-?\d{1,16}$/.test(text) ? Number(text) : value;
}

/** A whole number between the limits, in the digits of any script; PostgreSQL's integer is the widest. */
export const whole = (min = 0, max = 2_147_483_647): z.ZodMiniType<number, number> =>
  typed<number>(preprocess(toNumber, z.int().check(z.minimum(min), z.maximum(max))));

/** One of a few whole numbers. */
export const oneOf = <const T extends readonly [number, ...number[]]>(
  ...values: T
): z.ZodMiniType<T[number], T[number]> => typed<T[number]>(preprocess(toNumber, z.literal([...values])));

const toBoolean = (value: unknown): unknown => {
  if (value === 'true' || value === '1' || value === 1) return true;
  if (value === 'false' || value === '0' || value === 0) return false;
  return value;
};

export const flag = (): z.ZodMiniType<boolean, boolean> => typed<boolean>(preprocess(toBoolean, z.boolean()));

/** A form field that is sent once arrives as a string, sent twice as an array. */
export const many = <T>(each: z.ZodMiniType<T, T>, max: number): z.ZodMiniType<T[], T[]> =>
  typed<T[]>(
    preprocess(
      (value) => (Array.isArray(value) ? value : [value]),
      z.array(each).check(z.minLength(1), z.maxLength(max)),
    ),
  );

/** An amount, price or rate in an input. */
export const decimalString = ruled(checkDecimal);

/** The same, above zero. */
export const positiveDecimal = ruled(checkPositiveDecimal);

const upTo = (max: string, check: (text: string) => RuleFailure | null) =>
  ruled((given) => check(given) ?? (cmp(given, max) > 0 ? { code: 'field_too_large', params: { max } } : null));

/** A rate or ratio in an input, from 0 to `max`. */
export const decimalUpTo = (max: string) => upTo(max, checkDecimal);

/** The same, above zero. */
export const positiveUpTo = (max: string) => upTo(max, checkPositiveDecimal);

/** More than any amount that staff mean: a slip of the keyboard is refused. */
const MOST_TERM_AMOUNT = '1000000000000';

/** An amount in terms that staff set. */
export const termAmount = decimalUpTo(MOST_TERM_AMOUNT);

/** The same, above zero. */
export const positiveTermAmount = positiveUpTo(MOST_TERM_AMOUNT);

const signed = /^-?\d{1,20}(?:\.\d{1,18})?$/;

/** An amount, price, rate or ratio in an output; a result may be negative. */
export const decimal = z.string().check(z.regex(signed));

/** Unix milliseconds in an output. */
export const unixMs = z.int().check(z.minimum(0));

/** A calendar day of UTC in an output, `2026-11-02`: no moment, see `UtcDay`. */
export const utcDay: z.ZodMiniType<UtcDay, UtcDay> = typed<UtcDay>(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)));

/**
 * The zone in which times of a document are written: an IANA name or an offset. Whatever else a browser states is UTC, which
 * the document names.
 */
export const timeZone = z._default(text(100, 0), 'UTC');

const latestMs = 253_402_300_799_999;

/** A time in an input; ten digits are read as seconds. */
export const time: z.ZodMiniType<number, number> = typed<number>(
  preprocess(
    (value) => {
      const ms = toNumber(value);
      return typeof ms === 'number' && ms > 0 && ms < 1e11 ? ms * 1000 : ms;
    },
    z.int().check(z.minimum(0), z.maximum(latestMs)),
  ),
);

/** Id of a row in a growing table: a positive bigint as a string. */
export const rowId = z.string().check(z.regex(/^[1-9]\d{0,17}$/));

/** Made by the client for each thing that it sends: what comes again under one id is taken once. */
export const clientId = z.string().check(z.regex(/^[0-9a-f-]{36}$/));

/** Id of a configured thing (currency, account, product). */
export const smallId = whole(1);

/** A user as others name them. */
export const uid = z.string().check(z.regex(/^\d{6,12}$/));

/** `BTC/USDT`, `BTC/USDT-PERP`, `AAPL`. */
export const symbol = z.string().check(z.trim(), z.regex(/^[A-Z0-9]{1,12}(?:[./][A-Z0-9]{1,12})?(?:-[A-Z0-9]{1,8})?$/));

/** What `POST /upload` returned: a path of this origin with an unguessable name, never a foreign address. */
export const uploadLocation = z
  .string()
  .check(z.trim(), z.regex(/^\/api\/uploads\/[A-Za-z0-9_-]{16,64}\.(?:jpg|png|webp)$/));

/** A picture in an output: a path of this origin. */
export const picture = z.string();

export const paging = { page: z._default(whole(1, 100_000), 1), limit: z._default(whole(1, 100), 10) };

/** A page of a list; `total` counts all of it. */
export const listOf = <T extends z.ZodMiniType>(row: T) =>
  z.object({ list: z.array(row), page: z.int(), limit: z.int(), total: z.int() });

/** A list without paging. */
export const wholeListOf = <T extends z.ZodMiniType>(row: T) => z.object({ list: z.array(row) });

export const noInput = z.object({});
export const nothing = z.object({});
