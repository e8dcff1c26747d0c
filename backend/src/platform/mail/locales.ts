import type { LanguageCode } from '@tessera/api/rules';

/** Languages of messages as BCP 47 names them. */
export const LOCALES: Readonly<Record<LanguageCode, string>> = {
  en: 'en',
  zh: 'zh-CN',
  hk: 'zh-HK',
  th: 'th',
  de: 'de',
  alb: 'sq',
  jp: 'ja',
  kor: 'ko',
  fra: 'fr',
  spa: 'es',
};
