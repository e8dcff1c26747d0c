import type { Sql } from '../../platform/db/database.ts';
import { inboxOfMail } from '../../platform/mail/inbox.ts';
import { areLinked } from '../copytrading/index.ts';

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
       left join lateral (select id from user_account where inbox_of(email) = inbox_of(m.account)
                            order by lower(email) = lower(m.account) desc, id limit 1) o on true
      where u.uid = $1`,
    [uid, staffId],
  );
  if (!row) return false;
  return (
    row.same ||
    (row.email !== null && inboxOfMail(row.email) === inboxOfMail(row.account)) ||
    (row.own !== null && (await areLinked(sql, row.id, row.own)))
  );
}
