import type { Sql, Transaction } from '../../platform/db/database.ts';
import { type Page, pageOf, REACHED } from '../../platform/db/page.ts';
import { isPaidAt } from '../copytrading/index.ts';

/* The tables of invitations: no other file contains their SQL. */

export type Term = { readonly level: 1 | 2; readonly rate: string };

/** The rates; those who change them wait for each other. */
export async function termsOf(sql: Sql, changing = false): Promise<Term[]> {
  if (changing) await sql.query('lock table referral_term in share row exclusive mode');
  return sql.query<Term>('select level, rate from referral_term order by level');
}

export const writeRate = (tx: Transaction, { level, rate }: Term): Promise<unknown> =>
  tx.query('update referral_term set rate = $2 where level = $1', [level, rate]);

/** The last day that was booked, ISO; null before the first. */
export async function lastDay(sql: Sql): Promise<string | null> {
  const [row] = await sql.query<{ day: string | null }>('select max(day)::text as day from referral_day');
  return row?.day ?? null;
}

/** Takes a day to be booked, once. Returns whether it was not booked before. */
export async function takeDay(tx: Transaction, day: string, at: number): Promise<boolean> {
  const rows = await tx.query(
    'insert into referral_day (day, booked_at) values ($1, $2) on conflict do nothing returning day',
    [day, new Date(at)],
  );
  return rows.length > 0;
}

/** Journals whose fees count: trades on the spot market and with leverage, options, conversions, works. */
export const COUNTED = ['trade_fee', 'option_stake', 'option_result', 'convert', 'nft_sale'] as const;

export type Paid = { readonly user_id: string; readonly currency: string; readonly paid: string };

/**
 * What users who were invited paid in fees in `[from, to)`, Unix ms, less what went back, or one of them alone; a journal has
 * one payer.
 */
export const feesBetween = (
  sql: Sql,
  { from, to, userId = null }: { readonly from: number; readonly to: number; readonly userId?: string | null },
): Promise<Paid[]> =>
  sql.query<Paid>(
    `with fee as (
       select e.journal_id, e.currency, sum(e.amount) as amount
         from journal j join ledger_entry e on e.journal_id = j.id join ledger_account a on a.id = e.account_id
        where j.at >= $1 and j.at < $2 and j.kind = any ($3) and a.owner_kind = 'house' and a.name = 'fees'
        group by e.journal_id, e.currency),
     payer as (
       select f.journal_id, f.currency, f.amount, min(a.user_id) as user_id
         from fee f join ledger_entry e on e.journal_id = f.journal_id
         join ledger_account a on a.id = e.account_id and a.owner_kind = 'user'
        group by f.journal_id, f.currency, f.amount having count(distinct a.user_id) = 1)
     select p.user_id, p.currency, sum(p.amount) as paid
       from payer p join user_account u on u.id = p.user_id
      where u.invited_by is not null and ($4::bigint is null or p.user_id = $4)
      group by p.user_id, p.currency having sum(p.amount) <> 0 order by p.user_id, p.currency`,
    [new Date(from), new Date(to), COUNTED, userId],
  );

export type StoredFees = {
  readonly user_id: string;
  readonly currency: string;
  readonly net: string;
  readonly rebated: string;
};

export const feesOf = (tx: Transaction, userIds: readonly string[]): Promise<StoredFees[]> =>
  tx.query<StoredFees>('select user_id, currency, net, rebated from referral_fee where user_id = any ($1) for update', [
    userIds,
  ]);

/** Of these users, those whose account is frozen, or whose withdrawals were paused at some time since then, Unix ms. */
export async function haltedSince(sql: Sql, userIds: readonly string[], since: number): Promise<ReadonlySet<string>> {
  const rows = await sql.query<{ id: string }>(
    `select id from user_account
      where id = any ($1) and (disabled or frozen_at is not null or withdrawals_blocked_until > $2)`,
    [userIds, new Date(since)],
  );
  return new Set(rows.map(({ id }) => id));
}

export const writeFees = (tx: Transaction, fees: readonly StoredFees[]): Promise<unknown> =>
  tx.query(
    `insert into referral_fee (user_id, currency, net, rebated)
     select user_id, currency, net, rebated
       from jsonb_to_recordset($1) as e (user_id bigint, currency text, net amount, rebated amount)
     on conflict (user_id, currency) do update set net = excluded.net, rebated = excluded.rebated`,
    [JSON.stringify(fees)],
  );

export type Beneficiary = {
  readonly invitee_id: string;
  readonly level: 1 | 2;
  readonly user_id: string;
};

/**
 * As far as it is known, account `b`, which is to be rewarded, is of the person of `a`: they state the same document, are of
 * the same inbox, are used in the same browser, or have the same card or address to be paid at. Numbers of documents and
 * cards are typed by anyone who knows them: what `a` has typed after `b` counts once a member has verified it, or `a` was paid.
 */
const SAME_PERSON = (a: string, b: string): string => `(
  exists (select from verification_request x join verification_request y
            on document_number(x.card_id) = document_number(y.card_id) and x.state <> 'failed' and y.state <> 'failed'
           where x.user_id = ${a} and y.user_id = ${b}
             and (x.state = 'verified' or not exists (
                   select from verification_request z
                    where z.user_id = ${b} and z.state <> 'failed' and z.submitted_at < x.submitted_at
                      and document_number(z.card_id) = document_number(x.card_id))))
  or exists (select from known_device x join known_device y on x.token_hash = y.token_hash
              where x.user_id = ${a} and y.user_id = ${b})
  or exists (select from payee_card x join payee_card y on x.card_hash = y.card_hash
              where x.user_id = ${a} and y.user_id = ${b}
                and (${isPaidAt('x')}
                     or not exists (select from payee_card z where z.user_id = ${b} and z.card_hash = x.card_hash
                                                               and z.created_at < x.created_at)))
  or exists (select from payee_address x join payee_address y on x.address = y.address
              where x.user_id = ${a} and y.user_id = ${b})
  or exists (select from user_account x join user_account y on inbox_of(x.email) = inbox_of(y.email)
              where x.id = ${a} and y.id = ${b}))`;

/** Accounts by which an address to be paid at is still that of one person; one of an exchange is that of many. */
const FEW_SHARE = 3;

/**
 * Other accounts of the person whose account this is, as far as it is known. An address links to those that had it before,
 * so that none takes away what others may have by saving theirs. One that many have links to those who were paid at it.
 * Numbers of cards and documents are typed by anyone who knows them: a card links to those who were paid at it, a document
 * to whom a member has verified it for.
 */
export async function accountsOfPerson(sql: Sql, userId: string): Promise<readonly string[]> {
  const rows = await sql.query<{ user_id: string }>(
    `select y.user_id from known_device x join known_device y on y.token_hash = x.token_hash where x.user_id = $1 and y.user_id <> $1
     union
     select y.user_id from payee_card x join payee_card y on y.card_hash = x.card_hash
      where x.user_id = $1 and y.user_id <> $1
        and ${isPaidAt('y')}
     union
     select y.user_id from payee_address x join payee_address y on y.address = x.address
      where x.user_id = $1 and y.user_id <> $1 and y.created_at <= x.created_at
        and ((select count(*) from (select distinct user_id from payee_address where address = x.address limit ${FEW_SHARE + 1}) z) <= ${FEW_SHARE}
             or exists (select from withdrawal w where w.user_id = y.user_id and w.target = y.address and w.status in ('sent', 'final')))
     union
     select y.user_id from verification_request x join verification_request y on document_number(y.card_id) = document_number(x.card_id)
      where x.user_id = $1 and y.user_id <> $1 and x.state <> 'failed' and y.state = 'verified'
     union
     select y.id from user_account x join user_account y on inbox_of(y.email) = inbox_of(x.email) where x.id = $1 and y.id <> $1`,
    [userId],
  );
  return rows.map(({ user_id }) => user_id);
}

/**
 * Who gets rebates on the fees of these users: accounts that are open, and of other persons. An account between two of one
 * person is no level of its own: that person gets the first level alone.
 */
export const beneficiariesOf = (sql: Sql, userIds: readonly string[]): Promise<Beneficiary[]> =>
  sql.query<Beneficiary>(
    `with line as (
       select u.id as invitee_id, 1::int as level, u.invited_by as user_id, null::bigint as via
         from user_account u where u.id = any ($1)
       union all
       select u.id, 2, i.invited_by, i.id from user_account u join user_account i on i.id = u.invited_by where u.id = any ($1))
     select l.invitee_id, l.level, l.user_id
       from line l join user_account b on b.id = l.user_id
      where not b.disabled and b.frozen_at is null and b.closed_at is null and b.id <> l.invitee_id
        and not ${SAME_PERSON('l.invitee_id', 'l.user_id')}
        and (l.via is null or not ${SAME_PERSON('l.via', 'l.user_id')})
      order by l.invitee_id, l.level`,
    [userIds],
  );

export type Reward = Beneficiary & {
  readonly day: string;
  readonly currency: string;
  readonly fees: string;
  readonly rate: string;
  readonly amount: string;
};

export const insertRewards = (tx: Transaction, rewards: readonly Reward[]): Promise<unknown> =>
  tx.query(
    `insert into referral_reward (user_id, invited_user_id, level, day, currency, base, rate, amount)
     select user_id, invitee_id, level, day, currency, fees, rate, amount
       from jsonb_to_recordset($1) as e (user_id bigint, invitee_id bigint, level smallint, day date, currency text,
                                         fees amount, rate amount, amount amount)`,
    [JSON.stringify(rewards)],
  );

export type Sum = { readonly currency: string; readonly amount: string; readonly open: string };

/** What a user has got from invitations by currency, and what of it is not claimed; of all users without one. */
export const sumsOf = (sql: Sql, userId: string | null): Promise<Sum[]> =>
  sql.query<Sum>(
    `select currency, sum(amount) as amount, coalesce(sum(amount) filter (where claim_id is null), 0) as open
       from referral_reward where $1::bigint is null or user_id = $1 group by currency order by currency`,
    [userId],
  );

/** Takes what a user has not claimed yet, once. Returns it by currency. */
export async function takeOpen(
  tx: Transaction,
  userId: string,
  at: number,
): Promise<{ readonly id: string; readonly sums: readonly { readonly currency: string; readonly amount: string }[] }> {
  const [claim] = await tx.query<{ id: string }>(
    'insert into referral_claim (user_id, at) values ($1, $2) returning id',
    [userId, new Date(at)],
  );
  const id = claim?.id as string;
  const sums = await tx.query<{ currency: string; amount: string }>(
    `with taken as (update referral_reward set claim_id = $2 where user_id = $1 and claim_id is null
                    returning currency, amount)
     select currency, sum(amount) as amount from taken group by currency order by currency`,
    [userId, id],
  );
  return { id, sums };
}

export type Counts = {
  readonly invited: number;
  readonly verified: number;
  readonly traded: number;
  readonly second: number;
};

export async function countsOf(sql: Sql, userId: string): Promise<Counts> {
  const [row] = await sql.query<Counts>(
    `select count(*)::int as invited, (count(*) filter (where u.verification_level > 0))::int as verified,
            (count(*) filter (where exists (select from referral_fee f where f.user_id = u.id and f.net > 0)))::int as traded,
            (select count(*)::int from user_account s join user_account i on i.id = s.invited_by
              where i.invited_by = $1) as second
       from user_account u where u.invited_by = $1`,
    [userId],
  );
  return row as Counts;
}

export type StoredInvitee = {
  readonly id: string;
  readonly uid: string;
  readonly email: string | null;
  readonly mobile: string | null;
  readonly level: 1 | 2;
  readonly verified: boolean;
  readonly traded: boolean;
  readonly joined_at: number;
};

/** Invited users of both levels, newest first; of the second those whom the newest of the first invited. */
export const listInvitees = (sql: Sql, userId: string, page: Page) =>
  pageOf<StoredInvitee>(sql, {
    ...page,
    select: `u.id, u.uid, u.email, u.mobile, case when u.invited_by = $1 then 1 else 2 end as level,
             u.verification_level > 0 as verified,
             exists (select from referral_fee f where f.user_id = u.id and f.net > 0) as traded, u.created_at as joined_at`,
    expressions: `with first as (
        select id from user_account where invited_by = $1 order by created_at desc, id desc limit ${REACHED}),
      invitee as (
        select u.* from user_account u join first f on f.id = u.id
        union all
        (select u.* from first f join lateral (select * from user_account u where u.invited_by = f.id) u on true
          limit ${REACHED}))`,
    from: 'invitee u',
    whole: 'of either level no more than a page can reach are taken',
    order: 'u.created_at desc, u.id desc',
    values: [userId],
  });

/** What users have brought another, by currency. */
export const broughtBy = (
  sql: Sql,
  userId: string,
  inviteeIds: readonly string[],
): Promise<{ readonly invitee_id: string; readonly currency: string; readonly amount: string }[]> =>
  sql.query(
    `select invited_user_id as invitee_id, currency, sum(amount) as amount from referral_reward
      where user_id = $1 and invited_user_id = any ($2) group by invited_user_id, currency`,
    [userId, inviteeIds],
  );
