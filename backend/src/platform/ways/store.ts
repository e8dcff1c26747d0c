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

/** USDT that trades carried from user $1 to each other user since $2, less what came back and what staff found harmless. */
const CARRIED = `select coalesce(sum(net), 0) as value
   from (select sum(case when payer_id = $1 then value else -value end) as net
           from (select payer_id, payee_id as other_id, value from value_counted where payer_id = $1 and hour >= $2
                 union all
                 select payer_id, payer_id, value from value_counted where payee_id = $1 and hour >= $2) each
          group by other_id) pair
  where net > 0`;

/**
 * USDT that a user let go of to other users since a time, Unix ms: all of it, or what no approval was asked for. By ways,
 * and by trades at prices away from the index.
 */
export async function leftSince(
  sql: Sql,
  userId: string,
  since: number | null,
  which: 'all' | 'unapproved' = 'all',
): Promise<string> {
  const [row] = await sql.query<{ value: string }>(
    `select (select coalesce(sum(value), 0) from value_out where user_id = $1 and at > $2 and not (approved and $3))
            + (${CARRIED}) as value`,
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
