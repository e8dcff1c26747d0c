import { randomUUID } from 'node:crypto';
import type { ReadInput } from '@tessera/api/contract';
import {
  FIRST_WITHIN_DAYS,
  isSamePrice,
  LEAST_SLICES,
  MOST_RUNNING,
  MOST_SLICES,
  needOf,
  sliceCount,
  slicesProblem,
} from '@tessera/api/plans/rules';
import {
  amountProblem,
  bandProblem,
  limitProblem,
  type OrderProblem,
  priceProblem,
  spendProblem,
} from '@tessera/api/spot/rules';
import { add, cmp, mul } from '@tessera/money';
import type { Catalogue } from '../../platform/catalogue/catalogue.ts';
import type { Transaction } from '../../platform/db/database.ts';
import type { Feed } from '../../platform/feed/feed.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { requireAttempt, type Window } from '../../platform/limits/attempts.ts';
import type { SignedIn } from '../../platform/session/read-session.ts';
import { countryOfTrader } from '../instruments/index.ts';
import { readConfiguration } from '../site/index.ts';
import { availableOf, openCount, spotListings } from '../spot/index.ts';
import { slicesOf } from './cut.ts';
import { countRunning, insertPlan, type PlanTerms } from './store.ts';

type Input = ReadInput<'POST /plans/start'>;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** ms by which the first purchase may be in the past: what passes until a form is sent. */
const LATE = 120_000;
/** Plans that a user starts: each keeps a row, and a scaled order places many orders at once. */
export const STARTED: readonly Window[] = [
  { most: 60, within: HOUR },
  { most: 300, within: DAY },
];

export type StartParts = {
  readonly catalogue: Pick<Catalogue, 'current'>;
  readonly feed: Pick<Feed, 'quote'>;
  /** Unix ms. */
  readonly now: () => number;
};

function reject(problem: OrderProblem | null, field?: string): void {
  if (!problem) return;
  const named = field ?? (problem.field === 'price' ? 'limit_price' : problem.field);
  throw new DomainError(problem.code, { field: named, params: problem.params });
}

/** The contract lets no plan pass without what its kind needs. */
function needed<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the contract lets no plan pass without its fields');
  return value;
}

function slots(input: Input): number | null {
  if (input.kind === 'recurring') return input.runs ?? null;
  if (input.kind === 'scaled') return needed(input.orders);
  const [minutes, seconds] = [needed(input.minutes), needed(input.interval_seconds)];
  const count = sliceCount(minutes, seconds);
  if (count < LEAST_SLICES) {
    const max = Math.floor((minutes * 60) / LEAST_SLICES);
    throw new DomainError('field_too_large', { field: 'interval_seconds', params: { max } });
  }
  if (count > MOST_SLICES) {
    const min = Math.ceil((minutes * 60) / MOST_SLICES);
    throw new DomainError('field_too_small', { field: 'interval_seconds', params: { min } });
  }
  return count;
}

function firstAt(input: Input, at: number): number {
  if (input.kind !== 'recurring') return at;
  const first = needed(input.first_at);
  if (first < at - LATE) throw new DomainError('field_too_small', { field: 'first_at', params: { min: at } });
  const max = at + FIRST_WITHIN_DAYS * DAY;
  if (first > max) throw new DomainError('field_too_large', { field: 'first_at', params: { max } });
  return first;
}

/**
 * Starts a plan. What it is judged by here keeps a user from starting what cannot be placed; each order is judged again, as
 * any order is, when it is placed.
 */
export async function startPlan(
  tx: Transaction,
  { id: userId, level }: Pick<SignedIn, 'id' | 'level'>,
  input: Input,
  { catalogue, feed, now }: StartParts,
): Promise<string> {
  const at = now();
  const listing = spotListings(catalogue.current()).bySymbol.get(input.symbol);
  if (!listing) throw new DomainError('instrument_unknown', { field: 'symbol' });
  const { instrument, base, quote } = listing;
  if (!base.open || !quote.open) throw new DomainError('currency_closed', { field: 'symbol' });
  const country = await countryOfTrader(tx, userId, instrument.countries);
  if (country !== null && instrument.countries.includes(country)) {
    throw new DomainError('country_restricted', { field: 'symbol' });
  }
  const last = feed.quote(input.symbol)?.last;
  if (last === undefined) throw new DomainError('stale_price');
  const configuration = await readConfiguration(tx);
  const band = configuration.spotPriceBandPercent;
  for (const field of ['limit_price', 'price_from', 'price_to'] as const) {
    const price = input[field];
    if (price !== undefined) reject(priceProblem(instrument, price) ?? bandProblem(price, last, band), field);
  }
  if (input.price_from !== undefined && input.price_to !== undefined && isSamePrice(input.price_from, input.price_to)) {
    throw new DomainError('same_prices', { field: 'price_to' });
  }
  const terms: PlanTerms = {
    kind: input.kind,
    symbol: input.symbol,
    base: base.code,
    quote: quote.code,
    side: input.side,
    amount: input.amount === undefined ? null : add(input.amount, '0'),
    quoteAmount: input.quote_amount === undefined ? null : add(input.quote_amount, '0'),
    limitPrice: input.limit_price ?? null,
    priceFrom: input.price_from ?? null,
    priceTo: input.price_to ?? null,
    sizes: input.sizes ?? null,
    tick: instrument.tick,
    lot: instrument.lot,
    every: input.every ?? 'interval',
    seconds: input.kind === 'recurring' ? null : (input.interval_seconds ?? 0),
    slots: slots(input),
    startsAt: firstAt(input, at),
  };
  const limit = configuration.orderLimits[level];
  const refuseValue = (value: string, field: 'amount' | 'quote_amount') =>
    quote.code === 'USDT' && reject(limitProblem(value, limit, field));
  if (terms.quoteAmount !== null) {
    reject(spendProblem(instrument, terms.quoteAmount, quote.scale));
    refuseValue(terms.quoteAmount, 'quote_amount');
  } else {
    reject(amountProblem(instrument, needed(input.amount)));
    const slices = slicesOf(terms).map(({ price, amount }) => ({ price: price ?? terms.limitPrice ?? last, amount }));
    reject(slicesProblem(instrument, slices));
    for (const { price, amount } of slices) refuseValue(mul(price, amount), 'amount');
    const pays = terms.side === 'buy' ? quote : base;
    const [held] = await availableOf(tx, [{ userId, currency: pays.code }]);
    if (cmp(needOf(terms.side, slices, quote.scale), held?.amount ?? '0') > 0) {
      throw new DomainError('insufficient_balance', { field: 'amount' });
    }
    const most = configuration.maxOpenOrders;
    if (terms.kind === 'scaled' && (await openCount(tx, userId)) + slices.length > most) {
      throw new DomainError('too_many_orders', { field: 'orders', params: { max: most } });
    }
  }
  await requireAttempt(tx, { scope: 'plan', subject: userId, windows: STARTED, now: at });
  if ((await countRunning(tx, userId)) >= MOST_RUNNING) {
    throw new DomainError('too_many_plans', { params: { max: MOST_RUNNING } });
  }
  return insertPlan(tx, { userId, key: randomUUID(), terms, at });
}
