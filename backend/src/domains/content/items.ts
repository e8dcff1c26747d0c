import type { Output } from '@tessera/api/contract';
import type { LanguageCode } from '@tessera/api/rules';
import type { Sql } from '../../platform/db/database.ts';
import { type Page, pageOf } from '../../platform/db/page.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { Kind } from './catalogue.ts';

export type ContentRow = {
  readonly id: string;
  readonly kind: Kind;
  readonly key: string;
  readonly title: string;
  readonly lead: string;
  readonly body: string;
  readonly cover: string | null;
  readonly link: string | null;
  readonly section: string | null;
  /** Unix ms. */
  readonly at: number;
  readonly updated_at: number;
};

const COLUMNS = `i.id, i.kind, i.key, i.cover, i.link, i.section, t.title, t.lead, t.body,
  coalesce(i.at, t.updated_at) as at, t.updated_at`;

/** Every item with its text in language `$1`, or in English if it is not translated. */
const SHOWN = `content_item i
  join lateral (select * from content_text where item_id = i.id and language in ($1, 'en')
                 order by language = $1 desc limit 1) t on true
 where i.shown`;

/** `c_id` of a list by kind, as the app names them. */
const CATEGORIES = { news: 4, banner: 5, help: 42 } as const;
type Listed = keyof typeof CATEGORIES;

const listedKind = (id: 4 | 5 | 42): Listed => (id === 4 ? 'news' : id === 5 ? 'banner' : 'help');

const newsItem = ({ id, kind, title, lead, cover, link, at }: ContentRow) => ({
  id,
  c_id: CATEGORIES[kind as Listed],
  title,
  abstract: lead,
  cover,
  link,
  at,
});

const newsDetail = (row: ContentRow) => ({ ...newsItem(row), content: row.body });

export async function listNews(
  sql: Sql,
  language: LanguageCode,
  { c_id, page, limit }: Page & { readonly c_id: 4 | 5 | 42 },
): Promise<Output<'POST /news/list'>> {
  const kind = listedKind(c_id);
  const { rows, total } = await pageOf<ContentRow>(sql, {
    select: COLUMNS,
    from: `${SHOWN} and i.kind = $2`,
    whole: 'staff write it',
    order: 'i.at desc, i.id desc',
    values: [language, kind],
    page,
    limit,
  });
  return { list: rows.map(newsItem), page, limit, total };
}

export async function newsById(sql: Sql, language: LanguageCode, id: string): Promise<Output<'POST /news/detail'>> {
  const [row] = await sql.query<ContentRow>(`select ${COLUMNS} from ${SHOWN} and i.id = $2 and i.kind = any($3)`, [
    language,
    id,
    Object.keys(CATEGORIES),
  ]);
  if (!row) throw new DomainError('not_found', { field: 'id' });
  return newsDetail(row);
}

/** The newest announcement that pops up, unless the user has closed it; `userId` is null for guests. */
export async function announcement(
  sql: Sql,
  language: LanguageCode,
  userId: string | null,
): Promise<Output<'GET /news/index_pop'>> {
  const [row] = await sql.query<ContentRow & { readonly seen: boolean }>(
    `select ${COLUMNS},
            exists (select from announcement_seen s where s.item_id = i.id and s.user_id = $2::bigint) as seen
       from ${SHOWN} and i.kind = 'news' and i.pop order by i.at desc limit 1`,
    [language, userId],
  );
  return { item: row && !row.seen ? newsDetail(row) : null };
}

/** Notes that a user has read an announcement, or all that are published: a draft that is published later is news. */
export async function readAnnouncement(sql: Sql, userId: string, id: string | undefined): Promise<void> {
  const rows = await sql.query(
    `insert into announcement_seen (user_id, item_id)
     select $1, id from content_item where kind = 'news' and shown and ($2::bigint is null or id = $2)
     on conflict (user_id, item_id) do update set item_id = excluded.item_id returning 1`,
    [userId, id ?? null],
  );
  if (id !== undefined && rows.length === 0) throw new DomainError('not_found', { field: 'id' });
}

/** Announcements since the user signed up that the user has not read. */
export async function unreadAnnouncements(sql: Sql, userId: string): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    `select count(*)::int as count from content_item i join user_account u on u.id = $1
      where i.kind = 'news' and i.shown and i.at >= u.created_at
        and not exists (select from announcement_seen s where s.user_id = $1 and s.item_id = i.id)`,
    [userId],
  );
  return row?.count ?? 0;
}

/** The items of a kind in their own order. */
export const itemsInOrder = (sql: Sql, language: LanguageCode, kind: Kind): Promise<ContentRow[]> =>
  sql.query<ContentRow>(`select ${COLUMNS} from ${SHOWN} and i.kind = $2 order by i.position, i.id`, [language, kind]);

/** A page that the platform cannot be without. */
export async function pageByKey(sql: Sql, language: LanguageCode, key: string): Promise<ContentRow> {
  const [row] = await sql.query<ContentRow>(`select ${COLUMNS} from ${SHOWN} and i.kind = 'page' and i.key = $2`, [
    language,
    key,
  ]);
  if (!row) throw new Error(`the page ${key} is missing`);
  return row;
}
