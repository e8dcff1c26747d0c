import { add, cmp, type DecimalString, decimal, max, mul, toStep } from '@tessera/money';

type Level = readonly [price: DecimalString, amount: DecimalString];

export type BookRow = {
  /** Bids rounded down and asks rounded up to the grouping step: never a better price than there is. */
  readonly price: DecimalString;
  readonly amount: DecimalString;
  /** Length of the depth bar, 0 to 1: everything up to this row against the deeper side. */
  readonly depth: number;
};

export type Book = { readonly bids: readonly BookRow[]; readonly asks: readonly BookRow[] };

type Summed = { readonly price: DecimalString; readonly amount: DecimalString; readonly cumulative: DecimalString };

/** Levels come best first, so levels of one group are neighbours. */
function group(levels: readonly Level[], step: DecimalString, side: 'bids' | 'asks', rows: number): Summed[] {
  const grouped: { price: DecimalString; amount: DecimalString; cumulative: DecimalString }[] = [];
  let cumulative = '0';
  for (const [exact, amount] of levels) {
    const price = toStep(exact, step, side === 'bids' ? 'down' : 'up');
    cumulative = add(cumulative, amount);
    const last = grouped.at(-1);
    if (last && cmp(last.price, price) === 0) {
      last.amount = add(last.amount, amount);
      last.cumulative = cumulative;
      continue;
    }
    if (grouped.length === rows) break;
    grouped.push({ price, amount, cumulative });
  }
  return grouped;
}

/** The book in rows of the grouping step, best first on both sides. */
export function groupBook(
  depth: { readonly bids: readonly Level[]; readonly asks: readonly Level[] },
  step: DecimalString,
  rows: number,
): Book {
  const bids = group(depth.bids, step, 'bids', rows);
  const asks = group(depth.asks, step, 'asks', rows);
  const deepest = max(bids.at(-1)?.cumulative ?? '0', asks.at(-1)?.cumulative ?? '0');
  const draw = ({ price, amount, cumulative }: Summed): BookRow => ({
    price,
    amount,
    depth: cmp(deepest, '0') === 0 ? 0 : decimal(cumulative).div(deepest).toNumber(),
  });
  return { bids: bids.map(draw), asks: asks.map(draw) };
}

const FACTORS = ['1', '10', '100', '1000'] as const;

/** Steps to choose from: the tick and its tenfolds, as long as a step stays under a thousandth of the price. */
export const groupingSteps = (tick: DecimalString, price: DecimalString | null): readonly DecimalString[] =>
  FACTORS.map((factor) => mul(tick, factor)).filter(
    (step, index) => index === 0 || (price !== null && cmp(mul(step, '1000'), price) <= 0),
  );

/** The bids' part of all that is on offer, 0 to 1; a half when the book is empty. */
export function bidShare(depth: { readonly bids: readonly Level[]; readonly asks: readonly Level[] }): number {
  const amount = (levels: readonly Level[]) => levels.reduce((total, [, each]) => total.plus(each), decimal('0'));
  const bids = amount(depth.bids);
  const all = bids.plus(amount(depth.asks));
  return all.isZero() ? 0.5 : bids.div(all).toNumber();
}
