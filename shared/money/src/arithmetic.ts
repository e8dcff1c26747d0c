import { Decimal, type DecimalString, decimal, plain } from './decimal.ts';

export const add = (a: DecimalString, b: DecimalString): DecimalString => plain(decimal(a).plus(decimal(b)));
export const sub = (a: DecimalString, b: DecimalString): DecimalString => plain(decimal(a).minus(decimal(b)));
export const mul = (a: DecimalString, b: DecimalString): DecimalString => plain(decimal(a).times(decimal(b)));

/** Quotient to 60 significant digits, cut towards zero. Throws a RangeError on a zero divisor. */
export function div(a: DecimalString, b: DecimalString): DecimalString {
  const divisor = decimal(b);
  if (divisor.isZero()) throw new RangeError(`division of ${a} by zero`);
  return plain(decimal(a).div(divisor));
}

export const neg = (a: DecimalString): DecimalString => plain(decimal(a).negated());
export const abs = (a: DecimalString): DecimalString => plain(decimal(a).abs());

/** -1, 0 or 1 as `a` is below, equal to or above `b`. */
export const cmp = (a: DecimalString, b: DecimalString): -1 | 0 | 1 => decimal(a).cmp(decimal(b)) as -1 | 0 | 1;

export const isZero = (a: DecimalString): boolean => decimal(a).isZero();
export const isPositive = (a: DecimalString): boolean => cmp(a, '0') > 0;
export const isNegative = (a: DecimalString): boolean => cmp(a, '0') < 0;

export const min = (first: DecimalString, ...rest: readonly DecimalString[]): DecimalString =>
  rest.reduce((least, value) => (cmp(value, least) < 0 ? value : least), first);

export const max = (first: DecimalString, ...rest: readonly DecimalString[]): DecimalString =>
  rest.reduce((most, value) => (cmp(value, most) > 0 ? value : most), first);

export const sum = (values: readonly DecimalString[]): DecimalString =>
  plain(values.reduce((total, value) => total.plus(decimal(value)), new Decimal(0)));
