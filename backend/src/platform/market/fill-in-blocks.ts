import { allot } from './allot.ts';
import type { MarketEngine } from './engine-types.ts';
import type { Side } from './order-book.ts';

/** What an order wants of the house. */
export type Wanted = {
  readonly lots: number;
  /** How far from the index it trades at most; a ratio. */
  readonly within: number;
  /** The index beyond which it does not trade, in ticks; null: anywhere. */
  readonly worst: number | null;
};

/**
 * Divides what the house trades now among orders of one side: a block for all of them, at a price that the tightest of
 * their limits accepts, then one for each further limit, of what the ladder has left. Within a block all have one price, and
 * lots in proportion to what each wants. Calls `fill` with each part, by the order's place in `wanted`.
 */
export function fillInBlocks(
  engine: Pick<MarketEngine, 'blockLimit' | 'block'>,
  { symbol, side }: { readonly symbol: string; readonly side: Side },
  wanted: readonly Wanted[],
  fill: (index: number, lots: number, price: number) => void,
): void {
  const waiting = wanted.flatMap(({ lots, ...bounds }, index) => {
    const limit = engine.blockLimit(symbol, side, bounds);
    return limit === null || lots === 0 ? [] : [{ index, limit, left: lots }];
  });
  const compare = (one: number, other: number) => (side === 'buy' ? one - other : other - one);
  for (const limit of [...new Set(waiting.map((each) => each.limit))].toSorted(compare)) {
    const eligible = waiting.filter((each) => each.left > 0 && compare(each.limit, limit) >= 0);
    const lots = eligible.reduce((total, { left }) => total + left, 0);
    const block = lots === 0 ? null : engine.block(symbol, side, lots, limit);
    if (!block) continue;
    const shares = allot(
      block.lots,
      eligible.map(({ left }) => left),
    );
    for (const [place, each] of eligible.entries()) {
      const share = shares[place] as number;
      each.left -= share;
      if (share > 0) fill(each.index, share, block.price);
    }
  }
}
