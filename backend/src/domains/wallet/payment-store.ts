import type { Sql, Transaction } from '../../platform/db/database.ts';
import { type Page, pageOf } from '../../platform/db/page.ts';

type NewPayment = {
  readonly senderId: string;
  readonly recipientId: string;
  readonly account: string;
  /** Currency code. */
  readonly currency: string;
  readonly amount: string;
  /** USDT. */
  readonly value: string;
  /** Unix ms. */
  readonly at: number;
};

export async function addPayment(
  tx: Transaction,
  { senderId, recipientId, account, currency, amount, value, at }: NewPayment,
): Promise<string> {
  const [row] = await tx.query<{ id: string }>(
    `insert into payment (sender_id, recipient_id, account, currency, amount, value, at)
     values ($1, $2, $3, $4, $5, $6, $7) returning id`,
    [senderId, recipientId, account, currency, amount, value, new Date(at)],
  );
  if (!row) throw new Error('the payment is not there');
  return row.id;
}

/** Locks sender and recipient in one order: two who pay each other at once do not wait for each other. */
export const lockParties = (tx: Transaction, ids: readonly string[]) =>
  tx.query('select from user_account where id = any($1) order by id for no key update', [ids]);

/** Whether the user paid this account before, as it is written here. */
export async function hasPaid(sql: Sql, userId: string, account: string): Promise<boolean> {
  const [row] = await sql.query<{ paid: boolean }>(
    'select exists (select from payment where sender_id = $1 and account = $2) as paid',
    [userId, account],
  );
  return row?.paid === true;
}

export type BookedPayment = {
  readonly sender_id: string;
  readonly recipient_id: string;
  readonly currency: string;
  readonly amount: string;
  /** USDT. */
  readonly value: string;
  /** Unix ms. */
  readonly at: number;
};

export async function paymentOf(sql: Sql, id: string): Promise<BookedPayment> {
  const [row] = await sql.query<BookedPayment>(
    'select sender_id, recipient_id, currency, amount, value, at from payment where id = $1',
    [id],
  );
  if (!row) throw new Error(`payment ${id} is not there`);
  return row;
}

export type PaymentRow = {
  readonly id: string;
  readonly sent: boolean;
  readonly nickname: string;
  readonly uid: string;
  readonly account: string;
  readonly currency: string;
  readonly amount: string;
  /** Unix ms. */
  readonly at: number;
};

/** What a user sent and received, newest first. */
export const paymentsOf = (sql: Sql, userId: string, { page, limit }: Page) =>
  pageOf<PaymentRow>(sql, {
    select: `p.id, p.sender_id = $1 as sent, u.nickname, u.uid, p.account, p.currency, p.amount, p.at`,
    newest: {
      of: 'payment',
      where: ['sender_id = $1', 'recipient_id = $1 and sender_id <> $1'],
      order: 'id desc',
      as: 'p',
      rest: 'join user_account u on u.id = case when p.sender_id = $1 then p.recipient_id else p.sender_id end',
    },
    order: 'p.id desc',
    values: [userId],
    page,
    limit,
  });
