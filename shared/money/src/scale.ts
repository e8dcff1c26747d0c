import { div, mul, plain } from './arithmetic.ts';
import { aligned, type DecimalString, divided, type Rounding, tenTo, textOf, unitsOf } from './decimal.ts';

/** To at most `scale` fraction digits; trailing zeros are dropped. */
export function quantize(value: DecimalString, scale: number, rounding: Rounding): DecimalString {
  const { units, scale: given } = unitsOf(value);
  return given <= scale ? textOf(units, given) : textOf(divided(units, tenTo(given - scale), rounding), scale);
}

const fractionOf = (value: DecimalString): string => value.slice(value.indexOf('.') + 1 || value.length);

/** Fraction digits of a step, tick or lot size: `0.0100` has 2, `5` has 0. */
export const scaleOf = (step: DecimalString): number => fractionOf(plain(step)).length;

/** A value and a step in units of the finer one. */
function inSteps(value: DecimalString, step: DecimalString): readonly [bigint, bigint, number] {
  const found = aligned(value, step);
  if (found[1] <= 0n) throw new RangeError(`a step is above zero, not ${step}`);
  return found;
}

/** Is the value a whole multiple of the step? */
export function isOnStep(value: DecimalString, step: DecimalString): boolean {
  const [units, size] = inSteps(value, step);
  return units % size === 0n;
}

/** Digits of a whole number that JavaScript holds exactly. */
const EXACT_DIGITS = 15;

/** A plain decimal that is not negative in units of its last of so many fraction digits; null where that is too large. */
function wholeOf(value: DecimalString, digits: number): number | null {
  const fraction = fractionOf(value);
  const whole = fraction === '' ? value : value.slice(0, -fraction.length - 1);
  return whole.length + digits > EXACT_DIGITS ? null : Number(whole + fraction.padEnd(digits, '0'));
}

/** How many steps a value is; null where it is no whole number of them. For many values: most take no whole number beyond JavaScript's own. */
export function stepsIn(value: DecimalString, step: DecimalString): number | null {
  const digits = Math.max(fractionOf(value).length, fractionOf(step).length);
  const [units, size] = [wholeOf(value, digits), wholeOf(step, digits)];
  if (units !== null && size !== null && units >= 0 && size > 0) return units % size === 0 ? units / size : null;
  return isOnStep(value, step) ? Number(div(value, step)) : null;
}

/** The nearest multiple of the step towards zero (`down`) or away from it (`up`). */
export function toStep(value: DecimalString, step: DecimalString, rounding: Rounding = 'down'): DecimalString {
  const [units, size, scale] = inSteps(value, step);
  return textOf(divided(units, size, rounding) * size, scale);
}

/** `percent` of a hundred of a balance, cut to what can be ordered in steps. */
export const shareOf = (balance: DecimalString, percent: number, step: DecimalString): DecimalString =>
  toStep(div(mul(balance, String(percent)), '100'), step);
