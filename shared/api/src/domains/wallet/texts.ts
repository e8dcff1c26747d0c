import type { LanguageCode, RecordKind } from '../../kit/rules/vocabulary.ts';

/** What each kind of record is called. */
export type RecordKindTexts = Readonly<Record<RecordKind, string>>;

/** For pages; statements read the same files. */
export const recordKindTexts = (code: LanguageCode): Promise<{ readonly default: RecordKindTexts }> =>
  import(`./kinds/${code}.json`);
