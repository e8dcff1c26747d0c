import { bankruptcyPrice, queueScore, signed, worstOfClose } from '@tessera/api/leverage/rules';
import { add, cmp, div, isPositive, isZero, max, min, mul, quantize, sub, sum } from '@tessera/money';
import type { MarketEngine, SymbolPrices } from '../../platform/market/engine-types.ts';
import { insuranceShareOf } from '../instruments/index.ts';
import { type Batch, bookId, markOf, profitOf } from './batch.ts';
import { closingOrder, isForced } from './closing-order.ts';
import { entryOf, isOpen, type Order, type Position } from './position.ts';

/*
 * Auto-deleveraging. What closes at the market takes from the book as long as the funds behind it last, and a share of its
 * notional value that insurance may pay. Where the mark has reached the price at which the funds are used up and the book
 * had no more, the positions across that have gained most are closed at that price, first of the queue first: what the one
 * side does not have is not paid. Only what is left without a gain across goes on at the market, and insurance pays it.
 */

/** Fraction digits of an amount in the tables. */
const EXACT = 18;

/** The price at which the funds behind a position are used up; null where no price does, or none is known. */
export function bankruptcyOf(engine: MarketEngine, batch: Batch, position: Position): string | null {
  const { side, mode, userId, currency } = position;
  const quantity = mul(position.quantity, batch.rateOf(engine, position));
  const entry = entryOf(position);
  if (entry === null) return null;
  if (mode === 'isolated') return bankruptcyPrice({ side, from: entry, quantity, funds: position.margin });
  const mark = markOf(engine, position.symbol);
  if (mark === null) return null;
  // What the account is worth at the marks, and of it this position's share by its margin.
  const all = batch.crossOf(userId, currency);
  const worth = all.map((each) =>
    add(each.margin, profitOf(each, markOf(engine, each.symbol) ?? entryOf(each) ?? '0', batch.rateOf(engine, each))),
  );
  const equity = add(batch.available(userId, currency), sum(worth));
  const required = sum(all.map((each) => each.required));
  const funds = isPositive(required) ? div(mul(equity, position.required), required) : '0';
  return bankruptcyPrice({ side, from: mark, quantity, funds });
}

/** The worst price at which an order closes a position at the market, in ticks; null: any. */
export function worstTicks(
  engine: MarketEngine,
  batch: Batch,
  position: Position,
  { tick }: SymbolPrices,
): number | null {
  const price = bankruptcyOf(engine, batch, position);
  if (price === null) return null;
  const { side, symbol } = position;
  const worst = div(worstOfClose(side, price, insuranceShareOf(batch.instrument(symbol))), tick);
  const ticks = Number(quantize(worst, 0, side === 'long' ? 'up' : 'down'));
  return side === 'long' && ticks <= 1 ? null : Math.max(1, ticks);
}

/**
 * The place of an open position among those of its side, by which they are reduced: the highest first. In numbers: a step
 * counts it for each position across from one that is liquidated.
 */
export const scoreOf = (position: Position, mark: string, rate: string): number => {
  const { side, quantity, entryExact, margin } = position;
  const markNotional = Number(mark) * Number(quantity) * Number(rate);
  const entryNotional = Number(entryExact) * Number(rate);
  const pnl = side === 'long' ? markNotional - entryNotional : entryNotional - markNotional;
  return queueScore({ pnl, entryNotional, markNotional, margin: Number(margin) });
};

/**
 * Whether a position stands in the queue: also while a take profit or a stop of its owner closes it, and the book does not
 * fill that; who closes would else be paid what the loser does not have. One that is liquidated does not.
 */
const isReducible = (batch: Batch, position: Position): boolean =>
  position.status === 'open' ||
  (isOpen(position) && batch.ordersOf(position.id).some((order) => isForced(order) && order.cause !== 'liquidation'));

/** The queues of a batch by side of a symbol: a mark is that of a step, and what is reduced keeps its place. */
const queues = new WeakMap<Batch, Map<string, { readonly mark: string; readonly ids: readonly string[] }>>();

function queueAcross(engine: MarketEngine, batch: Batch, { symbol, side }: Position, mark: string): readonly string[] {
  const known = queues.get(batch) ?? new Map<string, { readonly mark: string; readonly ids: readonly string[] }>();
  queues.set(batch, known);
  const key = `${symbol} ${side}`;
  const before = known.get(key);
  if (before?.mark === mark) return before.ids;
  const ids = batch
    .openIn(symbol)
    .filter((each) => each.side !== side && isReducible(batch, each))
    .map((each) => ({ id: each.id, score: scoreOf(each, mark, batch.rateOf(engine, each)) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score || Number(one.id) - Number(other.id))
    .map(({ id }) => id);
  known.set(key, { mark, ids });
  return ids;
}

/** The positions across from one that gain at a price, first of the queue first. */
function* queueOf(
  engine: MarketEngine,
  batch: Batch,
  position: Position,
  price: string,
  mark: string,
): Generator<Position> {
  for (const id of queueAcross(engine, batch, position, mark)) {
    const each = batch.position(id);
    if (!each || !isReducible(batch, each) || engine.isWithheld(each.userId)) continue;
    if (isPositive(signed(each.side, sub(mul(price, each.quantity), each.entryExact)))) yield each;
  }
}

/** Closes a quantity of a position that gains at a price, without a fee; what no longer fits beside it ends. */
function reduce(
  engine: MarketEngine,
  batch: Batch,
  position: Position,
  quantity: string,
  exact: string,
  at: number,
): void {
  const left = sub(position.quantity, quantity);
  if (isZero(left)) {
    for (const other of batch.ordersOf(position.id)) {
      engine.cancel(other.symbol, bookId(other.id));
      batch.cancelOrder(other, 'closed', at);
    }
  } else {
    batch.dropClosings(engine, position, left, at);
  }
  const order: Order = { ...closingOrder(batch, position, quantity, at), cause: 'deleveraging' };
  batch.putOrder(order);
  batch.fillAside(engine, order, { quantity, exact }, at);
  for (const forced of batch.ordersOf(position.id).filter(isForced)) {
    if (cmp(sub(forced.quantity, forced.filledQuantity), left) <= 0) continue;
    // It would close more than there is: what is left goes on for the same reason.
    const { cause, triggerId, triggerTick, triggerPrice } = forced;
    batch.cancelOrder(forced, 'reduced', at);
    batch.putOrder({ ...closingOrder(batch, position, left, at), cause, triggerId, triggerTick, triggerPrice });
  }
}

/**
 * Closes what is open of an order against the queue across, at the price at which the funds behind its position are used
 * up. Returns whether the mark is there; if not, nothing has changed.
 */
export function deleverage(engine: MarketEngine, batch: Batch, order: Order, at: number): boolean {
  const position = batch.position(order.positionId);
  const mark = markOf(engine, order.symbol);
  const price = position ? bankruptcyOf(engine, batch, position) : null;
  if (!position || mark === null || price === null) return false;
  const { side } = position;
  if (side === 'long' ? cmp(mark, price) > 0 : cmp(mark, price) < 0) return false;
  const exactOf = (quantity: string): string => quantize(mul(price, quantity), EXACT, side === 'long' ? 'up' : 'down');
  const open = sub(order.quantity, order.filledQuantity);
  let taken = '0';
  for (const across of queueOf(engine, batch, position, price, mark)) {
    const quantity = min(sub(open, taken), across.quantity);
    if (!isPositive(quantity)) break;
    reduce(engine, batch, across, quantity, exactOf(quantity), at);
    taken = add(taken, quantity);
  }
  if (isPositive(taken)) batch.fillAside(engine, order, { quantity: taken, exact: max(exactOf(taken), '0') }, at);
  return true;
}
