import type { LanguageCode } from '@tessera/bus';
import type { ErrorCode } from './codes.ts';
import { type ErrorParams, type ErrorTexts, formatError } from './format.ts';

/*
 * The same texts for forms: a rule of `./rules` that fails before anything is sent reads as the server would put it.
 * One language is loaded, when it is first asked for.
 */

const load: Readonly<Record<LanguageCode, () => Promise<{ default: ErrorTexts }>>> = {
  en: () => import('./i18n/en.json', { with: { type: 'json' } }),
  zh: () => import('./i18n/zh.json', { with: { type: 'json' } }),
  hk: () => import('./i18n/hk.json', { with: { type: 'json' } }),
  th: () => import('./i18n/th.json', { with: { type: 'json' } }),
  de: () => import('./i18n/de.json', { with: { type: 'json' } }),
  alb: () => import('./i18n/alb.json', { with: { type: 'json' } }),
  jp: () => import('./i18n/jp.json', { with: { type: 'json' } }),
  kor: () => import('./i18n/kor.json', { with: { type: 'json' } }),
  fra: () => import('./i18n/fra.json', { with: { type: 'json' } }),
  spa: () => import('./i18n/spa.json', { with: { type: 'json' } }),
};

export type ErrorReader = (code: ErrorCode, params?: ErrorParams) => string;

/** The way to the texts of one language; `read('field_too_short', { field: 'password', min: 7 })`. */
export async function loadErrorReader(language: LanguageCode): Promise<ErrorReader> {
  const { default: texts } = await load[language]();
  return (code, params) => formatError(texts, code, params);
}
