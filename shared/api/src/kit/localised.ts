import type * as z from 'zod/mini';
import { optional, text } from './fields.ts';
import { type LanguageCode, languageCodes } from './rules/vocabulary.ts';

/*
 * Texts that staff write in every language, such as the name of a product. In an input each language is a field of its own,
 * `name_en`, `name_zh` …, because inputs are forms; inside they are one record by language.
 */

export type Localised = Readonly<Record<LanguageCode, string>>;

type LocalisedInput<Name extends string> = {
  readonly [Code in LanguageCode as `${Name}_${Code}`]: z.ZodMiniOptional<z.ZodMiniType<string, string>>;
};

/** Fields of an input for a text of at most `max` characters in each language; spread into `z.object`. */
export const localisedInput = <const Name extends string>(name: Name, max: number): LocalisedInput<Name> =>
  Object.fromEntries(languageCodes.map((code) => [`${name}_${code}`, optional(text(max))])) as LocalisedInput<Name>;

/**
 * The texts of an input, with `before` for the languages that it leaves out. Without `before` a language that is left out
 * has the English text; null where there is no English text either.
 */
export function readLocalised(
  input: Readonly<Record<string, unknown>>,
  name: string,
  before: Localised | null,
): Localised | null {
  const textIn = (code: LanguageCode): string | undefined => {
    const value = input[`${name}_${code}`];
    return typeof value === 'string' ? value : before?.[code];
  };
  const english = textIn('en');
  if (english === undefined) return null;
  return Object.fromEntries(languageCodes.map((code) => [code, textIn(code) ?? english])) as Localised;
}
