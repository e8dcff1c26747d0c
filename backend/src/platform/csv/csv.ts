import { type LanguageCode, LOCALES, languageCodes } from '@tessera/api/rules';
import { separators } from '@tessera/money';
import { stringify } from 'csv-stringify/sync';

/** What spreadsheets take for the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r\uff0b\uff0d\uff1d\uff20]/;

/** Text that a spreadsheet shows and does not run. Only for text: an amount may begin with a minus. */
export const asText = (value: string): string => (FORMULA.test(value) ? `'${value}` : value);

/** Languages whose spreadsheets take a comma for the decimal sign, and so a semicolon between fields. */
const DECIMAL_COMMA: ReadonlySet<LanguageCode> = new Set(
  languageCodes.filter((code) => separators(LOCALES[code]).decimal === ','),
);

/** A figure as spreadsheets of a language read it; with a point, theirs take 1.5 for the first of May. */
export const asFigure = (value: string, language: LanguageCode): string =>
  DECIMAL_COMMA.has(language) ? value.replace('.', ',') : value;

/**
 * Rows by RFC 4180, with the separator that spreadsheets of a language expect; the first of a file with a byte order mark,
 * as they expect of UTF-8.
 */
export const csvRows = (values: readonly (readonly string[])[], language: LanguageCode, bom = false): string =>
  stringify(values as string[][], {
    record_delimiter: '\r\n',
    bom,
    delimiter: DECIMAL_COMMA.has(language) ? ';' : ',',
  });
