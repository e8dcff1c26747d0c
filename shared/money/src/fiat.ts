import type { DecimalString } from './decimal.ts';
import { fixed, formatFixed, shownOf } from './format.ts';

export type FiatRate = {
  /** ISO 4217 code. */
  readonly code: string;
  /** Units of the currency for one US dollar. */
  readonly rate: DecimalString;
};

type Pattern = { readonly before: string; readonly after: string; readonly scale: number };

const patterns = new Map<string, Pattern>();

/** Position of the currency symbol in a locale, and how many digits the currency has. */
function pattern(code: string, locale: string): Pattern {
  const key = `${locale} ${code}`;
  const cached = patterns.get(key);
  if (cached) return cached;
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency: code, numberingSystem: 'latn' });
  const parts = format.formatToParts(1);
  const first = parts.findIndex(({ type }) => type === 'integer');
  const last = parts.findLastIndex(({ type }) => type === 'integer' || type === 'fraction');
  const text = (some: typeof parts) => some.map(({ value }) => value).join('');
  const found = {
    before: text(parts.slice(0, first)),
    after: text(parts.slice(last + 1)),
    scale: format.resolvedOptions().maximumFractionDigits ?? 2,
  };
  patterns.set(key, found);
  return found;
}

/**
 * A value in US dollars as the chosen fiat currency, in the locale's own arrangement; with as many digits as the
 * currency has, or `digits`.
 */
export function formatFiat(usd: DecimalString, { code, rate }: FiatRate, locale: string, digits?: number): string {
  const { before, after, scale: usual } = pattern(code, locale);
  const scale = digits ?? usual;
  const [dollars, each] = [shownOf(usd), shownOf(rate)];
  const text = fixed({ units: dollars.units * each.units, scale: dollars.scale + each.scale }, scale, 'nearest');
  const isBelow = text.startsWith('-');
  return `${isBelow ? '-' : ''}${before}${formatFixed(isBelow ? text.slice(1) : text, locale)}${after}`;
}
