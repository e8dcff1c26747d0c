import type { Sql, Transaction } from '../../../platform/db/database.ts';
import { type Page, pageOf } from '../../../platform/db/page.ts';

/*
 * The tables of blind boxes. Callers that change a box or its series lock the sale first, then the series, then items.
 */

export type SeriesState = 'open' | 'revealed' | 'cancelled';

/** A series as it is stored. Times are Unix ms. */
export type Series = {
  readonly id: string;
  readonly work_id: string;
  readonly sale_id: string;
  /** Of the work. */
  readonly code: string;
  readonly terms: string;
  readonly commitment: string;
  readonly seed_sealed: Buffer;
  readonly seed: string | null;
  readonly chain_hash: string | null;
  readonly silence_days: number;
  readonly state: SeriesState;
  readonly last_receipt: string;
  readonly last_paid_at: number;
  readonly demonstration: string | null;
};

const SERIES = `r.id, r.work_id, r.sale_id, w.code, r.terms, r.commitment, r.seed_sealed, r.seed, r.chain_hash,
  r.silence_days, r.state, r.last_receipt, r.last_paid_at, r.demonstration`;
const FROM_SERIES = 'nft_series r join nft_work w on w.id = r.work_id';

export async function seriesOf(sql: Sql, code: string): Promise<Series | null> {
  const [row] = await sql.query<Series>(`select ${SERIES} from ${FROM_SERIES} where w.code = $1`, [code]);
  return row ?? null;
}

export async function lockSeries(tx: Transaction, id: string): Promise<Series> {
  const [row] = await tx.query<Series>(`select ${SERIES} from ${FROM_SERIES} where r.id = $1 for update of r`, [id]);
  if (!row) throw new Error(`series ${id} is gone`);
  return row;
}

/** Series that are not at their end, by id. */
export const openSeries = (sql: Sql): Promise<Series[]> =>
  sql.query<Series>(`select ${SERIES} from ${FROM_SERIES} where r.state = 'open' order by r.id`);

export type NewSeries = Pick<
  Series,
  'work_id' | 'sale_id' | 'terms' | 'commitment' | 'seed_sealed' | 'chain_hash' | 'silence_days' | 'demonstration'
> & {
  readonly at: number;
  readonly prizes: readonly { readonly workId: string; readonly count: number }[];
};

/** Adds a series with its inventory. */
export async function insertSeries(tx: Transaction, series: NewSeries): Promise<void> {
  const [row] = await tx.query<{ id: string }>(
    `insert into nft_series (work_id, sale_id, terms, commitment, seed_sealed, chain_hash, silence_days, last_receipt,
                             last_paid_at, demonstration, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $4, $8, $9, $8) returning id`,
    [
      series.work_id,
      series.sale_id,
      series.terms,
      series.commitment,
      series.seed_sealed,
      series.chain_hash,
      series.silence_days,
      new Date(series.at),
      series.demonstration,
    ],
  );
  await tx.query(
    `insert into nft_prize (series_id, place, work_id, count)
     select $1, place - 1, work_id, count
       from unnest($2::bigint[], $3::integer[]) with ordinality as prize (work_id, count, place)`,
    [row?.id, series.prizes.map(({ workId }) => workId), series.prizes.map(({ count }) => count)],
  );
}

/** A work that may be in boxes: how many items of it exist or are promised to boxes. */
export type PrizeWork = {
  readonly id: string;
  readonly code: string;
  readonly rarity: string;
  readonly editions: number;
  /** Items that exist, and those that boxes of other series may still hold. */
  readonly taken: number;
  /** It has a sale of its own. */
  readonly on_sale: boolean;
  readonly blind_box: boolean;
};

/** Works by their codes, held until the end of the transaction: their editions are counted. */
export const lockPrizeWorks = (tx: Transaction, codes: readonly string[]): Promise<PrizeWork[]> =>
  tx.query<PrizeWork>(
    `select w.id, w.code, w.rarity, w.editions, w.blind_box,
            ((select count(*) from nft_item i where i.work_id = w.id)
             + (select coalesce(sum(p.count), 0) from nft_prize p join nft_series r on r.id = p.series_id
                 where p.work_id = w.id and r.state = 'open')
             + coalesce((select sum(case when r.state = 'open' then -1 else 1 end)
                 from nft_box b join nft_series r on r.id = b.series_id
                where b.drawn_work_id = w.id and (b.state = 'opened') = (r.state = 'open')), 0))::int as taken,
            exists (select 1 from nft_sale s where s.work_id = w.id) as on_sale
       from nft_work w where w.code = any($1::text[]) order by w.id for update of w`,
    [codes],
  );

/** Whether boxes may hold a work. */
export async function isPrize(sql: Sql, workId: string): Promise<boolean> {
  const rows = await sql.query('select 1 as one from nft_prize where work_id = $1 limit 1', [workId]);
  return rows.length > 0;
}

/** Fixes what a purchase adds to a series: its last receipt and time. */
export const setLast = (tx: Transaction, id: string, receipt: string, at: number): Promise<unknown> =>
  tx.query('update nft_series set last_receipt = $2, last_paid_at = $3 where id = $1', [id, receipt, new Date(at)]);

export const closeSeries = (
  tx: Transaction,
  id: string,
  { state, seed, at }: { state: 'revealed' | 'cancelled'; seed: string; at: number },
): Promise<unknown> =>
  tx.query('update nft_series set state = $2, seed = $3, closed_at = $4 where id = $1', [
    id,
    state,
    seed,
    new Date(at),
  ]);

/* Boxes */

export type BoxState = 'closed' | 'opened' | 'refunded';

export type Box = {
  readonly series_id: string;
  readonly number: number;
  readonly item_id: string;
  readonly user_id: string;
  readonly order_id: string;
  readonly price: string;
  readonly worth: string;
  readonly buyer_seed: string;
  readonly paid_at: number;
  readonly round: number | null;
  readonly receipt: string;
  readonly state: BoxState;
  readonly settled_at: number | null;
  readonly opened_at: number | null;
};

const BOX = `b.series_id, b.number, b.item_id, b.user_id, b.order_id, b.price, b.worth, b.buyer_seed, b.paid_at,
  b.round::float8 as round, b.receipt, b.state, b.settled_at, b.opened_at`;

export const insertBox = (tx: Transaction, box: Omit<Box, 'state' | 'settled_at' | 'opened_at'>): Promise<unknown> =>
  tx.query(
    `insert into nft_box (series_id, number, item_id, user_id, order_id, price, worth, buyer_seed, paid_at, round, receipt)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      box.series_id,
      box.number,
      box.item_id,
      box.user_id,
      box.order_id,
      box.price,
      box.worth,
      box.buyer_seed,
      new Date(box.paid_at),
      box.round,
      box.receipt,
    ],
  );

/** The box of an item, by the item's code; null for what is no box. */
export async function boxOf(sql: Sql, code: string): Promise<Box | null> {
  const [row] = await sql.query<Box>(
    `select ${BOX} from nft_box b join nft_item i on i.id = b.item_id where i.code = $1`,
    [code],
  );
  return row ?? null;
}

/** Boxes with the randomness that decides them, from number 1 to `last`. */
export type DecidedBox = {
  readonly number: number;
  readonly buyer_seed: string;
  readonly round: number | null;
  /** Of its round; null while it is not there. */
  readonly signature: string | null;
};

/** What decides the boxes of a series after a number and up to one; refunded ones, which are the last, are left out. */
export const decidedBoxes = (
  sql: Sql,
  series: Pick<Series, 'id' | 'chain_hash'>,
  after: number,
  last: number,
): Promise<DecidedBox[]> =>
  sql.query<DecidedBox>(
    `select b.number, b.buyer_seed, b.round::float8 as round, d.signature
       from nft_box b left join nft_round d on d.chain_hash = $2 and d.round = b.round
      where b.series_id = $1 and b.number > $3 and b.number <= $4 and b.state <> 'refunded' order by b.number`,
    [series.id, series.chain_hash, after, last],
  );

export type Checkpoint = { readonly number: number; readonly sealed: Buffer };

/** The last checkpoint before a box; null where there is none. */
export async function checkpointBefore(sql: Sql, seriesId: string, number: number): Promise<Checkpoint | null> {
  const [row] = await sql.query<Checkpoint>(
    `select number, sealed from nft_draw_checkpoint where series_id = $1 and number < $2 order by number desc limit 1`,
    [seriesId, number],
  );
  return row ?? null;
}

/** Keeps checkpoints; one that is there stays as it is. */
export const insertCheckpoints = (
  tx: Transaction,
  seriesId: string,
  checkpoints: readonly Checkpoint[],
): Promise<unknown> =>
  tx.query(
    `insert into nft_draw_checkpoint (series_id, number, sealed)
     select $1, number, sealed from unnest($2::integer[], $3::bytea[]) as c (number, sealed) on conflict do nothing`,
    [seriesId, checkpoints.map(({ number }) => number), checkpoints.map(({ sealed }) => sealed)],
  );

/** The number up to which every box of a series is decided: those before the first that waits for its round, or is refunded. */
export async function decidedUpTo(sql: Sql, series: Pick<Series, 'id' | 'chain_hash'>, after: number): Promise<number> {
  const [row] = await sql.query<{ last: number }>(
    `select coalesce(
       (select b.number - 1 from nft_box b
         where b.series_id = $1 and b.number > $3
           and (b.state = 'refunded' or b.round is not null and not exists
             (select from nft_round d where d.chain_hash = $2 and d.round = b.round))
         order by b.number limit 1),
       (select max(number) from nft_box where series_id = $1), 0) as last`,
    [series.id, series.chain_hash, after],
  );
  return row?.last ?? 0;
}

/** The first box of a series that was refunded because its round stayed away; null while there is none. */
export async function firstRefunded(sql: Sql, seriesId: string): Promise<number | null> {
  const [row] = await sql.query<{ number: number | null }>(
    `select min(number) as number from nft_box where series_id = $1 and state = 'refunded'`,
    [seriesId],
  );
  return row?.number ?? null;
}

/** Closed boxes whose price is still held, from a number on. */
export const unsettledBoxes = (tx: Sql, seriesId: string, from: number, limit: number): Promise<Box[]> =>
  tx.query<Box>(
    `select ${BOX} from nft_box b
      where b.series_id = $1 and b.number >= $2 and b.state = 'closed' and b.settled_at is null
      order by b.number limit $3`,
    [seriesId, from, limit],
  );

/** The price of a box went to its seller; `drawn` is the code of what it holds. */
export const setSettled = (
  tx: Transaction,
  box: Pick<Box, 'series_id' | 'number'>,
  drawn: string,
  at: number,
): Promise<unknown> =>
  tx.query(
    `update nft_box set settled_at = coalesce(settled_at, $3),
                        drawn_work_id = (select w.id from nft_work w where w.code = $4)
      where series_id = $1 and number = $2`,
    [box.series_id, box.number, new Date(at), drawn],
  );

export const setOpened = (
  tx: Transaction,
  box: Pick<Box, 'series_id' | 'number' | 'item_id'>,
  itemId: string,
  at: number,
): Promise<unknown> =>
  tx.query(
    `update nft_box set state = 'opened', drawn_item_id = $3, opened_at = $4 where series_id = $1 and number = $2`,
    [box.series_id, box.number, itemId, new Date(at)],
  );

/** Ends an item that was a box: it has no owner from then on. */
export const endBoxItem = (tx: Transaction, itemId: string, openedAt: number | null): Promise<unknown> =>
  tx.query('update nft_item set owner_id = null, sale_id = null, opened_at = $2 where id = $1', [
    itemId,
    openedAt === null ? null : new Date(openedAt),
  ]);

export const setRefunded = (tx: Transaction, box: Pick<Box, 'series_id' | 'number'>): Promise<unknown> =>
  tx.query(`update nft_box set state = 'refunded' where series_id = $1 and number = $2`, [box.series_id, box.number]);

/** Whether the price of a box was passed on, as it is with each that is opened: it cannot be returned. */
export async function hasSettled(sql: Sql, seriesId: string): Promise<boolean> {
  const rows = await sql.query('select 1 as one from nft_box where series_id = $1 and settled_at is not null limit 1', [
    seriesId,
  ]);
  return rows.length > 0;
}

/** A work’s row, held until the end of the transaction: its next edition is made. */
export async function lockWork(tx: Transaction, code: string): Promise<{ readonly id: string }> {
  const [row] = await tx.query<{ id: string }>('select id from nft_work where code = $1 for update', [code]);
  if (!row) throw new Error(`work ${code} is gone`);
  return row;
}

/** Says out of which sale of boxes an item came. */
export const setBoxSale = (tx: Transaction, itemId: string, saleId: string): Promise<unknown> =>
  tx.query('update nft_item set box_sale_id = $2 where id = $1', [itemId, saleId]);

/* What is shown */

export type Prize = { readonly code: string; readonly count: number; readonly opened: number };

/** The inventory with how many of each were found in opened boxes. */
export const prizesOf = (sql: Sql, seriesId: string): Promise<Prize[]> =>
  sql.query<Prize>(
    `select w.code, p.count, coalesce(o.opened, 0)::int as opened
       from nft_prize p join nft_work w on w.id = p.work_id
       left join (select drawn_work_id, count(*) as opened from nft_box
                   where series_id = $1 and state = 'opened' group by drawn_work_id) o on o.drawn_work_id = p.work_id
      where p.series_id = $1 order by p.place`,
    [seriesId],
  );

export type DrawRow = {
  readonly number: number;
  readonly buyer_seed: string;
  readonly paid_at: number;
  readonly round: number | null;
  readonly receipt: string;
  readonly state: BoxState;
  readonly drawn: string | null;
};

/** A part of the public list of a series: what was drawn stands in it once a box is opened, or all are decided. */
export const listDraws = (sql: Sql, seriesId: string, after: number, limit: number): Promise<DrawRow[]> =>
  sql.query<DrawRow>(
    `select b.number, b.buyer_seed, b.paid_at, b.round::float8 as round, b.receipt, b.state, w.code as drawn
       from nft_box b join nft_series r on r.id = b.series_id left join nft_work w on w.id = b.drawn_work_id
        and (b.state = 'opened' or r.state = 'revealed')
      where b.series_id = $1 and b.number > $2 order by b.number limit $3`,
    [seriesId, after, limit],
  );

/** Rounds that decide some boxes of a series; one that came after its boxes were refunded decides none. */
export const roundsOfBoxes = (
  sql: Sql,
  series: Pick<Series, 'id' | 'chain_hash'>,
  { after, last }: { readonly after: number; readonly last: number },
): Promise<{ round: number; signature: string }[]> =>
  sql.query(
    `select d.round::float8 as round, d.signature from nft_round d
      where d.chain_hash = $2 and d.round in (
        select b.round from nft_box b
         where b.series_id = $1 and b.number > $3 and b.number <= $4 and b.state <> 'refunded') order by d.round`,
    [series.id, series.chain_hash, after, last],
  );

export type MyBox = Box & {
  readonly code: string;
  readonly series: string;
  readonly names: Readonly<Record<string, string>>;
  readonly media: unknown;
  readonly currency: string;
  readonly scale: number;
  readonly commitment: string;
  readonly terms: string;
  readonly ready: boolean;
  readonly drawn_item_id: string | null;
};

const MINE = `${BOX}, i.code, w.code as series, w.names, w.media, s.currency, s.scale, r.commitment, r.terms,
  b.drawn_item_id, b.round is null or exists (select 1 from nft_round d where d.chain_hash = r.chain_hash and d.round = b.round)
  as ready`;
const OF_MINE = `join nft_series r on r.id = b.series_id join nft_sale s on s.id = r.sale_id
  join nft_work w on w.id = r.work_id join nft_item i on i.id = b.item_id`;
const FROM_MINE = `nft_box b ${OF_MINE}`;

export const listMyBoxes = (
  sql: Sql,
  userId: string,
  { state, series }: { state: 'unopened' | 'opened' | 'refunded' | null; series: string | null },
  page: Page,
) =>
  pageOf<MyBox>(sql, {
    ...page,
    select: MINE,
    newest: {
      of: 'nft_box',
      where: 'user_id = $1',
      order: 'paid_at desc, series_id, number desc',
      as: 'b',
      rest: `${OF_MINE} where ($2::text is null or b.state = $2) and ($3::text is null or w.code = $3)`,
    },
    order: 'b.paid_at desc, b.series_id, b.number desc',
    values: [userId, state === 'unopened' ? 'closed' : state, series],
  });

export const boxesByItem = (sql: Sql, itemIds: readonly string[]): Promise<MyBox[]> =>
  sql.query<MyBox>(`select ${MINE} from ${FROM_MINE} where b.item_id = any($1::bigint[]) order by b.number`, [itemIds]);

export type StaffRow = Pick<Series, 'code' | 'state' | 'commitment' | 'chain_hash' | 'demonstration'> & {
  readonly currency: string;
  readonly price: string;
  readonly boxes: number;
  readonly sold: number;
  readonly start_at: number;
  readonly end_at: number | null;
  readonly opened: number;
  readonly refunded: number;
  readonly opening: number;
};

/** Series for staff, newest first. Neither the seed nor what a closed box holds is read. */
export const staffRows = (sql: Sql): Promise<StaffRow[]> =>
  sql.query<StaffRow>(
    `select w.code, r.state, r.commitment, r.chain_hash, r.demonstration, s.currency, s.price, s.stock as boxes, s.sold,
            s.start_at, s.end_at,
            (select count(*)::int from nft_box b where b.series_id = r.id and b.state = 'opened') as opened,
            (select count(*)::int from nft_box b where b.series_id = r.id and b.state = 'refunded') as refunded,
            (select count(*)::int from nft_box b where b.series_id = r.id and b.state = 'closed' and b.round is not null
              and not exists (select 1 from nft_round d where d.chain_hash = r.chain_hash and d.round = b.round)) as opening
       from ${FROM_SERIES} join nft_sale s on s.id = r.sale_id order by r.id desc limit 500`,
  );

/* Rounds */

/** The newest round of a network that was verified here; null before the first. */
export async function lastRound(sql: Sql, chainHash: string): Promise<number | null> {
  const [row] = await sql.query<{ round: number | null }>(
    'select max(round)::float8 as round from nft_round where chain_hash = $1',
    [chainHash],
  );
  return row?.round ?? null;
}

/** Rounds that closed boxes of a series wait for, up to one, oldest first. */
export async function missingRounds(
  sql: Sql,
  series: Pick<Series, 'id' | 'chain_hash'>,
  upTo: number,
  limit: number,
): Promise<number[]> {
  const rows = await sql.query<{ round: number }>(
    `select distinct b.round::float8 as round from nft_box b
      where b.series_id = $1 and b.state = 'closed' and b.round <= $3
        and not exists (select 1 from nft_round d where d.chain_hash = $2 and d.round = b.round)
      order by round limit $4`,
    [series.id, series.chain_hash, upTo, limit],
  );
  return rows.map(({ round }) => round);
}

/** Keeps a verified round. One that is there stays as it is. */
export const insertRound = (
  sql: Sql,
  { chainHash, round, signature, at }: { chainHash: string; round: number; signature: string; at: number },
): Promise<unknown> =>
  sql.query('insert into nft_round (chain_hash, round, signature, at) values ($1, $2, $3, $4) on conflict do nothing', [
    chainHash,
    round,
    signature,
    new Date(at),
  ]);

/** The first box of a series that waits for a round, or for one after it. */
export async function firstBoxOf(sql: Sql, seriesId: string, round: number): Promise<number> {
  const [row] = await sql.query<{ number: number }>(
    'select min(number) as number from nft_box where series_id = $1 and round >= $2',
    [seriesId, round],
  );
  return row?.number ?? 1;
}

/** Users who wait for a round, to be told that it is there. */
export async function waitingUsers(sql: Sql, chainHash: string, round: number): Promise<string[]> {
  const rows = await sql.query<{ user_id: string }>(
    `select distinct b.user_id from nft_box b join nft_series r on r.id = b.series_id
      where r.chain_hash = $1 and b.round = $2 and b.state = 'closed'`,
    [chainHash, round],
  );
  return rows.map(({ user_id }) => user_id);
}
