import type { DecimalString } from '@tessera/money';

/** A number of a form, always with a point; `''` while there is none. */
export type Draft = string;

/** The number, or null while there is none: `''` and `'.'`. */
export function draftValue(draft: Draft): DecimalString | null {
  const digits = draft.replace(/\.$/, '');
  if (digits === '') return null;
  return digits.startsWith('.') ? `0${digits}` : digits;
}
