import type { Sql } from '../../platform/db/database.ts';

/** An account, or accounts that share a device, an inbox or an address; see `market_watch.subject`. */
export type Subject = { readonly subject: string; readonly userId: string };

/** More accounts than this at one address are strangers behind a proxy. */
const MOST_AT_ADDRESS = 10;

/** The subjects to which these users belong, with those of the users that belong to each. */
export async function linksOf(sql: Sql, userIds: readonly string[]): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const subjects = new Map(userIds.map((id) => [`user:${id}`, new Set([id])]));
  if (userIds.length === 0) return subjects;
  const rows = await sql.query<{ subject: string; user_id: string }>(
    `select 'device:' || encode(d.token_hash, 'hex') as subject, d.user_id
       from known_device d
      where d.user_id = any($1)
        and exists (select from known_device o where o.token_hash = d.token_hash and o.user_id <> d.user_id)
     union
     select 'address:' || s.address, s.user_id
       from session s
      where s.user_id = any($1)
        and (select count(distinct o.user_id) from session o where o.address = s.address) between 2 and $2
     union
     select 'inbox:' || md5(inbox_of(u.email)), u.id
       from user_account u
      where u.id = any($1)
        and exists (select from user_account o where inbox_of(o.email) = inbox_of(u.email) and o.id <> u.id)`,
    [userIds, MOST_AT_ADDRESS],
  );
  for (const { subject, user_id } of rows) {
    subjects.set(subject, (subjects.get(subject) ?? new Set()).add(user_id));
  }
  return subjects;
}

/** UIDs of all accounts of a subject. */
export async function membersOf(sql: Sql, subjects: readonly string[]): Promise<ReadonlyMap<string, string[]>> {
  const rows = await sql.query<{ subject: string; uids: string[] }>(
    `select w.subject, array_agg(distinct u.uid order by u.uid) as uids
       from unnest($1::text[]) as w (subject)
            join user_account u on w.subject = 'user:' || u.id
              or w.subject = 'payer:' || u.id or w.subject like 'pair:' || u.id || ':%' or w.subject like 'pair:%:' || u.id
              or w.subject = 'inbox:' || md5(inbox_of(u.email))
              or exists (select from known_device d
                          where d.user_id = u.id and w.subject = 'device:' || encode(d.token_hash, 'hex'))
              or exists (select from session s where s.user_id = u.id and w.subject = 'address:' || s.address)
      group by w.subject`,
    [subjects],
  );
  return new Map(rows.map(({ subject, uids }) => [subject, uids]));
}
