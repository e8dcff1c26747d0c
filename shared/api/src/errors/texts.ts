import type { LanguageCode } from '@tessera/bus';
import type { ErrorCode } from './codes.ts';
import { type ErrorParams, type ErrorTexts, formatError } from './format.ts';
import alb from './i18n/alb.json' with { type: 'json' };
import de from './i18n/de.json' with { type: 'json' };
import en from './i18n/en.json' with { type: 'json' };
import fra from './i18n/fra.json' with { type: 'json' };
import hk from './i18n/hk.json' with { type: 'json' };
import jp from './i18n/jp.json' with { type: 'json' };
import kor from './i18n/kor.json' with { type: 'json' };
import spa from './i18n/spa.json' with { type: 'json' };
import th from './i18n/th.json' with { type: 'json' };
import zh from './i18n/zh.json' with { type: 'json' };

export const errorTexts: Readonly<Record<LanguageCode, ErrorTexts>> = { en, zh, hk, th, de, alb, jp, kor, fra, spa };

/** The text of an error in the reader's language: `errorText('field_too_short', 'de', { field: 'password', min: 7 })`. */
export const errorText = (code: ErrorCode, language: LanguageCode, params?: ErrorParams): string =>
  formatError(errorTexts[language], code, params);
