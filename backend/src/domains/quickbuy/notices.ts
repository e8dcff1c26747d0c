import { randomUUID } from 'node:crypto';
import type { Sql } from '../../platform/db/database.ts';
import { fillText } from '../../platform/mail/fill-text.ts';
import { sendLetter } from '../../platform/mail/messages.ts';
import { contactOfUser, userById } from '../identity/index.ts';
import texts from './notices.json' with { type: 'json' };
import type { OrderRow } from './store.ts';

/** What a user is told of an order by mail; `late` is a payment that came after the order was cancelled. */
export type BuyNotice = 'successful' | 'rejected' | 'cancelled' | 'late' | 'refunding' | 'refunded';

/** Notifies the user in their language, once the transaction is committed. */
export async function sendBuyNotice(tx: Sql, row: OrderRow, notice: BuyNotice, reason: string | null): Promise<void> {
  const user = await userById(tx, row.user_id);
  const contact = contactOfUser(user);
  if (!contact) return;
  const { subject, order, below, [notice]: text } = texts[user.language];
  const values = {
    reference: row.reference,
    amount: `${row.amount} ${row.fiat}`,
    coin: row.currency,
    reason: reason ?? '–',
    brings: `${row.brings} ${row.currency}`,
    least: `${row.least} ${row.currency}`,
  };
  const goesBack = row.brings !== null && (notice === 'rejected' || notice === 'refunding');
  await sendLetter(
    tx,
    {
      id: randomUUID(),
      to: contact.value,
      channel: contact.kind === 'email' ? 'mail' : 'sms',
      choice: { userId: row.user_id, topic: 'payments', channel: 'mail' },
    },
    {
      language: user.language,
      subject: fillText(subject, values, user.language),
      paragraphs: [order, text, ...(goesBack ? [below] : [])].map((paragraph) =>
        fillText(paragraph, values, user.language),
      ),
      phrase: user.anti_phishing,
    },
    { sms: { of: 'service', kind: `buy_${notice}` } },
  );
}
