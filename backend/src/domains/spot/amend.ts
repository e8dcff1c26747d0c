import { bookedTotal, limitProblem, totalProblem } from '@tessera/api/spot/rules';
import { type amendmentFromWire, orderToWire, type WireSpotOrder } from '@tessera/api/spot/wire';
import { add, cmp, div, max, mul, sub } from '@tessera/money';
import { DomainError } from '../../platform/http/domain-error.ts';
import { refuseBarred } from '../../platform/market/carried.ts';
import type { Applied } from '../../platform/market/desk-types.ts';
import type { MarketEngine } from '../../platform/market/engine-types.ts';
import type { Placed } from '../../platform/market/symbol-market.ts';
import type { SignedIn } from '../../platform/session/read-session.ts';
import { type Batch, bookId } from './batch.ts';
import { scalesOf, spotListings } from './listing.ts';
import { isWaiting, type Order, payCurrencyOf } from './order.ts';
import {
  plain,
  refuseAmount,
  refuseLegs,
  refusePrice,
  reject,
  stopMark,
  takenOf,
  valueInUsdt,
  whenOf,
} from './place.ts';
import { reserveOf, type Stop, worstOf } from './rules.ts';

/** An order to change, as it goes to the market. */
export type AmendOrder = {
  readonly kind: 'amend';
  readonly userId: string;
  readonly level: SignedIn['level'];
  readonly changes: ReturnType<typeof amendmentFromWire<{ readonly id: string }>> & {
    readonly price?: string | undefined;
    readonly amount?: string | undefined;
    readonly stop_price?: string | undefined;
    readonly stop_limit_price?: string | undefined;
  };
};

/** What an order is to be from now on. */
type Terms = { readonly limit: string | null; readonly amount: string; readonly stop: Stop | null };

/** The terms of before with the changes; rejects a field that this order does not have. */
function termsOf(order: Order, { changes }: AmendOrder): Terms {
  const { price, amount, stop_price: trigger, stop_limit_price: second } = changes;
  const { limit: inBook, amount: former } = order.progress;
  const waiting = isWaiting(order) ? order.stop : null;
  // A stop-limit order has one limit price, which is in the book after its trigger.
  const single = waiting !== null && inBook === null && waiting.limit !== null;
  if (trigger !== undefined && !waiting) reject({ code: 'invalid_field', field: 'stop_price' });
  if (second !== undefined && (!waiting || single)) reject({ code: 'invalid_field', field: 'stop_limit_price' });
  if (price !== undefined && inBook === null && !single) reject({ code: 'invalid_field', field: 'price' });
  const later = (single ? price : second) ?? waiting?.limit ?? null;
  return {
    limit: inBook === null ? null : plain(price ?? inBook),
    amount: plain(amount ?? former ?? '0'),
    stop: waiting ? { ...waiting, price: plain(trigger ?? waiting.price), limit: later && plain(later) } : order.stop,
  };
}

/** The stop of an order with changed prices, on the side of the mark where it waits from now on. */
function stopAnew(
  { parentId, progress: { side } }: Order,
  { limit, stop }: Terms & { readonly stop: Stop },
  { price, stop_price: trigger }: AmendOrder['changes'],
  mark: string,
): Stop {
  if (limit !== null && (trigger !== undefined || price !== undefined)) refuseLegs(side, limit, stop.price, mark);
  if (trigger === undefined) return stop;
  const when = whenOf(stop.price, mark);
  // What stops a loss keeps its direction.
  if (when !== stop.when && (parentId !== null || limit !== null))
    reject({ code: 'stop_reached', field: 'stop_price' });
  return { ...stop, when };
}

/**
 * Changes price and amount of an open order in one step: fills of before stay, and none can come in between. Where only the
 * amount falls, the order keeps its place in the book; else it leaves the book and arrives anew, and may take from it.
 * Rejects with a DomainError, and the order is then as before.
 */
export function amendOrder(
  engine: MarketEngine,
  command: AmendOrder,
  batch: Batch,
  at: number,
): Applied<WireSpotOrder> {
  const { userId, level, changes } = command;
  const { id } = changes;
  const { configuration } = batch.reads;
  if (!configuration) throw new Error('the limits were not read');
  const order = batch.order(id) ?? batch.reads.stored.get(id)?.order;
  if (order?.userId !== userId) throw new DomainError('not_found', { field: 'id' });
  if (order.status !== 'pending') throw new DomainError('order_not_open', { field: 'id' });
  const { symbol, progress } = order;
  const { side } = progress;
  const listing = spotListings(batch.catalogue).bySymbol.get(symbol);
  const refusal = listing ? engine.refusal(symbol, at) : 'market_closed';
  if (refusal || !listing)
    throw new DomainError(refusal === 'instrument_unknown' ? 'market_closed' : (refusal ?? 'market_closed'));
  if (!listing.base.open || !listing.quote.open) throw new DomainError('currency_closed');
  const { instrument, quote } = listing;
  const prices = engine.prices(symbol);
  if (!prices || prices.last === null) throw new DomainError('stale_price');
  if (prices.tick !== instrument.tick || prices.lot !== instrument.lot) throw new DomainError('stale_price');
  const listed = { ...prices, last: prices.last };
  const lots = engine.left(symbol, bookId(id));
  // With a limit price and not in the book: it comes with the next step.
  if (progress.limit !== null && lots === null) throw new DomainError('stale_price');

  const terms = termsOf(order, command);
  if (changes.price !== undefined) refusePrice(changes.price, listing, listed, configuration);
  if (changes.stop_price !== undefined) refusePrice(changes.stop_price, listing, listed, configuration, 'stop_price');
  if (changes.stop_limit_price !== undefined) {
    refusePrice(changes.stop_limit_price, listing, listed, configuration, 'stop_limit_price');
  }
  if (changes.amount !== undefined) refuseAmount(changes.amount, listing, listed);
  if (cmp(terms.amount, progress.filledAmount) <= 0) {
    reject({ code: 'amount_filled', field: 'amount', params: { filled: progress.filledAmount } });
  }
  const stop =
    isWaiting(terms) && terms.stop
      ? stopAnew(order, { ...terms, stop: terms.stop }, changes, stopMark(prices))
      : terms.stop;
  const worst = worstOf(side, terms.limit, stop);
  const counted = side === 'buy' ? worst : (terms.limit ?? stop?.limit ?? stop?.price ?? null);
  const total = mul(counted ?? '0', terms.amount);
  reject(totalProblem(instrument, total, 'amount'));
  const value = valueInUsdt(engine, quote.code, max(total, progress.filledQuote));
  if (value === null) throw new DomainError('stale_price');
  reject(limitProblem(value, configuration.orderLimits[level], 'amount'));

  const inBook = progress.limit !== null;
  const less = sub(progress.amount ?? '0', terms.amount);
  const samePrice = terms.limit === progress.limit || (inBook && cmp(terms.limit ?? '0', progress.limit ?? '0') === 0);
  const keeps = !inBook || (samePrice && cmp(less, '0') >= 0);
  let placed: Placed | null = null;
  if (!keeps) {
    engine.cancel(symbol, bookId(id));
    placed = engine.place(symbol, {
      id: bookId(id),
      userId,
      side,
      price: Number(div(terms.limit ?? '0', prices.tick)),
      lots: Number(div(sub(terms.amount, progress.filledAmount), prices.lot)),
      timeInForce: 'GTC',
      ...(order.postOnly && { postOnly: true }),
    });
    refuseBarred(placed, bookId(id));
    if (placed.ended === 'post_only') throw new DomainError('would_trade', { field: 'target_price' });
  } else if (inBook && cmp(less, '0') > 0) {
    engine.reduce(symbol, bookId(id), Number(div(less, prices.lot)));
  }
  const scales = scalesOf(listing);
  const taken = placed ? takenOf(placed, bookId(id), prices) : { amount: '0', total: '0' };
  const after = {
    ...progress,
    limit: terms.limit,
    worst,
    amount: placed && placed.ended !== null ? add(progress.filledAmount, taken.amount) : terms.amount,
    filledAmount: add(progress.filledAmount, taken.amount),
    filledExact: add(progress.filledExact, taken.total),
  };
  const paid = sub(bookedTotal(side, after.filledExact, scales.quote), progress.filledQuote);
  const needed =
    side === 'sell'
      ? sub(after.amount, progress.filledAmount)
      : add(paid, reserveOf({ ...after, filledQuote: add(progress.filledQuote, paid) }, scales));
  const has = add(batch.available(userId, payCurrencyOf(order, side)), progress.reserved);
  if (cmp(needed, has) > 0) throw new DomainError('insufficient_balance');

  const ended = placed?.ended ?? null;
  if (placed) batch.change(batch.release(order, at), { limit: terms.limit, amount: terms.amount, stop }, at);
  else batch.reserveAnew(batch.change(order, { limit: terms.limit, amount: terms.amount, stop }, at), at);
  return {
    fills: (placed?.fills ?? []).map((fill) => ({ ...fill, symbol })),
    result() {
      if (placed) batch.conclude(id, ended === 'budget' ? 'market' : ended, at);
      return orderToWire(batch.view(id));
    },
  };
}
