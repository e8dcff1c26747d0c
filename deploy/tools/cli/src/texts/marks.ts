/** Beside the `package.json` of what has the texts. */
export const MARKS_FILE = 'untranslated.json';

/** Languages whose text is not translated yet, by folder of texts, relative to the package, and key. */
export type Marks = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** With languages marked for a key; without any, the mark goes, and a folder without marks too. */
export function withMarks(marks: Marks, folder: string, key: string, languages: readonly string[]): Marks {
  const { [key]: _, ...others } = marks[folder] ?? {};
  const own = languages.length === 0 ? others : { ...others, [key]: languages };
  const { [folder]: __, ...folders } = marks;
  return Object.keys(own).length === 0 ? folders : { ...folders, [folder]: own };
}
