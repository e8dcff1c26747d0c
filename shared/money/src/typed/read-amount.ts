import type { DecimalString } from '../decimal.ts';
import { separators } from '../locale.ts';
import { foldTyped } from './fold.ts';

/** Digits as they were written, without the signs between groups. */
export type Digits = {
  readonly whole: string;
  /** Absent without a decimal sign. */
  readonly fraction: string | undefined;
  /** The sign between its groups; '' without one. */
  readonly grouped: string;
  /** A reader of another language takes it for a thousand times as much, or as little: `1,000`. */
  readonly twofold: boolean;
  /** Its one sign is not the locale's decimal sign, and what follows may make it one between groups. */
  readonly open: boolean;
  /** Its one sign is the locale's between groups, and the group has not all its digits. */
  readonly unfinished: boolean;
};

/** `unfinished`: further digits make it an amount. */
export type NoDigits = 'none' | 'unfinished';

const isFirstGroup = (digits: string): boolean => /^[1-9]\d{0,2}$/.test(digits);

/** Longer than any NUMERIC(38,18) with its separators and a unit. */
const LONGEST = 100;

const ungrouped = (parts: readonly string[]): string | null =>
  parts.every((part, index) => (index === 0 ? isFirstGroup(part) : /^\d{3}$/.test(part))) ? parts.join('') : null;

/**
 * Reads digits with the signs between them, of any language: the last of two kinds is the decimal sign, one that is
 * repeated stands between groups. What both languages could have written (`1,000`) is read as the locale writes it.
 */
export function readDigits(text: string, locale: string): Digits | NoDigits {
  const signs = text.replace(/\d/g, '');
  const [first = '', ...further] = signs;
  const last = further.at(-1) ?? first;
  const digits = (whole: string, fraction?: string, more: Partial<Digits> = {}): Digits => ({
    whole,
    fraction,
    grouped: further.length > 0 ? first : '',
    twofold: false,
    open: false,
    unfinished: false,
    ...more,
  });
  if (last === '') return digits(text);
  const at = text.lastIndexOf(last);
  const [head, tail] = [text.slice(0, at), text.slice(at + 1)];
  const canBePoint = '.,٫'.includes(last);
  // One kind of sign before the last one, between regular groups.
  const whole = head.replace(/\d/g, first).replaceAll(first, '') === '' ? ungrouped(head.split(first)) : null;
  if (further.length > 0 && whole === null) return 'none';
  if (further.length > 0 && last !== first) return canBePoint ? digits(whole ?? '', tail) : 'none';
  const canBeGroup = whole !== null && last !== '٫';
  const isGroup = canBeGroup && tail.length === 3;
  if (further.length > 0 || !canBePoint) {
    if (isGroup) return digits(whole + tail, undefined, { grouped: first });
    return canBeGroup && tail.length < 3 ? 'unfinished' : 'none';
  }
  const { decimal: point, group } = separators(locale);
  if (isGroup && last === group) return digits(whole + tail, undefined, { grouped: first, twofold: true });
  if (head + tail === '') return 'unfinished';
  const open = canBeGroup && tail.length <= 3 && last !== point;
  return digits(head, tail, { twofold: isGroup, open, unfinished: open && last === group });
}

/** `unit`: of another currency; `none`: no amount. */
export type AmountProblem = 'none' | 'unit';

/** A currency sign or code before or after the digits: `$5`, `0.5 BTC`, `USDT 1,000.00`. */
const AMOUNT = /^(?:(\p{Sc}|[A-Z]{2,10}) ?)?([\d.,٫' ]*[\d.,٫])(?: ?(\p{Sc}|[A-Z]{2}[A-Z0-9]{0,8}))?$/u;

/**
 * The digits of an amount, without its unit. `unit`: the code of the currency that the field takes; an amount of another
 * one is refused. Without one, `any` code is passed over.
 */
export function readEntry(
  text: string,
  locale: string,
  { unit, any = false }: { readonly unit?: string | undefined; readonly any?: boolean } = {},
): Digits | NoDigits | 'unit' {
  const folded = foldTyped(text).replace(/٬/g, "'").toUpperCase();
  const found = folded.length <= LONGEST ? AMOUNT.exec(folded) : null;
  const [, before, digits, after] = found ?? [];
  if (digits === undefined || (before && after)) return 'none';
  const given = before ?? after;
  if (given !== undefined && /^[A-Z]/.test(given)) {
    if (unit === undefined && !any) return 'none';
    if (unit !== undefined && given !== unit.toUpperCase()) return 'unit';
  }
  return readDigits(digits.trim(), locale);
}

/** Without zeros that say nothing. As text: remotes bundle this module, and the library of decimals is the host's. */
export function amountOf({ whole, fraction = '' }: Pick<Digits, 'whole' | 'fraction'>): DecimalString {
  const cut = fraction.replace(/0+$/, '');
  return (whole.replace(/^0+/, '') || '0') + (cut && `.${cut}`);
}

/** An amount that was typed or copied as a whole, with its grouping and its unit, in the signs of any language. */
export function readAmount(
  text: string,
  locale: string,
  unit?: string,
): { readonly value: DecimalString; readonly twofold: boolean } | { readonly problem: AmountProblem } {
  const read = readEntry(text, locale, { unit, any: true });
  if (typeof read === 'string') return { problem: read === 'unit' ? read : 'none' };
  return { value: amountOf(read), twofold: read.twofold };
}

/** Digits in groups, with the signs of a locale. */
export function writeDigits(whole: string, fraction: string | undefined, locale: string): string {
  const { decimal: point, group } = separators(locale);
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group);
  return fraction === undefined ? grouped : grouped + point + fraction;
}
