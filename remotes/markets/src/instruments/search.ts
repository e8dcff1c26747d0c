import type { DecimalString } from '@tessera/money';
import { cmp } from '@tessera/money';
import type { Instrument } from './instruments.ts';

/** How well a name answers a query; lower is better, null is no match. */
function distance({ symbol, base, name }: Pick<Instrument, 'symbol' | 'base' | 'name'>, query: string): number | null {
  const [ticker, whole, title] = [base, symbol, name].map((text) => text.toLocaleLowerCase()) as [
    string,
    string,
    string,
  ];
  const joined = whole.replace(/[^\p{L}\p{N}]/gu, '');
  const plain = query.replace(/[^\p{L}\p{N}]/gu, '');
  if (ticker === query || whole === query) return 0;
  if (plain !== '' && joined === plain) return 1;
  if (ticker.startsWith(query)) return 2;
  if (title.startsWith(query)) return 3;
  if (plain !== '' && joined.startsWith(plain)) return 4;
  if (title.split(/\s+/).some((word) => word.startsWith(query))) return 5;
  if (whole.includes(query) || title.includes(query)) return 6;
  return null;
}

/** Instruments that answer a query, best first; equally good ones in the exchange's own order. Blank finds nothing. */
export function findInstruments<I extends Pick<Instrument, 'symbol' | 'base' | 'name' | 'rank'>>(
  instruments: readonly I[],
  query: string,
): readonly I[] {
  const wanted = query.trim().toLocaleLowerCase();
  if (wanted === '') return [];
  return instruments
    .flatMap((instrument) => {
      const found = distance(instrument, wanted);
      return found === null ? [] : [{ instrument, found }];
    })
    .toSorted((a, b) => a.found - b.found || a.instrument.rank - b.instrument.rank)
    .map(({ instrument }) => instrument);
}

/** The `count` most traded ones. `turnover` answers US dollars of the last 24 hours, null while unknown. */
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
