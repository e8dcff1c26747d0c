import { z } from 'zod';
import { checkDecimal, checkPositiveDecimal } from '../rules/decimal.ts';
import type { RuleFailure } from '../rules/failure.ts';

/*
 * What payloads are made of. A payload is form-encoded, so numbers and booleans arrive as strings: each reader below
 * takes the typed value or its text. The static input type stays the typed value, which is what screens pass.
 */

const typed = <T>(schema: z.ZodType): z.ZodType<T, T> => schema as z.ZodType<T, T>;

/** A pure rule as a string schema; its failure travels in the issue, see `problem.ts`. */
export const ruled = (check: (text: string) => RuleFailure | null) =>
  z
    .string()
    .trim()
    .max(500)
    .superRefine((value, context) => {
      const failure = check(value);
      if (failure) context.addIssue({ code: 'custom', message: failure.code, params: failure });
    });

/** The same for a field whose blanks count: a password is taken as it was typed. */
export const ruledVerbatim = (check: (text: string) => RuleFailure | null) =>
  z
    .string()
    .max(500)
    .superRefine((value, context) => {
      const failure = check(value);
      if (failure) context.addIssue({ code: 'custom', message: failure.code, params: failure });
    });

/** Control characters other than tab and line ends never enter: PostgreSQL refuses NUL with an error of its own. */
const printable = /^(?:\P{Cc}|[\t\n\r])*$/u;

/** Text of 1 to `max` characters, trimmed. */
export const text = (max: number, min = 1) => z.string().trim().min(min).max(max).regex(printable);

/** A blank form field counts as one that was not sent. */
export const optional = <T>(schema: z.ZodType<T, T>): z.ZodOptional<z.ZodType<T, T>> =>
  typed<T>(z.preprocess((value) => (value === '' || value === null ? undefined : value), schema.optional())).optional();

const toNumber = (value: unknown): unknown =>
  typeof value === 'string' && /^-?\d{1,16}$/.test(value.trim()) ? Number(value) : value;

/** A whole number between the limits; PostgreSQL's integer is the widest. */
export const whole = (min = 0, max = 2_147_483_647): z.ZodType<number, number> =>
  typed<number>(z.preprocess(toNumber, z.int().min(min).max(max)));

/** One of a few whole numbers. */
export const oneOf = <const T extends readonly [number, ...number[]]>(...values: T): z.ZodType<T[number], T[number]> =>
  typed<T[number]>(z.preprocess(toNumber, z.literal([...values])));

const toBoolean = (value: unknown): unknown => {
  if (value === 'true' || value === '1' || value === 1) return true;
  if (value === 'false' || value === '0' || value === 0) return false;
  return value;
};

export const flag = (): z.ZodType<boolean, boolean> => typed<boolean>(z.preprocess(toBoolean, z.boolean()));

/** A key sent once arrives as a string, sent twice as an array. */
export const many = <T>(each: z.ZodType<T, T>, max: number): z.ZodType<T[], T[]> =>
  typed<T[]>(z.preprocess((value) => (Array.isArray(value) ? value : [value]), z.array(each).min(1).max(max)));

/** An amount, price or rate in a payload. */
export const decimalString = ruled(checkDecimal);

/** The same, above zero. */
export const positiveDecimal = ruled(checkPositiveDecimal);

const signed = /^-?\d{1,20}(?:\.\d{1,18})?$/;

/** An amount, price, rate or ratio in an answer; a result may be negative. */
export const decimal = z.string().regex(signed);

/** Unix milliseconds in an answer. */
export const unixMs = z.int().min(0);

const latestMs = 253_402_300_799_999;

/** A time in a payload; ten digits are read as seconds. */
export const time: z.ZodType<number, number> = typed<number>(
  z.preprocess((value) => {
    const ms = toNumber(value);
    return typeof ms === 'number' && ms > 0 && ms < 1e11 ? ms * 1000 : ms;
  }, z.int().min(0).max(latestMs)),
);

/** Id of a row in a growing table: a positive bigint as a string. */
export const rowId = z.string().regex(/^[1-9]\d{0,17}$/);

/** Id of a configured thing (currency, account, product). */
export const smallId = whole(1);

/** A user as others name them. */
export const uid = z.string().regex(/^\d{6,12}$/);

/** `BTC/USDT`, `BTC/USDT-PERP`, `AAPL`. */
export const symbol = z
  .string()
  .trim()
  .regex(/^[A-Z0-9]{1,12}(?:[./][A-Z0-9]{1,12})?(?:-[A-Z0-9]{1,8})?$/);

/** What `POST /upload` answered: a path of this origin with an unguessable name, never a foreign address. */
export const uploadLocation = z
  .string()
  .trim()
  .regex(/^\/api\/uploads\/[A-Za-z0-9_-]{16,64}\.(?:jpg|png|webp)$/);

/** A picture in an answer: a path of this origin. */
export const picture = z.string();

export const paging = { page: whole(1, 100_000).default(1), limit: whole(1, 100).default(10) };

/** A page of a list; `total` counts all of it. */
export const listOf = <T extends z.ZodType>(row: T) =>
  z.object({ list: z.array(row), page: z.int(), limit: z.int(), total: z.int() });

/** A list short enough to come whole. */
export const wholeListOf = <T extends z.ZodType>(row: T) => z.object({ list: z.array(row) });

export const noPayload = z.object({});
export const nothing = z.object({});
