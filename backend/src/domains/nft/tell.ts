import type { Transaction } from '../../platform/db/database.ts';
import { tellUser } from '../messages/index.ts';
import { insertMessages, type MessageKind, type Sale } from './store.ts';

/** What also stands in the user's message centre: something is to be done, or money has moved without the user. */
const IN_THE_CENTRE = {
  outbid: 'nft_outbid',
  won: 'nft_won',
  offered: 'nft_offered',
  forfeited: 'nft_forfeited',
  sold: 'nft_sold',
  box_returned: 'nft_box_returned',
} as const;

export type Told = {
  readonly userId: string;
  readonly orderId: string | null;
  readonly kind: MessageKind;
  readonly amount: string | null;
  /** What makes it another message than an earlier one of its kind about the sale, such as a bid. */
  readonly about?: string;
};

/** Tells users about a sale: a message with the order, an event on every device, and the message centre. */
export async function tell(
  tx: Transaction,
  sale: Pick<Sale, 'id' | 'currency' | 'name' | 'code'>,
  told: readonly Told[],
  at: number,
): Promise<void> {
  if (told.length === 0) return;
  await insertMessages(
    tx,
    told.map(({ userId, orderId, kind, amount }) => ({ userId, saleId: sale.id, orderId, kind, amount, at })),
  );
  for (const { userId, orderId, kind, amount, about } of told) {
    tx.notify(userId, { kind: 'order', id: orderId ?? sale.id, status: kind });
    if (!(kind in IN_THE_CENTRE)) continue;
    await tellUser(tx, {
      userId,
      kind: IN_THE_CENTRE[kind as keyof typeof IN_THE_CENTRE],
      named: { work: sale.name, code: sale.code, amount: `${amount ?? '0'} ${sale.currency}` },
      reference: `${sale.id}:${about ?? orderId ?? ''}`,
      at,
      byMail: kind === 'won' || kind === 'offered',
    });
  }
}
