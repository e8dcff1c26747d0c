import { foldTyped } from '@tessera/money/typed';

/** Digits in a row, and those in groups with a space or a dash between them: `123 456`. */
const ROWS = /\d+/g;
const GROUPS = /\d+(?:[ -]\d+)*/g;

/**
 * The code in a copied text: the one number of exactly `length` digits. Null where the text has none, or several that differ.
 * Digits of other numbers ("in 10 minutes") are no part of it.
 */
export function codeIn(text: string, length: number): string | null {
  const folded = foldTyped(text);
  const rows = folded.match(ROWS) ?? [];
  const groups = (folded.match(GROUPS) ?? []).map((group) => group.replace(/\D/g, ''));
  const codes = new Set([...rows, ...groups].filter((digits) => digits.length === length));
  const [code = null] = codes;
  return codes.size === 1 ? code : null;
}
