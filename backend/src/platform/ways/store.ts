import type { Sql, Transaction } from '../db/database.ts';

type Left = {
  readonly userId: string;
  readonly payeeId: string | null;
  readonly call: string;
  /** USDT. */
  readonly value: string;
  readonly approved: boolean;
  /** Unix ms. */
  readonly at: number;
};

export const addLeft = (tx: Transaction, { userId, payeeId, call, value, approved, at }: Left) =>
  tx.query('insert into value_out (user_id, payee_id, call, value, approved, at) values ($1, $2, $3, $4, $5, $6)', [
    userId,
    payeeId,
    call,
    value,
    approved,
    new Date(at),
  ]);

/** USDT that a user let go of to other users since a time, Unix ms: all of it, or what no approval was asked for. */
export async function leftSince(
  sql: Sql,
  userId: string,
  since: number | null,
  which: 'all' | 'unapproved' = 'all',
): Promise<string> {
  const [row] = await sql.query<{ value: string }>(
    `select coalesce(sum(value), 0) as value from value_out where user_id = $1 and at > $2 and not (approved and $3)`,
    [userId, new Date(since ?? 0), which === 'unapproved'],
  );
  return row?.value ?? '0';
}

/** Whether something of the user's went to this payee before, at a time or earlier, Unix ms. */
export async function hasLeftTo(sql: Sql, userId: string, payeeId: string, at: number): Promise<boolean> {
  const [row] = await sql.query<{ paid: boolean }>(
    'select exists (select from value_out where user_id = $1 and payee_id = $2 and at <= $3) as paid',
    [userId, payeeId, new Date(at)],
  );
  return row?.paid === true;
}
