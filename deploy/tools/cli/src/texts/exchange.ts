import type { Marks } from './marks.ts';
import { withMarks } from './marks.ts';
import { PLURAL, type Read, type TextSource, type Texts } from './sources.ts';
import { placeholdersOf, type TextFile, type Unit } from './xliff.ts';

/** Keys that a language needs: those of English, with the plural forms of the language in place of English ones. */
function keysFor(english: Texts, locale: string): { readonly key: string; readonly source: string }[] {
  const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
  return [...english].flatMap(([key, source]) => {
    const stem = key.replace(PLURAL, '');
    // A key may end like a plural form without being one: every plural has `other`, and another form.
    const isPlural = PLURAL.test(key) && english.has(`${stem}_other`) && english.has(`${stem}_one`);
    if (!isPlural) return [{ key, source }];
    if (!key.endsWith('_other')) return [];
    return forms.map((form) => ({
      key: `${stem}_${form}`,
      source: (form === 'one' ? english.get(`${stem}_one`) : undefined) ?? source,
    }));
  });
}

type ExportOptions = {
  readonly code: string;
  readonly locale: string;
  /** Files as they were then: only what is new or has another English text since, or is not translated, is exported. */
  readonly before: Read | undefined;
  readonly isMarked: (key: string) => boolean;
  readonly screensOf: (key: string) => readonly string[];
};

/** What a translator gets of a source; undefined where there is nothing to do. */
export function exportedFile(source: TextSource, options: ExportOptions): TextFile | undefined {
  const { code, locale, before, isMarked, screensOf } = options;
  const english = source.texts('en');
  const former = before && source.texts('en', before);
  const own = source.texts(code);
  const formerOf = (key: string) => former?.get(key) ?? former?.get(key.replace(PLURAL, '_other'));
  const units = keysFor(english, locale).flatMap(({ key, source: text }): Unit[] => {
    const target = own.get(key);
    const isOpen = target === undefined || isMarked(key);
    const hasChanged = former !== undefined && formerOf(key) !== text;
    if (former !== undefined && !isOpen && !hasChanged) return [];
    const state = isOpen || hasChanged ? 'initial' : 'translated';
    return [{ key, source: text, target: isMarked(key) ? undefined : target, state, screens: screensOf(key) }];
  });
  return units.length === 0 ? undefined : { path: source.path, units };
}

export type Imported = {
  readonly texts: Texts;
  /** Why a unit was not taken, by key. */
  readonly rejected: readonly string[];
};

/** What of a translated file can be taken: same English, same placeholders, not empty, and not left as `initial`. */
export function importedTexts(source: TextSource, { path, units }: TextFile, locale: string): Imported {
  const wanted = new Map(keysFor(source.texts('en'), locale).map(({ key, source: text }) => [key, text]));
  const texts = new Map<string, string>();
  const rejected: string[] = [];
  for (const { key, source: text, target, state } of units) {
    if (state === 'initial' || target === undefined) continue;
    const english = wanted.get(key);
    const reason =
      english === undefined
        ? 'there is no such text any more'
        : english !== text
          ? 'its English text has changed since it was exported'
          : target.trim() === ''
            ? 'it is empty'
            : placeholdersOf(target).join() !== placeholdersOf(english).join()
              ? `it has to name ${placeholdersOf(english).join(', ') || 'nothing'}`
              : undefined;
    if (reason === undefined) texts.set(key, target);
    else rejected.push(`${path} ${key}: ${reason}`);
  }
  return { texts, rejected };
}

/** Without the marks of what is translated now. */
export const withoutMarks = (marks: Marks, folder: string, keys: Iterable<string>, code: string): Marks => {
  let left = marks;
  for (const key of keys) {
    const languages = left[folder]?.[key];
    if (languages)
      left = withMarks(
        left,
        folder,
        key,
        languages.filter((own) => own !== code),
      );
  }
  return left;
};
