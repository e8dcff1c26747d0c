import { stringify } from 'csv-stringify/sync';

/** What spreadsheets take for the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r\uff0b\uff0d\uff1d\uff20]/;

/** Text that a spreadsheet shows and does not run. Only for text: an amount may begin with a minus. */
export const asText = (value: string): string => (FORMULA.test(value) ? `'${value}` : value);

/** Rows by RFC 4180; the first of a file with a byte order mark, as spreadsheets expect of UTF-8. */
export const csvRows = (values: readonly (readonly string[])[], bom = false): string =>
  stringify(values as string[][], { record_delimiter: '\r\n', bom });
