import { neg } from '@tessera/money';
import type { Transaction } from '../../../platform/db/database.ts';
import { type Journal, postJournals, userAccount } from '../../../platform/ledger/index.ts';
import { type Sale, settleOrder } from '../store.ts';
import { tell } from '../tell.ts';
import { priceJournals } from '../transfer.ts';
import { countSale } from '../volume.ts';
import { type Box, endBoxItem, setRefunded, setSettled } from './store.ts';

/* Prices of boxes: held until a box is decided, then passed on to the seller; or returned. */

/** Passes the prices of boxes on; `drawn` is what each holds. The sale is locked. */
export async function passOn(
  tx: Transaction,
  sale: Sale,
  boxes: readonly { readonly box: Box; readonly drawn: string }[],
  at: number,
): Promise<void> {
  const due = boxes.filter(({ box }) => box.settled_at === null);
  const journals = due.flatMap(({ box }) =>
    priceJournals(sale, { id: box.order_id, user_id: box.user_id, price: box.price }, box.price, at),
  );
  await postJournals(tx, journals);
  for (const { box, drawn } of boxes) await setSettled(tx, box, drawn, at);
  await countSale(
    tx,
    sale.artist_id,
    due.map(({ box }) => ({ userId: box.user_id, worth: box.worth })),
  );
  const proceeds = journals.find(({ ref }) => ref.endsWith(':proceeds'));
  const { seller_id: sellerId } = sale;
  if (sellerId === null || !proceeds) return;
  const amount = proceeds.entries.find(({ account }) => account.owner === 'user')?.amount ?? null;
  for (const { box } of due) {
    await tell(tx, sale, [{ userId: sellerId, orderId: null, kind: 'sold', amount, about: box.order_id }], at);
  }
  tx.notify(sellerId, { kind: 'balance' });
}

/** Returns the prices of boxes that were never decided. The sale is locked. */
export async function refund(tx: Transaction, sale: Sale, boxes: readonly Box[], at: number): Promise<void> {
  await postJournals(
    tx,
    boxes.map(
      (box): Journal => ({
        ref: `nft-order:${box.order_id}:refund`,
        kind: 'nft_box_return',
        reference: sale.name,
        at,
        entries: [
          { account: userAccount(box.user_id, 'nft'), currency: sale.currency, amount: neg(box.price) },
          { account: userAccount(box.user_id, 'change'), currency: sale.currency, amount: box.price },
        ],
      }),
    ),
  );
  for (const box of boxes) {
    await setRefunded(tx, box);
    await settleOrder(tx, box.order_id, { status: 'refunded', at });
    await endBoxItem(tx, box.item_id, null);
    await tell(tx, sale, [{ userId: box.user_id, orderId: box.order_id, kind: 'box_returned', amount: box.price }], at);
    tx.notify(box.user_id, { kind: 'balance' });
  }
}
