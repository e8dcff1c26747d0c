import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type LanguageCode, languageCodes } from '@tessera/api/rules';
import { readRecordKindTexts } from '@tessera/api/wallet/kind-texts';
import type { RecordKindTexts } from '@tessera/api/wallet/texts';
import type english from './texts/en.json';

export type StatementTexts = typeof english & { readonly kinds: RecordKindTexts };

const isLanguage = (code: string): code is LanguageCode => languageCodes.some((known) => known === code);

/** English where the language is not known. */
export function statementTexts(language: string): StatementTexts {
  const code = isLanguage(language) ? language : 'en';
  const texts = JSON.parse(readFileSync(join(import.meta.dirname, 'texts', `${code}.json`), 'utf8')) as typeof english;
  return { ...texts, kinds: readRecordKindTexts(code) };
}
