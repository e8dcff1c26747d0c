import { describe, expect, it } from 'vitest';
import { LANGUAGES } from './languages.ts';
import { leaves, readTexts, SCREEN_TEXTS, type Tree } from './text-files.ts';

const PLURAL = /_(zero|one|two|few|many|other)$/;

/** Plural forms differ between languages, so they are compared by their common stem. */
const keysOf = (tree: Tree) => [...new Set(leaves(tree).map(([key]) => key.replace(PLURAL, '')))].toSorted();

const placeholders = (value: string) => [...new Set(value.match(/\{\{?\s*[\w.]+/g) ?? [])].toSorted();

describe.each(SCREEN_TEXTS)('%s', (folder) => {
  const english = readTexts(folder, 'en');

  it.each(LANGUAGES.map(({ code }) => code))('%s has every text, none empty, none beyond', (code) => {
    const texts = readTexts(folder, code);
    expect(keysOf(texts)).toEqual(keysOf(english));
    expect(leaves(texts).filter(([, value]) => value.trim() === '')).toEqual([]);
  });

  it.each(LANGUAGES)('$code has the plural forms that $locale needs', ({ code, locale }) => {
    const texts = leaves(readTexts(folder, code)).map(([key]) => key);
    // A key may end like a plural form without being one: `other` is the form that every plural has.
    const stems = texts.filter((key) => key.endsWith('_other')).map((key) => key.replace(PLURAL, ''));
    const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
    for (const stem of stems) for (const form of forms) expect(texts).toContain(`${stem}_${form}`);
  });

  it.each(LANGUAGES.map(({ code }) => code))('%s keeps the placeholders of English', (code) => {
    const translated = new Map(leaves(readTexts(folder, code)));
    for (const [key, value] of leaves(english)) {
      const own = translated.get(key) ?? translated.get(key.replace(PLURAL, '_other'));
      if (own !== undefined && !PLURAL.test(key)) expect([key, placeholders(own)]).toEqual([key, placeholders(value)]);
    }
  });
});
