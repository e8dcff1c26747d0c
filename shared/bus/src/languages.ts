/**
 * The languages of the product, the default first. This is their only list: a language is added here, with its texts.
 * `code` is the product's own and is what the wire, files and storage hold; `locale` the BCP 47 tag for `Intl`, plural
 * rules and `lang`; `direction` that of its script; `name` what it calls itself.
 */
export const LANGUAGES = [
  { code: 'en', locale: 'en', direction: 'ltr', name: 'English' },
  { code: 'zh', locale: 'zh-CN', direction: 'ltr', name: '简体中文' },
  { code: 'hk', locale: 'zh-HK', direction: 'ltr', name: '繁體中文' },
  { code: 'th', locale: 'th', direction: 'ltr', name: 'ไทย' },
  { code: 'de', locale: 'de', direction: 'ltr', name: 'Deutsch' },
  { code: 'alb', locale: 'sq', direction: 'ltr', name: 'Shqip' },
  { code: 'jp', locale: 'ja', direction: 'ltr', name: '日本語' },
  { code: 'kor', locale: 'ko', direction: 'ltr', name: '한국어' },
  { code: 'fra', locale: 'fr', direction: 'ltr', name: 'Français' },
  { code: 'spa', locale: 'es', direction: 'ltr', name: 'Español' },
] as const satisfies readonly Entry[];

type Entry = {
  readonly code: string;
  readonly locale: string;
  readonly direction: 'ltr' | 'rtl';
  readonly name: string;
};

export type LanguageCode = (typeof LANGUAGES)[number]['code'];

type Codes<T extends readonly Entry[]> = { readonly [Index in keyof T]: T[Index]['code'] };

/** In the order of the list; a tuple, so that schemas enumerate it. */
export const LANGUAGE_CODES = /* @__PURE__ */ LANGUAGES.map(({ code }) => code) as unknown as Codes<typeof LANGUAGES>;

/** A value for each language, such as one text for all. */
export const byLanguage = <T>(value: (code: LanguageCode) => T): Readonly<Record<LanguageCode, T>> =>
  Object.fromEntries(LANGUAGES.map(({ code }) => [code, value(code)])) as Record<LanguageCode, T>;

/** BCP 47 tag by code. */
export const LOCALES: Readonly<Record<LanguageCode, string>> = /* @__PURE__ */ Object.fromEntries(
  LANGUAGES.map(({ code, locale }) => [code, locale]),
) as Record<LanguageCode, string>;

/** The entry of a code; the default's where it is none of the product. */
export const languageOf = (code: string): Entry & { readonly code: LanguageCode } =>
  LANGUAGES.find((language) => language.code === code) ?? LANGUAGES[0];

/**
 * Code by the language of a browser (`de` of `de-AT`), for scripts that run before the page's own. Chinese in
 * traditional script is `hk`, by its region.
 */
export const codeByTag = (): Readonly<Record<string, LanguageCode>> =>
  // The first of a language counts: simplified Chinese.
  Object.fromEntries(LANGUAGES.map(({ code, locale }) => [locale.slice(0, 2), code] as const).toReversed());
