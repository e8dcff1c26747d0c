import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LanguageCode } from '@tessera/bus';
import type { ErrorCode } from './kit/errors/codes.ts';
import { type ErrorParams, type ErrorTexts, formatError } from './kit/errors/format.ts';
import { languageCodes } from './kit/rules/vocabulary.ts';

export { type ErrorCode, envelopeOf } from './kit/errors/codes.ts';
export type { ErrorParams, ErrorTexts } from './kit/errors/format.ts';

const DOMAINS = join(import.meta.dirname, 'domains');

const readTexts = (...path: string[]): unknown => JSON.parse(readFileSync(join(import.meta.dirname, ...path), 'utf8'));

/** The texts of the kit and of every domain in one language. */
function textsOf(language: LanguageCode): ErrorTexts {
  const kit = readTexts('kit/errors/i18n', `${language}.json`) as ErrorTexts;
  const domains = readdirSync(DOMAINS).flatMap((domain) => {
    const files = readdirSync(join(DOMAINS, domain));
    return files.includes('i18n') ? [readTexts('domains', domain, 'i18n', `${language}.json`) as object] : [];
  });
  return { ...kit, errors: Object.assign({}, kit.errors, ...domains) };
}

/** Every error text by language. For the backend, which sends them; read once, when the module is loaded. */
export const errorTexts = Object.fromEntries(languageCodes.map((code) => [code, textsOf(code)])) as Readonly<
  Record<LanguageCode, ErrorTexts>
>;

/** The text of an error in the reader's language: `errorText('field_too_short', 'de', { field: 'password', min: 7 })`. */
export const errorText = (code: ErrorCode, language: LanguageCode, params?: ErrorParams): string =>
  formatError(errorTexts[language], code, params);
