import type { MarketEngine } from '../../platform/market/engine-types.ts';
import { type Batch, bookId, markOf } from './batch.ts';
import { pendingWeightOf } from './open-interest.ts';
import { bookSide, type Order, type Position } from './position.ts';

/*
 * Orders that wait to open hold the place of none that opens now: they cost nothing while they wait, and a few of them, far
 * from the market, would keep all others from the leverage that an instrument offers.
 */

/** How far the mark is from where an order opens, in the quote currency; below zero once it is there. */
function awayOf({ kind, side, price, stopPrice }: Order, mark: number): number {
  const opens = Number(stopPrice ?? price ?? mark);
  return (kind === 'limit') === (side === 'buy') ? mark - opens : opens - mark;
}

/**
 * Ends orders that wait to open on the side of a position, of any user, those first that are farthest from the mark, until
 * at least `over` of what weighs on it is gone. Ends none where all of them do not weigh so much.
 */
export function makeRoom(
  engine: MarketEngine,
  batch: Batch,
  { id, symbol, side }: Pick<Position, 'id' | 'symbol' | 'side'>,
  over: number,
  at: number,
): void {
  const mark = Number(markOf(engine, symbol) ?? Number.NaN);
  const waiting = batch
    .waitingIn(symbol, bookSide(side, 'open'))
    // What is held by another transaction cannot be released; what is reached already opens next.
    .filter((order) => order.positionId !== id && !engine.isWithheld(order.userId) && awayOf(order, mark) > 0)
    .map((order) => ({
      order,
      away: awayOf(order, mark),
      weight: pendingWeightOf(order, batch.position(order.positionId)),
    }))
    .sort((one, other) => other.away - one.away);
  let left = over;
  const gone = waiting.filter(({ weight }) => {
    const goes = left > 0 && weight > 0;
    if (goes) left -= weight;
    return goes;
  });
  if (left > 0) return;
  for (const { order } of gone) {
    engine.cancel(symbol, bookId(order.id));
    batch.cancelOrder(order, 'refused', at);
  }
}
