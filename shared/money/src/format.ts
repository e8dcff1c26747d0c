import { type DecimalString, divided, type Rounding, tenTo, type Units } from './decimal.ts';
import { separators } from './locale.ts';
import { scaleOf } from './scale.ts';

/** Default digits without a tick or currency. */
export const FALLBACK_SCALE = 4;

/** Groups of three always, so that columns stay aligned in locales that would leave out a short one. */
function localise(fixed: string, locale: string): string {
  const { decimal, group } = separators(locale);
  const [whole = '0', fraction] = fixed.replace('-', '').split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group);
  const sign = fixed.startsWith('-') && /[1-9]/.test(fixed) ? '-' : '';
  return sign + grouped + (fraction ? decimal + fraction : '');
}

/** What charts draw is a number as JavaScript writes it, which has an exponent where it is large or small. */
const NUMBER = /^([-+]?)(\d+\.?\d*|\.\d+)(?:e([-+]?\d{1,3}))?$/i;

/** A number to be shown. Throws a RangeError for what is none. */
export function shownOf(value: string): Units {
  const [, sign = '', digits = '', exponent = '0'] = NUMBER.exec(value) ?? [];
  const [whole = '', fraction = ''] = digits.split('.');
  if (digits === '') throw new RangeError(`not a number: ${JSON.stringify(value)}`);
  const units = BigInt(whole + fraction);
  const scale = fraction.length - Number(exponent);
  const size = scale < 0 ? units * tenTo(-scale) : units;
  return { units: sign === '-' ? -size : size, scale: Math.max(0, scale) };
}

/** With so many fraction digits, zeros and all; zero has no sign. */
export function fixed({ units, scale }: Units, digits: number, rounding: Rounding | 'nearest'): string {
  const rounded = scale <= digits ? units * tenTo(digits - scale) : divided(units, tenTo(scale - digits), rounding);
  const text = (rounded < 0n ? -rounded : rounded).toString().padStart(digits + 1, '0');
  const point = text.length - digits;
  return `${rounded < 0n ? '-' : ''}${text.slice(0, point)}${digits > 0 ? `.${text.slice(point)}` : ''}`;
}

/** With the digits of the instrument's tick; prices in between (averages) round to the nearest. */
export const formatPrice = (price: DecimalString, tick: DecimalString, locale: string): string =>
  localise(fixed(shownOf(price), scaleOf(tick), 'nearest'), locale);

export type AmountFormat = {
  /** `fixed` keeps the scale's zeros (columns), `trimmed` drops them (sentences, balances of many digits). */
  readonly zeros?: 'fixed' | 'trimmed';
  /** A plus before gains; bills and results. */
  readonly signed?: boolean;
};

/** Rounded down to the currency's scale: never shows more than the actual amount. */
export function formatAmount(amount: DecimalString, scale: number, locale: string, format: AmountFormat = {}): string {
  const cut = fixed(shownOf(amount), scale, 'down');
  const text = localise(format.zeros === 'trimmed' && scale > 0 ? cut.replace(/\.?0+$/, '') : cut, locale);
  return format.signed && !cut.startsWith('-') && /[1-9]/.test(cut) ? `+${text}` : text;
}

/** From which power of ten on a large number counts in what, and how it is written. Thousand millions are B in English. */
const LARGE: Readonly<Record<string, readonly [number, string]>> = {
  'zh-CN': [8, '亿'],
  'zh-HK': [8, '億'],
  ja: [8, '億'],
  ko: [8, '억'],
  de: [9, '\u00a0Mrd.'],
  fr: [9, '\u00a0Md'],
  es: [9, '\u00a0mil\u00a0M'],
  sq: [9, '\u00a0mld'],
};
const BILLIONS = [9, 'B'] as const;

/**
 * Volumes and counts: one decimal with K or M, the rounding carrying over; four decimals under a thousand. The two letters
 * are the same in all languages, as traders read them; what is larger is written as the language does.
 */
export function formatCompact(value: DecimalString, locale: string): string {
  const { units, scale } = shownOf(value);
  const size = units < 0n ? -units : units;
  const isBelow = (limit: bigint) => size < limit * tenTo(scale);
  if (isBelow(1_000n)) return localise(fixed({ units, scale }, FALLBACK_SCALE, 'nearest'), locale);
  const large = LARGE[locale] ?? BILLIONS;
  // What would round up to the next unit is written in it.
  const [power, unit] = isBelow(999_950n) ? [3, 'K'] : isBelow(tenTo(large[0]) - 50_000n) ? [6, 'M'] : large;
  return localise(fixed({ units, scale: scale + power }, 1, 'nearest'), locale) + unit;
}

/** A ratio as a percentage with its sign: `0.0123` is `+1.23%`. */
export function formatPercent(ratio: DecimalString, locale: string, scale = 2): string {
  const { units, scale: given } = shownOf(ratio);
  const percent = fixed({ units: units * 100n, scale: given }, scale, 'nearest');
  const isAbove = !percent.startsWith('-') && /[1-9]/.test(percent);
  return `${isAbove ? '+' : ''}${localise(percent, locale)}${separators(locale).percent}`;
}

/** The same without a plus: rates, shares, progress. */
export const formatRate = (ratio: DecimalString, locale: string, scale = 2): string =>
  formatPercent(ratio, locale, scale).replace('+', '');

export { localise as formatFixed };
