import { isUnderWater, pnlOf } from '@tessera/api/leverage/rules';
import { cmp, div, isPositive, isZero, min, mul, neg, sub, sum } from '@tessera/money';
import type { FastifyBaseLogger } from 'fastify';
import { DomainError } from '../../platform/http/domain-error.ts';
import { freezeEntries } from '../../platform/ledger/index.ts';
import type { MarketEngine, SymbolFill, SymbolPrices } from '../../platform/market/engine-types.ts';
import { fillInBlocks } from '../../platform/market/fill-in-blocks.ts';
import type { Side } from '../../platform/market/order-book.ts';
import { type Batch, bookId, worseOf } from './batch.ts';
import { takeAtAnyPrice } from './close.ts';
import { closingOrder, type Triggered, UNTRIGGERED } from './closing-order.ts';
import { deleverage, worstTicks } from './deleverage.ts';
import { freeOf, refuseExposure } from './open.ts';
import { type Cause, isOpen, type Order, type Position, referenceOf, riskOf } from './position.ts';

/*
 * Orders that the house fills in blocks. They wait outside of the book and meet no user's order: a step gathers those of an
 * instrument and a side, asks the house how many lots it takes at which price, and allots them. What it does not take waits
 * for the next block.
 */

/** How long an order waits for what it opens, ms. */
const OPENS_WITHIN = 30_000;
/** From a fill of an order to its next one, ms: the house refills meanwhile, and no order is filled lot by lot. */
const PAUSE = 2_000;
/** Orders of an instrument and a side that one step fills; the others wait for their turn. */
const MOST = 400;
/** ms after which others of them have their turn: about a step. */
const TURN = 500;

const isOpening = ({ purpose }: Order): boolean => purpose === 'open';
/** Whether an order liquidates a copy. */
export const liquidatesCopy = ({ cause, slippage }: Order): boolean => cause === 'liquidation' && slippage !== null;
const isLate = (order: Order, at: number): boolean => isOpening(order) && at - order.createdAt >= OPENS_WITHIN;
/** What has just begun to fill waits; what the house took nothing of yet does not, nor does a liquidation. */
const pauses = (order: Order, at: number): boolean =>
  !isZero(order.filledQuantity) && at - order.updatedAt < PAUSE && !liquidatesCopy(order);

/** Liquidations before the others, which may wait. */
const liquidationsFirst = (waiting: readonly Order[]): readonly Order[] => [
  ...waiting.filter(liquidatesCopy),
  ...waiting.filter((order) => !liquidatesCopy(order)),
];

/**
 * Those of an instrument and a side that have their turn at a time: liquidations, and of the others, where more wait than a
 * step fills, the next ones with each step. A closing waits for as long as the house is beyond its limit: the oldest with the
 * narrowest limits would keep all that came after them from it.
 */
function inTurn(orders: readonly Order[], at: number): readonly Order[] {
  if (orders.length <= MOST) return orders;
  const liquidations = orders.filter(liquidatesCopy).slice(0, MOST);
  const others = orders.filter((order) => !liquidatesCopy(order));
  const places = MOST - liquidations.length;
  const start = others.length === 0 ? 0 : (Math.floor(at / TURN) * places) % others.length;
  const turned = [...others.slice(start), ...others.slice(0, start)];
  return [...liquidations, ...turned.slice(0, places)];
}

/** Whose orders a step may fill or end: those of a market that is shut are not read until it opens. */
export function blockUsers(waiting: readonly Order[], shut: ReadonlySet<string>, at: number): ReadonlySet<string> {
  const users = new Set(waiting.filter((order) => isLate(order, at)).map(({ userId }) => userId));
  const due = waiting.filter((order) => !(isLate(order, at) || pauses(order, at) || shut.has(order.symbol)));
  for (const group of Map.groupBy(due, ({ symbol, side }) => `${symbol} ${side}`).values()) {
    for (const { userId } of inTurn(group, at)) users.add(userId);
  }
  return users;
}

/** Lots of an order that are not filled, and that its position still has where it closes. */
function lotsLeft(batch: Batch, order: Order, lot: string): number {
  const open = sub(order.quantity, order.filledQuantity);
  const position = batch.position(order.positionId);
  if (!position) throw new Error(`the order ${order.id} is of no position`);
  return Number(div(isOpening(order) ? open : min(open, position.quantity), lot));
}

/**
 * Fills the orders that wait and the liquidations that this step begins, as far as the house takes them now. Openings that
 * have waited too long end. `shut` follows which of their symbols are not traded now.
 */
export function executeBlocks(
  engine: MarketEngine,
  batch: Batch,
  waiting: Iterable<string>,
  shut: Set<string>,
  at: number,
  log: Pick<FastifyBaseLogger, 'error'>,
): SymbolFill[] {
  const groups = new Map<string, Order[]>();
  const judged = new Set<string>();
  const isShut = (symbol: string): boolean => {
    if (!judged.has(symbol)) {
      judged.add(symbol);
      if (engine.refusal(symbol, at) === null) shut.delete(symbol);
      else shut.add(symbol);
    }
    return shut.has(symbol);
  };
  const begun = batch.changed.orders.filter(liquidatesCopy).map(({ id }) => id);
  const orders = [...new Set([...waiting, ...begun])].flatMap((id) => batch.order(id) ?? []);
  for (const order of liquidationsFirst(orders)) {
    if (order.status !== 'pending') continue;
    const waits = isShut(order.symbol);
    if (engine.isWithheld(order.userId) || !batch.reads.known.has(order.userId)) continue;
    if (isLate(order, at)) {
      batch.cancelOrder(order, 'market', at);
      continue;
    }
    if (waits || pauses(order, at)) continue;
    const key = `${order.symbol} ${order.side}`;
    const group = groups.get(key);
    if (!group) groups.set(key, [order]);
    else if (group.length < MOST) group.push(order);
  }
  const fills: SymbolFill[] = [];
  for (const group of groups.values()) {
    const undo = [engine.savepoint(), batch.savepoint()];
    try {
      const made = fillTogether(engine, batch, group, at);
      for (const order of group) if (liquidatesCopy(order)) made.push(...fillBeyondFunds(engine, batch, order, at));
      fills.push(...made);
    } catch (err) {
      for (const each of undo) each();
      // Nothing that one instrument is may hold the market up.
      log.error({ err, symbol: group[0]?.symbol }, 'a block of leverage failed');
    }
  }
  return fills;
}

/** Any price, of a block. */
const ANY = { within: Number.POSITIVE_INFINITY, worst: null } as const;

/** At which prices an order trades: a liquidation as long as the funds behind its position last, others within their limit. */
function boundsOf(engine: MarketEngine, batch: Batch, order: Order, prices: SymbolPrices) {
  if (!liquidatesCopy(order)) {
    return {
      within: Number(order.slippage),
      worst: order.price === null ? null : Number(div(order.price, prices.tick)),
    };
  }
  const position = batch.position(order.positionId);
  const worst = position ? worstTicks(engine, batch, position, prices) : null;
  return { ...ANY, worst };
}

/**
 * Where the mark is at the price at which the funds behind a liquidation are used up, what the house did not take reduces
 * the positions across. Only what is left then is traded at any price: by the house, and at the very last in the book.
 */
function fillBeyondFunds(engine: MarketEngine, batch: Batch, { id }: Order, at: number): SymbolFill[] {
  const isOver = () => batch.order(id)?.status !== 'pending';
  if (isOver() || !deleverage(engine, batch, batch.order(id) as Order, at) || isOver()) return [];
  const order = batch.order(id) as Order;
  const fills = fillTogether(engine, batch, [order], at, () => ANY);
  return isOver() ? fills : [...fills, ...takeAtAnyPrice(engine, batch, order, at)];
}

/** Fills orders of one instrument and side. */
function fillTogether(
  engine: MarketEngine,
  batch: Batch,
  orders: readonly Order[],
  at: number,
  bounds: typeof boundsOf = boundsOf,
): SymbolFill[] {
  const [{ symbol, side }] = orders as [Order];
  const prices = engine.prices(symbol);
  if (!prices) return [];
  const { tick, lot } = prices;
  const wanted = orders.map((order) => ({
    lots: lotsLeft(batch, order, lot),
    ...bounds(engine, batch, order, prices),
  }));
  const fills: SymbolFill[] = [];
  fillInBlocks(engine, { symbol, side }, wanted, (index, share, price) => {
    const order = orders[index] as Order;
    // An earlier one may have closed what this one is to close.
    const lots = Math.min(share, lotsLeft(batch, order, lot));
    if (lots > 0) fills.push(...fillPart(engine, batch, order, { side, lots, price, lot, tick }, at));
  });
  return fills;
}

type Part = {
  readonly side: Side;
  readonly lots: number;
  /** In ticks. */
  readonly price: number;
  readonly lot: string;
  readonly tick: string;
};

/** Fills a part of a block; an order whose user may not, or cannot, open it any more ends instead. */
function fillPart(engine: MarketEngine, batch: Batch, { id }: Order, part: Part, at: number): SymbolFill[] {
  const order = batch.order(id);
  if (order?.status !== 'pending') return [];
  const undo = [engine.savepoint(), batch.savepoint()];
  try {
    return isOpening(order) ? openPart(engine, batch, order, part, at) : take(engine, batch, order, part, at);
  } catch (error) {
    for (const each of undo) each();
    if (!(error instanceof DomainError)) throw error;
    if (error.code === 'stale_price') return [];
    const short = error.code === 'insufficient_balance';
    batch.cancelOrder(order, short ? 'insufficient_balance' : 'refused', at);
    return [];
  }
}

function take(engine: MarketEngine, batch: Batch, order: Order, { side, lots, price }: Part, at: number): SymbolFill[] {
  const { id, userId, symbol } = order;
  const fills = [...engine.takeBlock(symbol, { id: bookId(id), userId, side, lots, price })];
  batch.settle(engine, fills, at);
  return fills;
}

/** What was frozen for the order is given back, what the part takes is paid, and what is left of it is frozen anew. */
function openPart(engine: MarketEngine, batch: Batch, order: Order, part: Part, at: number): SymbolFill[] {
  const position = batch.position(order.positionId);
  if (!position) throw new Error(`the order ${order.id} opens no position`);
  const { userId, symbol, currency, side, rate } = position;
  // One that is being liquidated grows no more.
  if (position.status === 'closing') return [];
  batch.requireUnbraked(userId, position.multiple, at);
  const quantity = mul(String(part.lots), part.lot);
  const price = mul(String(part.price), part.tick);
  const exact = mul(price, quantity);
  const notional = mul(exact, rate);
  refuseExposure(engine, position, { notional, taken: notional }, batch, at);
  const worse = worseOf(engine, symbol, side);
  if (worse === null) throw new DomainError('stale_price');
  if (isPositive(order.reserved)) {
    batch.post({
      ref: `lever-order:${order.id}:block:${order.filledQuantity}`,
      kind: 'order_release',
      reference: referenceOf(position),
      at,
      entries: freezeEntries(userId, 'lever', currency, neg(order.reserved)),
    });
  }
  const released: Order = { ...order, reserved: '0', updatedAt: at };
  const loss = min('0', pnlOf(side, price, worse, mul(quantity, rate)));
  const rest = batch.reserveOf(
    engine,
    {
      ...released,
      filledQuantity: sum([order.filledQuantity, quantity]),
      filledExact: sum([order.filledExact, exact]),
    },
    position,
  );
  const needed = sum([batch.costOf(position, exact), rest, neg(loss)]);
  if (cmp(needed, freeOf(engine, batch, userId, currency)) > 0) throw new DomainError('insufficient_balance');
  batch.putOrder(released);
  const fills = take(engine, batch, released, part, at);
  const opened = batch.position(position.id) as Position;
  if (isUnderWater(riskOf(opened, worse, batch.rateOf(engine, opened)))) throw new DomainError('would_liquidate');
  const after = batch.order(order.id) as Order;
  if (after.status === 'pending') batch.reserve(engine, after, at);
  return fills;
}

/** Has a quantity of an open position closed in blocks; it stays open until they have taken it. */
export function closeInBlocks(
  batch: Batch,
  position: Position,
  {
    quantity,
    cause,
    triggered = UNTRIGGERED,
  }: { readonly quantity: string; readonly cause: Cause; readonly triggered?: Triggered },
  at: number,
): void {
  const { slippage } = position;
  batch.putOrder({ ...closingOrder(batch, position, quantity, at), cause, slippage, ...triggered });
}

/** Has a copy liquidated in blocks; it meets no user's order as long as the house, or positions across, take it. */
export function liquidateInBlocks(
  engine: MarketEngine,
  batch: Batch,
  position: Position,
  triggered: Triggered,
  at: number,
): void {
  for (const order of batch.ordersOf(position.id)) {
    engine.cancel(order.symbol, bookId(order.id));
    batch.cancelOrder(order, 'closed', at);
  }
  closeInBlocks(batch, position, { quantity: position.quantity, cause: 'liquidation', triggered }, at);
}

/** Cancels what of a position waits for blocks; a liquidation goes on. */
export function cancelBlocks(batch: Batch, { id }: Pick<Position, 'id'>, at: number): void {
  for (const order of batch.ordersOf(id)) {
    if (order.slippage !== null && !liquidatesCopy(order)) batch.cancelOrder(order, 'reduced', at);
  }
}

export type ReduceCopy = {
  readonly kind: 'reduce';
  readonly userId: string;
  readonly id: string;
  /** Lots that stay open. */
  readonly keep: number;
};

/**
 * Closes a copy in blocks until so many lots are left. What of it is not opened yet is not opened any more: its source is
 * being closed. Sent again, it changes nothing.
 */
export function reduceCopy(engine: MarketEngine, { userId, id, keep }: ReduceCopy, batch: Batch, at: number): void {
  const position = batch.position(id);
  if (position?.userId !== userId || position.slippage === null) {
    throw new DomainError('position_not_open', { field: 'id' });
  }
  for (const order of batch.ordersOf(id)) if (isOpening(order)) batch.cancelOrder(order, 'closed', at);
  if (position.status === 'pending') return;
  if (!isOpen(position)) throw new DomainError('position_not_open', { field: 'id' });
  const kept = mul(String(keep), batch.instrument(position.symbol).lot);
  const quantity = sub(position.quantity, kept);
  const before = batch.ordersOf(id).filter(({ cause, slippage }) => cause === 'copy' && slippage !== null);
  const goesOn = sum(before.map((order) => sub(order.quantity, order.filledQuantity)));
  if (cmp(goesOn, quantity) === 0) return;
  for (const order of before) batch.cancelOrder(order, 'reduced', at);
  if (!isPositive(quantity)) return;
  batch.dropClosings(engine, position, kept, at);
  closeInBlocks(batch, position, { quantity, cause: 'copy' }, at);
}
