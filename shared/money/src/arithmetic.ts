import { aligned, type DecimalString, tenTo, textOf, type Units, unitsOf } from './decimal.ts';

/* On whole numbers: exact, and fast enough for what books thousands of orders a second. */

/** Significant digits of a quotient. */
const QUOTIENT_DIGITS = 60;

/** The same value without needless zeros; minus zero is zero. */
export function plain(a: DecimalString): DecimalString {
  const { units, scale } = unitsOf(a);
  return textOf(units, scale);
}

export function add(a: DecimalString, b: DecimalString): DecimalString {
  const [one, other, scale] = aligned(a, b);
  return textOf(one + other, scale);
}

export function sub(a: DecimalString, b: DecimalString): DecimalString {
  const [one, other, scale] = aligned(a, b);
  return textOf(one - other, scale);
}

/** Exact, however many digits that takes. */
export function mul(a: DecimalString, b: DecimalString): DecimalString {
  const one = unitsOf(a);
  const other = unitsOf(b);
  return textOf(one.units * other.units, one.scale + other.scale);
}

/** Quotient to 60 significant digits, cut towards zero. Throws a RangeError on a zero divisor. */
export function div(a: DecimalString, b: DecimalString): DecimalString {
  const [one, other] = aligned(a, b);
  if (other === 0n) throw new RangeError(`division of ${a} by zero`);
  const digits = (value: bigint) => (value < 0n ? -value : value).toString().length;
  // So many digits behind the point that there are 60 or 61 significant ones.
  const scale = Math.max(0, QUOTIENT_DIGITS + digits(other) - digits(one));
  const quotient = (one * tenTo(scale)) / other;
  const beyond = digits(quotient) - QUOTIENT_DIGITS;
  return beyond > 0 ? textOf((quotient / tenTo(beyond)) * tenTo(beyond), scale) : textOf(quotient, scale);
}

export function neg(a: DecimalString): DecimalString {
  const { units, scale } = unitsOf(a);
  return textOf(-units, scale);
}

export const abs = (a: DecimalString): DecimalString => (isNegative(a) ? neg(a) : plain(a));

/** -1, 0 or 1 as `a` is below, equal to or above `b`. */
export function cmp(a: DecimalString, b: DecimalString): -1 | 0 | 1 {
  const [one, other] = aligned(a, b);
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

export const isZero = (a: DecimalString): boolean => unitsOf(a).units === 0n;
export const isPositive = (a: DecimalString): boolean => unitsOf(a).units > 0n;
export const isNegative = (a: DecimalString): boolean => unitsOf(a).units < 0n;

export const min = (first: DecimalString, ...rest: readonly DecimalString[]): DecimalString =>
  rest.reduce((least, value) => (cmp(value, least) < 0 ? value : least), first);

export const max = (first: DecimalString, ...rest: readonly DecimalString[]): DecimalString =>
  rest.reduce((most, value) => (cmp(value, most) > 0 ? value : most), first);

export function sum(values: readonly DecimalString[]): DecimalString {
  let total: Units = { units: 0n, scale: 0 };
  for (const value of values) {
    const { units, scale } = unitsOf(value);
    total =
      scale > total.scale
        ? { units: total.units * tenTo(scale - total.scale) + units, scale }
        : { units: total.units + units * tenTo(total.scale - scale), scale: total.scale };
  }
  return textOf(total.units, total.scale);
}
