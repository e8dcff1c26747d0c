import { Decimal, type DecimalString, decimal, plain } from './decimal.ts';

/** `down` is towards zero (when paying a user), `up` away from zero (when charging one). */
export type Rounding = 'down' | 'up';

const MODE = { down: Decimal.ROUND_DOWN, up: Decimal.ROUND_UP } as const;

/** To at most `scale` fraction digits; trailing zeros are dropped. */
export const quantize = (value: DecimalString, scale: number, rounding: Rounding): DecimalString =>
  plain(decimal(value).toDecimalPlaces(scale, MODE[rounding]));

/** Fraction digits of a step, tick or lot size: `0.0100` has 2, `5` has 0. */
export const scaleOf = (step: DecimalString): number => decimal(step).decimalPlaces();

function positiveStep(step: DecimalString): Decimal {
  const size = decimal(step);
  if (size.lte(0)) throw new RangeError(`a step is above zero, not ${step}`);
  return size;
}

/** Is the value a whole multiple of the step? */
export const isOnStep = (value: DecimalString, step: DecimalString): boolean =>
  decimal(value).mod(positiveStep(step)).isZero();

/** Digits of a whole number that JavaScript holds exactly. */
const EXACT_DIGITS = 15;

const fractionOf = (value: DecimalString): string => value.slice(value.indexOf('.') + 1 || value.length);

/** A plain decimal that is not negative in units of its last of so many fraction digits; null where that is too large. */
function unitsOf(value: DecimalString, digits: number): number | null {
  const fraction = fractionOf(value);
  const whole = fraction === '' ? value : value.slice(0, -fraction.length - 1);
  return whole.length + digits > EXACT_DIGITS ? null : Number(whole + fraction.padEnd(digits, '0'));
}

/** How many steps a value is; null where it is no whole number of them. For many values: most take no Decimal. */
export function stepsIn(value: DecimalString, step: DecimalString): number | null {
  const digits = Math.max(fractionOf(value).length, fractionOf(step).length);
  const [units, size] = [unitsOf(value, digits), unitsOf(step, digits)];
  if (units !== null && size !== null && units >= 0 && size > 0) return units % size === 0 ? units / size : null;
  return isOnStep(value, step) ? Number(plain(decimal(value).div(positiveStep(step)))) : null;
}

/** The nearest multiple of the step towards zero (`down`) or away from it (`up`). */
export function toStep(value: DecimalString, step: DecimalString, rounding: Rounding = 'down'): DecimalString {
  const size = positiveStep(step);
  return plain(decimal(value).div(size).toDecimalPlaces(0, MODE[rounding]).times(size));
}

/** `percent` of a hundred of a balance, cut to what can be ordered in steps. */
export const shareOf = (balance: DecimalString, percent: number, step: DecimalString): DecimalString =>
  toStep(plain(decimal(balance).times(percent).div(100)), step);
