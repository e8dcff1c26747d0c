import { stringify } from 'csv-stringify/sync';
import type { Line, StatementHead } from './line.ts';
import { statementTexts } from './texts.ts';
import { zonedTime } from './zoned-time.ts';

/** What spreadsheets take for the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r\uff0b\uff0d\uff1d\uff20]/;

/** Text that a spreadsheet shows and does not run. Only for text: an amount may begin with a minus. */
export const asText = (value: string): string => (FORMULA.test(value) ? `'${value}` : value);

const rows = (values: readonly (readonly string[])[], bom: boolean): string =>
  // RFC 4180.
  stringify(values as string[][], { record_delimiter: '\r\n', bom });

/** Records as CSV in UTF-8 with a byte order mark, as spreadsheets expect; times are ISO 8601 with their offset. */
export function statementCsv({ language, zone }: Pick<StatementHead, 'language' | 'zone'>) {
  const texts = statementTexts(language);
  const { iso } = zonedTime(zone);
  const { time, account, kind, currency, amount, held, balance, reference } = texts;
  return {
    head: (): string => rows([[time, account, kind, currency, amount, held, balance, reference]], true),
    lines: (lines: readonly Line[]): string =>
      rows(
        lines.map(([of, code, at, what, change, onHold, after, cause]) => [
          iso(at),
          asText(texts.accounts[of]),
          asText(texts.kinds[what]),
          asText(code),
          change,
          onHold,
          after,
          asText(cause ?? ''),
        ]),
        false,
      ),
  };
}
