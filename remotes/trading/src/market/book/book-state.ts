import type { BookRow, Depth } from '@tessera/api/realtime';

type Side = ReadonlyMap<string, string>;

/** The book as it was received, price by price. */
export type BookState = { readonly seq: number; readonly bids: Side; readonly asks: Side };

function changed(before: Side, levels: Depth['bids']): Side {
  const after = new Map(before);
  for (const [price, amount] of levels) {
    if (Number(amount) === 0) after.delete(price);
    else after.set(price, amount);
  }
  return after;
}

/**
 * The book after a row. `gap`: a row between them was missed, so that the differences do not fit; the whole book has to
 * be asked for, and what is known stays on the screen until it comes. A row that is older than what is known changes
 * nothing.
 */
export function afterRow(state: BookState | null, [seq, prev, bids, asks]: BookRow): BookState | 'gap' {
  if (prev === null) {
    return state && seq < state.seq ? state : { seq, bids: new Map(bids), asks: new Map(asks) };
  }
  if (!state) return 'gap';
  if (seq <= state.seq) return state;
  if (prev !== state.seq) return 'gap';
  return { seq, bids: changed(state.bids, bids), asks: changed(state.asks, asks) };
}

const sorted = (side: Side, way: 1 | -1): Depth['bids'] => [...side].sort(([a], [b]) => way * (Number(a) - Number(b)));

/** Best first on both sides. */
export const levelsOf = ({ bids, asks }: BookState): Pick<Depth, 'bids' | 'asks'> => ({
  bids: sorted(bids, -1),
  asks: sorted(asks, 1),
});
