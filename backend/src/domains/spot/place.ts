import type { ReadInput } from '@tessera/api/contract';
import type { ErrorCode, ErrorParams } from '@tessera/api/errors';
import {
  amountProblem,
  bandProblem,
  boughtProblem,
  limitProblem,
  priceProblem,
  type Side,
  spendProblem,
  totalProblem,
} from '@tessera/api/spot/rules';
import { fieldToWire, type placementFromWire, type SpotOrder } from '@tessera/api/spot/wire';
import { add, cmp, max, mul, quantize } from '@tessera/money';
import type { Transaction } from '../../platform/db/database.ts';
import type { Feed, Quote } from '../../platform/feed/feed.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { freezeEntries, postJournal } from '../../platform/ledger/index.ts';
import type { SignedIn } from '../../platform/session/read-session.ts';
import { valueInUsdt } from '../instruments/index.ts';
import { type Configuration, readConfiguration } from '../site/index.ts';
import { bookMatches } from './fill.ts';
import { listingOfPair, type SpotListing, scalesOf } from './listing.ts';
import { announce, type BookedOrder, referenceOf, spotOrderOf } from './order.ts';
import {
  amountOf,
  type Match,
  marketProblem,
  type Progress,
  reserveOf,
  takeAmount,
  takeTotal,
  totalOf,
} from './rules.ts';
import { countOpen, insertOrder, lockOrdersOf, orderById } from './store.ts';

/** Levels of the book that an order may take from: those that the screen shows. */
const BOOK_LEVELS = 20;

type Order = ReturnType<typeof placementFromWire<ReadInput<'POST /coin/trade'>>>;

/** Immediate matches of an order, and its progress after them. */
type Plan = {
  readonly matches: readonly Match[];
  readonly limit: string | null;
  readonly amount: string;
  /** Value of the order, in the quote currency. */
  readonly total: string;
};

type Problem = { readonly code: ErrorCode; readonly field?: string; readonly params?: ErrorParams };

const reject = (problem: Problem | null): void => {
  if (!problem) return;
  const { code, field, params } = problem;
  throw new DomainError(code, { ...(field && { field: fieldToWire(field) }), ...(params && { params }) });
};

function limitPlan(order: Order, { instrument }: SpotListing, quote: Quote, feed: Feed, band: string): Plan {
  const { side, price: limit, amount } = order;
  if (limit === undefined || amount === undefined) throw new Error('the contract lets no such limit order pass');
  reject(priceProblem(instrument, limit));
  reject(bandProblem(limit, quote.last, band));
  reject(amountProblem(instrument, amount));
  const total = mul(limit, amount);
  reject(totalProblem(instrument, total, 'amount'));
  const { matches, rest } = takeAmount(side, levels(feed, instrument.symbol, side), amount, limit);
  // A sale below the market trades above its limit: its value is its proceeds.
  return { matches, limit, amount, total: max(total, add(totalOf(matches), mul(limit, rest))) };
}

const levels = (feed: Feed, symbol: string, side: Side) => {
  const depth = feed.depth(symbol, BOOK_LEVELS);
  if (!depth) throw new DomainError('stale_price');
  return side === 'buy' ? depth.asks : depth.bids;
};

function marketPlan(order: Order, { instrument }: SpotListing, feed: Feed): Plan {
  const { side, amount } = order;
  if (amount === undefined) throw new Error('the contract lets no market order pass without a size');
  reject(amountProblem(instrument, amount));
  const { matches, rest } = takeAmount(side, levels(feed, instrument.symbol, side), amount, null);
  const filled = amountOf(matches);
  if (cmp(rest, '0') > 0) throw new DomainError('amount_too_large', { field: 'amount', params: { max: filled } });
  const total = totalOf(matches);
  reject(totalProblem(instrument, total, 'amount'));
  return { matches, limit: null, amount, total };
}

function marketPlanByTotal(spend: string, { instrument, quote }: SpotListing, feed: Feed): Plan {
  reject(spendProblem(instrument, spend, quote.scale));
  const { matches, dry } = takeTotal(levels(feed, instrument.symbol, 'buy'), spend, instrument.lot);
  const total = totalOf(matches);
  if (dry) {
    const most = quantize(total, quote.scale, 'up');
    throw new DomainError('amount_too_large', { field: 'quote_amount', params: { max: most } });
  }
  const amount = amountOf(matches);
  reject(boughtProblem(instrument, amount, feed.quote(instrument.symbol)?.ask ?? '0', quote.scale));
  return { matches, limit: null, amount, total };
}

function plan(order: Order, listing: SpotListing, quote: Quote, feed: Feed, band: string): Plan {
  if (order.kind === 'limit') return limitPlan(order, listing, quote, feed, band);
  return order.quote_amount === undefined
    ? marketPlan(order, listing, feed)
    : marketPlanByTotal(order.quote_amount, listing, feed);
}

/** The most that a user of this level may put into one order, USDT. */
export const orderLimit = ({ orderLimits }: Configuration, level: SignedIn['level']): string => orderLimits[level];

type Placing = {
  readonly tx: Transaction;
  readonly user: SignedIn;
  readonly feed: Feed;
  /** Unix ms. */
  readonly now: number;
};

/** Freezes the maximum cost of a resting order. */
export const freezeReserve = (tx: Transaction, order: BookedOrder, { side, reserved }: Progress, now: number) =>
  postJournal(tx, {
    ref: `spot-order:${order.id}:freeze`,
    kind: 'order_freeze',
    reference: referenceOf(order),
    at: now,
    entries: freezeEntries(order.userId, 'change', side === 'buy' ? order.quote : order.base, reserved),
  });

/** Places an order: fills what the book offers, and freezes and rests the remainder of a limit order. */
export async function placeOrder({ tx, user, feed, now }: Placing, order: Order): Promise<SpotOrder> {
  const listing = listingOfPair(order.currency_id, order.legal_id);
  if (!listing) throw new DomainError('instrument_unknown', { field: 'currency_id' });
  const { instrument, base, quote } = listing;
  const configuration = await readConfiguration(tx);
  const market = feed.quote(instrument.symbol);
  reject(marketProblem(market, instrument.maxPriceAgeMs, now));
  if (!market) throw new DomainError('stale_price');
  const { matches, limit, amount, total } = plan(order, listing, market, feed, configuration.spotPriceBandPercent);

  const value = valueInUsdt(feed, quote.code, total);
  if (value === null) throw new DomainError('stale_price');
  const sizeField = order.amount === undefined ? 'quote_amount' : 'amount';
  reject(limitProblem(value, orderLimit(configuration, user.level), sizeField));
  if (limit !== null) {
    await lockOrdersOf(tx, user.id);
    const max = configuration.maxOpenOrders;
    if ((await countOpen(tx, user.id)) >= max) throw new DomainError('too_many_orders', { params: { max } });
  }

  const scales = scalesOf(listing);
  const blank = { side: order.side, limit, amount, filledAmount: '0', filledExact: '0', filledQuote: '0', fee: '0' };
  const progress: Progress = { ...blank, reserved: reserveOf(blank, scales) };
  const id = await insertOrder(tx, {
    userId: user.id,
    symbol: instrument.symbol,
    base: base.code,
    quote: quote.code,
    kind: order.kind,
    quoteAmount: order.quote_amount ?? null,
    progress,
    now,
  });
  const booked: BookedOrder = { id, userId: user.id, symbol: instrument.symbol, base: base.code, quote: quote.code };
  if (limit !== null) await freezeReserve(tx, booked, progress, now);
  await bookMatches(tx, booked, progress, matches, {
    feeRate: instrument.takerFeeRate,
    scales,
    maker: false,
    pricedAt: market.at,
    now,
  });
  const placed = spotOrderOf(await orderById(tx, id));
  announce(tx, user.id, placed);
  return placed;
}
