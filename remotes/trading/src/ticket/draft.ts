import { type DecimalString, sum } from '@tessera/money';

/** A number of a form, always with a point; `''` while there is none. */
export type Draft = string;

/** The number, or null while there is none: `''` and `'.'`. */
export function draftValue(draft: Draft): DecimalString | null {
  const digits = draft.replace(/\.$/, '');
  if (digits === '') return null;
  return digits.startsWith('.') ? `0${digits}` : digits;
}

/**
 * The same number without needless zeros. By a sum, which a page that still has the former host works out as well: its
 * `plain` takes no text.
 */
export const withoutZeros = (value: DecimalString): DecimalString => sum([value]);
