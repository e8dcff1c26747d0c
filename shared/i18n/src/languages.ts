import { LANGUAGES, type LanguageCode } from '@tessera/bus/languages';

export { LANGUAGES };

export const DEFAULT_LANGUAGE: LanguageCode = LANGUAGES[0].code;

const languageOf = (code: unknown) => LANGUAGES.find((language) => language.code === code);

export const isLanguageCode = (value: unknown): value is LanguageCode => languageOf(value) !== undefined;

/** Of its script, for `dir`. */
export const directionOf = (code: LanguageCode): 'ltr' | 'rtl' => languageOf(code)?.direction ?? 'ltr';

/** The BCP 47 tag for `Intl`, for `lang=""` and for plural rules. */
export const localeOf = (code: LanguageCode): string => languageOf(code)?.locale ?? DEFAULT_LANGUAGE;
