import type { TextTree } from './texts.ts';

/** What a text names, and tags: they stay as they are. */
const KEPT = /\{\{[^{}]*\}\}|\{\w+\}|<[^<>]*>/g;
const ACCENTED: Readonly<Record<string, string>> = {
  ...{ a: 'á', c: 'ç', e: 'é', g: 'ğ', i: 'í', n: 'ñ', o: 'ö', s: 'š', u: 'ü', y: 'ý', z: 'ž' },
  ...{ A: 'Á', C: 'Ç', E: 'É', G: 'Ğ', I: 'Í', N: 'Ñ', O: 'Ö', S: 'Š', U: 'Ü', Y: 'Ý', Z: 'Ž' },
};
/** Translations of English are longer by this part, those of a word more. */
const LONGER = 0.4;

const accented = (text: string): string => text.replace(/[a-z]/gi, (letter) => ACCENTED[letter] ?? letter);

/**
 * A text that is read like English, is longer and stands between marks: what is not marked was not translated, and a
 * mark that is not to be seen was cut off.
 */
export function pseudoText(text: string): string {
  let from = 0;
  let written = '';
  for (const { 0: kept, index } of text.matchAll(KEPT)) {
    written += accented(text.slice(from, index)) + kept;
    from = index + kept.length;
  }
  return `⟦${written}${accented(text.slice(from))}${'~'.repeat(Math.ceil(text.length * LONGER))}⟧`;
}

/** Texts of a language that no one speaks. */
export const pseudoTexts = (texts: TextTree): TextTree =>
  Object.fromEntries(
    Object.entries(texts).map(([key, value]) => [
      key,
      typeof value === 'string' ? pseudoText(value) : pseudoTexts(value),
    ]),
  );
