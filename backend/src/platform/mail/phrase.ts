import type { LanguageCode } from '@tessera/api/rules';
import { MAIL_TEXTS } from './mail-texts.ts';

export const phraseLine = (phrase: string, language: LanguageCode): string =>
  `${MAIL_TEXTS[language].phrase}: ${phrase}`;
