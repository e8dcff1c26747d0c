import { type DecimalString, separators } from '@tessera/money';
import { type PasteProblem, readPasted } from '@tessera/ui/forms';

/**
 * A number while it is being typed, always with a point: `''`, `'0.'`, `'12.50'`. Kept as typed, so that the caret
 * and trailing zeros stay where they were typed.
 */
export type Draft = string;

const UNFINISHED = /^\d{0,20}(?:\.\d*)?$/;

const THAI_ZERO = 0x0e50;

const latinDigits = (text: string) =>
  text.normalize('NFKC').replace(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - THAI_ZERO));

/** Cut to `scale` fraction digits. */
const fit = (draft: Draft, scale: number): Draft => {
  const point = draft.indexOf('.');
  if (point < 0) return draft;
  return scale === 0 ? draft.slice(0, point) : draft.slice(0, point + 1 + scale);
};

/**
 * What the field holds after a keystroke, or null when the stroke is rejected. Grouping signs are not typed, and the
 * keyboard need not speak the app's language: a point and a comma both are the decimal sign here.
 */
export function typedDraft(text: string, scale: number): Draft | null {
  const plain = latinDigits(text).replace(/[,٫]/g, '.').replace(/\s/g, '');
  return UNFINISHED.test(plain) ? fit(plain, scale) : null;
}

/** What a paste makes of the field, with grouping and a unit; or why it is refused. */
export function pastedDraft(
  text: string,
  locale: string,
  scale: number,
): { readonly draft: Draft } | { readonly problem: PasteProblem } {
  const pasted = readPasted(text, locale);
  const draft = 'value' in pasted ? typedDraft(pasted.value, scale) : null;
  if (draft !== null) return { draft };
  return { problem: 'problem' in pasted ? pasted.problem : 'none' };
}

/** The number, or null while there is none: `''` and `'.'`. */
export function draftValue(draft: Draft): DecimalString | null {
  const digits = draft.replace(/\.$/, '');
  if (digits === '') return null;
  return digits.startsWith('.') ? `0${digits}` : digits;
}

/** As the locale writes it, without grouping: it is still being edited. */
export const showDraft = (draft: Draft, locale: string): string => draft.replace('.', separators(locale).decimal);
