import type { Localised } from '@tessera/api/kit/localised';
import type { Commitment, Sale } from '@tessera/api/launchpad/rules';
import type { Sql, Transaction } from '../../platform/db/database.ts';
import { type Page, pageOf } from '../../platform/db/page.ts';

/* The tables of token sales: no other file contains their SQL. */

export type ProjectState = 'open' | 'allocating' | 'allotted' | 'unlocking' | 'listed' | 'cancelling' | 'cancelled';

/** A project as it is stored. Times are Unix ms. */
export type Project = {
  readonly id: number;
  readonly currency: string;
  readonly scale: number;
  readonly name: string;
  readonly descriptions: Localised;
  readonly website: string | null;
  readonly whitepaper: string | null;
  readonly price: string;
  readonly pay_currencies: readonly string[];
  readonly supply: string;
  readonly user_cap: string;
  readonly least: string;
  readonly start_at: number;
  readonly end_at: number;
  readonly listing_at: number;
  readonly countries: readonly string[];
  readonly state: ProjectState;
  readonly version: number;
  readonly created_at: number;
  readonly turn: string | null;
  /** USDT a token that all users pay; null until it is allotted. */
  readonly final_price: string | null;
  readonly rate_supply: string | null;
  readonly rate_weight: string | null;
  readonly allotted: string | null;
  readonly approved_count: number | null;
  readonly allocated_at: number | null;
  readonly listed_at: number | null;
};

/** The same with what was committed to it. */
export type ProjectTotals = Project & { readonly committed: string; readonly users: number };

const COLUMNS = `p.id, p.currency, p.scale, p.name, p.descriptions, p.website, p.whitepaper, p.price, p.pay_currencies,
  p.supply, p.user_cap, p.least, p.start_at, p.end_at, p.listing_at, p.countries, p.state, p.version, p.created_at, p.turn,
  p.final_price, p.rate_supply, p.rate_weight, p.allotted, p.approved_count, p.allocated_at, p.listed_at`;

const TOTALS = `${COLUMNS}, coalesce(t.committed, 0) as committed, coalesce(t.users, 0) as users`;
const WITH_TOTALS = `launch_project p left join lateral (
  select sum(committed) as committed, sum(users)::int as users from launch_total where project_id = p.id) t on true`;

export const saleOf = ({ supply, user_cap, scale }: Project): Sale => ({ supply, cap: user_cap, scale });

export async function projectOf(sql: Sql, id: number): Promise<ProjectTotals | null> {
  const [row] = await sql.query<ProjectTotals>(`select ${TOTALS} from ${WITH_TOTALS} where p.id = $1`, [id]);
  return row ?? null;
}

/** Keeps the project as it is until the end of the transaction; many subscribe at once. */
export async function shareProject(tx: Transaction, id: number): Promise<Project | null> {
  const [row] = await tx.query<Project>(`select ${COLUMNS} from launch_project p where p.id = $1 for share`, [id]);
  return row ?? null;
}

/** Waits for those who subscribe, and keeps others from it. */
export async function lockProject(tx: Transaction, id: number): Promise<Project | null> {
  const [row] = await tx.query<Project>(`select ${COLUMNS} from launch_project p where p.id = $1 for update`, [id]);
  return row ?? null;
}

/** What the phase of a project follows from at a time, Unix ms ($1), in SQL. */
const PHASE = `case when p.state in ('cancelling', 'cancelled') then 'cancelled' when $1 < p.start_at then 'warm_up'
                    when $1 < p.end_at then 'in_progress' else 'ended' end`;

/** In progress first, then what comes next, then the others, newest first. */
export const listProjects = (sql: Sql, now: number, status: string | null, page: Page) =>
  pageOf<ProjectTotals>(sql, {
    ...page,
    select: TOTALS,
    from: `${WITH_TOTALS} where ($2::text is null and ${PHASE} <> 'cancelled' or ${PHASE} = $2)`,
    whole: 'staff write them',
    order: `case ${PHASE} when 'in_progress' then 0 when 'warm_up' then 1 else 2 end,
            case when ${PHASE} in ('in_progress', 'warm_up') then p.end_at end, p.end_at desc, p.id desc`,
    values: [new Date(now), status],
  });

export const allProjects = (sql: Sql): Promise<ProjectTotals[]> =>
  sql.query<ProjectTotals>(`select ${TOTALS} from ${WITH_TOTALS} order by p.id desc limit 200`);

export type Terms = Pick<
  Project,
  | 'name'
  | 'descriptions'
  | 'website'
  | 'whitepaper'
  | 'price'
  | 'pay_currencies'
  | 'supply'
  | 'user_cap'
  | 'least'
  | 'start_at'
  | 'end_at'
  | 'listing_at'
  | 'countries'
>;

const termValues = (terms: Terms): readonly unknown[] => [
  terms.name,
  JSON.stringify(terms.descriptions),
  terms.website,
  terms.whitepaper,
  terms.price,
  terms.pay_currencies,
  terms.supply,
  terms.user_cap,
  terms.least,
  new Date(terms.start_at),
  new Date(terms.end_at),
  new Date(terms.listing_at),
  terms.countries,
];

export type NewProject = Terms & {
  readonly currency: string;
  readonly scale: number;
  readonly created_at: number;
  /** Of a demonstration. */
  readonly turn: number | null;
};

/** Returns the id; null where the token has a sale that begins at that time. */
export async function insertProject(tx: Transaction, project: NewProject): Promise<number | null> {
  const [row] = await tx.query<{ id: number }>(
    `insert into launch_project (name, descriptions, website, whitepaper, price, pay_currencies, supply, user_cap, least,
                                 start_at, end_at, listing_at, countries, currency, scale, created_at, turn)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
     on conflict do nothing returning id`,
    [...termValues(project), project.currency, project.scale, new Date(project.created_at), project.turn],
  );
  return row?.id ?? null;
}

export const updateTerms = (tx: Transaction, id: number, terms: Terms): Promise<unknown> =>
  tx.query(
    `update launch_project
        set name = $1, descriptions = $2, website = $3, whitepaper = $4, price = $5, pay_currencies = $6, supply = $7,
            user_cap = $8, least = $9, start_at = $10, end_at = $11, listing_at = $12, countries = $13, version = version + 1
      where id = $14`,
    [...termValues(terms), id],
  );

/** The turns of the demonstration that have their project. */
export const turnsSince = async (sql: Sql, first: number): Promise<ReadonlySet<number>> =>
  new Set(
    (await sql.query<{ turn: string }>('select turn from launch_project where turn >= $1', [first])).map(({ turn }) =>
      Number(turn),
    ),
  );

export type Subscription = {
  readonly id: string;
  readonly project_id: number;
  readonly name: string;
  readonly currency: string;
  readonly scale: number;
  readonly amount: string;
  readonly pay_currency: string;
  readonly pay_scale: number;
  readonly price: string;
  readonly paid: string;
  readonly sold_currency: string | null;
  readonly sold: string | null;
  readonly final_price: string | null;
  readonly approved: string | null;
  readonly returned: string | null;
  readonly status: 'applied' | 'allotted' | 'unlocked' | 'returned';
  readonly unlock_at: number;
  readonly created_at: number;
};

const SUBSCRIPTION = `o.id, o.project_id, p.name, p.currency, p.scale, o.amount, o.pay_currency, o.pay_scale, o.price, o.paid,
  o.sold_currency, o.sold, p.final_price, o.allotted as approved, o.returned, o.status, p.listing_at as unlock_at, o.created_at`;

/** An id for the next subscription. */
export async function nextOrderId(tx: Transaction): Promise<string> {
  const [row] = await tx.query<{ id: string }>(`select nextval(pg_get_serial_sequence('launch_order', 'id')) as id`);
  return row?.id as string;
}

export type NewOrder = Pick<
  Subscription,
  | 'id'
  | 'project_id'
  | 'amount'
  | 'pay_currency'
  | 'pay_scale'
  | 'price'
  | 'paid'
  | 'sold_currency'
  | 'sold'
  | 'created_at'
> & { readonly user_id: string };

export const insertOrder = (tx: Transaction, order: NewOrder): Promise<unknown> =>
  tx.query(
    `insert into launch_order (id, project_id, user_id, amount, pay_currency, pay_scale, price, paid, created_at,
                               sold_currency, sold)
     overriding system value values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      order.id,
      order.project_id,
      order.user_id,
      order.amount,
      order.pay_currency,
      order.pay_scale,
      order.price,
      order.paid,
      new Date(order.created_at),
      order.sold_currency,
      order.sold,
    ],
  );

/** Parts of the totals. */
const PARTS = 16;

/** Adds to what a user has committed, and to the totals. Returns how many subscriptions the user has with this one. */
export async function addCommitment(
  tx: Transaction,
  { project_id, user_id, amount }: Pick<NewOrder, 'project_id' | 'user_id' | 'amount'>,
  { salt, hash }: { readonly salt: string; readonly hash: string },
): Promise<number> {
  const [row] = await tx.query<{ orders: number }>(
    `insert into launch_share as s (project_id, user_id, committed, orders, salt, hash) values ($1, $2, $3, 1, $4, $5)
     on conflict (project_id, user_id) do update set committed = s.committed + excluded.committed, orders = s.orders + 1
     returning orders`,
    [project_id, user_id, amount, salt, hash],
  );
  const orders = row?.orders as number;
  await tx.query(
    `insert into launch_total as t (project_id, part, committed, users) values ($1, $2::bigint % ${PARTS}, $3, $4)
     on conflict (project_id, part) do update set committed = t.committed + excluded.committed, users = t.users + excluded.users`,
    [project_id, user_id, amount, orders === 1 ? 1 : 0],
  );
  return orders;
}

export async function subscriptionOf(sql: Sql, id: string): Promise<Subscription> {
  const [row] = await sql.query<Subscription>(
    `select ${SUBSCRIPTION} from launch_order o join launch_project p on p.id = o.project_id where o.id = $1`,
    [id],
  );
  if (!row) throw new Error(`there is no subscription ${id}`);
  return row;
}

export const listSubscriptions = (sql: Sql, userId: string, projectId: number | null, page: Page) =>
  pageOf<Subscription>(sql, {
    ...page,
    select: SUBSCRIPTION,
    newest: {
      of: 'launch_order',
      where: 'user_id = $1',
      order: 'id desc',
      as: 'o',
      rest: 'join launch_project p on p.id = o.project_id where $2::int is null or o.project_id = $2',
    },
    order: 'o.id desc',
    values: [userId, projectId],
  });

export type OwnShare = {
  readonly salt: string;
  readonly hash: string;
  readonly committed: string;
  readonly allotted: string | null;
};

export async function shareOfUser(sql: Sql, projectId: number, userId: string): Promise<OwnShare | null> {
  const [row] = await sql.query<OwnShare>(
    'select salt, hash, committed, allotted from launch_share where project_id = $1 and user_id = $2',
    [projectId, userId],
  );
  return row ?? null;
}

/** The published table from a place on, in the order of the hashes, which reveals nothing of who came when. */
export const publishedShares = (
  sql: Sql,
  projectId: number,
  from: number,
  limit: number,
): Promise<{ readonly hash: string; readonly committed: string; readonly allotted: string }[]> =>
  sql.query(
    `select hash, committed, allotted from launch_share where project_id = $1 order by hash offset $2 limit $3`,
    [projectId, from, limit],
  );

/* Jobs */

/** Whether a window was moved on and may go on by itself now. */
export async function hasHeld(sql: Sql): Promise<boolean> {
  const [row] = await sql.query<{ held: boolean }>(
    `select exists (select from launch_project where state = 'open' and held_at is not null) as held`,
  );
  return row?.held ?? false;
}

/**
 * Moves the end of open windows on by the time in which staff kept users from subscribing, and the listing with it: who kept
 * later users out would leave more to those who came before. That is while the service is paused, or a currency that the
 * sale is paid in is closed.
 */
export async function holdWindows(
  tx: Transaction,
  now: number,
  { pausedSince, closed }: { readonly pausedSince: number | null; readonly closed: readonly string[] },
): Promise<void> {
  const at = new Date(now);
  await tx.query(
    `update launch_project p
        set end_at = p.end_at + ($1 - h.since), listing_at = p.listing_at + ($1 - h.since),
            held_at = case when h.stopped then $1 end
       from (select id, $2::timestamptz is not null or pay_currencies && $3::text[] as stopped,
                    greatest(coalesce(held_at, $2, $1), start_at) as since
               from launch_project where state = 'open' and start_at <= $1 for update) h
      where p.id = h.id and p.end_at > h.since and (h.stopped or p.held_at is not null)`,
    [at, pausedSince === null ? null : new Date(pausedSince), closed],
  );
}

/** Projects for the job that allots and returns, and for the one that unlocks and lists. */
export const dueToSettle = (sql: Sql, now: number): Promise<{ readonly id: number }[]> =>
  sql.query(
    `select id from launch_project
      where state in ('allocating', 'cancelling') or (state = 'open' and end_at <= $1) order by end_at, id`,
    [new Date(now)],
  );

export const dueToList = (sql: Sql, now: number): Promise<{ readonly id: number }[]> =>
  sql.query(
    `select id from launch_project
      where state = 'unlocking' or (state = 'allotted' and listing_at <= $1) order by listing_at, id`,
    [new Date(now)],
  );

export const setState = (tx: Transaction, id: number, state: ProjectState): Promise<unknown> =>
  tx.query('update launch_project set state = $2, version = version + 1 where id = $1', [id, state]);

export const setRate = (
  tx: Transaction,
  id: number,
  { supply, weight }: { readonly supply: string; readonly weight: string },
): Promise<unknown> =>
  tx.query(
    `update launch_project set state = 'allocating', rate_supply = $2, rate_weight = $3, version = version + 1
      where id = $1`,
    [id, supply, weight],
  );

/**
 * Fixes the price that all users pay. A subscription counts for the tokens that its payment buys at it, at most for those
 * it asked for; those of a former version that hold another currency keep their own price.
 */
export async function fixPrice(tx: Transaction, id: number, price: string): Promise<void> {
  await tx.query('update launch_project set final_price = $2 where id = $1', [id, price]);
  await tx.query(
    `update launch_share s set committed = o.committed
       from (select user_id, sum(case when pay_currency = 'USDT' then least(amount, div(paid * power(10::numeric, p.scale), $2::numeric) / power(10::numeric, p.scale))
                                      else amount end) as committed
               from launch_order join launch_project p on p.id = project_id
              where project_id = $1 group by user_id) o
      where s.project_id = $1 and s.user_id = o.user_id and s.committed <> o.committed`,
    [id, price],
  );
  await tx.query(
    `update launch_total t
        set committed = (select coalesce(sum(s.committed), 0) from launch_share s
                          where s.project_id = $1 and s.user_id % ${PARTS} = t.part)
      where t.project_id = $1`,
    [id],
  );
}

/** What was committed in all, and commitments from a place on, largest first. */
export async function committedOf(tx: Sql, projectId: number): Promise<string> {
  const [row] = await tx.query<{ committed: string }>(
    'select coalesce(sum(committed), 0) as committed from launch_share where project_id = $1',
    [projectId],
  );
  return row?.committed as string;
}

export const largestCommitments = async (
  tx: Sql,
  projectId: number,
  from: number,
  limit: number,
): Promise<readonly string[]> =>
  (
    await tx.query<{ committed: string }>(
      'select committed from launch_share where project_id = $1 order by committed desc offset $2 limit $3',
      [projectId, from, limit],
    )
  ).map(({ committed }) => committed);

export type Stage = 'applied' | 'allotted' | 'unlocked' | 'returned';

export type StagedShare = {
  readonly user_id: string;
  readonly stage: Stage;
  readonly committed: string;
  readonly allotted: string | null;
  readonly orders: readonly (Commitment & { readonly allotted: string | null; readonly returned: string | null })[];
};

/** Users of a project for whom the last thing that was booked is one of these, with their subscriptions. */
export const sharesAt = (
  tx: Sql,
  projectId: number,
  stages: readonly Stage[],
  limit: number,
  aside: readonly string[] = [],
): Promise<StagedShare[]> =>
  tx.query<StagedShare>(
    `with staged as materialized (
       select user_id, stage, committed, allotted from launch_share
        where project_id = $1 and stage = any ($2) and project_id || ':' || user_id <> all ($4)
        order by user_id limit $3 for update)
     select s.user_id, s.stage, s.committed, s.allotted,
            (select json_agg(json_build_object('id', o.id::text, 'amount', o.amount::text, 'payCurrency', o.pay_currency,
                                               'payScale', o.pay_scale, 'price', trim_scale(o.price)::text,
                                               'paid', o.paid::text, 'allotted', o.allotted::text,
                                               'returned', o.returned::text) order by o.id)
               from launch_order o where o.project_id = $1 and o.user_id = s.user_id) as orders
       from staged s`,
    [projectId, stages, limit, aside],
  );

export type Booked = {
  readonly user_id: string;
  readonly allotted: string;
  readonly orders: readonly { readonly id: string; readonly allotted: string; readonly returned: string }[];
};

/** Writes what was booked for users and their subscriptions; one that got nothing is returned. */
export async function setStage(
  tx: Transaction,
  projectId: number,
  stage: Stage,
  booked: readonly Booked[],
): Promise<void> {
  await tx.query(
    `update launch_share s set stage = $2, allotted = b.allotted
       from unnest($3::bigint[], $4::amount[]) as b (user_id, allotted)
      where s.project_id = $1 and s.user_id = b.user_id`,
    [projectId, stage, booked.map(({ user_id }) => user_id), booked.map(({ allotted }) => allotted)],
  );
  const orders = booked.flatMap((each) => each.orders);
  await tx.query(
    `update launch_order o set status = case when b.allotted = 0 then 'returned' else $1 end, allotted = b.allotted,
            returned = b.returned
       from unnest($2::bigint[], $3::amount[], $4::amount[]) as b (id, allotted, returned)
      where o.id = b.id`,
    [stage, orders.map(({ id }) => id), orders.map(({ allotted }) => allotted), orders.map(({ returned }) => returned)],
  );
}

/** Ends the allocation. */
export const finishAllocation = (tx: Transaction, id: number, at: number): Promise<unknown> =>
  tx.query(
    `update launch_project p
        set state = 'allotted', allocated_at = $2, version = version + 1,
            allotted = s.allotted, approved_count = s.approved
       from (select coalesce(sum(allotted), 0) as allotted, (count(*) filter (where allotted > 0))::int as approved
               from launch_share where project_id = $1) s
      where p.id = $1`,
    [id, new Date(at)],
  );

export const finishListing = (tx: Transaction, id: number, at: number): Promise<unknown> =>
  tx.query(`update launch_project set state = 'listed', listed_at = $2, version = version + 1 where id = $1`, [
    id,
    new Date(at),
  ]);

/** What the ledger holds for subscriptions of a user: payments until the allocation, tokens until the listing. */
export const heldFor = (
  sql: Sql,
  userId: string,
): Promise<
  {
    readonly project_id: number;
    readonly name: string;
    readonly token: string;
    readonly currency: string;
    readonly amount: string;
    readonly status: 'applied' | 'allotted';
    readonly end_at: number;
    readonly listing_at: number;
  }[]
> =>
  sql.query(
    `select p.id as project_id, p.name, p.currency as token, h.currency, h.amount, h.status, p.end_at, p.listing_at
       from (select project_id, pay_currency as currency, sum(paid) as amount, status from launch_order
              where user_id = $1 and status = 'applied' group by project_id, pay_currency, status
             union all
             select s.project_id, p.currency, s.allotted, s.stage from launch_share s join launch_project p on p.id = s.project_id
              where s.user_id = $1 and s.stage = 'allotted' and s.allotted > 0) h
       join launch_project p on p.id = h.project_id order by p.id, h.currency`,
    [userId],
  );
