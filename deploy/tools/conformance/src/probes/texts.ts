import { LANGUAGE_CODES, type LanguageCode, LOCALES } from '@tessera/releases';
import type { Finding } from '../findings.ts';

export type TextTree = { readonly [key: string]: string | TextTree };

const PLURAL = /_(zero|one|two|few|many|other)$/;

const leaves = (tree: TextTree, path = ''): Array<readonly [string, string]> =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value] as const] : leaves(value, `${path}${key}.`),
  );

/** Plural forms differ between languages, so their common stem is compared. */
const stemOf = (key: string) => key.replace(PLURAL, '');

const placeholders = (text: string) => [...new Set(text.match(/\{\{\s*[\w.]+/g) ?? [])].toSorted().join();

/** Plural forms that a language needs: `many` is that of millions in French, of 5 in Polish. */
const pluralForms = (code: LanguageCode): readonly string[] =>
  new Intl.PluralRules(LOCALES[code]).resolvedOptions().pluralCategories;

function checkLanguage(
  code: LanguageCode,
  own: ReadonlyMap<string, string>,
  english: ReadonlyMap<string, string>,
): Finding[] {
  const findings: Finding[] = [];
  const keys = new Set([...own.keys()].map(stemOf));
  const expected = new Set([...english.keys()].map(stemOf));
  for (const key of expected) {
    if (!keys.has(key)) findings.push({ code: 'text-missing', message: `${code} has no ${key}` });
  }
  for (const key of keys) {
    if (!expected.has(key)) findings.push({ code: 'text-beyond', message: `${code} has ${key}, English has not` });
  }
  for (const [key, text] of own) {
    if (text.trim() === '') findings.push({ code: 'text-empty', message: `${key} is empty in ${code}` });
    const original = english.get(key);
    if (original !== undefined && !PLURAL.test(key) && placeholders(text) !== placeholders(original)) {
      findings.push({ code: 'text-placeholder', message: `${key} has other placeholders in ${code}` });
    }
    // A key may end like a plural form without being one: every plural has the form `other`.
    if (!key.endsWith('_other')) continue;
    for (const form of pluralForms(code)) {
      const needed = `${stemOf(key)}_${form}`;
      if (!own.has(needed)) findings.push({ code: 'text-plural', message: `${code} has no ${needed}` });
    }
  }
  return findings;
}

/** Compares the texts of every language with English. `texts` is by language code. */
export function checkTexts(texts: Readonly<Record<string, TextTree>>): readonly Finding[] {
  const english = new Map(leaves(texts.en ?? {}));
  const unknown = Object.keys(texts).filter((code) => !LANGUAGE_CODES.some((known) => known === code));
  return [
    ...unknown.map((code): Finding => ({ code: 'text-beyond', message: `${code} is no language of the product` })),
    ...LANGUAGE_CODES.flatMap((code): Finding[] => {
      const own = texts[code];
      if (own) return checkLanguage(code, new Map(leaves(own)), english);
      return [{ code: 'text-missing', message: `there is no src/i18n/${code}.json` }];
    }),
  ];
}
