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

/** Whole ticks of a step of the book: 1, 2 or 5 times a power of ten; null for any other step. */
export function stepTicks(step: string, tick: string): number | null {
  const ratio = Number(step) / Number(tick);
  const ticks = Math.round(ratio);
  // Both have at most 17 significant digits, so a whole ratio is one within a rounding.
  if (!(ticks >= 1) || ticks > 1e9 || Math.abs(ratio - ticks) > 1e-6 * ticks) return null;
  return /^[125]0*$/.test(String(ticks)) ? ticks : null;
}

/** Part of the price that the house's quotes span on a side. */
const SPAN = 0.002;
/** Rows that a side has at least at every step that is offered. */
const LEAST_ROWS = 15;

/** Steps of the book to choose from: those at which a side of the house's quotes still has 15 rows, and the tick. */
export function bookSteps(tick: string, price: string | null): readonly string[] {
  const most = price === null ? 0 : (Number(price) * SPAN) / LEAST_ROWS;
  const digits = tick.split('.')[1]?.length ?? 0;
  const steps: string[] = [];
  for (let power = 0; power < 9; power++)
    for (const factor of [1, 2, 5]) {
      const step = Number(tick) * factor * 10 ** power;
      if (steps.length > 0 && step > most) return steps;
      steps.push(
        step
          .toFixed(digits)
          .replace(/(\.\d*?)0+$/, '$1')
          .replace(/\.$/, ''),
      );
    }
  return steps;
}
