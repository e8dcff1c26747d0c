import { Decimal, type DecimalString, DisplayDecimal } from './decimal.ts';
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

/** With the digits of the instrument's tick; prices in between (averages) round to the nearest. */
export const formatPrice = (price: DecimalString, tick: DecimalString, locale: string): string =>
  localise(new Decimal(price).toFixed(scaleOf(tick), Decimal.ROUND_HALF_UP), locale);

export type AmountFormat = {
  /** `fixed` keeps the scale's zeros (columns), `trimmed` drops them (sentences, balances of many digits). */
  readonly zeros?: 'fixed' | 'trimmed';
  /** A plus before gains; bills and results. */
  readonly signed?: boolean;
};

/** Rounded down to the currency's scale: never shows more than the actual amount. */
export function formatAmount(amount: DecimalString, scale: number, locale: string, format: AmountFormat = {}): string {
  const value = new Decimal(amount).toDecimalPlaces(scale, Decimal.ROUND_DOWN);
  const text = localise(format.zeros === 'trimmed' ? value.toFixed() : value.toFixed(scale), locale);
  return format.signed && value.gt(0) ? `+${text}` : text;
}

/** What a large number counts in from there on, and how it is written after it. Thousand millions are B in English. */
const LARGE: Readonly<Record<string, readonly [number, string]>> = {
  'zh-CN': [1e8, '亿'],
  'zh-HK': [1e8, '億'],
  ja: [1e8, '億'],
  ko: [1e8, '억'],
  de: [1e9, '\u00a0Mrd.'],
  fr: [1e9, '\u00a0Md'],
  es: [1e9, '\u00a0mil\u00a0M'],
  sq: [1e9, '\u00a0mld'],
};
const BILLIONS = [1e9, 'B'] as const;

/**
 * Volumes and counts: one decimal with K or M, the rounding carrying over; four decimals under a thousand. The two letters
 * are the same in all languages, as traders read them; what is larger is written as the language does.
 */
export function formatCompact(value: DecimalString, locale: string): string {
  const amount = new DisplayDecimal(value);
  const size = amount.abs();
  if (size.lt(1000)) return localise(amount.toFixed(FALLBACK_SCALE), locale);
  const large = LARGE[locale] ?? BILLIONS;
  // What would round up to the next unit is written in it.
  const [divisor, unit] = size.lt(999_950) ? [1e3, 'K'] : size.lt(large[0] - 50_000) ? [1e6, 'M'] : large;
  return localise(amount.div(divisor).toFixed(1), locale) + unit;
}

/** A ratio as a percentage with its sign: `0.0123` is `+1.23%`. */
export function formatPercent(ratio: DecimalString, locale: string, scale = 2): string {
  const percent = new DisplayDecimal(ratio).times(100).toDecimalPlaces(scale);
  return `${percent.gt(0) ? '+' : ''}${localise(percent.toFixed(scale), locale)}${separators(locale).percent}`;
}

/** The same without a plus: rates, shares, progress. */
export const formatRate = (ratio: DecimalString, locale: string, scale = 2): string =>
  formatPercent(ratio, locale, scale).replace('+', '');

export { localise as formatFixed };
