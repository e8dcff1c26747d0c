import type { ReadInput } from '@tessera/api/contract';
import {
  exceedsExposure,
  isCrossUnderWater,
  isUnderWater,
  liquidationPrice,
  mostNotional,
  pnlOf,
  transferable,
} from '@tessera/api/leverage/rules';
import type { leverPlacementFromWire } from '@tessera/api/leverage/wire';
import { bandProblem } from '@tessera/api/spot/rules';
import { add, cmp, div, isNegative, isOnStep, isZero, max, min, mul, neg, quantize, sub, sum } from '@tessera/money';
import type { Instrument } from '../../platform/catalogue/catalogue.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { refuseBarred } from '../../platform/market/carried.ts';
import type { MarketEngine, SymbolFill, SymbolPrices } from '../../platform/market/engine-types.ts';
import { HIGHEST_PRICE, MOST_LOTS } from '../../platform/market/order-book.ts';
import { refuseWorse } from '../../platform/market/shown-price.ts';
import type { SignedIn } from '../../platform/session/read-session.ts';
import { type Batch, bookId, indexOf, markOf, worseOf } from './batch.ts';
import { inUsdt, rateOf } from './conversion.ts';
import { mostWeight, refuseOpening } from './open-interest.ts';
import { bookSide, isOpen, type Order, type Position, riskOf } from './position.ts';
import { makeRoom } from './room.ts';
import { addTrigger, type NewTrigger, refuseTrigger, stopOf } from './triggers.ts';

/** A position to open, as it goes to the market. */
export type OpenPosition = {
  readonly kind: 'open';
  readonly userId: string;
  readonly level: SignedIn['level'];
  /** Of the user, where the instrument is not traded everywhere; null where it is, and where it is not known. */
  readonly country: string | null;
  /** The position that it copies. */
  readonly sourceId: string | null;
  /** Of a market order that the house fills in blocks: how far from the index, a ratio. Null: it takes from the book. */
  readonly slippage: string | null;
  /** Of a market order: the worst price that it accepts; null: any. */
  readonly worst: string | null;
  readonly order: Placement;
};

type Read = ReturnType<typeof leverPlacementFromWire<ReadInput<'POST /lever/submit'>>>;
type Placement = Omit<Read, 'price'> & { readonly price?: string | undefined };

export const categoryOf = ({ calendar, symbol }: Pick<Instrument, 'calendar' | 'symbol'>): Position['category'] =>
  calendar === 'crypto' && symbol.endsWith('-PERP') ? 'contract' : 'lever';

/** The last price of each symbol, as text. */
export const lastPrices =
  (engine: MarketEngine) =>
  (symbol: string): string | null => {
    const prices = engine.prices(symbol);
    return prices?.last == null ? null : mul(String(prices.last), prices.tick);
  };

const plain = (value: string): string => add(value, '0');

/** The prices of an instrument that takes orders now; rejects otherwise. */
export function requireTrading(engine: MarketEngine, instrument: Instrument, at: number): SymbolPrices {
  const refusal = engine.refusal(instrument.symbol, at);
  if (refusal) throw new DomainError(refusal);
  const prices = engine.prices(instrument.symbol);
  if (!prices || prices.last === null || prices.mark === null) throw new DomainError('stale_price');
  // Between a change of the terms and the market that follows it.
  if (prices.tick !== instrument.tick || prices.lot !== instrument.lot) throw new DomainError('stale_price');
  return prices;
}

/** Whole lots of a new order; rejects what is no order of this instrument. */
function lotsOf({ share, amount }: Pick<Placement, 'share' | 'amount'>, instrument: Instrument): number {
  const { lot, minAmount } = instrument;
  const field = share === undefined ? 'amount' : 'share';
  if (amount !== undefined && !isOnStep(amount, lot)) {
    throw new DomainError('amount_off_lot', { field, params: { lot } });
  }
  const lots = share === undefined ? div(amount ?? '0', lot) : String(share);
  const least = quantize(div(minAmount, lot), 0, 'up');
  if (cmp(lots, least) < 0 || cmp(lots, String(MOST_LOTS)) > 0) {
    throw new DomainError('share_limit', { field, params: { min: least, max: MOST_LOTS } });
  }
  return Number(lots);
}

/** Price of a pending order in ticks; rejects one off the tick, far from the market, or of a stop that is reached already. */
export function pricedAt(
  order: Pick<Position, 'kind' | 'side'>,
  price: string,
  prices: SymbolPrices,
  batch: Batch,
): number {
  const { tick } = prices;
  const field = 'target_price';
  if (!isOnStep(price, tick)) throw new DomainError('price_off_tick', { field, params: { tick } });
  const { configuration } = batch.reads;
  if (!configuration) throw new Error('the limits were not read');
  const band = bandProblem(price, mul(String(prices.last), tick), configuration.spotPriceBandPercent);
  if (band) throw new DomainError(band.code, { field, params: band.params });
  const ticks = Number(div(price, tick));
  if (ticks > HIGHEST_PRICE) {
    throw new DomainError('field_too_large', { field, params: { max: mul(String(HIGHEST_PRICE), tick) } });
  }
  const mark = prices.mark as number;
  if (order.kind === 'stop' && (order.side === 'long' ? ticks <= mark : ticks >= mark)) {
    throw new DomainError('stop_entry_wrong', { field });
  }
  return ticks;
}

/** What an opening comes to, in the settlement currency. */
export type Size = {
  /** With what is open of the position, and what of it waits. */
  readonly notional: string;
  /** What of it opens at once. */
  readonly taken: string;
};

/** Rejects a notional value beyond the user's limit or that of the multiple. */
function refuseSize(
  engine: MarketEngine,
  position: Position,
  size: Size,
  level: SignedIn['level'] | null,
  batch: Batch,
  at: number,
): void {
  const { configuration } = batch.reads;
  if (!configuration) throw new Error('the limits were not read');
  const { currency, multiple, userId, symbol, side, id } = position;
  const { notional } = size;
  if (level !== null) {
    const value = inUsdt(currency, notional, lastPrices(engine));
    if (value === null) throw new DomainError('stale_price');
    const limit = configuration.orderLimits[level];
    if (cmp(value, limit) > 0) throw new DomainError('order_limit', { field: 'share', params: { limit } });
  }
  refuseExposure(engine, position, size, batch, at);
  const { tiers } = batch.instrument(symbol);
  if (tiers.length === 0) return;
  const most = mostNotional(tiers, multiple) ?? '0';
  // Several positions of a side are one for this: a large one is not split.
  const held = batch
    .positionsOf(userId)
    .filter((other) => other.symbol === symbol && other.side === side && other.id !== id)
    .map((other) => notionalOfAll(batch, other));
  if (cmp(add(notional, sum(held)), most) > 0) {
    throw new DomainError('leverage_limit', { field: 'multiple', params: { multiple, limit: most, currency } });
  }
}

/**
 * Rejects what would take what users hold of an instrument beyond its caps, and what opens while insurance has paid its own.
 * For what opens at once orders that wait give way.
 */
export function refuseExposure(
  engine: MarketEngine,
  { id, symbol, side, rate, multiple }: Position,
  { notional, taken }: Size,
  batch: Batch,
  at: number,
): void {
  const instrument = batch.instrument(symbol);
  const { exposureCap } = instrument;
  const mark = markOf(engine, symbol);
  if (mark === null) throw new DomainError('stale_price');
  const unit = Number(mark) * Number(rate);
  const weighted = () => batch.weightedIn(symbol, side, id) + Number(notional) * multiple;
  const over = weighted() - mostWeight(instrument, multiple, unit);
  // What waits itself takes no place of others that wait.
  if (over > 0 && over <= Number(taken) * multiple) makeRoom(engine, batch, { id, symbol, side }, over, at);
  refuseOpening(instrument, multiple, { weighted: weighted(), insured: batch.insuredOn(symbol, at), unit });
  if (exposureCap === null) return;
  const net = mul(mul(batch.netOf(symbol), mark), rate);
  if (exceedsExposure(side, net, notional, exposureCap)) throw new DomainError('exposure_full', { params: { symbol } });
}

/** Of a position and of what is pending for it, in the settlement currency. */
function notionalOfAll(batch: Batch, position: Position): string {
  const pending = batch
    .ordersOf(position.id)
    .filter(({ purpose }) => purpose === 'open')
    .map((order) => mul(sub(order.quantity, order.filledQuantity), order.stopPrice ?? order.price ?? '0'));
  return mul(add(position.entryExact, sum(pending)), position.rate);
}

/** What of the available funds no cross position needs for its loss or its margin, and no charge that is due. */
export function freeOf(
  engine: MarketEngine,
  batch: Batch,
  userId: string,
  currency: string,
  cross = batch.crossRisk(engine, userId, currency),
): string {
  const free = transferable(batch.available(userId, currency), cross);
  return max('0', sub(free, batch.owed(engine, userId, currency)));
}

/**
 * The price at which a limit order would open what is liquidated at once, in the quote currency. From there on it does not
 * stay in the book: a partner who fills it there would be paid by the insurance.
 */
export const leftBehindAt = ({ side, multiple, threshold, closingFeeRate }: Position, price: string): string =>
  liquidationPrice({ side, entry: price, multiple, threshold, feeRate: closingFeeRate });

/** Rejects an order that rests so far beyond the index, which no order moves. */
function refuseLeftBehind(position: Position, price: string, prices: SymbolPrices): void {
  if (prices.index === null) throw new DomainError('stale_price');
  const away = cmp(mul(String(prices.index), prices.tick), leftBehindAt(position, price));
  if (position.side === 'long' ? away <= 0 : away >= 0) throw new DomainError('would_liquidate');
}

/** Puts an order into the market: what it takes is opened, what is left rests or ends. Rejects what the user cannot pay for. */
export function enter(
  engine: MarketEngine,
  batch: Batch,
  {
    position,
    order,
    level,
    shown,
  }: {
    readonly position: Position;
    readonly order: Order;
    /** Null: its size was judged before. */
    readonly level: SignedIn['level'] | null;
    /** The average price that the user was shown, of a market order. */
    readonly shown?: string | undefined;
  },
  at: number,
): SymbolFill[] {
  const instrument = batch.instrument(position.symbol);
  const prices = requireTrading(engine, instrument, at);
  const { tick, lot } = prices;
  const { userId, currency, rate } = position;
  const rests = order.kind === 'limit';
  const placed = engine.place(position.symbol, {
    id: bookId(order.id),
    userId,
    side: order.side,
    price: order.price === null ? null : Number(div(order.price, tick)),
    lots: Number(div(order.quantity, lot)),
    timeInForce: rests ? 'GTC' : 'IOC',
  });
  refuseBarred(placed, bookId(order.id));
  const fills = placed.fills.map((fill) => ({ ...fill, symbol: position.symbol }));
  let lots = 0n;
  let value = 0n;
  for (const { taker, price, lots: size, takerRested = false } of placed.fills) {
    if (taker?.id !== bookId(order.id) || takerRested) continue;
    lots += BigInt(size);
    value += BigInt(price) * BigInt(size);
  }
  const quantity = mul(String(lots), lot);
  const exact = mul(String(value), mul(tick, lot));
  if (!rests && isZero(quantity)) throw new DomainError('no_liquidity');
  refuseWorse({ side: order.side, shown, spread: instrument.spread, tick }, { amount: quantity, total: exact });
  const left = sub(order.quantity, quantity);
  const stays = rests && placed.ended === null && !isZero(left);
  if (stays) refuseLeftBehind(position, order.price ?? '0', prices);
  const open = stays ? mul(order.price ?? '0', left) : '0';
  refuseSize(
    engine,
    position,
    {
      notional: mul(max(add(exact, open), mul(order.price ?? '0', order.quantity)), rate),
      taken: mul(exact, rate),
    },
    level,
    batch,
    at,
  );
  const opened: Position = {
    ...position,
    quantity,
    entryExact: exact,
    margin: div(mul(exact, rate), String(position.multiple)),
    required: div(mul(exact, rate), String(position.multiple)),
    status: 'open',
  };
  const worse = worseOf(engine, position.symbol, position.side);
  if (worse === null) throw new DomainError('stale_price');
  // What the fills are away from the market is lost at once.
  const loss = isZero(quantity)
    ? '0'
    : min('0', pnlOf(position.side, div(exact, quantity), worse, mul(quantity, rate)));
  const taken = isZero(quantity) ? '0' : batch.costOf(position, exact);
  const reserve = stays
    ? batch.reserveOf(engine, { ...order, filledQuantity: quantity, filledExact: exact, status: 'pending' }, position)
    : '0';
  const needed = sum([taken, reserve, neg(loss)]);
  const others = batch.crossRisk(engine, userId, currency);
  if (cmp(needed, freeOf(engine, batch, userId, currency, others)) > 0) {
    throw new DomainError('insufficient_balance', { field: 'share' });
  }
  if (!isZero(quantity)) {
    const risk = riskOf(opened, worse, batch.rateOf(engine, opened));
    const rest = sub(batch.available(userId, currency), add(taken, reserve));
    const sinks = position.mode === 'isolated' ? isUnderWater(risk) : isCrossUnderWater(rest, [...others, risk]);
    if (sinks) throw new DomainError('would_liquidate');
  }
  batch.putPosition(position);
  batch.putOrder(order);
  batch.settle(engine, fills, at);
  const after = batch.order(order.id) as Order;
  if (after.status === 'pending') {
    if (stays) batch.reserve(engine, after, at);
    else batch.cancelOrder(after, endOf(placed.ended, order), at);
  }
  return fills;
}

/** Why what is left of an order ends. */
export const endOf = (ended: string | null, { price }: Pick<Order, 'price'>): 'own_order' | 'immediate' | 'market' => {
  if (ended === 'own_order') return 'own_order';
  return ended === 'market' || price === null ? 'market' : 'immediate';
};

/** What of its triggers a new position is opened with. */
function triggersOf(order: Placement): NewTrigger[] {
  const found: NewTrigger[] = [];
  for (const [kind, name] of [
    ['take_profit', 'target_profit'],
    ['stop_loss', 'stop_loss'],
  ] as const) {
    const stated = stopOf(order, name);
    if (stated) found.push({ ...stated, kind, quantity: null, activationPrice: null });
  }
  if (order.trailing_distance !== undefined) {
    const { trailing_distance: value, trailing_from: activationPrice = null } = order;
    found.push({ kind: 'trailing_stop', by: 'distance', value, quantity: null, activationPrice });
  }
  return found;
}

/** Opens a position at the market, or places an order for one. Returns it, and the fills of all orders. */
export function openPosition(
  engine: MarketEngine,
  { userId, level, country, sourceId, slippage, worst, order }: OpenPosition,
  batch: Batch,
  at: number,
): { readonly id: string; readonly fills: readonly SymbolFill[] } {
  const { configuration } = batch.reads;
  if (!configuration) throw new Error('the limits were not read');
  const instrument = batch.catalogue.instrument(order.symbol);
  if (!instrument?.trades.includes('lever')) throw new DomainError('instrument_unknown', { field: 'symbol' });
  if (country !== null && instrument.countries.includes(country)) {
    throw new DomainError('country_restricted', { field: 'symbol' });
  }
  const prices = requireTrading(engine, instrument, at);
  if (!instrument.multiples.includes(order.multiple)) {
    throw new DomainError('leverage_not_offered', { field: 'multiple' });
  }
  batch.requireUnbraked(userId, order.multiple, at);
  if (batch.positionsOf(userId).length >= configuration.maxOpenOrders) {
    throw new DomainError('too_many_orders', { params: { max: configuration.maxOpenOrders } });
  }
  const lots = lotsOf(order, instrument);
  const price = order.price === undefined ? null : plain(order.price);
  if (price !== null) pricedAt(order, price, prices, batch);
  const rate = rateOf(instrument, (other) => indexOf(engine, other));
  if (rate === null) throw new DomainError('stale_price');
  const quantity = mul(String(lots), instrument.lot);
  const id = batch.nextId('order');
  const position: Position = {
    id,
    userId,
    symbol: order.symbol,
    category: categoryOf(instrument),
    currency: instrument.settlement,
    side: order.side,
    mode: order.mode,
    multiple: order.multiple,
    rate,
    rateFixed: false,
    threshold: instrument.liquidationThreshold,
    closingFeeRate: batch.feesOf({ userId, symbol: order.symbol }).takerFeeRate,
    kind: order.kind,
    price,
    orderedQuantity: quantity,
    quantity: '0',
    entryExact: '0',
    openedQuantity: '0',
    openedExact: '0',
    closedQuantity: '0',
    closedExact: '0',
    margin: '0',
    required: '0',
    fee: '0',
    overnightFee: '0',
    fundingFee: '0',
    realized: '0',
    shortfall: '0',
    status: 'pending',
    closeReason: null,
    triggerTick: null,
    triggerPrice: null,
    sourceId,
    slippage,
    createdAt: at,
    openedAt: null,
    closedAt: null,
    updatedAt: at,
  };
  const entry: Order = {
    id,
    positionId: id,
    userId,
    symbol: order.symbol,
    purpose: 'open',
    side: bookSide(order.side, 'open'),
    kind: order.kind,
    cause: 'user',
    price: order.kind === 'limit' ? price : worst,
    stopPrice: order.kind === 'stop' ? price : null,
    slippage,
    quantity,
    filledQuantity: '0',
    filledExact: '0',
    fee: '0',
    profit: null,
    reserved: '0',
    status: 'pending',
    ended: null,
    triggerId: null,
    triggerTick: null,
    triggerPrice: null,
    createdAt: at,
    updatedAt: at,
  };
  const mark = mul(String(prices.mark), prices.tick);
  for (const trigger of triggersOf(order)) {
    refuseTrigger(trigger, position, { tick: prices.tick, rate, against: price ?? mark, liquidation: null });
  }
  batch.putPosition(position);
  for (const trigger of triggersOf(order)) addTrigger(batch, position, trigger, rate, at);
  if (order.kind !== 'stop' && slippage === null) {
    return { id, fills: enter(engine, batch, { position, order: entry, level, shown: order.expected_price }, at) };
  }
  const notional = mul(mul(entry.stopPrice ?? entry.price ?? mark, quantity), rate);
  refuseSize(engine, position, { notional, taken: '0' }, level, batch, at);
  const needed = batch.reserveOf(engine, entry, position);
  if (cmp(needed, freeOf(engine, batch, userId, position.currency)) > 0) {
    throw new DomainError('insufficient_balance', { field: 'share' });
  }
  batch.putOrder(entry);
  batch.reserve(engine, entry, at);
  return { id, fills: [] };
}

/** The order that opens a position and is pending; rejects where there is none of this user. */
function requireEntry(
  batch: Batch,
  userId: string,
  id: string,
): { readonly position: Position; readonly order: Order } {
  const position = batch.position(id);
  if (position?.userId !== userId) throw new DomainError('not_found', { field: 'id' });
  const order = batch.ordersOf(id).find(({ purpose }) => purpose === 'open');
  if (!order) throw new DomainError('order_not_open', { field: 'id' });
  return { position, order };
}

export type CancelEntry = {
  readonly kind: 'cancel';
  readonly userId: string;
  /** The position's. */
  readonly id: string;
  /** Of a limit order that closes; without it, the order that opens. */
  readonly orderId?: string | undefined;
};

/** A limit order that closes some of a position and is pending; rejects where there is none of this user. */
function requireClosing(batch: Batch, userId: string, id: string, orderId: string): Order {
  if (batch.position(id)?.userId !== userId) throw new DomainError('not_found', { field: 'id' });
  const order = batch.closingsOf(id).find((each) => each.id === orderId);
  if (!order) throw new DomainError('order_not_open', { field: 'order_id' });
  return order;
}

/** Cancels what of an order is not filled. An earlier fill wins. */
export function cancelEntry(engine: MarketEngine, command: CancelEntry, batch: Batch, at: number): void {
  const { userId, id, orderId } = command;
  const order =
    orderId === undefined ? requireEntry(batch, userId, id).order : requireClosing(batch, userId, id, orderId);
  const refusal = engine.cancelRefusal(order.symbol, at);
  if (refusal) throw new DomainError(refusal);
  engine.cancel(order.symbol, bookId(order.id));
  batch.cancelOrder(order, 'user', at);
}

export type AmendEntry = {
  readonly kind: 'amend';
  readonly userId: string;
  readonly level: SignedIn['level'];
  readonly id: string;
  readonly price: string;
};

/** Moves the price of a pending order: it loses its place in time, and takes what stands at its new price. */
export function amendEntry(engine: MarketEngine, command: AmendEntry, batch: Batch, at: number): SymbolFill[] {
  const { userId, level, id } = command;
  const { position, order } = requireEntry(batch, userId, id);
  if (order.triggerTick !== null || order.kind === 'market') throw new DomainError('order_not_open', { field: 'id' });
  // Where it is moved to it may fill at once: it is an opening like any other.
  batch.requireUnbraked(userId, position.multiple, at);
  const instrument = batch.instrument(order.symbol);
  const prices = requireTrading(engine, instrument, at);
  const refusal = engine.cancelRefusal(order.symbol, at);
  if (refusal) throw new DomainError(refusal);
  const price = plain(command.price);
  pricedAt(position, price, prices, batch);
  const moved = { ...position, price, updatedAt: at };
  const amended: Order = {
    ...order,
    ...(order.kind === 'stop' ? { stopPrice: price } : { price }),
    updatedAt: at,
  };
  const before = batch.available(userId, position.currency);
  const free = add(freeOf(engine, batch, userId, position.currency), order.reserved);
  const needed = batch.reserveOf(engine, amended, position);
  if (cmp(needed, max(free, '0')) > 0 || isNegative(add(before, sub(order.reserved, needed)))) {
    throw new DomainError('insufficient_balance', { field: 'target_price' });
  }
  const notional = mul(mul(price, order.quantity), position.rate);
  refuseSize(engine, moved, { notional, taken: '0' }, level, batch, at);
  batch.putPosition(moved);
  if (order.kind === 'stop') {
    batch.putOrder(amended);
    batch.reserve(engine, amended, at);
    return [];
  }
  engine.cancel(order.symbol, bookId(order.id));
  const open = sub(amended.quantity, amended.filledQuantity);
  batch.putOrder(amended);
  batch.reserve(engine, amended, at);
  const placed = engine.place(order.symbol, {
    id: bookId(order.id),
    userId,
    side: order.side,
    price: Number(div(price, prices.tick)),
    lots: Number(div(open, prices.lot)),
    timeInForce: 'GTC',
  });
  refuseBarred(placed, bookId(order.id));
  const fills = placed.fills.map((fill) => ({ ...fill, symbol: order.symbol }));
  batch.settle(engine, fills, at);
  const after = batch.order(order.id) as Order;
  if (after.status === 'pending' && placed.ended === null) refuseLeftBehind(moved, price, prices);
  if (after.status === 'pending' && placed.ended !== null) batch.cancelOrder(after, endOf(placed.ended, after), at);
  const worse = worseOf(engine, order.symbol, position.side);
  const opened = batch.position(id) as Position;
  if (worse !== null && isOpen(opened)) {
    const { mode, currency } = opened;
    const risk = riskOf(opened, worse, batch.rateOf(engine, opened));
    const others = batch.crossRisk(engine, userId, currency, id);
    const sinks =
      mode === 'isolated'
        ? isUnderWater(risk)
        : isCrossUnderWater(batch.available(userId, currency), [...others, risk]);
    if (sinks) throw new DomainError('would_liquidate');
  }
  return fills;
}
