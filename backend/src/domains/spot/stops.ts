import { cmp, mul, stepsIn, sub } from '@tessera/money';
import type { MarketEngine, SymbolFill } from '../../platform/market/engine-types.ts';
import { HIGHEST_PRICE, MOST_LOTS } from '../../platform/market/order-book.ts';
import type { PriceIndex } from '../../platform/market/price-index.ts';
import { type Batch, bookId } from './batch.ts';
import { spotListings } from './listing.ts';
import { isTriggered, isWaiting, type Order } from './order.ts';

/** How far apart two ways to compute one price in double precision may be; what it lets through is compared exactly. */
const NEAR = 1e-9;

/** The orders whose trigger price the tick of this step has reached, by the mark that is recorded with it. */
export function findReached(
  engine: MarketEngine,
  batch: Batch,
  index: PriceIndex,
): { readonly order: Order; readonly tick: number }[] {
  const found: { readonly order: Order; readonly tick: number }[] = [];
  for (const symbol of engine.ticks().keys()) {
    const prices = engine.prices(symbol);
    if (!prices || prices.mark === null) continue;
    const mark = mul(String(prices.mark), prices.tick);
    const near = [1 + NEAR, 1 - NEAR].flatMap((factor) => index.sweep(symbol, Number(mark) * factor).reached);
    for (const id of new Set(near)) {
      const order = batch.order(id);
      if (order?.status !== 'pending' || !order.stop || !isWaiting(order)) continue;
      const away = cmp(mark, order.stop.price);
      if (order.stop.when === 'above' ? away >= 0 : away <= 0) found.push({ order, tick: prices.number });
    }
  }
  return found.sort((one, other) => Number(one.order.id) - Number(other.order.id));
}

/** What of an order is open, in the steps of its market; null where it does not fit them. */
function stepsOf(order: Order, price: string | null, { tick, lot }: { readonly tick: string; readonly lot: string }) {
  const lots = stepsIn(sub(order.progress.amount ?? '0', order.progress.filledAmount), lot);
  const steps = price === null ? null : stepsIn(price, tick);
  if (lots === null || lots > MOST_LOTS) return null;
  if (price !== null && (steps === null || steps > HIGHEST_PRICE)) return null;
  return { lots, price: steps };
}

/** Why an order cannot be placed any more, at a price or at market; null where it can. */
function obstacleOf(order: Order, price: string | null, engine: MarketEngine, batch: Batch): 'closed' | 'terms' | null {
  const listing = spotListings(batch.catalogue).bySymbol.get(order.symbol);
  const prices = engine.prices(order.symbol);
  if (!listing?.base.open || !listing.quote.open) return 'closed';
  return prices && stepsOf(order, price, prices) ? null : 'terms';
}

/**
 * Places an order of the step's own accord: what it reserves is released, what it takes is paid, and what then rests is
 * frozen again once the fills are settled. Where it cannot be placed any more it ends and says why. A triggered order for
 * which there is too little now, or that may not trade with what is there, waits for the next step with what is left of
 * it: its trigger is used once, and what it protects would be without it.
 */
export function placeNow(engine: MarketEngine, batch: Batch, order: Order, at: number): readonly SymbolFill[] {
  const { symbol, userId, progress } = order;
  const { side, limit } = progress;
  const obstacle = obstacleOf(order, limit, engine, batch);
  const steps =
    obstacle === null ? stepsOf(order, limit, engine.prices(symbol) as { tick: string; lot: string }) : null;
  if (!steps) {
    batch.cancel(order, obstacle ?? 'terms', at);
    return [];
  }
  const placed = engine.place(symbol, {
    id: bookId(order.id),
    userId,
    side,
    price: steps.price,
    lots: steps.lots,
    timeInForce: limit === null ? 'IOC' : 'GTC',
  });
  const fills = placed.fills.map((fill) => ({ ...fill, symbol }));
  const isFilled = fills.some(({ taker }) => taker?.id === bookId(order.id));
  const waits = isTriggered(order) && placed.ended === 'market' && (limit === null || placed.barred === true);
  if (waits && !isFilled) {
    // Nothing is written again while it waits.
    if (!order.carried) batch.carry(order);
    return fills;
  }
  batch.release({ ...order, carried: waits }, at);
  batch.placedByStep(order.id, waits ? null : placed.ended === 'budget' ? 'market' : placed.ended);
  return fills;
}

/** Names of the orders that a fill is of. */
const partiesOf = ({ taker, maker }: SymbolFill): string[] =>
  [taker?.id, maker?.id].filter((id): id is string => id !== undefined);

/**
 * Executes the stops that this step has reached, once each: the trigger is written with the order. An order that another of
 * them has met in this step waits for the next, because what is left of it is known once its fills are settled.
 */
export function executeStops(
  engine: MarketEngine,
  batch: Batch,
  index: PriceIndex,
  at: number,
): { readonly fills: SymbolFill[]; readonly triggered: ReadonlySet<string> } {
  const fills: SymbolFill[] = [];
  const done = new Set<string>();
  const met = new Set<string>();
  const isMet = (id: string | null) => id !== null && met.has(bookId(id));
  for (const { order: found, tick } of findReached(engine, batch, index)) {
    const order = batch.order(found.id) as Order;
    if (engine.isWithheld(order.userId) || engine.refusal(order.symbol, at) !== null) continue;
    if (isMet(order.id) || isMet(order.parentId) || order.status !== 'pending') continue;
    const parent = order.parentId === null ? undefined : batch.order(order.parentId);
    if (parent?.status === 'pending') {
      // Its stop-loss is reached: it goes on buying into a loss no longer.
      engine.cancel(parent.symbol, bookId(parent.id));
      batch.cancel(parent, 'stop_loss', at);
    }
    if (order.progress.limit !== null) engine.cancel(order.symbol, bookId(order.id));
    const stop = { ...(order.stop as NonNullable<Order['stop']>), tick, at };
    const triggered = batch.trigger(order, stop, at);
    const placed = placeNow(engine, batch, triggered, at);
    done.add(order.id);
    for (const fill of placed) for (const id of partiesOf(fill)) met.add(id);
    fills.push(...placed);
  }
  return { fills, triggered: done };
}
