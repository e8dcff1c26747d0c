import type { Sql } from '../../platform/db/database.ts';
import { areLinked } from '../copytrading/index.ts';
import { contactOf, inboxOf } from '../identity/index.ts';

type Row = {
  readonly id: string;
  readonly email: string | null;
  readonly account: string;
  readonly same: boolean;
  readonly own: string | null;
};

/**
 * Whether an account is a member's own: of the same inbox, however its address is spelled, or browser, or known to be of the user whose account has the
 * member's address.
 */
export async function isOwnAccount(sql: Sql, uid: string, staffId: string): Promise<boolean> {
  const [row] = await sql.query<Row>(
    `select u.id, u.email, m.account, o.id as own,
            u.id is not distinct from o.id
              or exists (select from known_device d join known_device s on s.token_hash = d.token_hash
                          where d.user_id = u.id and s.staff_id = m.id) as same
       from user_account u join staff_member m on m.id = $2
       left join user_account o on lower(o.email) = lower(m.account)
      where u.uid = $1`,
    [uid, staffId],
  );
  if (!row) return false;
  const inbox = (address: string) => inboxOf(contactOf(address));
  return (
    row.same ||
    (row.email !== null && inbox(row.email) === inbox(row.account)) ||
    (row.own !== null && (await areLinked(sql, row.id, row.own)))
  );
}
