import { type DecimalString, decimal, plain } from './decimal.ts';
import { separators } from './locale.ts';

/** Longer than any NUMERIC(38,18) with its separators. */
const LONGEST = 80;

const THAI_ZERO = 0x0e50;

/** Full-width and Thai digits become 0–9; every kind of space becomes one plain space. */
export const foldDigits = (input: string) =>
  input
    .normalize('NFKC')
    .replace(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - THAI_ZERO))
    .replace(/\s/g, ' ')
    .trim();

/** `1 234 567` in groups of three, the first of them not starting with a zero. */
function ungroup(whole: string, group: string): string | null {
  if (!whole.includes(group)) return whole;
  const [first = '', ...rest] = whole.split(group);
  const regular = /^[1-9]\d{0,2}$/.test(first) && rest.every((part) => /^\d{3}$/.test(part));
  return regular ? first + rest.join('') : null;
}

function assemble(whole: string, fraction: string | undefined): DecimalString | null {
  if (!/^\d*$/.test(whole) || (fraction !== undefined && !/^\d*$/.test(fraction))) return null;
  if (whole === '' && !fraction) return null;
  return plain(decimal(`${whole || '0'}.${fraction || '0'}`));
}

/**
 * Parses user input as an unsigned amount; null for anything else (signs, exponents, currency signs, misplaced
 * separators). The locale's signs are tried first; a lone point or comma that cannot be one of its grouping signs is
 * the decimal sign, since the keyboard may have another language than the app.
 */
export function parseAmount(input: string, locale: string): DecimalString | null {
  const text = foldDigits(input);
  if (text === '' || text.length > LONGEST) return null;
  const { decimal: point, group: rawGroup } = separators(locale);
  const group = foldDigits(rawGroup) || ' ';
  const [whole = '', fraction, ...more] = text.split(point);
  if (more.length === 0) {
    const digits = ungroup(whole, group);
    if (digits !== null) {
      const amount = assemble(digits, fraction);
      if (amount !== null) return amount;
    }
  }
  const foreign = /^(\d*)[.,](\d*)$/.exec(text);
  return foreign ? assemble(foreign[1] ?? '', foreign[2]) : null;
}
