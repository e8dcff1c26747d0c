import { foldTyped } from '@tessera/money/typed';

/** Digits in a row. */
const ROWS = /\d+/g;
/** Groups of digits with spaces or dashes between them: `123 456`. */
const GROUPS = /\d+(?: \d+)+|\d+(?:-\d+)+/g;

const inGroups = (text: string): readonly string[] =>
  (text.match(GROUPS) ?? [])
    // Three groups with dashes are a date or a number of a bank.
    .filter((found) => !/-.*-/.test(found))
    .map((found) => found.split(/\D/))
    // Of dates and phone numbers they have several lengths.
    .filter(([first, ...more]) => more.every((group) => group.length === first?.length))
    .map((groups) => groups.join(''));

/**
 * The code in a copied text: the one number of exactly `length` digits. Null where the text has none, or several that differ.
 * Digits of other numbers ("in 10 minutes") are no part of it. One in a row goes before what stands in groups, which may
 * be a date.
 */
export function codeIn(text: string, length: number): string | null {
  const folded = foldTyped(text);
  const codesOf = (numbers: readonly string[]) => [...new Set(numbers.filter((digits) => digits.length === length))];
  const rows = codesOf(folded.match(ROWS) ?? []);
  const [code = null, ...more] = rows.length > 0 ? rows : codesOf(inGroups(folded));
  return more.length === 0 ? code : null;
}
