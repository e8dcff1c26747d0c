import { type DecimalString, decimal, foldDigits, plain, separators } from '@tessera/money';

/** `unit`: of another currency; `ambiguous`: the one sign may separate groups or the decimals; `none`: no amount. */
export type PasteProblem = 'ambiguous' | 'none' | 'unit';

export type Pasted = { readonly value: DecimalString } | { readonly problem: PasteProblem };

/** Longer than any NUMERIC(38,18) with its separators and a unit. */
const LONGEST = 100;

/** A currency sign or code before or after the digits: `$5`, `0.5 BTC`, `USDT 1,000.00`. */
const AMOUNT = /^(?:(\p{Sc}|[A-Z]{2,10}) ?)?(\d[\d.,' ]*|[.,]\d+)(?: ?(\p{Sc}|[A-Z]{2}[A-Z0-9]{0,8}))?$/u;

/** Digits in groups of three, the first of them not empty and not starting with a zero. */
const isGrouped = (parts: readonly string[]): boolean =>
  parts.every((part, index) => (index === 0 ? /^[1-9]\d{0,2}$/.test(part) : /^\d{3}$/.test(part)));

function readNumber(digits: string, locale: string): Pasted {
  const none: Pasted = { problem: 'none' };
  const amountOf = (whole: string, fraction = '0'): Pasted =>
    /^\d*$/.test(whole) && /^\d*$/.test(fraction) && whole + fraction !== ''
      ? { value: plain(decimal(`${whole || '0'}.${fraction || '0'}`)) }
      : none;
  const signs = [...digits.replace(/\d/g, '')];
  const kinds = [...new Set(signs)];
  const [first] = kinds;
  const last = signs.at(-1);
  if (first === undefined || last === undefined) return amountOf(digits);
  if (kinds.length > 2) return none;
  if (kinds.length === 2) {
    // Two kinds of signs: the last one separates the decimals.
    if (last !== '.' && last !== ',') return none;
    const [whole = '', fraction, ...more] = digits.split(last);
    const groups = whole.split(first);
    return more.length === 0 && isGrouped(groups) ? amountOf(groups.join(''), fraction) : none;
  }
  const parts = digits.split(first);
  const grouped = isGrouped(parts);
  if (signs.length > 1 || (first !== '.' && first !== ',')) return grouped ? amountOf(parts.join('')) : none;
  // One point or comma. Three digits after it may be thousands or decimals, a thousandfold difference.
  if (grouped && first !== separators(locale).decimal) return { problem: 'ambiguous' };
  return amountOf(parts[0] ?? '', parts[1]);
}

/**
 * Reads a copied amount, with its grouping and its unit. The signs may be of another language than the app: `1.234,56`
 * is read everywhere. `unit`: the code of the currency that the field takes; an amount of another one is refused.
 */
export function readPasted(text: string, locale: string, unit?: string): Pasted {
  const folded = foldDigits(text).toUpperCase().replace(/[’`]/g, "'");
  const found = folded.length <= LONGEST ? AMOUNT.exec(folded) : null;
  const [, before, digits, after] = found ?? [];
  if (digits === undefined || (before && after)) return { problem: 'none' };
  const given = before ?? after;
  const isCode = given !== undefined && /^[A-Z]/.test(given);
  if (isCode && unit !== undefined && given !== unit.toUpperCase()) return { problem: 'unit' };
  return readNumber(digits.trim(), locale);
}
