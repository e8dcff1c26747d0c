import type { LanguageCode } from '@tessera/bus';

/** Each language code of the product with its platform locale and its name in itself. */
export const LANGUAGES: ReadonlyArray<{ readonly code: LanguageCode; readonly locale: string; readonly name: string }> =
  [
    { code: 'en', locale: 'en', name: 'English' },
    { code: 'zh', locale: 'zh-CN', name: '简体中文' },
    { code: 'hk', locale: 'zh-HK', name: '繁體中文' },
    { code: 'th', locale: 'th', name: 'ไทย' },
    { code: 'de', locale: 'de', name: 'Deutsch' },
    { code: 'alb', locale: 'sq', name: 'Shqip' },
    { code: 'jp', locale: 'ja', name: '日本語' },
    { code: 'kor', locale: 'ko', name: '한국어' },
    { code: 'fra', locale: 'fr', name: 'Français' },
    { code: 'spa', locale: 'es', name: 'Español' },
  ];

export const DEFAULT_LANGUAGE: LanguageCode = 'en';

export const isLanguageCode = (value: unknown): value is LanguageCode =>
  LANGUAGES.some((language) => language.code === value);

/** The BCP 47 tag for `Intl`, for `lang=""` and for plural rules. */
export const localeOf = (code: LanguageCode): string =>
  LANGUAGES.find((language) => language.code === code)?.locale ?? DEFAULT_LANGUAGE;
