import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { byLanguage, type LanguageCode } from '@tessera/api/rules';

type ByLanguage<T> = Readonly<Record<LanguageCode, T>>;

/**
 * The texts of a folder with one file a language, `<code>.json`, read at once. `english` is the file of English, which
 * gives them their type; that the others have its keys and placeholders is tested with all texts of the product.
 */
export const textsIn = <T>(folder: string, english: T): ByLanguage<T> =>
  byLanguage((code) =>
    code === 'en' ? english : (JSON.parse(readFileSync(join(folder, `${code}.json`), 'utf8')) as T),
  );

/** One of them, in every language. */
export const pickText = <T, Part>(texts: ByLanguage<T>, part: (own: T) => Part): ByLanguage<Part> =>
  byLanguage((code) => part(texts[code]));

/** The same the other way round: by key, then by language. */
export const textsByKey = <T extends object>(texts: ByLanguage<T>): { readonly [Key in keyof T]: ByLanguage<T[Key]> } =>
  Object.fromEntries(
    Object.keys(texts.en).map((key) => [key, pickText(texts, (own) => own[key as keyof T])]),
  ) as unknown as { readonly [Key in keyof T]: ByLanguage<T[Key]> };
