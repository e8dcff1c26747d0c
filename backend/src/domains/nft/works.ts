import type { Localised } from '@tessera/api/kit/localised';
import type { MediaType, NftSort, NftStatus, Rarity, SaleType } from '@tessera/api/nft/rules';
import type { Sql } from '../../platform/db/database.ts';
import { countOf, countReachable, type Page, pageOf, requireReachable } from '../../platform/db/page.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { containing, gramsOf } from './search.ts';
import { ROYALTY, type SaleState } from './store.ts';

/* What the marketplace shows: works, items and artists as lists and pages read them. No list reads a row at a time. */

/** A work or one of its items, with the sale that it was last in. Times are Unix ms. */
export type Card = {
  readonly code: string;
  readonly work_id: string;
  readonly item_id: string | null;
  readonly names: Localised;
  readonly type: MediaType;
  readonly media: unknown;
  readonly artist_id: number;
  readonly artist_name: string;
  readonly artist_avatar: string | null;
  readonly collection_id: number | null;
  readonly collection_names: Localised | null;
  readonly rarity: Rarity;
  readonly edition: number | null;
  readonly editions: number;
  readonly owner_id: string | null;
  readonly owner_name: string | null;
  readonly sale_id: string;
  /** False of an item that was never in a sale of its own: the sale is the one that it came from. */
  readonly own_sale: boolean;
  readonly sale_type: SaleType;
  readonly resale: boolean;
  readonly seller_id: string | null;
  readonly currency: string;
  readonly scale: number;
  readonly price: string;
  readonly ask: string;
  readonly worth: string;
  readonly bids: number;
  readonly deposit: string | null;
  readonly increment: string | null;
  readonly start_at: number;
  readonly end_at: number | null;
  readonly stock: number;
  readonly sold: number;
  readonly state: SaleState;
  readonly blind_box: boolean;
  readonly opened_at: number | null;
  readonly withdrawn_at: number | null;
  readonly collected: boolean;
  /** The work or its artist is not shown: its files are not public. */
  readonly hidden: boolean;
};

const WORK = `w.id as work_id, w.names, w.type, w.media, w.rarity, w.editions, w.blind_box,
  not (w.shown and a.shown) as hidden, a.id as artist_id,
  a.name as artist_name, a.avatar as artist_avatar, c.id as collection_id, c.names as collection_names`;
const SALE = `s.id as sale_id, s.sale_type, s.resale, s.seller_id, s.currency, s.scale, s.price, s.ask, s.worth, s.bids,
  s.deposit, s.increment, s.start_at, s.end_at, s.stock, s.sold, s.state`;
const ITEM = `i.id as item_id, i.edition, i.owner_id, u.nickname as owner_name, i.opened_at, i.withdrawn_at`;
const MAKERS = 'join nft_artist a on a.id = w.artist_id left join nft_collection c on c.id = w.collection_id';
const OWNER = 'left join user_account u on u.id = i.owner_id';
/** Whether the user $1 marked it. */
// `offset 0`: of each work by itself, and not all that the user marked.
const IS_COLLECTED =
  'exists (select 1 from nft_favourite f where f.user_id = $1::bigint and f.work_id = w.id offset 0)';
const COLLECTED = `${IS_COLLECTED} as collected`;

/** Of a sale `s`: what is listed under its code. */
const OF_SALE = `${WORK}, ${SALE}, ${ITEM}, s.code, true as own_sale, ${COLLECTED}`;
const SALE_JOINS = `join nft_work w on w.id = s.work_id ${MAKERS} left join nft_item i on i.id = s.item_id ${OWNER}`;
const FROM_SALE = `nft_sale s ${SALE_JOINS}`;

/** Of an item `i`: its own last sale, else the last one of its work, or that of the box out of which it came. */
const OF_ITEM = `${WORK}, ${SALE}, ${ITEM}, i.code, s.code = i.code as own_sale, ${COLLECTED}`;
const ITEM_JOINS = `join nft_work w on w.id = i.work_id ${MAKERS} ${OWNER}
  join lateral (select * from nft_sale o
                 where o.id = i.box_sale_id or o.work_id = w.id and o.latest and (o.code = i.code or o.code = w.code)
                 order by (o.code = i.code) desc limit 1) s on true`;
const FROM_ITEM = `nft_item i ${ITEM_JOINS}`;

/** Of a work `w`: the last sale under its own code. */
const FROM_WORK = `nft_work w ${MAKERS} join nft_sale s on s.code = w.code and s.latest
  left join nft_item i on i.id = s.item_id ${OWNER}`;

/** What the status of a sale is at the time $2, in SQL; `statusAt` of the rules says the same. */
const STATUS = `case when s.sold >= s.stock then 'sold_out'
  when s.state <> 'open' or s.end_at <= $2 then 'ended' when $2 < s.start_at then 'upcoming' else 'on_sale' end`;

export type Filters = {
  readonly sale_type?: SaleType | undefined;
  readonly status?: NftStatus | undefined;
  readonly type?: MediaType | undefined;
  readonly rarity?: Rarity | undefined;
  readonly currency?: string | undefined;
  readonly price_min?: string | undefined;
  readonly price_max?: string | undefined;
  readonly artist_id?: number | undefined;
  readonly collection_id?: number | undefined;
  readonly keyword?: string | undefined;
  readonly collected?: boolean | undefined;
};

/** Shown sales that are the last under their code; $1 the viewer, $2 now, $3 to $14 the filters. */
const FILTERED = `${FROM_SALE} where s.latest and w.shown and a.shown and s.state <> 'cancelled'
  and ($3::text is null or s.sale_type = $3) and ($4::text is null or ${STATUS} = $4)
  and ($5::text is null or w.type = $5) and ($6::text is null or w.rarity = $6)
  and ($7::text is null or s.currency = $7)
  and ($8::numeric is null or (case when $7::text is null then s.worth else s.ask end) >= $8)
  and ($9::numeric is null or (case when $7::text is null then s.worth else s.ask end) <= $9)
  and ($10::int is null or w.artist_id = $10) and ($11::int is null or w.collection_id = $11)
  and ($12::text[] is null or w.grams @> $12) and ($13::text is null or w.search like $13)
  and ($14::boolean is not true or ${IS_COLLECTED})`;

const filterValues = (viewer: string | null, now: number, filters: Filters): readonly unknown[] => [
  viewer,
  new Date(now),
  filters.sale_type ?? null,
  filters.status ?? null,
  filters.type ?? null,
  filters.rarity ?? null,
  filters.currency ?? null,
  filters.price_min ?? null,
  filters.price_max ?? null,
  filters.artist_id ?? null,
  filters.collection_id ?? null,
  filters.keyword === undefined ? null : gramsOf(filters.keyword),
  filters.keyword === undefined ? null : containing(filters.keyword),
  filters.collected ?? null,
];

/** ms of what has no end, where lists are sorted by it. */
const NEVER = '9999999999999';
const ENDING = `coalesce(extract(epoch from s.end_at)::numeric * 1000, ${NEVER})`;

/** What a list is sorted by, and how a row stands behind the one of a cursor. The id tells equal ones apart. */
const SORTS: Readonly<Record<NftSort, { readonly key: string; readonly order: 'asc' | 'desc' }>> = {
  newest: { key: 's.id::numeric', order: 'desc' },
  price_up: { key: 's.worth', order: 'asc' },
  price_down: { key: 's.worth', order: 'desc' },
  ending: { key: ENDING, order: 'asc' },
};

type Asked = Page & { readonly sort: NftSort; readonly after?: string | undefined };

/** A part of the works on offer, how many there are in all, and where the list goes on. */
export async function listWorks(
  sql: Sql,
  { viewer, now, filters }: { viewer: string | null; now: number; filters: Filters },
  { page, limit, sort, after }: Asked,
): Promise<{ readonly rows: Card[]; readonly total: number; readonly next: string | null }> {
  const { key, order } = SORTS[sort];
  const from = readCursor(after, 2);
  const values = filterValues(viewer, now, filters);
  const behind = order === 'asc' ? '>' : '<';
  const rows = await sql.query<Card & { sort_key: string }>(
    `select ${OF_SALE}, ${key} as sort_key from ${FILTERED}
        and ($15::numeric is null or (${key}, s.id) ${behind} ($15, $16::bigint))
      order by ${key} ${order}, s.id ${order} limit $17 offset $18`,
    [...values, from?.[0] ?? null, from?.[1] ?? null, limit, from === null ? (page - 1) * limit : 0],
  );
  const total = await countOf(sql, `${FILTERED} and ($1::bigint is null or true)`, values);
  const last = rows.at(-1);
  return { rows, total, next: last && rows.length === limit ? writeCursor(last.sort_key, last.sale_id) : null };
}

export type Detail = Card & {
  readonly descriptions: Localised;
  readonly properties: readonly { readonly name: Localised; readonly value: Localised }[];
  readonly created_at: number;
  readonly favourites: number;
  readonly fee_bp: number;
  readonly royalty_bp: number;
  readonly forfeit_bp: number;
  readonly deposit_bp: number;
  readonly top_bidder_id: string | null;
};

const MORE = `w.descriptions, w.properties, w.created_at, s.fee_bp, ${ROYALTY} as royalty_bp, s.forfeit_bp,
  s.deposit_bp, s.top_bidder_id,
  (select count(*)::int from nft_favourite f where f.work_id = w.id) as favourites`;

/** An item by its code, else a work; null where there is none that the viewer may see. */
export async function detailOf(sql: Sql, code: string, viewer: string | null): Promise<Detail | null> {
  const seen = '(w.shown and a.shown or i.owner_id = $1::bigint or a.user_id = $1::bigint)';
  const [item] = await sql.query<Detail>(`select ${OF_ITEM}, ${MORE} from ${FROM_ITEM} where i.code = $2 and ${seen}`, [
    viewer,
    code,
  ]);
  if (item) return item;
  const [work] = await sql.query<Detail>(`select ${OF_SALE}, ${MORE} from ${FROM_WORK} where w.code = $2 and ${seen}`, [
    viewer,
    code,
  ]);
  return work ?? null;
}

/** Cards of items by their ids. */
export async function cardsOfItems(sql: Sql, ids: readonly string[], viewer: string): Promise<Map<string, Card>> {
  const rows = await sql.query<Card>(`select ${OF_ITEM} from ${FROM_ITEM} where i.id = any($2::bigint[])`, [
    viewer,
    ids,
  ]);
  return new Map(rows.map((row) => [row.item_id as string, row]));
}

/** Cards of what the boxes of a series hold, by the work's code, with the sale of the boxes. */
export async function cardsOfPrizes(sql: Sql, seriesId: string, viewer: string | null): Promise<Map<string, Card>> {
  const rows = await sql.query<Card>(
    `select ${WORK}, ${SALE}, null::bigint as item_id, null::integer as edition, null::bigint as owner_id,
            null::text as owner_name, null::timestamptz as opened_at, null::timestamptz as withdrawn_at, w.code,
            false as own_sale, ${COLLECTED}
       from nft_prize p join nft_series r on r.id = p.series_id join nft_sale s on s.id = r.sale_id
       join nft_work w on w.id = p.work_id ${MAKERS} where p.series_id = $2`,
    [viewer, seriesId],
  );
  return new Map(rows.map((row) => [row.code, row]));
}

/** Cards of sales by their ids, also of those that are not the last under their code. */
export async function cardsOfSales(sql: Sql, ids: readonly string[], viewer: string): Promise<Map<string, Card>> {
  const rows = await sql.query<Card>(`select ${OF_SALE} from ${FROM_SALE} where s.id = any($2::bigint[])`, [
    viewer,
    ids,
  ]);
  return new Map(rows.map((row) => [row.sale_id, row]));
}

/** What the user $1 marked, newest mark first. */
export const listFavourites = (sql: Sql, userId: string, page: Page) =>
  pageOf<Card>(sql, {
    ...page,
    select: OF_SALE,
    newest: {
      of: 'nft_favourite',
      where: 'user_id = $1',
      order: 'at desc, work_id desc',
      as: 'mark',
      rest: `join ${FROM_WORK} on w.id = mark.work_id where w.shown and a.shown`,
    },
    order: 'mark.at desc, mark.work_id desc',
    values: [userId],
  });

export type Mine = Card & { readonly since: number; readonly proceeds: string | null };

/** What the user $1 owns; with `selling`, only what stands in a sale. */
export const listOwned = (sql: Sql, userId: string, selling: boolean, page: Page) =>
  pageOf<Mine>(sql, {
    ...page,
    select: `${OF_ITEM}, i.acquired_at as since, null::numeric as proceeds`,
    // A box that is not opened stays bound to the sale that it was bought in.
    newest: {
      of: 'nft_item',
      where: 'owner_id = $1',
      order: 'acquired_at desc, id desc',
      as: 'i',
      rest: `${ITEM_JOINS}
             where not $2::boolean or exists (select 1 from nft_sale o where o.id = i.sale_id and o.resale offset 0)`,
    },
    order: 'i.acquired_at desc, i.id desc',
    values: [userId, selling],
  });

/** What the user $1 has resold, newest first. */
export const listResold = (sql: Sql, userId: string, page: Page) =>
  pageOf<Mine>(sql, {
    ...page,
    select: `${OF_SALE}, s.closed_at as since, s.proceeds`,
    newest: {
      of: 'nft_sale',
      where: `seller_id = $1 and resale and state = 'sold'`,
      order: 'closed_at desc, id desc',
      as: 's',
      rest: SALE_JOINS,
    },
    order: 's.closed_at desc, s.id desc',
    values: [userId],
  });

/* Artists and collections */

export type ArtistRow = {
  readonly id: number;
  readonly code: string;
  readonly user_id: string | null;
  readonly name: string;
  readonly avatar: string | null;
  readonly cover: string | null;
  readonly biographies: Localised;
  readonly work_count: number;
  readonly followers: number;
  readonly volume: string;
  readonly followed: boolean;
};

/** $1 is the viewer. */
const ARTIST = `a.id, a.code, a.user_id, a.name, a.avatar, a.cover, a.biographies, a.followers, a.volume,
  (select count(*)::int from nft_work w where w.artist_id = a.id and w.shown) as work_count,
  exists (select 1 from nft_follow f where f.user_id = $1::bigint and f.artist_id = a.id) as followed`;

export const listArtists = (sql: Sql, viewer: string | null, keyword: string | undefined, page: Page) =>
  pageOf<ArtistRow>(sql, {
    ...page,
    select: ARTIST,
    from: `nft_artist a where a.shown and ($1::bigint is null or true) and ($2::text is null or lower(a.name) like $2)`,
    whole: 'staff decide who is an artist',
    order: 'a.volume desc, a.id',
    values: [viewer, keyword === undefined ? null : containing(keyword)],
  });

async function artistRow(
  sql: Sql,
  viewer: string | null,
  id: number,
): Promise<(ArtistRow & { shown: boolean }) | null> {
  const [row] = await sql.query<ArtistRow & { shown: boolean }>(
    `select ${ARTIST}, a.shown from nft_artist a where a.id = $2`,
    [viewer, id],
  );
  return row ?? null;
}

export async function artistOf(sql: Sql, viewer: string | null, id: number): Promise<ArtistRow | null> {
  const row = await artistRow(sql, viewer, id);
  return row?.shown ? row : null;
}

/** The artist of a work that the viewer may see, also one that staff have hidden: owners go on seeing what they bought. */
export async function creatorOf(sql: Sql, viewer: string | null, id: number): Promise<ArtistRow> {
  const row = await artistRow(sql, viewer, id);
  if (!row) throw new Error(`artist ${id} is gone`);
  return row;
}

export type CollectionRow = {
  readonly id: number;
  readonly code: string;
  readonly names: Localised;
  readonly descriptions: Localised;
  readonly cover: string | null;
  readonly artist_id: number | null;
  readonly artist_name: string | null;
  readonly work_count: number;
  readonly floor: string | null;
};

export const listCollections = (sql: Sql, now: number, keyword: string | undefined, page: Page) =>
  pageOf<CollectionRow>(sql, {
    ...page,
    select: `c.id, c.code, c.names, c.descriptions, c.cover, a.id as artist_id, a.name as artist_name,
             (select count(*)::int from nft_work w join nft_artist m on m.id = w.artist_id
               where w.collection_id = c.id and w.shown and m.shown) as work_count,
             (select min(s.worth) from nft_sale s join nft_work w on w.id = s.work_id join nft_artist m on m.id = w.artist_id
               where w.collection_id = c.id and w.shown and m.shown and s.latest
                 and ${STATUS.replaceAll('$2', '$1')} = 'on_sale') as floor`,
    from: `nft_collection c left join nft_artist a on a.id = c.artist_id
            where ($1::timestamptz is not null) and a.shown is not false
              and ($2::text is null
                or exists (select from jsonb_each_text(c.names) as each (language, name) where lower(each.name) like $2))`,
    whole: 'they come with a release',
    order: 'c.id desc',
    values: [new Date(now), keyword === undefined ? null : containing(keyword)],
  });

/* What happened */

export type BidRow = {
  readonly id: string;
  readonly sale_id: string;
  readonly code: string;
  readonly user_id: string;
  readonly bidder: string;
  readonly price: string;
  readonly currency: string;
  readonly status: 'leading' | 'outbid' | 'won' | 'lost';
  readonly at: number;
};

/** The highest bid leads until the auction closes; then the bids of those who may pay, or have paid, have won. */
const BID = `b.id, b.sale_id, s.code, b.user_id, u.nickname as bidder, b.price, s.currency, b.at,
  case when s.state = 'open' then case when b.id = s.top_bid_id then 'leading' else 'outbid' end
       when exists (select 1 from nft_order o where o.sale_id = s.id and o.kind = 'auction' and o.user_id = b.user_id
                       and o.price = b.price and o.status in ('to_pay', 'paid')) then 'won'
       else 'lost' end as status`;
const FROM_BID = 'nft_bid b join nft_sale s on s.id = b.sale_id join user_account u on u.id = b.user_id';

async function bidsWhere(
  sql: Sql,
  condition: string,
  value: string,
  { page, limit, after }: Page & { readonly after?: string | undefined },
) {
  const cursor = readCursor(after, 1);
  if (cursor === null) requireReachable({ page, limit });
  const rows = await sql.query<BidRow>(
    `select ${BID} from ${FROM_BID} where ${condition} and ($2::bigint is null or b.id < $2)
      order by b.id desc limit $3 offset $4`,
    [value, cursor?.[0] ?? null, limit, cursor === null ? (page - 1) * limit : 0],
  );
  const from = `nft_bid b where ${condition} order by b.id desc`;
  const total = await countReachable(sql, { from, values: [value], limit });
  const last = rows.at(-1);
  return { rows, total, next: last && rows.length === limit ? writeCursor(last.id) : null };
}

/** Bids of a sale, newest first. */
export const bidsOfSale = (sql: Sql, saleId: string, page: Page & { readonly after?: string | undefined }) =>
  bidsWhere(sql, 'b.sale_id = $1', saleId, page);

/** Bids of a user, newest first. */
export const bidsOfUser = (sql: Sql, userId: string, page: Page & { readonly after?: string | undefined }) =>
  bidsWhere(sql, 'b.user_id = $1', userId, page);

export async function bidOf(sql: Sql, id: string): Promise<BidRow> {
  const [row] = await sql.query<BidRow>(`select ${BID} from ${FROM_BID} where b.id = $1`, [id]);
  if (!row) throw new Error(`bid ${id} is gone`);
  return row;
}

export type ProvenanceRow = {
  readonly id: string;
  readonly code: string;
  readonly edition: number;
  readonly kind: 'created' | 'sale' | 'auction' | 'box' | 'opened' | 'withdrawn';
  readonly from_name: string | null;
  readonly to_name: string | null;
  readonly price: string | null;
  readonly currency: string | null;
  readonly scale: number | null;
  readonly reference: string | null;
  readonly at: number;
};

/** What happened to an item; without one, to all items of a work. Newest first. */
export const listProvenance = (sql: Sql, of: { readonly itemId: string | null; readonly workId: string }, page: Page) =>
  pageOf<ProvenanceRow>(sql, {
    ...page,
    select: `p.id, i.code, i.edition, p.kind, x.nickname as from_name, y.nickname as to_name, p.price, p.currency,
             p.scale, p.reference, p.at`,
    newest: {
      of: 'nft_provenance',
      where: of.itemId === null ? 'work_id = $1 and $2::bigint is null' : 'work_id = $1 and item_id = $2',
      order: 'id desc',
      as: 'p',
      rest: `join nft_item i on i.id = p.item_id left join user_account x on x.id = p.from_id
             left join user_account y on y.id = p.to_id`,
    },
    order: 'p.id desc',
    values: [of.workId, of.itemId],
  });
