import { add, type DecimalString, div, isZero, max, sum, toStep } from '@tessera/money';

type Level = readonly [price: DecimalString, amount: DecimalString];
type Levels = { readonly bids: readonly Level[]; readonly asks: readonly Level[] };

export type BookRow = {
  readonly price: DecimalString;
  readonly amount: DecimalString;
  /** Of everything up to this row. */
  readonly total: DecimalString;
  /** Length of the depth bar, 0 to 1: everything up to this row against the deeper side. */
  readonly depth: number;
  /** An open order of the user's own stands here. */
  readonly own: boolean;
};

export type Book = { readonly bids: readonly BookRow[]; readonly asks: readonly BookRow[] };

type Order = { readonly side: 'buy' | 'sell'; readonly price: DecimalString | null };

function summed(levels: readonly Level[], rows: number) {
  let total = '0';
  return levels.slice(0, rows).map(([price, amount]) => {
    total = add(total, amount);
    return { price, amount, total };
  });
}

/** Prices of the rows in which orders of the user's own stand. */
function ownRows(orders: readonly Order[], side: Order['side'], step: DecimalString): ReadonlySet<string> {
  const rounding = side === 'buy' ? 'down' : 'up';
  const own = orders.flatMap(({ side: of, price }) => (of === side && price ? [toStep(price, step, rounding)] : []));
  return new Set(own.map((price) => String(Number(price))));
}

/** The rows of a book with cumulative sums, and where orders of the user's own stand in it. */
export function drawBook(depth: Levels, rows: number, step: DecimalString, orders: readonly Order[] = []): Book {
  const [bids, asks] = [summed(depth.bids, rows), summed(depth.asks, rows)];
  const deepest = max(bids.at(-1)?.total ?? '0', asks.at(-1)?.total ?? '0');
  const draw = (side: typeof bids, own: ReadonlySet<string>) =>
    side.map(
      (row): BookRow => ({
        ...row,
        depth: isZero(deepest) ? 0 : Number(div(row.total, deepest)),
        own: own.has(String(Number(row.price))),
      }),
    );
  return { bids: draw(bids, ownRows(orders, 'buy', step)), asks: draw(asks, ownRows(orders, 'sell', step)) };
}

/** The bids' part of all that is on offer, 0 to 1; a half when the book is empty. */
export function bidShare(depth: Levels): number {
  const amount = (levels: readonly Level[]) => sum(levels.map(([, each]) => each));
  const bids = amount(depth.bids);
  const all = add(bids, amount(depth.asks));
  return isZero(all) ? 0.5 : Number(div(bids, all));
}
