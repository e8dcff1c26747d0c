import { type DecimalString, parseAmount, quantize, separators } from '@tessera/money';
import { type PasteProblem, readPasted } from './read-pasted.ts';

/** A canonical value as text of the input: the locale's decimal sign, no grouping. */
export const shownText = (value: DecimalString | '', locale: string): string =>
  value.replace('.', separators(locale).decimal);

/** The text of the input as a canonical value; '' while it is not yet a number. */
export const readText = (text: string, locale: string): DecimalString | '' =>
  parseAmount(text.replace(separators(locale).decimal, '.'), 'en') ?? '';

/**
 * The text after a keystroke, or null to reject it. Both point and comma are the decimal sign, since the keyboard may
 * have another language than the app; more digits than the scale are rejected.
 */
export function typedText(input: string, scale: number, locale: string): string | null {
  const point = separators(locale).decimal;
  const text = input.normalize('NFKC').replace(/\s/g, '').replace(/[.,٫]/g, point);
  const [whole = '', fraction, ...more] = text.split(point);
  const digits = (part: string) => /^[0-9๐-๙]*$/.test(part);
  if (more.length > 0 || !digits(whole) || whole.length > 20) return null;
  if (fraction === undefined) return whole;
  return scale > 0 && digits(fraction) && fraction.length <= scale ? whole + point + fraction : null;
}

/** A pasted amount as text of the input, cut to the scale; or why it is refused. */
export function pastedText(
  clipboard: string,
  scale: number,
  locale: string,
  unit?: string,
): { readonly text: string } | { readonly problem: PasteProblem } {
  const pasted = readPasted(clipboard, locale, unit);
  return 'problem' in pasted ? pasted : { text: shownText(quantize(pasted.value, scale, 'down'), locale) };
}
