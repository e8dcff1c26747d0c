import { Decimal as Base } from 'decimal.js';

/** Enough precision for a product of two NUMERIC(38,18); rounds towards zero. */
export const Decimal = Base.clone({ precision: 60, rounding: Base.ROUND_DOWN, toExpNeg: -60, toExpPos: 60 });
export type Decimal = Base;

/** 20 significant digits, for display only. */
export const DisplayDecimal = Base.clone({ precision: 20, rounding: Base.ROUND_HALF_UP, toExpNeg: -60, toExpPos: 60 });

/** A plain decimal number as text: `-12.5`, never an exponent, never a JavaScript number. */
export type DecimalString = string;

const PLAIN = /^-?\d+(\.\d+)?$/;

export const isDecimalString = (value: string): boolean => PLAIN.test(value);

/** Rejects NaN, infinities, exponents and anything else that is not a plain decimal string. */
export function decimal(value: DecimalString): Decimal {
  if (!PLAIN.test(value)) throw new RangeError(`not a decimal string: ${JSON.stringify(value)}`);
  return new Decimal(value);
}

/** Plain notation without trailing zeros; minus zero is zero. */
export const plain = (value: Decimal): DecimalString => (value.isZero() ? '0' : value.toFixed());
