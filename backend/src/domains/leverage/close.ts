import { isCrossUnderWater, oppositeSide } from '@tessera/api/leverage/rules';
import { add, cmp, div, isPositive, isZero, max, mul, sub, sum } from '@tessera/money';
import { DomainError } from '../../platform/http/domain-error.ts';
import { refuseBarred } from '../../platform/market/carried.ts';
import type { MarketEngine, SymbolFill, SymbolPrices } from '../../platform/market/engine-types.ts';
import type { SignedIn } from '../../platform/session/read-session.ts';
import { type Batch, bookId } from './batch.ts';
import { closingOrder, isForced, type Triggered, UNTRIGGERED } from './closing-order.ts';
import { deleverage, worstTicks } from './deleverage.ts';
import { endOf, openPosition, pricedAt, requireTrading } from './open.ts';
import { type Cause, isOpen, type Order, type Position } from './position.ts';

/**
 * Takes from the book what an order that closes needs, as long as the funds behind its position last, or at any price of the
 * market. One that is not insisted on is rejected where it meets nothing but what it may not trade with. Own orders that it
 * meets are cancelled: no user keeps a position, or its liquidation, open by an order of their own in the way.
 */
function take(
  engine: MarketEngine,
  batch: Batch,
  order: Order,
  at: number,
  { until, insists }: { readonly until: 'funds' | 'any'; readonly insists: boolean },
): SymbolFill[] {
  const fills: SymbolFill[] = [];
  const prices = engine.prices(order.symbol);
  if (!prices) return fills;
  for (;;) {
    const now = batch.order(order.id) as Order;
    const position = batch.position(now.positionId);
    if (now.status !== 'pending' || !position) return fills;
    const placed = engine.place(order.symbol, {
      id: bookId(order.id),
      userId: order.userId,
      side: order.side,
      price: until === 'any' ? null : worstTicks(engine, batch, position, prices),
      marketReach: true,
      lots: Number(div(sub(now.quantity, now.filledQuantity), prices.lot)),
      timeInForce: 'IOC',
    });
    const made = placed.fills.map((fill) => ({ ...fill, symbol: order.symbol }));
    batch.settle(engine, made, at);
    fills.push(...made);
    if (placed.ended === 'own_order' && clearWay(engine, batch, order, at)) continue;
    // Behind an own order may be what it can trade with: it is refused once its way is clear.
    if (!insists && isZero(now.filledQuantity)) refuseBarred(placed, bookId(order.id));
    return fills;
  }
}

/**
 * Takes what an order needs that goes on until it is filled. Where the funds behind its position are used up and the book
 * had not enough, positions across are reduced; insurance pays what not even those can.
 */
function takeForced(engine: MarketEngine, batch: Batch, order: Order, at: number): SymbolFill[] {
  const fills = take(engine, batch, order, at, { until: 'funds', insists: true });
  const left = batch.order(order.id) as Order;
  if (left.status === 'pending' && deleverage(engine, batch, left, at)) {
    fills.push(...takeAtAnyPrice(engine, batch, order, at));
  }
  return fills;
}

/** Takes from the book what an order that closes needs, at any price of the market. */
export const takeAtAnyPrice = (engine: MarketEngine, batch: Batch, order: Order, at: number): SymbolFill[] =>
  take(engine, batch, order, at, { until: 'any', insists: true });

/** Cancels the user's orders that rest on the other side. Returns whether there were any. */
function clearWay(engine: MarketEngine, batch: Batch, order: Order, at: number): boolean {
  let cleared = false;
  for (const position of batch.positionsOf(order.userId)) {
    if (position.symbol !== order.symbol) continue;
    for (const other of batch.ordersOf(position.id)) {
      if (other.side === order.side || other.kind !== 'limit') continue;
      if (engine.cancel(other.symbol, bookId(other.id)) === null) continue;
      batch.cancelOrder(other, 'own_order', at);
      cleared = true;
    }
  }
  return cleared;
}

/**
 * Closes a quantity of an open position at the market. What the book does not take stays open: of a user's order for good,
 * of one that the exchange has to close until a later step takes it (`insists`).
 */
export function closeQuantity(
  engine: MarketEngine,
  batch: Batch,
  position: Position,
  {
    quantity,
    cause,
    triggered = UNTRIGGERED,
    insists,
  }: {
    readonly quantity: string;
    readonly cause: Cause;
    readonly triggered?: Triggered;
    readonly insists: boolean;
  },
  at: number,
): SymbolFill[] {
  const whole = cmp(quantity, position.quantity) === 0;
  if (whole) {
    for (const entry of batch.ordersOf(position.id)) {
      if (isForced(entry)) continue;
      engine.cancel(entry.symbol, bookId(entry.id));
      batch.cancelOrder(entry, 'closed', at);
    }
  } else {
    batch.dropClosings(engine, position, sub(position.quantity, quantity), at);
  }
  const order: Order = { ...closingOrder(batch, position, quantity, at), cause, ...triggered };
  batch.putOrder(order);
  const fills = insists
    ? takeForced(engine, batch, order, at)
    : take(engine, batch, order, at, { until: 'funds', insists });
  const after = batch.order(order.id) as Order;
  if (after.status !== 'pending') return fills;
  if (!insists) {
    if (isZero(after.filledQuantity)) throw new DomainError('no_liquidity');
    batch.cancelOrder(after, 'market', at);
    return fills;
  }
  const left = batch.position(position.id) as Position;
  batch.putPosition({ ...left, status: 'closing', updatedAt: at });
  return fills;
}

/** Goes on with an order that the book did not fill whole. */
export function goOnClosing(engine: MarketEngine, batch: Batch, order: Order, at: number): SymbolFill[] {
  const fills = takeForced(engine, batch, order, at);
  const position = batch.position(order.positionId);
  const waits = batch.ordersOf(order.positionId).some(isForced);
  // A part is closed: the rest is a position like any other.
  if (position?.status === 'closing' && !waits) batch.putPosition({ ...position, status: 'open', updatedAt: at });
  return fills;
}

export type ClosePosition = {
  readonly kind: 'close';
  readonly userId: string;
  readonly id: string;
  /** Lots; null: all. */
  readonly share: number | null;
  /** Limit price; undefined: at the market. */
  readonly price?: string | undefined;
  readonly cause: 'user' | 'staff';
};

/** Closes all or a part of a position, or cancels what is pending of it. */
export function closePosition(
  engine: MarketEngine,
  { userId, id, share, price, cause }: ClosePosition,
  batch: Batch,
  at: number,
): SymbolFill[] {
  const position = batch.position(id);
  if (position?.userId !== userId) throw new DomainError('position_not_open', { field: 'id' });
  if (position.status === 'pending' && price === undefined) {
    const [order] = batch.ordersOf(id);
    if (!order) throw new DomainError('position_not_open', { field: 'id' });
    const refusal = engine.cancelRefusal(order.symbol, at);
    if (refusal) throw new DomainError(refusal);
    engine.cancel(order.symbol, bookId(order.id));
    batch.cancelOrder(order, 'user', at);
    return [];
  }
  if (position.status !== 'open') throw new DomainError('position_not_open', { field: 'id' });
  const instrument = batch.instrument(position.symbol);
  const prices = requireTrading(engine, instrument, at);
  const others = price === undefined ? [] : batch.closingsOf(id);
  const most = sub(position.quantity, sum(others.map((order) => sub(order.quantity, order.filledQuantity))));
  const quantity = share === null ? most : mul(String(share), instrument.lot);
  if (cmp(quantity, most) > 0 || isZero(quantity)) {
    const max = div(most, instrument.lot);
    throw new DomainError('share_limit', { field: 'share', params: { min: 1, max } });
  }
  if (price !== undefined) return closeAtLimit(engine, batch, position, { quantity, price, prices }, at);
  return closeQuantity(engine, batch, position, { quantity, cause, insists: false }, at);
}

/**
 * Closes a quantity at a price or better: what the book does not take rests, and is filled as any resting order. Its
 * loss and its fee are paid from what is there now: from the margin of its lots, of a cross position also from
 * the account, which is frozen. So no partner makes the insurance pay by a price far from the market.
 */
function closeAtLimit(
  engine: MarketEngine,
  batch: Batch,
  position: Position,
  { quantity, price, prices }: { readonly quantity: string; readonly price: string; readonly prices: SymbolPrices },
  at: number,
): SymbolFill[] {
  const { userId, symbol, currency, side, mode } = position;
  const ticks = pricedAt({ kind: 'limit', side }, price, prices, batch);
  const order: Order = { ...closingOrder(batch, position, quantity, at), kind: 'limit', price: add(price, '0') };
  const need = batch.needOfClosing(engine, order, position);
  if (mode === 'isolated' && isPositive(need)) throw new DomainError('would_liquidate', { field: 'target_price' });
  if (cmp(need, max('0', sub(batch.available(userId, currency), batch.owed(engine, userId, currency)))) > 0) {
    throw new DomainError('insufficient_balance', { field: 'target_price' });
  }
  batch.putOrder(order);
  batch.reserve(engine, order, at);
  const sinks = isCrossUnderWater(batch.available(userId, currency), batch.crossRisk(engine, userId, currency));
  if (isPositive(need) && sinks) throw new DomainError('insufficient_balance', { field: 'target_price' });
  const placed = engine.place(symbol, {
    id: bookId(order.id),
    userId,
    side: order.side,
    price: ticks,
    lots: Number(div(quantity, prices.lot)),
    timeInForce: 'GTC',
  });
  refuseBarred(placed, bookId(order.id));
  const fills = placed.fills.map((fill) => ({ ...fill, symbol }));
  batch.settle(engine, fills, at);
  const after = batch.order(order.id) as Order;
  if (after.status === 'pending' && placed.ended !== null) batch.cancelOrder(after, endOf(placed.ended, after), at);
  return fills;
}

export type CloseAll = {
  readonly kind: 'close_all';
  readonly userId: string;
  /** Null: both. */
  readonly side: Position['side'] | null;
  readonly symbol: string | null;
  readonly category: Position['category'] | null;
};

export type ClosedAll = {
  readonly closed: readonly string[];
  readonly refused: readonly { readonly id: string; readonly error: string }[];
  readonly fills: readonly SymbolFill[];
};

/** Closes the open positions that fit, each alone: one that is refused stays, and keeps no other. */
export function closeAll(engine: MarketEngine, command: CloseAll, batch: Batch, at: number): ClosedAll {
  const { userId, side, symbol, category } = command;
  const closed: string[] = [];
  const refused: { id: string; error: string }[] = [];
  const fills: SymbolFill[] = [];
  const fitting = batch
    .positionsOf(userId)
    .filter(
      (each) =>
        isOpen(each) &&
        (side === null || each.side === side) &&
        (symbol === null || each.symbol === symbol) &&
        (category === null || each.category === category),
    )
    .toSorted((a, b) => Number(a.id) - Number(b.id));
  for (const { id } of fitting) {
    const undo = [engine.savepoint(), batch.savepoint()];
    try {
      fills.push(...closePosition(engine, { kind: 'close', userId, id, share: null, cause: 'user' }, batch, at));
      closed.push(id);
    } catch (error) {
      for (const each of undo) each();
      if (!(error instanceof DomainError)) throw error;
      refused.push({ id, error: error.code });
    }
  }
  return { closed, refused, fills };
}

export type ReversePosition = {
  readonly kind: 'reverse';
  readonly userId: string;
  readonly level: SignedIn['level'];
  readonly country: string | null;
  readonly id: string;
};

/** Closes a position whole and opens the opposite of the same size. Rejects where one of both is not possible. */
export function reversePosition(
  engine: MarketEngine,
  { userId, level, country, id }: ReversePosition,
  batch: Batch,
  at: number,
): { readonly opened: string; readonly fills: readonly SymbolFill[] } {
  const position = batch.position(id);
  if (position?.userId !== userId || position.status !== 'open') {
    throw new DomainError('position_not_open', { field: 'id' });
  }
  const { symbol, side, mode, multiple, quantity } = position;
  const fills = closePosition(engine, { kind: 'close', userId, id, share: null, cause: 'user' }, batch, at);
  if (batch.position(id)?.status !== 'closed') throw new DomainError('no_liquidity');
  const { lot } = batch.instrument(symbol);
  const share = Number(div(quantity, lot));
  const opened = openPosition(
    engine,
    {
      kind: 'open',
      userId,
      level,
      country,
      sourceId: null,
      slippage: null,
      worst: null,
      order: { symbol, side: oppositeSide(side), mode, multiple, kind: 'market', share },
    },
    batch,
    at,
  );
  if (batch.position(opened.id)?.quantity !== quantity) throw new DomainError('no_liquidity');
  return { opened: opened.id, fills: [...fills, ...opened.fills] };
}
