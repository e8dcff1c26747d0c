import { ask } from './ask.ts';

/**
 * Region (ISO 3166-1 alpha-2) of the browser's languages, the likeliest one where a tag names none. Some browsers state
 * what is no tag of BCP 47: "C", "en-US@posix", an empty text. Undefined where none of them tells.
 */
export function deviceRegion(): string | undefined {
  const tags: readonly unknown[] = ask(() => [navigator.language, ...(navigator.languages ?? [])], []);
  for (const tag of tags) {
    // POSIX locales: en_US.UTF-8@euro.
    const plain = typeof tag === 'string' ? tag.replace(/[.@].*/, '').replaceAll('_', '-') : '';
    const region = ask(() => new Intl.Locale(plain).maximize().region, undefined);
    if (region !== undefined) return region;
  }
  return undefined;
}

/** Region of a tag as `Intl` reads it ("und-756" is CH); undefined for one that it does not. */
export const regionOfTag = (tag: string): string | undefined => ask(() => new Intl.Locale(tag).region, undefined);

/** Names of regions, currencies or languages in a language; a code that has none, or that no engine takes, is its own name. */
export function namesIn(locale: string, type: 'region' | 'currency' | 'language'): (code: string) => string {
  const names = ask(() => new Intl.DisplayNames([locale], { type }), null);
  return (code) => ask(() => names?.of(code), undefined) ?? code;
}

/** Compares as the language sorts; by code points where the browser does not know how. */
export function orderIn(locale: string): (one: string, other: string) => number {
  const collator = ask(() => new Intl.Collator(locale), null);
  return (one, other) => collator?.compare(one, other) ?? (one < other ? -1 : Number(one > other));
}

/** A flag; or a character with the marks, joiners and shades of skin that stand on it, and what is joined to it. */
const CHARACTER = /\p{RI}{2}|\P{M}(?:\u200c|[\p{M}\p{EMod}])*(?:\u200d\P{M}(?:\u200c|[\p{M}\p{EMod}])*)*|\p{M}+/gsu;

const byRule = (text: string): number => text.match(CHARACTER)?.length ?? 0;

/** Characters as a reader counts them: an emoji of several code points is one. Firefox counts them itself since 125. */
export const charactersIn: (text: string) => number = ask(() => {
  const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
  return (text: string) => [...segmenter.segment(text)].length;
}, byRule);
