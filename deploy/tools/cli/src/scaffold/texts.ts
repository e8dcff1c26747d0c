import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGE_CODES } from '@tessera/releases';

/** Texts of a new remote's page; the name is not translated. */
const wordsIn = (code: string): object =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'i18n', `${code}.json`), 'utf8')) as object;

/** The text file of every language, by its code. */
export const textFiles = (title: string): readonly (readonly [code: string, content: object])[] =>
  LANGUAGE_CODES.map((code) => [code, { routes: { index: title }, welcome: wordsIn(code) }]);
