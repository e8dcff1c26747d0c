import { asFigure, asText, csvRows } from '../../../platform/csv/csv.ts';
import type { Line, StatementHead } from './line.ts';
import { statementTexts } from './texts.ts';
import { zonedTime } from './zoned-time.ts';

/** Records as CSV in UTF-8 with a byte order mark, as spreadsheets expect; times are ISO 8601 with their offset. */
export function statementCsv({ language, zone }: Pick<StatementHead, 'language' | 'zone'>) {
  const texts = statementTexts(language);
  const { iso } = zonedTime(zone);
  const { time, account, kind, currency, amount, held, balance, reference } = texts;
  return {
    head: (): string =>
      csvRows([[`${time} (${zone})`, account, kind, currency, amount, held, balance, reference]], language, true),
    lines: (lines: readonly Line[]): string =>
      csvRows(
        lines.map(([of, code, at, what, change, onHold, after, cause]) => [
          iso(at),
          asText(texts.accounts[of]),
          asText(texts.kinds[what]),
          asText(code),
          ...[change, onHold, after].map((figure) => asFigure(figure, language)),
          asText(cause ?? ''),
        ]),
        language,
      ),
  };
}
