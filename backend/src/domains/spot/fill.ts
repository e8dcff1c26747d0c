import type { Scales } from '@tessera/api/spot/rules';
import { cmp, neg, sub } from '@tessera/money';
import type { Database, Transaction } from '../../platform/db/database.ts';
import type { PriceRange } from '../../platform/feed/feed.ts';
import type { JobRun } from '../../platform/jobs/job.ts';
import { freezeEntries, houseAccount, postJournal, userAccount } from '../../platform/ledger/index.ts';
import { listingOf, scalesOf } from './listing.ts';
import { announce, type BookedOrder, bookedOrderOf, progressOf, referenceOf } from './order.ts';
import { type Booking, bookMatch, isReached, type Match, type Progress, restingPrice } from './rules.ts';
import { type FillTerms, insertFill, lockOrder, saveProgress } from './store.ts';

type Terms = FillTerms & { readonly feeRate: string; readonly scales: Scales };

async function postFill(
  tx: Transaction,
  order: BookedOrder,
  fillId: string,
  { progress, spent, received, fee, released }: Booking,
  now: number,
): Promise<void> {
  const { side, limit } = progress;
  const [pays, gets] = side === 'buy' ? [order.quote, order.base] : [order.base, order.quote];
  const from = userAccount(order.userId, 'change', limit === null ? 'available' : 'frozen');
  const to = userAccount(order.userId, 'change');
  const house = houseAccount('counterparty');
  const journal = { reference: referenceOf(order), at: now };
  await postJournal(tx, {
    ...journal,
    ref: `spot-fill:${fillId}:trade`,
    kind: side === 'buy' ? 'trade_buy' : 'trade_sell',
    entries: [
      { account: from, currency: pays, amount: neg(spent) },
      { account: house, currency: pays, amount: spent },
      { account: house, currency: gets, amount: neg(received) },
      { account: to, currency: gets, amount: received },
    ],
  });
  await postJournal(tx, {
    ...journal,
    ref: `spot-fill:${fillId}:fee`,
    kind: 'trade_fee',
    entries: [
      { account: to, currency: gets, amount: neg(fee) },
      { account: houseAccount('fees'), currency: gets, amount: fee },
    ],
  });
  if (released === '0') return;
  await postJournal(tx, {
    ...journal,
    ref: `spot-fill:${fillId}:release`,
    kind: 'order_release',
    entries: freezeEntries(order.userId, 'change', pays, neg(released)),
  });
}

/** Books matches in order and stores the resulting progress. The order's row is locked, or new. */
export async function bookMatches(
  tx: Transaction,
  order: BookedOrder,
  before: Progress,
  matches: readonly Match[],
  { feeRate, scales, ...terms }: Terms,
): Promise<{ readonly progress: Progress; readonly status: 'pending' | 'filled' }> {
  let progress = before;
  for (const match of matches) {
    const booking = bookMatch(progress, match, feeRate, scales);
    const fillId = await insertFill(tx, order.id, match, booking, terms);
    await postFill(tx, order, fillId, booking, terms.now);
    progress = booking.progress;
  }
  const status = cmp(progress.filledAmount, progress.amount) === 0 ? 'filled' : 'pending';
  await saveProgress(tx, order.id, progress, status, terms.now);
  return { progress, status };
}

/**
 * Fills a resting order that the range reaches, in a separate transaction. False if it is being cancelled or is no
 * longer open. `now` returns Unix ms.
 */
export async function fillResting(
  { database, now }: { readonly database: Database; readonly now: () => number },
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
    const match = {
      price: restingPrice(order.side, order.price, range),
      amount: sub(order.amount, order.filled_amount),
    };
    const { status } = await bookMatches(tx, bookedOrderOf(order), progressOf(order), [match], {
      feeRate: listing.instrument.makerFeeRate,
      scales: scalesOf(listing),
      maker: true,
      pricedAt: range.until,
      now: now(),
    });
    announce(tx, order.user_id, { id, status });
    return true;
  });
}
