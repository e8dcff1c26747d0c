import type { ReadInput } from '@tessera/api/contract';
import type { ErrorCode, ErrorParams } from '@tessera/api/errors';
import {
  amountProblem,
  bandProblem,
  bookedTotal,
  boughtProblem,
  limitProblem,
  priceProblem,
  spendProblem,
  totalProblem,
} from '@tessera/api/spot/rules';
import { fieldToWire, orderToWire, type placementFromWire, type WireSpotOrder } from '@tessera/api/spot/wire';
import { add, cmp, div, max, mul, quantize, sub, toStep } from '@tessera/money/exact';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { Applied } from '../../platform/market/desk-types.ts';
import type { MarketEngine, SymbolPrices } from '../../platform/market/engine-types.ts';
import { MOST_LOTS } from '../../platform/market/order-book.ts';
import type { NewOrder, Placed } from '../../platform/market/symbol-market.ts';
import type { SignedIn } from '../../platform/session/read-session.ts';
import type { Configuration } from '../site/index.ts';
import { type Batch, bookId } from './batch.ts';
import { type SpotListing, spotListings } from './listing.ts';
import { type Order, payCurrencyOf } from './order.ts';

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
const plain = (value: string): string => add(value, '0');

type Problem = { readonly code: ErrorCode; readonly field?: string; readonly params?: ErrorParams };

const reject = (problem: Problem | null): void => {
  if (!problem) return;
  const { code, field, params } = problem;
  throw new DomainError(code, { ...(field && { field: fieldToWire(field) }), ...(params && { params }) });
};

/** Fraction digits of a value in USDT that is compared with a limit. */
const VALUE_SCALE = 8;

/** What an amount of a currency is worth in USDT by the last price; null while there is none. */
function valueInUsdt(engine: MarketEngine, code: string, amount: string): string | null {
  if (code === 'USDT') return amount;
  const prices = engine.prices(`${code}/USDT`);
  if (!prices || prices.last === null) return null;
  return quantize(mul(amount, mul(String(prices.last), prices.tick)), VALUE_SCALE, 'down');
}

/** What the order asks of the book, checked as far as that is possible without matching it. */
function asked(
  { order }: PlaceOrder,
  { instrument, quote }: SpotListing,
  prices: SymbolPrices & { readonly last: number },
  configuration: Configuration,
): Pick<NewOrder, 'price' | 'lots' | 'timeInForce'> & { readonly budget?: bigint; readonly postOnly?: boolean } {
  const { tick, lot } = prices;
  const { kind, price: limit, amount, quote_amount: spend } = order;
  if (spend !== undefined) {
    reject(spendProblem(instrument, spend, quote.scale));
    const ask = mul(String(prices.ask ?? prices.last), tick);
    reject(boughtProblem(instrument, toStep(div(spend, ask), lot), ask, quote.scale));
    const budget = BigInt(quantize(div(spend, mul(tick, lot)), 0, 'down'));
    return { price: null, lots: MOST_LOTS, budget, timeInForce: 'IOC' };
  }
  if (amount === undefined) throw new Error('the contract lets no order pass without a size');
  if (limit !== undefined) {
    reject(priceProblem(instrument, limit));
    reject(bandProblem(limit, mul(String(prices.last), tick), configuration.spotPriceBandPercent));
  }
  reject(amountProblem(instrument, amount));
  const most = mul(String(MOST_LOTS), lot);
  if (cmp(amount, most) > 0) reject({ code: 'amount_too_large', field: 'amount', params: { max: most } });
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
function takenOf(placed: Placed, id: string, { tick, lot }: SymbolPrices): { amount: string; total: string } {
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
  const wanted = asked(command, listing, { ...prices, last: prices.last }, configuration);
  if (order.kind === 'limit' && batch.openOrdersOf(userId) >= configuration.maxOpenOrders) {
    throw new DomainError('too_many_orders', { params: { max: configuration.maxOpenOrders } });
  }

  const id = batch.nextOrder;
  const placed = engine.place(symbol, { ...wanted, id: bookId(id), userId, side: order.side });
  const taken = takenOf(placed, bookId(id), prices);
  const byTotal = order.quote_amount !== undefined;
  const limit = order.price === undefined ? null : plain(order.price);
  // Asked for and not taken: it rests or has ended. Of an order by total nothing more could be had.
  const open = byTotal || order.amount === undefined ? '0' : sub(order.amount, taken.amount);
  const openTotal = mul(open, limit ?? mul(String(prices.last), prices.tick));
  const total = add(taken.total, openTotal);
  const sizeField = byTotal ? 'quote_amount' : 'amount';
  if (byTotal && placed.ended === 'budget') {
    const ask = mul(String(prices.ask ?? prices.last), prices.tick);
    reject(boughtProblem(instrument, taken.amount, ask, quote.scale));
  } else if (!byTotal && limit === null) {
    reject(totalProblem(instrument, total, 'amount'));
  }
  const value = valueInUsdt(engine, quote.code, limit === null ? total : max(total, mul(limit, order.amount ?? '0')));
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
    progress: {
      side: order.side,
      limit,
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
