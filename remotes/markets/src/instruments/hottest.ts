import { cmp, type DecimalString } from '@tessera/money';

/** The `count` most traded ones. `turnover` returns US dollars of the last 24 hours, null while unknown. */
export function hottest<I>(
  instruments: readonly I[],
  turnover: (instrument: I) => DecimalString | null,
  count: number,
): readonly I[] {
  return instruments
    .flatMap((instrument) => {
      const value = turnover(instrument);
      return value === null ? [] : [{ instrument, value }];
    })
    .toSorted((a, b) => cmp(b.value, a.value))
    .slice(0, count)
    .map(({ instrument }) => instrument);
}
