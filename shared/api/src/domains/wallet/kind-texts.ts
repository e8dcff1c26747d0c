import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LanguageCode } from '../../kit/rules/vocabulary.ts';
import type { RecordKindTexts } from './texts.ts';

/** For the backend: what each kind of record is called in a language. */
export const readRecordKindTexts = (code: LanguageCode): RecordKindTexts =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'kinds', `${code}.json`), 'utf8')) as RecordKindTexts;
