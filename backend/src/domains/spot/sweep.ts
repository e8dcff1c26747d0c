import { sub } from '@tessera/money';
import type { Database } from '../../platform/db/database.ts';
import type { Feed, PriceRange } from '../../platform/feed/feed.ts';
import type { JobRun } from '../../platform/jobs/job.ts';
import { bookMatches } from './booking.ts';
import { listingOf, scalesOf, spotSymbols } from './listing.ts';
import { lockOrder, progressOf } from './orders.ts';
import { isReached, restingPrice } from './rules.ts';

/** Asked again from this long before the last sweep: an order may be committed a moment after it was made. */
const OVERLAP_MS = 1_000;
/** Orders reached in one sweep; where there are more, the next sweep goes over the same time again. */
const BATCH = 1_000;
const AT_ONCE = 8;

type Candidate = { readonly id: string; readonly symbol: string; readonly created_at: number };

/** Open orders that each symbol's range since the last sweep reaches: one query over all of them. */
const reachedOrders = (database: Database, ranges: ReadonlyMap<string, PriceRange>): Promise<Candidate[]> =>
  database.query<Candidate>(
    `select o.id, o.symbol, floor(extract(epoch from o.created_at) * 1000)::double precision as created_at
       from unnest($1::text[], $2::numeric[], $3::numeric[]) as went (symbol, low_ask, high_bid)
      cross join lateral (
        (select id, symbol, created_at from spot_order
          where symbol = went.symbol and side = 'buy' and status = 'pending' and price >= went.low_ask
          order by price desc, id limit ${BATCH})
        union all
        (select id, symbol, created_at from spot_order
          where symbol = went.symbol and side = 'sell' and status = 'pending' and price <= went.high_bid
          order by price, id limit ${BATCH})
      ) o
      limit ${BATCH}`,
    [
      [...ranges.keys()],
      [...ranges.values()].map(({ lowAsk }) => lowAsk),
      [...ranges.values()].map(({ highBid }) => highBid),
    ],
  );

export type SweepDependencies = {
  readonly database: Database;
  readonly feed: Feed;
  /** Unix ms. */
  readonly now: () => number;
};

/** Fills one order in a transaction of its own, unless it is being cancelled at this moment or is not open any more. */
async function fillResting(
  { database, now }: SweepDependencies,
  id: string,
  range: PriceRange,
  fence: JobRun['fence'],
): Promise<boolean> {
  return database.transaction(async (tx) => {
    const order = await lockOrder(tx, id, 'skip');
    if (order?.status !== 'pending' || order.price === null) return false;
    if (!isReached(order.side, order.price, range)) return false;
    await fence(tx);
    const listing = listingOf(order.symbol);
    if (!listing) return false;
    const booked = { id, userId: order.user_id, symbol: order.symbol, base: order.base, quote: order.quote };
    const match = {
      price: restingPrice(order.side, order.price, range),
      amount: sub(order.amount, order.filled_amount),
    };
    const { status } = await bookMatches(tx, booked, progressOf(order), [match], {
      feeRate: listing.instrument.makerFeeRate,
      scales: scalesOf(listing),
      maker: true,
      pricedAt: range.until,
      now: now(),
    });
    tx.notify(order.user_id, { kind: 'order', id, status });
    tx.notify(order.user_id, { kind: 'balance' });
    return true;
  });
}

/**
 * Fills every open order that the market reached since the last sweep. Returns how far it came: what failed or did not
 * fit is swept again from `since`.
 */
export async function sweepOrders(
  dependencies: SweepDependencies,
  fence: JobRun['fence'],
  since: number,
): Promise<{ readonly reachedAt: number; readonly filled: number; readonly failures: readonly Error[] }> {
  const { database, feed, now } = dependencies;
  const startedAt = now();
  const from = since - OVERLAP_MS;
  const ranges = new Map<string, PriceRange>();
  for (const symbol of spotSymbols) {
    const range = feed.range(symbol, from);
    if (range) ranges.set(symbol, range);
  }
  if (ranges.size === 0) return { reachedAt: startedAt, filled: 0, failures: [] };
  const candidates = await reachedOrders(database, ranges);
  // An order that is younger than the span is judged by what the market did after it was placed.
  const rangeFor = ({ symbol, created_at }: Candidate) =>
    created_at > from ? feed.range(symbol, created_at) : (ranges.get(symbol) ?? null);

  let filled = 0;
  const failures: Error[] = [];
  for (let index = 0; index < candidates.length; index += AT_ONCE) {
    const results = await Promise.allSettled(
      candidates.slice(index, index + AT_ONCE).map(async (candidate) => {
        const range = rangeFor(candidate);
        return range !== null && (await fillResting(dependencies, candidate.id, range, fence));
      }),
    );
    for (const result of results) {
      if (result.status === 'rejected') failures.push(result.reason as Error);
      else if (result.value) filled += 1;
    }
  }
  const complete = failures.length === 0 && candidates.length < BATCH;
  return { reachedAt: complete ? startedAt : since, filled, failures };
}
