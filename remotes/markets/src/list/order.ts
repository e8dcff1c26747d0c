import { cmp, type DecimalString } from '@tessera/money';

export type SortKey = 'name' | 'volume' | 'price' | 'change';

/** Null is the exchange's own order. */
export type Sort = { readonly key: SortKey; readonly descending: boolean } | null;

/** What an instrument is ordered by, as it stood when the order was asked for. A figure is null while there is none. */
export type Standing = {
  readonly symbol: string;
  readonly rank: number;
  /** In US dollars, as the volume: prices in several currencies are ordered by what they are worth. */
  readonly price: DecimalString | null;
  /** Ratio. */
  readonly change: DecimalString | null;
  /** In US dollars, so that markets of several currencies compare. */
  readonly volume: DecimalString | null;
};

/** The order that a tap on a column asks for: its natural direction, the other one, then the exchange's own again. */
export function nextSort(current: Sort, key: SortKey): Sort {
  const descendingFirst = key !== 'name';
  if (current?.key !== key) return { key, descending: descendingFirst };
  return current.descending === descendingFirst ? { key, descending: !descendingFirst } : null;
}

/** Code units, not a locale's collation: tickers sort the same for all clients. */
const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

const byRank = (a: Standing, b: Standing) => a.rank - b.rank || byText(a.symbol, b.symbol);

function byFigure(key: 'volume' | 'price' | 'change', sign: 1 | -1) {
  return (a: Standing, b: Standing): number => {
    const [left, right] = [a[key], b[key]];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return sign * cmp(left, right);
  };
}

/** Symbols in order. Instruments without the figure come last in either direction; ties keep the exchange's own order. */
export function orderOf(standings: readonly Standing[], sort: Sort): string[] {
  const sign = sort?.descending ? -1 : 1;
  const compare =
    sort === null
      ? byRank
      : sort.key === 'name'
        ? (a: Standing, b: Standing) => sign * byText(a.symbol, b.symbol)
        : byFigure(sort.key, sign);
  return standings.toSorted((a, b) => compare(a, b) || byRank(a, b)).map(({ symbol }) => symbol);
}

/**
 * The order on screen after the set of instruments changed without a request for a new order: those still
 * there keep their places, new ones follow in the order in which they come.
 */
export function keepOrder(shown: readonly string[], present: readonly string[]): readonly string[] {
  const here = new Set(present);
  const kept = shown.filter((symbol) => here.has(symbol));
  const known = new Set(kept);
  const added = present.filter((symbol) => !known.has(symbol));
  return added.length === 0 && kept.length === shown.length ? shown : [...kept, ...added];
}
