import type { CouponKind, CouponStatus } from '@tessera/api/coupons/rules';
import type { Localised } from '@tessera/api/kit/localised';
import type { Sql, Transaction } from '../../platform/db/database.ts';
import { type Page, pageOf } from '../../platform/db/page.ts';

/* The tables of coupons: no other file contains their SQL. */

type Terms = {
  readonly kind: CouponKind;
  readonly rate: string | null;
  readonly currency: string;
  readonly amount: string;
  readonly volume: string | null;
};

export type Campaign = Terms & {
  readonly id: number;
  readonly name: string;
  readonly titles: Localised;
  readonly min_level: number;
  readonly valid_days: number;
  readonly supply: number;
  readonly issued: number;
  readonly open: boolean;
  readonly demonstration: boolean;
  readonly ends_at: number | null;
};

const CAMPAIGN = `c.id, c.name, c.kind, c.titles, c.rate, c.currency, c.amount, c.volume, c.min_level, c.valid_days,
                  c.supply, c.issued, c.open, c.demonstration, c.ends_at`;

export const campaigns = (sql: Sql): Promise<Campaign[]> =>
  sql.query<Campaign>(`select ${CAMPAIGN} from coupon_campaign c order by c.id`);

export type CampaignSums = { readonly id: number; readonly paid: string; readonly held: string };

/** What the coupons of each campaign paid, and what is set aside for those that are open. */
export const campaignSums = (sql: Sql): Promise<CampaignSums[]> =>
  sql.query<CampaignSums>(
    `select campaign_id as id, sum(paid) as paid,
            coalesce(sum(amount - paid) filter (where status in ('available', 'active')), 0) as held
       from coupon group by campaign_id`,
  );

/** Open campaigns of which a user has no coupon. */
export const offersTo = (sql: Sql, userId: string, at: number): Promise<Campaign[]> =>
  sql.query<Campaign>(
    `select ${CAMPAIGN} from coupon_campaign c
      where c.open and c.issued < c.supply and (c.ends_at is null or c.ends_at > $2)
        and not exists (select from coupon o where o.campaign_id = c.id and o.user_id = $1)
      order by c.id desc`,
    [userId, new Date(at)],
  );

/** A campaign by its id or name, locked: those who take its coupons wait for each other. Null where there is none. */
export async function lockCampaign(tx: Transaction, key: { id: number } | { name: string }): Promise<Campaign | null> {
  const [row] =
    'id' in key
      ? await tx.query<Campaign>(`select ${CAMPAIGN} from coupon_campaign c where c.id = $1 for update`, [key.id])
      : await tx.query<Campaign>(`select ${CAMPAIGN} from coupon_campaign c where c.name = $1 for update`, [key.name]);
  return row ?? null;
}

export type CampaignTerms = Omit<Campaign, 'id' | 'issued'>;

/** Adds a campaign, or changes the one of this name. */
export const writeCampaign = (tx: Transaction, terms: CampaignTerms, at: number): Promise<unknown> =>
  tx.query(
    `insert into coupon_campaign (name, kind, titles, rate, currency, amount, volume, min_level, valid_days, supply, open,
                                  demonstration, ends_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
     on conflict (name) do update
       set titles = excluded.titles, rate = excluded.rate, amount = excluded.amount, volume = excluded.volume,
           min_level = excluded.min_level, valid_days = excluded.valid_days, supply = excluded.supply,
           open = excluded.open, ends_at = excluded.ends_at`,
    [
      terms.name,
      terms.kind,
      JSON.stringify(terms.titles),
      terms.rate,
      terms.currency,
      terms.amount,
      terms.volume,
      terms.min_level,
      terms.valid_days,
      terms.supply,
      terms.open,
      terms.demonstration,
      terms.ends_at === null ? null : new Date(terms.ends_at),
      new Date(at),
    ],
  );

export type Coupon = Terms & {
  readonly id: string;
  readonly user_id: string;
  readonly titles: Localised;
  readonly status: CouponStatus;
  readonly paid: string;
  readonly traded: string;
  readonly issued_at: number;
  readonly expires_at: number;
  readonly activated_at: number | null;
  readonly ended_at: number | null;
};

const COUPON = `o.id, o.user_id, c.titles, o.status, o.kind, o.rate, o.currency, o.amount, o.volume, o.paid, o.traded,
                o.issued_at, o.expires_at, o.activated_at, o.ended_at`;
const OF_CAMPAIGN = 'join coupon_campaign c on c.id = o.campaign_id';
const COUPONS = `coupon o ${OF_CAMPAIGN}`;

/** Null where the user has one of this campaign. */
export async function insertCoupon(
  tx: Transaction,
  userId: string,
  campaign: Campaign,
  time: { readonly at: number; readonly expiresAt: number },
): Promise<string | null> {
  const [row] = await tx.query<{ id: string }>(
    `insert into coupon (user_id, campaign_id, kind, rate, currency, amount, volume, issued_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (user_id, campaign_id) do nothing returning id`,
    [
      userId,
      campaign.id,
      campaign.kind,
      campaign.rate,
      campaign.currency,
      campaign.amount,
      campaign.volume,
      new Date(time.at),
      new Date(time.expiresAt),
    ],
  );
  if (!row) return null;
  await tx.query('update coupon_campaign set issued = issued + 1 where id = $1', [campaign.id]);
  return row.id;
}

/** Whether one of these users has a coupon of a campaign. */
export async function isTakenBy(sql: Sql, userIds: readonly string[], campaignId: number): Promise<boolean> {
  const rows = await sql.query('select from coupon where user_id = any ($1) and campaign_id = $2 limit 1', [
    userIds,
    campaignId,
  ]);
  return rows.length > 0;
}

export const listCoupons = (sql: Sql, userId: string, status: CouponStatus | null, page: Page) =>
  pageOf<Coupon>(sql, {
    ...page,
    select: COUPON,
    newest: {
      of: 'coupon',
      where: 'user_id = $1',
      order: 'id desc',
      as: 'o',
      rest: `${OF_CAMPAIGN} where $2::text is null or o.status = $2`,
    },
    order: 'o.id desc',
    values: [userId, status],
  });

/** What a user does with coupons is done one after the other. */
export const lockUser = (tx: Transaction, userId: string): Promise<unknown> =>
  tx.query('select from user_account where id = $1 for no key update', [userId]);

/** A coupon of a user, locked; null where there is none. */
export async function lockCoupon(tx: Transaction, userId: string, id: string): Promise<Coupon | null> {
  const [row] = await tx.query<Coupon>(
    `select ${COUPON} from ${COUPONS} where o.user_id = $1 and o.id = $2 for update of o`,
    [userId, id],
  );
  return row ?? null;
}

/** Whether a user has one of a kind in use. */
export async function hasActive(sql: Sql, userId: string, kind: CouponKind): Promise<boolean> {
  const rows = await sql.query(`select from coupon where user_id = $1 and kind = $2 and status = 'active'`, [
    userId,
    kind,
  ]);
  return rows.length > 0;
}

export const activate = (tx: Transaction, id: string, at: number): Promise<unknown> =>
  tx.query(`update coupon set status = 'active', activated_at = $2 where id = $1`, [id, new Date(at)]);

const COUNTING = `(o.status = 'active' or o.kind = 'cash' and o.status = 'available')`;

/** Whether anything can still count for a coupon. */
export async function isAnyCounting(sql: Sql): Promise<boolean> {
  const rows = await sql.query(`select from coupon o where ${COUNTING} limit 1`);
  return rows.length > 0;
}

/** Coupons of users that something can still count for, the oldest first, locked: shares in use, and cash that is not paid. */
export const lockCounting = (tx: Transaction, userIds: readonly string[]): Promise<Coupon[]> =>
  tx.query<Coupon>(
    `select ${COUPON} from ${COUPONS}
      where o.user_id = any ($1) and ${COUNTING}
      order by o.id for update of o`,
    [userIds],
  );

export type CouponChange = {
  readonly id: string;
  readonly status: CouponStatus;
  readonly paid: string;
  readonly traded: string;
  readonly ended_at: number | null;
};

export const changeCoupons = (tx: Transaction, changes: readonly CouponChange[]): Promise<unknown> =>
  tx.query(
    `update coupon o
        set status = n.status, paid = n.paid, traded = n.traded, ended_at = to_timestamp(n.ended_at::numeric / 1000)
       from jsonb_to_recordset($1) as n (id bigint, status text, paid amount, traded amount, ended_at bigint)
      where o.id = n.id`,
    [JSON.stringify(changes)],
  );

export type Payment = { readonly coupon_id: string; readonly basis: string; readonly amount: string };

export const insertPayments = (tx: Transaction, payments: readonly Payment[], until: number): Promise<unknown> =>
  tx.query(
    `insert into coupon_payment (coupon_id, until, basis, amount)
     select coupon_id, $2, basis, amount
       from jsonb_to_recordset($1) as e (coupon_id bigint, basis amount, amount amount)`,
    [JSON.stringify(payments), new Date(until)],
  );

/** Coupons whose time is over, and of which everything that counts is counted; locked. */
export const lockExpired = (
  tx: Transaction,
  countedUntil: number,
  limit: number,
  aside: readonly string[],
): Promise<Coupon[]> =>
  tx.query<Coupon>(
    `select ${COUPON} from ${COUPONS}
      where o.status in ('available', 'active') and o.expires_at <= $1
        and not exists (select from coupon_waiting w where w.user_id = o.user_id and w.kind = o.kind
                           and w.at > coalesce(o.activated_at, o.issued_at) and w.at <= o.expires_at)
        and o.id <> all ($3)
      order by o.expires_at limit $2 for update of o skip locked`,
    [new Date(countedUntil), limit, aside],
  );

/** Up to where everything is counted, Unix ms; null before the first count. */
export async function countedUntil(sql: Sql): Promise<number | null> {
  const [row] = await sql.query<{ counted_until: number }>('select counted_until from coupon_progress');
  return row?.counted_until ?? null;
}

/** The same, locked; set to `first` where nothing was counted yet. */
export async function lockProgress(tx: Transaction, first: number): Promise<number> {
  await tx.query('insert into coupon_progress (counted_until) values ($1) on conflict do nothing', [new Date(first)]);
  const [row] = await tx.query<{ counted_until: number }>('select counted_until from coupon_progress for update');
  return row?.counted_until ?? first;
}

export const writeProgress = (tx: Transaction, until: number): Promise<unknown> =>
  tx.query('update coupon_progress set counted_until = $1', [new Date(until)]);

/** Something that coupons of a kind count, and that is not counted yet; `at` in Unix ms. */
export type Waiting = {
  readonly kind: CouponKind;
  readonly userId: string;
  readonly at: number;
  readonly currency: string;
  readonly amount: string;
};

/** What waits for a price, or was left; locked. */
export const readWaiting = (tx: Transaction): Promise<Waiting[]> =>
  tx.query<Waiting>(
    'select kind, user_id as "userId", at, currency, amount from coupon_waiting order by id for update',
  );

export const dropWaiting = (tx: Transaction, userIds: readonly string[]): Promise<unknown> =>
  tx.query('delete from coupon_waiting where user_id = any ($1)', [userIds]);

export const insertWaiting = (tx: Transaction, waiting: readonly Waiting[]): Promise<unknown> =>
  tx.query(
    `insert into coupon_waiting (user_id, kind, currency, amount, at)
     select "userId", kind, currency, amount, to_timestamp(at::numeric / 1000)
       from jsonb_to_recordset($1) as w ("userId" bigint, kind text, currency text, amount amount, at bigint)`,
    [JSON.stringify(waiting)],
  );

export type Yield = {
  readonly user_id: string;
  readonly currency: string;
  readonly amount: string;
  readonly at: number;
};

/** What users were paid by journals of some kinds after one time and up to another, Unix ms. */
export const yieldsBetween = (sql: Sql, kinds: readonly string[], after: number, until: number): Promise<Yield[]> =>
  sql.query<Yield>(
    `select a.user_id, e.currency, e.amount, j.at
       from journal j join ledger_entry e on e.journal_id = j.id join ledger_account a on a.id = e.account_id
      where j.at > $1 and j.at <= $2 and j.kind = any ($3) and a.owner_kind = 'user' and e.amount > 0`,
    [new Date(after), new Date(until), kinds],
  );

/** Id of the user with a public number; null where there is none. */
export async function userByUid(sql: Sql, uid: string): Promise<string | null> {
  const [row] = await sql.query<{ id: string }>('select id from user_account where uid::text = $1', [uid]);
  return row?.id ?? null;
}
