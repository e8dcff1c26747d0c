/** The parts of a symbol: `BTC/USDT`, `BTC/USDT-PERP`, `AAPL`. */
export type SymbolParts = {
  readonly base: string;
  /** Empty where the symbol names no pair. */
  readonly quote: string;
  readonly perpetual: boolean;
};

const PERPETUAL = '-PERP';

export function partsOf(symbol: string): SymbolParts {
  const perpetual = symbol.endsWith(PERPETUAL);
  const pair = perpetual ? symbol.slice(0, -PERPETUAL.length) : symbol;
  const [base = pair, quote = ''] = pair.split('/');
  return { base, quote, perpetual };
}

type Named = { readonly symbol: string; readonly base: string; readonly name: string; readonly rank: number };

/** Normalized for comparison: without case, letter width and separators. */
const fold = (text: string) => text.normalize('NFKC').toLocaleLowerCase();
const bare = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '');

/** How well an instrument matches a folded query; lower is better, null is no match. */
function distance({ symbol, base, name }: Named, query: string): number | null {
  const [ticker, whole, title] = [fold(base), fold(symbol), fold(name)];
  const joined = bare(whole);
  const plain = bare(query);
  if (ticker === query || whole === query) return 0;
  if (plain !== '' && joined === plain) return 1;
  if (ticker.startsWith(query)) return 2;
  if (title.startsWith(query)) return 3;
  if (plain !== '' && joined.startsWith(plain)) return 4;
  if (title.split(/\s+/).some((word) => word.startsWith(query))) return 5;
  if (whole.includes(query) || title.includes(query)) return 6;
  return null;
}

/** Instruments that match a query, best first; equally good ones by rank. A blank query finds nothing. */
export function findInstruments<I extends Named>(instruments: readonly I[], query: string): readonly I[] {
  const wanted = fold(query.trim());
  if (wanted === '') return [];
  return instruments
    .flatMap((instrument) => {
      const found = distance(instrument, wanted);
      return found === null ? [] : [{ instrument, found }];
    })
    .toSorted((a, b) => a.found - b.found || a.instrument.rank - b.instrument.rank)
    .map(({ instrument }) => instrument);
}
