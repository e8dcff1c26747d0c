import type { Sql } from '../../platform/db/database.ts';

/** By what nobody shows of another user without their part in it; `user_id`, some of them more than once. */
const LINKED_BY_BOTH = `select b.user_id from known_device a join known_device b on b.token_hash = a.token_hash where a.user_id = $1
     union all
     select b.id from user_account a join user_account b
                on coalesce(b.mobile, b.shared_mobile) = coalesce(a.mobile, a.shared_mobile)
      where a.id = $1
     union all
     select b.id from user_account a join user_account b on inbox_of(b.email) = inbox_of(a.email) where a.id = $1
     union all
     select b.user_id from verification_request a join verification_request b
                on b.id_type = a.id_type and upper(b.card_id) = upper(a.card_id)
      where a.user_id = $1 and a.state <> 'failed' and b.state <> 'failed'
     union all
     select b.user_id from payee_card a join payee_card b on b.card_hash = a.card_hash where a.user_id = $1`;

/** Users of whom it is known that they are the person of user $1. An address is public: anyone may withdraw to another's. */
const LINKED = `${LINKED_BY_BOTH}
     union all
     select b.user_id from payee_address a join payee_address b
                on b.network = a.network and b.address = a.address and b.tag is not distinct from a.tag
      where a.user_id = $1`;

const isAmong = async (sql: Sql, users: string, userId: string, otherId: string): Promise<boolean> => {
  const [linked] = await sql.query<{ one: number }>(
    `select 1 as one from (${users}) linked where user_id = $2 limit 1`,
    [userId, otherId],
  );
  return linked !== undefined;
};

/**
 * Whether both are known to be one person: by the same inbox, browser, phone number, document, or the address or card
 * that they withdraw to. A profit share to oneself is not paid. A network address alone says nothing: families share one.
 */
export const areLinked = (sql: Sql, userId: string, otherId: string): Promise<boolean> =>
  isAmong(sql, LINKED, userId, otherId);

/** The same without the address: what is held from one user for what the other did must not be of the other's making. */
export const areOneByMoreThanAddress = (sql: Sql, userId: string, otherId: string): Promise<boolean> =>
  isAmong(sql, LINKED_BY_BOTH, userId, otherId);

/** All users who are known to be one person with this one, the user among them. */
export async function linkedTo(sql: Sql, userId: string): Promise<ReadonlySet<string>> {
  const rows = await sql.query<{ user_id: string }>(`select distinct user_id from (${LINKED}) linked`, [userId]);
  return new Set([userId, ...rows.map(({ user_id }) => user_id)]);
}
