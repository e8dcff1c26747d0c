import type { ReadInput } from '@tessera/api/contract';
import type { ErrorCode, ErrorParams } from '@tessera/api/errors';
import {
  amountProblem,
  bandProblem,
  bookedTotal,
  boughtProblem,
  limitProblem,
  priceProblem,
  type Side,
  spendProblem,
  totalProblem,
} from '@tessera/api/spot/rules';
import { fieldToWire, orderToWire, type placementFromWire, type WireSpotOrder } from '@tessera/api/spot/wire';
import { add, cmp, div, max, mul, quantize, sub, toStep } from '@tessera/money';
import { DomainError } from '../../platform/http/domain-error.ts';
import { refuseBarred } from '../../platform/market/carried.ts';
import type { Applied } from '../../platform/market/desk-types.ts';
import type { MarketEngine, SymbolPrices } from '../../platform/market/engine-types.ts';
import { MOST_LOTS } from '../../platform/market/order-book.ts';
import { refuseWorse } from '../../platform/market/shown-price.ts';
import type { NewOrder, Placed } from '../../platform/market/symbol-market.ts';
import type { SignedIn } from '../../platform/session/read-session.ts';
import type { Configuration } from '../site/index.ts';
import { type Batch, bookId } from './batch.ts';
import { type SpotListing, spotListings } from './listing.ts';
import { type Order, payCurrencyOf } from './order.ts';
import { type Exits, type Stop, worstOf } from './rules.ts';

/** An order to place, as it goes to the market. */
export type PlaceOrder = {
  readonly kind: 'place';
  readonly userId: string;
  readonly level: SignedIn['level'];
  /** Of the user, where the instrument is not traded everywhere; null where it is, and where it is not known. */
  readonly country: string | null;
  readonly order: ReturnType<typeof placementFromWire<ReadInput<'POST /coin/trade'>>>;
};

/** Without leading and trailing zeros. */
export const plain = (value: string): string => add(value, '0');

type Problem = { readonly code: ErrorCode; readonly field?: string; readonly params?: ErrorParams };

export const reject = (problem: Problem | null): void => {
  if (!problem) return;
  const { code, field, params } = problem;
  throw new DomainError(code, { ...(field && { field: fieldToWire(field) }), ...(params && { params }) });
};

/** Fraction digits of a value in USDT that is compared with a limit. */
const VALUE_SCALE = 8;

/** What an amount of a currency is worth in USDT by the last price; null while there is none. */
export function valueInUsdt(engine: MarketEngine, code: string, amount: string): string | null {
  if (code === 'USDT') return amount;
  const prices = engine.prices(`${code}/USDT`);
  if (!prices || prices.last === null) return null;
  return quantize(mul(amount, mul(String(prices.last), prices.tick)), VALUE_SCALE, 'down');
}

type ListedPrices = SymbolPrices & { readonly last: number };

/** Rejects a price that is off its step, or too far away to be meant. */
export function refusePrice(
  price: string,
  { instrument }: SpotListing,
  { last, tick }: ListedPrices,
  { spotPriceBandPercent }: Configuration,
  field: 'price' | 'stop_price' | 'stop_limit_price' | 'take_profit' | 'stop_loss' | 'stop_loss_limit' = 'price',
): void {
  const problem = priceProblem(instrument, price) ?? bandProblem(price, mul(String(last), tick), spotPriceBandPercent);
  reject(problem && { ...problem, field });
}

/** Rejects an amount that is off its step, too small or too large. */
export function refuseAmount(amount: string, { instrument }: SpotListing, { lot }: ListedPrices): void {
  reject(amountProblem(instrument, amount));
  const most = mul(String(MOST_LOTS), lot);
  if (cmp(amount, most) > 0) reject({ code: 'amount_too_large', field: 'amount', params: { max: most } });
}

/** The mark by which stops are judged, in the quote currency; without one no stop is placed. */
export function stopMark({ mark, tick }: SymbolPrices): string {
  if (mark === null) throw new DomainError('stale_price');
  return mul(String(mark), tick);
}

/** On which side of the mark a stop waits; rejects one that is there. */
export function whenOf(price: string, mark: string): Stop['when'] {
  const away = cmp(price, mark);
  if (away === 0) reject({ code: 'stop_reached', field: 'stop_price' });
  return away > 0 ? 'above' : 'below';
}

/** Rejects two legs that do not have the market between them. */
export function refuseLegs(side: Side, limit: string, stop: string, mark: string): void {
  const [lower, upper] = side === 'sell' ? [stop, limit] : [limit, stop];
  if (cmp(lower, mark) >= 0 || cmp(mark, upper) >= 0) reject({ code: 'oco_prices_wrong', field: 'stop_price' });
}

/** What of the order waits for a mark; null of one that does not wait. */
function stopOf(
  { order }: PlaceOrder,
  listing: SpotListing,
  prices: ListedPrices,
  configuration: Configuration,
): Stop | null {
  const { kind, side, price, stop_price: trigger, stop_limit_price: second } = order;
  if (trigger === undefined || price === undefined) return null;
  refusePrice(trigger, listing, prices, configuration, 'stop_price');
  const mark = stopMark(prices);
  if (kind === 'oco') {
    if (second === undefined) throw new Error('the contract lets no OCO pass without its second price');
    refusePrice(second, listing, prices, configuration, 'stop_limit_price');
    refuseLegs(side, price, trigger, mark);
  }
  const limit = kind === 'oco' ? (second as string) : price;
  return { price: plain(trigger), limit: plain(limit), when: whenOf(trigger, mark), tick: null, at: null };
}

/** What is placed for what of the order fills; the profit has to be on the right side of its price, the loss on the other. */
function exitsOf(
  { order }: PlaceOrder,
  listing: SpotListing,
  prices: ListedPrices,
  configuration: Configuration,
): Exits | null {
  const { side, price, take_profit: profit, stop_loss: loss, stop_loss_limit: limit } = order;
  if (profit === undefined && loss === undefined) return null;
  const from = price ?? mul(String(prices.last), prices.tick);
  const gains = (at: string) => (side === 'buy' ? cmp(at, from) : cmp(from, at));
  for (const [field, value] of [
    ['take_profit', profit],
    ['stop_loss', loss],
    ['stop_loss_limit', limit],
  ] as const) {
    if (value === undefined) continue;
    refusePrice(value, listing, prices, configuration, field);
    if (field !== 'stop_loss_limit' && gains(value) * (field === 'take_profit' ? 1 : -1) <= 0) {
      reject({ code: 'stop_price_wrong', field });
    }
  }
  return {
    takeProfit: profit === undefined ? null : plain(profit),
    stopLoss: loss === undefined ? null : plain(loss),
    stopLossLimit: limit === undefined ? null : plain(limit),
  };
}

/** What the order asks of the book, checked as far as that is possible without matching it. */
function asked(
  { order }: PlaceOrder,
  listing: SpotListing,
  prices: ListedPrices,
  configuration: Configuration,
): Pick<NewOrder, 'price' | 'lots' | 'timeInForce'> & { readonly budget?: bigint; readonly postOnly?: boolean } {
  const { tick, lot } = prices;
  const { instrument, quote } = listing;
  const { kind, price: limit, amount, quote_amount: spend } = order;
  if (spend !== undefined) {
    reject(spendProblem(instrument, spend, quote.scale));
    const ask = mul(String(prices.ask ?? prices.last), tick);
    reject(boughtProblem(instrument, toStep(div(spend, ask), lot), ask, quote.scale));
    const budget = BigInt(quantize(div(spend, mul(tick, lot)), 0, 'down'));
    return { price: null, lots: MOST_LOTS, budget, timeInForce: 'IOC' };
  }
  if (amount === undefined) throw new Error('the contract lets no order pass without a size');
  if (limit !== undefined) refusePrice(limit, listing, prices, configuration);
  refuseAmount(amount, listing, prices);
  const lots = Number(div(amount, lot));
  if (kind === 'market') return { price: null, lots, timeInForce: 'IOC' };
  if (limit === undefined) throw new Error('the contract lets no limit order pass without a price');
  // What is not filled at once counts with its limit; a sale below the market trades above it.
  reject(totalProblem(instrument, mul(limit, amount), 'amount'));
  const rests = order.time_in_force ?? 'GTC';
  return {
    price: Number(div(limit, tick)),
    lots,
    timeInForce: rests,
    ...(order.post_only && { postOnly: true }),
  };
}

/** What the order's own taking came to. */
export function takenOf(placed: Placed, id: string, { tick, lot }: SymbolPrices): { amount: string; total: string } {
  let lots = 0n;
  let value = 0n;
  for (const { taker, price, lots: size } of placed.fills) {
    if (taker?.id !== id) continue;
    lots += BigInt(size);
    value += BigInt(price) * BigInt(size);
  }
  return { amount: mul(String(lots), lot), total: mul(String(value), mul(tick, lot)) };
}

/**
 * Places an order: takes what the book offers, and rests or ends with what is left. Rejects with a DomainError; what the
 * engine did is then taken back, and the batch has not changed.
 */
export function placeOrder(
  engine: MarketEngine,
  command: PlaceOrder,
  batch: Batch,
  at: number,
): Applied<WireSpotOrder> {
  const { userId, level, order } = command;
  const { configuration } = batch.reads;
  if (!configuration) throw new Error('the limits were not read');
  const listing = spotListings(batch.catalogue).ofPair(order.currency_id, order.legal_id);
  if (!listing) throw new DomainError('instrument_unknown', { field: 'currency_id' });
  const { instrument, base, quote } = listing;
  if (command.country !== null && instrument.countries.includes(command.country)) {
    throw new DomainError('country_restricted', { field: 'currency_id' });
  }
  if (!base.open) throw new DomainError('currency_closed', { field: 'currency_id' });
  if (!quote.open) throw new DomainError('currency_closed', { field: 'legal_id' });
  const { symbol } = instrument;
  const refusal = engine.refusal(symbol, at);
  if (refusal) throw new DomainError(refusal);
  const prices = engine.prices(symbol);
  if (!prices || prices.last === null) throw new DomainError('stale_price');
  // Between a change of the terms and the market that follows it.
  if (prices.tick !== instrument.tick || prices.lot !== instrument.lot) throw new DomainError('stale_price');
  const listed = { ...prices, last: prices.last };
  const wanted = asked(command, listing, listed, configuration);
  const stop = stopOf(command, listing, listed, configuration);
  const exits = exitsOf(command, listing, listed, configuration);
  if ((order.kind !== 'market' || exits) && batch.openOrdersOf(userId) >= configuration.maxOpenOrders) {
    throw new DomainError('too_many_orders', { params: { max: configuration.maxOpenOrders } });
  }

  const id = batch.nextOrder;
  // A stop order is nowhere in the book until its trigger.
  const waits = order.kind === 'stop_limit';
  const placed: Placed = waits
    ? { fills: [], left: wanted.lots, ended: null }
    : engine.place(symbol, { ...wanted, id: bookId(id), userId, side: order.side });
  refuseBarred(placed, bookId(id));
  const taken = takenOf(placed, bookId(id), prices);
  const { side, expected_price: shown } = order;
  refuseWorse({ side, shown, spread: instrument.spread, tick: prices.tick }, taken);
  const byTotal = order.quote_amount !== undefined;
  const limit = order.price === undefined ? null : plain(order.price);
  const inBook = waits ? null : limit;
  // The dearer of two legs is reserved.
  const worst = worstOf(order.side, inBook, stop);
  const reservedAt = order.side === 'buy' ? worst : limit;
  // Asked for and not taken: it rests or has ended. Of an order by total nothing more could be had.
  const open = byTotal || order.amount === undefined ? '0' : sub(order.amount, taken.amount);
  const openTotal = mul(open, reservedAt ?? mul(String(prices.last), prices.tick));
  const total = add(taken.total, openTotal);
  const sizeField = byTotal ? 'quote_amount' : 'amount';
  if (byTotal && placed.ended === 'budget') {
    const ask = mul(String(prices.ask ?? prices.last), prices.tick);
    reject(boughtProblem(instrument, taken.amount, ask, quote.scale));
  } else if (!byTotal && limit === null) {
    reject(totalProblem(instrument, total, 'amount'));
  }
  const value = valueInUsdt(
    engine,
    quote.code,
    reservedAt === null ? total : max(total, mul(reservedAt, order.amount ?? '0')),
  );
  if (value === null) throw new DomainError('stale_price');
  reject(limitProblem(value, configuration.orderLimits[level], sizeField));
  const rests = placed.ended === null && limit !== null;
  const needed =
    order.side === 'buy'
      ? bookedTotal('buy', rests ? total : taken.total, quote.scale)
      : add(taken.amount, rests ? open : '0');
  if (cmp(needed, batch.available(userId, payCurrencyOf({ base: base.code, quote: quote.code }, order.side))) > 0) {
    throw new DomainError('insufficient_balance');
  }

  const opened: Order = {
    id,
    userId,
    symbol,
    base: base.code,
    quote: quote.code,
    kind: order.kind,
    quoteAmount: order.quote_amount ?? null,
    timeInForce: wanted.timeInForce,
    postOnly: wanted.postOnly ?? false,
    stop,
    exits,
    parentId: null,
    exitId: null,
    covered: '0',
    revision: 0,
    progress: {
      side: order.side,
      limit: inBook,
      worst,
      amount: order.amount === undefined ? null : plain(order.amount),
      filledAmount: '0',
      filledExact: '0',
      filledQuote: '0',
      fee: '0',
      reserved: '0',
    },
    status: 'pending',
    ended: null,
    carried: false,
    createdAt: at,
    updatedAt: at,
  };
  batch.open(opened);
  return {
    fills: placed.fills.map((fill) => ({ ...fill, symbol })),
    result() {
      if (byTotal) batch.setAmount(id, placed.ended === 'budget');
      const { ended } = placed;
      batch.conclude(id, ended === 'budget' ? 'market' : ended, at);
      return orderToWire(batch.view(id));
    },
  };
}
