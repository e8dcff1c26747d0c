/** A plain decimal number as text: `-12.5`, never an exponent, never a JavaScript number. */
export type DecimalString = string;

/** A value as whole units of 10^-scale. */
export type Units = { readonly units: bigint; readonly scale: number };

const PLAIN = /^-?\d+(\.\d+)?$/;

export const isDecimalString = (value: string): boolean => PLAIN.test(value);

const POWERS: readonly bigint[] = Array.from({ length: 100 }, (_, exponent) => 10n ** BigInt(exponent));
export const tenTo = (exponent: number): bigint => POWERS[exponent] ?? 10n ** BigInt(exponent);

/** Throws a RangeError for NaN, infinities, exponents and anything else that is not a plain decimal string. */
export function unitsOf(value: DecimalString): Units {
  if (!PLAIN.test(value)) throw new RangeError(`not a decimal string: ${JSON.stringify(value)}`);
  const point = value.indexOf('.');
  if (point < 0) return { units: BigInt(value), scale: 0 };
  return { units: BigInt(value.slice(0, point) + value.slice(point + 1)), scale: value.length - point - 1 };
}

const ZERO = 48;

/** Without trailing zeros; minus zero is zero. */
export function textOf(units: bigint, scale: number): DecimalString {
  if (units === 0n) return '0';
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const sign = units < 0n ? '-' : '';
  const point = digits.length - scale;
  let end = digits.length;
  while (end > point && digits.charCodeAt(end - 1) === ZERO) end--;
  const whole = digits.slice(0, point);
  return end === point ? sign + whole : `${sign}${whole}.${digits.slice(point, end)}`;
}

/** Both values in units of the finer one. */
export function aligned(a: DecimalString, b: DecimalString): readonly [bigint, bigint, number] {
  const one = unitsOf(a);
  const other = unitsOf(b);
  if (one.scale === other.scale) return [one.units, other.units, one.scale];
  return one.scale > other.scale
    ? [one.units, other.units * tenTo(one.scale - other.scale), one.scale]
    : [one.units * tenTo(other.scale - one.scale), other.units, other.scale];
}

/** `down` is towards zero (when paying a user), `up` away from zero (when charging one). */
export type Rounding = 'down' | 'up';

/** Divides whole numbers; `nearest` rounds a half away from zero. */
export function divided(units: bigint, by: bigint, rounding: Rounding | 'nearest'): bigint {
  const cut = units / by;
  const rest = units - cut * by;
  const stays = rest === 0n || rounding === 'down' || (rounding === 'nearest' && (rest < 0n ? -rest : rest) * 2n < by);
  if (stays) return cut;
  return units < 0n ? cut - 1n : cut + 1n;
}
