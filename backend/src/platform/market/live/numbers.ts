/*
 * What venues send is judged here: prices are texts until they become ticks, and what is no plausible number is not
 * read at all.
 */

const DECIMAL = /^\d{1,18}(\.\d{0,30})?(e[+-]?\d{1,2})?$/i;

/** The value of an object under this name; undefined for anything else. */
export const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;

/** A positive number from a venue's text; null for zero, signs, `NaN`, numbers that JavaScript cannot hold. */
export function positive(value: unknown): number | null {
  if (typeof value !== 'string' || !DECIMAL.test(value)) return null;
  const number = Number(value);
  return number > 0 && number < Number.MAX_SAFE_INTEGER ? number : null;
}

/** A quotient this close to a whole number is that number: 0.00123 / 0.00001 is 122.99999999999999. */
const NOISE = 1e-12;

/** How many steps (ticks or lots) a number is worth, with fractions; null where that is less than one or inexact. */
export function steps(number: number, step: number): number | null {
  const quotient = number / step;
  const whole = Math.round(quotient);
  const found = Math.abs(quotient - whole) <= NOISE * whole ? whole : quotient;
  return found >= 1 && found <= Number.MAX_SAFE_INTEGER ? found : null;
}

/** The same of a venue's text. */
export function stepsOf(value: unknown, step: number): number | null {
  const number = positive(value);
  return number === null ? null : steps(number, step);
}

/** A time in Unix ms; NaN where there is none. */
export function timeOf(value: unknown): number {
  const time = typeof value === 'string' && /^\d{10,16}$/.test(value) ? Number(value) : value;
  return typeof time === 'number' && Number.isSafeInteger(time) && time > 0 ? time : Number.NaN;
}

/** A whole number of a sequence; null where it is none. */
export function sequenceOf(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : null;
}
