import type { Sql } from '../../platform/db/database.ts';

/** By a browser, a number or an inbox that both accounts have; `user_id`, some of them more than once. */
const LINKED_BY_USE = `select b.user_id from known_device a join known_device b on b.token_hash = a.token_hash where a.user_id = $1
     union all
     select b.id from user_account a join user_account b
                on coalesce(b.mobile, b.shared_mobile) = coalesce(a.mobile, a.shared_mobile)
      where a.id = $1
     union all
     select b.id from user_account a join user_account b on inbox_of(b.email) = inbox_of(a.email) where a.id = $1`;

/** SQL: whether the user of a row of `payee_card` was paid at it. Its number is typed by any user who knows it. */
export const isPaidAt = (card: string): string =>
  `exists (select from withdrawal w where w.user_id = ${card}.user_id and w.card_id = ${card}.id and w.status in ('sent', 'final'))`;

/**
 * By what no user shows of another without their part in it. Of documents those of one country that staff have verified count:
 * a document verifies one account, so only what was verified before that rule, and before countries were asked for, is of two.
 */
const LINKED_BY_BOTH = `${LINKED_BY_USE}
     union all
     select b.user_id from verification_request a join verification_request b
                on document_number(b.card_id) = document_number(a.card_id) and b.id_type = a.id_type
               and b.country is not distinct from a.country
      where a.user_id = $1 and a.state = 'verified' and b.state = 'verified'
     union all
     select b.user_id from payee_card a join payee_card b on b.card_hash = a.card_hash
      where a.user_id = $1 and ${isPaidAt('a')} and ${isPaidAt('b')}`;

/**
 * Users who are the person of user $1 by what either of them states: who states what is another's keeps themselves from
 * dealing with that user, and no one else.
 */
const LINKED = `${LINKED_BY_USE}
     union all
     select b.user_id from verification_request a join verification_request b
                on b.id_type = a.id_type and document_number(b.card_id) = document_number(a.card_id)
      where a.user_id = $1 and a.state <> 'failed' and b.state <> 'failed'
     union all
     select b.user_id from payee_card a join payee_card b on b.card_hash = a.card_hash where a.user_id = $1
     union all
     select b.user_id from payee_address a join payee_address b
                on b.network = a.network and b.address = a.address
      where a.user_id = $1`;

/**
 * Whether both are known to be one person: by the same inbox, browser, phone number, document, or the address or card
 * that they withdraw to. A profit share to oneself is not paid. A network address alone says nothing: families share one.
 */
export async function areLinked(sql: Sql, userId: string, otherId: string): Promise<boolean> {
  const [linked] = await sql.query<{ one: number }>(
    `select 1 as one from (${LINKED}) linked where user_id = $2 limit 1`,
    [userId, otherId],
  );
  return linked !== undefined;
}

/** All users who are known to be one person with this one, the user among them. */
export async function linkedTo(sql: Sql, userId: string): Promise<ReadonlySet<string>> {
  const rows = await sql.query<{ user_id: string }>(`select distinct user_id from (${LINKED}) linked`, [userId]);
  return new Set([userId, ...rows.map(({ user_id }) => user_id)]);
}

/**
 * The same without what a user states alone, an address or a number that is typed: what is taken from an artist for what another
 * did must not be of the other's making.
 */
export async function samePersonAs(sql: Sql, userId: string): Promise<ReadonlySet<string>> {
  const rows = await sql.query<{ user_id: string }>(`select distinct user_id from (${LINKED_BY_BOTH}) linked`, [
    userId,
  ]);
  return new Set([userId, ...rows.map(({ user_id }) => user_id)]);
}

/**
 * Whether an account shows by itself that it is of the person of another one: what is held from it must be of its own making.
 * A document that no member has verified, a card and an address are stated by typing them: those of the other account count
 * where this one stated them later.
 */
export async function showsSamePerson(sql: Sql, userId: string, otherId: string): Promise<boolean> {
  const [shown] = await sql.query<{ one: number }>(
    `select 1 as one from known_device a join known_device b on b.token_hash = a.token_hash
      where a.user_id = $1 and b.user_id = $2
     union all
     select 1 from user_account a join user_account b
         on coalesce(b.mobile, b.shared_mobile) = coalesce(a.mobile, a.shared_mobile) or inbox_of(b.email) = inbox_of(a.email)
      where a.id = $1 and b.id = $2
     union all
     select 1 from verification_request a join verification_request b
         on b.id_type = a.id_type and document_number(b.card_id) = document_number(a.card_id)
      where a.user_id = $1 and b.user_id = $2 and a.state <> 'failed' and b.state <> 'failed'
        and (b.state = 'verified' or not exists (
              select from verification_request c
               where c.user_id = $1 and c.id_type = b.id_type and document_number(c.card_id) = document_number(b.card_id)
                 and c.submitted_at < b.submitted_at))
     union all
     select 1 from payee_card a join payee_card b on b.card_hash = a.card_hash
      where a.user_id = $1 and b.user_id = $2
        and not exists (select from payee_card c
                         where c.user_id = $1 and c.card_hash = b.card_hash and c.created_at < b.created_at)
     union all
     select 1 from payee_address a join payee_address b
         on b.network = a.network and b.address = a.address
      where a.user_id = $1 and b.user_id = $2
        and not exists (select from payee_address c
                         where c.user_id = $1 and c.address = b.address and c.created_at <= b.created_at)
      limit 1`,
    [userId, otherId],
  );
  return shown !== undefined;
}

/** By what users are known to be one person, but for what a user states alone. */
const MARKS = `select user_id, 'device:' || encode(token_hash, 'hex') as mark from known_device
     union all
     select id, 'phone:' || coalesce(mobile, shared_mobile) from user_account
     union all
     select id, 'inbox:' || inbox_of(email) from user_account
     union all
     select user_id, concat_ws(':', 'document', id_type, coalesce(country, ''), document_number(card_id))
       from verification_request where state = 'verified'
     union all
     select user_id, 'card:' || encode(card_hash, 'hex') from payee_card p where ${isPaidAt('p')}`;

/**
 * Who of these users are one person, also by way of others of them: the user that stands for all, by user. What counts is that
 * of `samePersonAs`: one who states the numbers of two others is joined with neither.
 */
export async function personsAmong(sql: Sql, userIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await sql.query<{ user_id: string; mark: string }>(
    `select user_id, mark from (${MARKS}) marked where user_id = any($1) and mark is not null`,
    [userIds],
  );
  const above = new Map<string, string>();
  const topOf = (id: string): string => {
    let top = id;
    for (let next = above.get(top); next !== undefined; next = above.get(top)) top = next;
    // All on the way point to the top from now on: the next one of them is one step away.
    for (let each = id; each !== top; ) {
      const next = above.get(each) ?? top;
      above.set(each, top);
      each = next;
    }
    return top;
  };
  const firstWith = new Map<string, string>();
  for (const { user_id, mark } of rows) {
    const [one, other] = [topOf(user_id), topOf(firstWith.get(mark) ?? user_id)];
    firstWith.set(mark, other);
    if (one !== other) above.set(one, other);
  }
  return new Map(userIds.map((id) => [id, topOf(id)]));
}
