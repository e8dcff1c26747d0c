/*
 * Search in names: a text is found by any part of it, in every script. What is searched has each pair of letters next to
 * each other in an index; what the index finds is compared as a whole.
 */

/** Lower case, compatibility forms and blanks unified: what is compared. */
export const searchable = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();

/** Each pair of letters next to each other, once; none of a single letter. */
export function gramsOf(text: string): string[] {
  const letters = [...searchable(text)];
  return [...new Set(letters.slice(1).map((letter, index) => `${letters[index]}${letter}`))];
}

/** What a work is found by: its own names, and those of its artist and its collection. */
export function searchOf(names: readonly string[]): { readonly search: string; readonly grams: string[] } {
  const parts = [...new Set(names.map(searchable))];
  return { search: parts.join('\n'), grams: [...new Set(parts.flatMap(gramsOf))] };
}

/** A pattern of `like` that finds the text anywhere; its signs stand for themselves. */
export const containing = (text: string): string => `%${searchable(text).replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
