import { add, cmp, max } from '@tessera/money';
import type { Transaction } from '../db/database.ts';

const DAY = 86_400_000;

/** What a decision credits to a user. */
export type Credit = {
  readonly userId: string;
  /** USDT; null where it has no price: then two members decide. */
  readonly value: string | null;
  /** Most of a day that single members decide, USDT. */
  readonly most: string;
};

type Alone = {
  readonly staffId: string;
  /** The queue's decision or the call. */
  readonly source: string;
  /** Unix ms. */
  readonly at: number;
};

/**
 * Whether a member may credit this alone, which is then recorded: what single members credited to the user within 24 hours,
 * and what the member credited to all users, by whatever call, stays within the bound. Locks both, so that decisions at
 * the same time count one after the other.
 */
export async function creditAlone(
  tx: Transaction,
  { userId, value, most }: Credit,
  { staffId, source, at }: Alone,
): Promise<boolean> {
  if (value === null) return false;
  await tx.query('select from user_account where id = $1 for no key update', [userId]);
  await tx.query('select from staff_member where id = $1 for no key update', [staffId]);
  const [before] = await tx.query<{ user: string; member: string }>(
    `select coalesce(sum(value) filter (where user_id = $1), 0) as user,
            coalesce(sum(value) filter (where staff_id = $2), 0) as member
       from staff_credit where (user_id = $1 or staff_id = $2) and at > $3`,
    [userId, staffId, new Date(at - DAY)],
  );
  if (cmp(add(max(before?.user ?? '0', before?.member ?? '0'), value), most) > 0) return false;
  await tx.query('insert into staff_credit (staff_id, user_id, source, value, at) values ($1, $2, $3, $4, $5)', [
    staffId,
    userId,
    source,
    value,
    new Date(at),
  ]);
  return true;
}
