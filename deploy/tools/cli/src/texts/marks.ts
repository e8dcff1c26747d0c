import { LANGUAGE_CODES } from '@tessera/releases';

/** Languages that a text is translated to. */
export const FOREIGN: readonly string[] = LANGUAGE_CODES.filter((code) => code !== 'en');

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

/** Line width of the formatter. */
const LINE_WIDTH = 120;

/** The text of the file, as the formatter writes it: the languages of a key in one row, where it is not too long. */
export const marksText = (marks: Marks): string =>
  `${JSON.stringify(marks, null, 2)}\n`.replace(
    /^( +"[^"]*": )\[\n([^\]]*)\](,?)$/gm,
    (whole, key, languages, comma) => {
      const row = `${key}[${languages.trim().replace(/,\s+/g, ', ')}]${comma}`;
      return row.length <= LINE_WIDTH ? row : whole;
    },
  );
