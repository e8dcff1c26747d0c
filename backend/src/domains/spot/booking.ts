import type { Scales } from '@tessera/api/spot/rules';
import { cmp, neg } from '@tessera/money';
import type { Transaction } from '../../platform/db/database.ts';
import { freezeEntries, houseAccount, postJournal, userAccount } from '../../platform/ledger/index.ts';
import { type FillTerms, insertFill, saveProgress } from './orders.ts';
import { type Booking, bookMatch, type Match, type Progress } from './rules.ts';

/** What of an order its bookings need, and that never changes. */
export type BookedOrder = {
  readonly id: string;
  readonly userId: string;
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
};

type Terms = FillTerms & { readonly feeRate: string; readonly scales: Scales };

/** What people see of an order in their account records. */
export const referenceOf = ({ symbol, id }: Pick<BookedOrder, 'symbol' | 'id'>): string => `${symbol} #${id}`;

/** Freezes what a resting order may come to cost. */
export const freezeReserve = (tx: Transaction, order: BookedOrder, { side, reserved }: Progress, now: number) =>
  postJournal(tx, {
    ref: `spot-order:${order.id}:freeze`,
    kind: 'order_freeze',
    reference: referenceOf(order),
    at: now,
    entries: freezeEntries(order.userId, 'change', side === 'buy' ? order.quote : order.base, reserved),
  });

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

/** Books matches one after the other and writes where the order stands then. The order's row is locked, or new. */
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
