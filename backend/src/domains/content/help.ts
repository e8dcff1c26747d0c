import type { HelpSubject } from '@tessera/api/content/rules';
import type { Output, ReadInput } from '@tessera/api/contract';
import type { LanguageCode } from '@tessera/api/rules';
import type { Database, Sql } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { requireAttempt } from '../../platform/limits/attempts.ts';
import { networkOf } from '../../platform/limits/network.ts';
import { itemsInOrder } from './items.ts';

const DAY = 86_400_000;
/** Votes out of one network a day: a device's id comes from the page and is not verified. */
const VOTES_OF_NETWORK = 60;
const MOST_FOUND = 10;

type Found = {
  readonly id: string;
  readonly kind: 'help' | 'faq';
  readonly section: string | null;
  readonly title: string;
  readonly lead: string;
};

const subjectOf = ({ kind, section }: Pick<Found, 'kind' | 'section'>): HelpSubject | null =>
  kind === 'help' ? (section as HelpSubject) : null;

export async function listHelp(sql: Sql, language: LanguageCode): Promise<Output<'GET /help/articles'>> {
  const rows = await itemsInOrder(sql, language, 'help');
  return {
    list: rows.map(({ id, section, title, lead }) => ({ id, subject: section as HelpSubject, title, abstract: lead })),
  };
}

export async function helpArticle(sql: Sql, language: LanguageCode, id: string): Promise<Output<'GET /help/article'>> {
  const [row] = await sql.query<Found & { body: string; link: string | null; updated_at: number }>(
    `select i.id, i.kind, i.section, i.link, t.title, t.lead, t.body, t.updated_at
       from content_item i
       join lateral (select * from content_text where item_id = i.id and language in ($1, 'en')
                      order by language = $1 desc limit 1) t on true
      where i.id = $2 and i.shown and i.kind in ('help', 'faq')`,
    [language, id],
  );
  if (!row) throw new DomainError('not_found', { field: 'id' });
  const { title, lead, body, link, updated_at } = row;
  return { id, subject: subjectOf(row), title, abstract: lead, content: body, link, updated_at };
}

/** What questions begin and end with, where PostgreSQL knows no stop words: it is in many articles and says nothing of any. */
const QUESTION_WORDS: Partial<Record<LanguageCode, RegExp>> = {
  zh: /请问|怎么办|怎么|怎样|如何|为什么|什么|可以|吗/g,
  hk: /請問|怎麼辦|怎麼|怎樣|點樣|如何|為什麼|為甚麼|甚麼|什麼|可以|嗎/g,
  jp: /どうすれば|どうやって|ですか|ますか|できますか|方法|とは|したい/g,
  kor: /어떻게|하나요|인가요|무엇|왜|방법/g,
  th: /อย่างไร|ยังไง|ทำไม|คืออะไร|ต้องการ|ไหม/g,
};

/**
 * What a text finds in one language: articles that have at least half of its terms (or of words their beginning), those with
 * most of them first, terms in titles before others. A query is terms as the texts are, see `search_terms`.
 */
export async function searchHelp(sql: Sql, language: LanguageCode, query: string): Promise<Output<'GET /help/search'>> {
  const rows = await sql.query<Found>(
    `with asked as (select search_terms($1, $2) as terms),
     matched as (
       select i.id, i.kind, i.section, i.position, t.title, t.lead, a.terms,
              (select count(*) from unnest(a.terms) q
                where exists (select from unnest(t.title_terms) w where w = q or (length(q) > 2 and starts_with(w, q)))) as in_title,
              (select count(*) from unnest(a.terms) q
                where exists (select from unnest(t.title_terms || t.body_terms) w
                               where w = q or (length(q) > 2 and starts_with(w, q)))) as in_all
         from asked a, content_item i join content_text t on t.item_id = i.id and t.language = $1
        where i.shown and i.kind in ('help', 'faq'))
     select id, kind, section, title, lead from matched
      where in_all > 0 and 2 * in_all >= cardinality(terms)
      order by in_all + in_title desc, in_all desc, kind desc, position, id limit $3`,
    [language, query.replace(QUESTION_WORDS[language] ?? /$^/g, ' '), MOST_FOUND],
  );
  return {
    list: rows.map((row) => ({ id: row.id, subject: subjectOf(row), title: row.title, abstract: row.lead })),
  };
}

type Voter = { readonly userId: string | null; readonly address: string; readonly now: number };

/** Notes whether an article was helpful: once a user, once a device of a guest. A later vote replaces the former. */
export async function voteHelpful(
  database: Database,
  { id, helpful, device }: ReadInput<'POST /help/helpful'>,
  { userId, address, now }: Voter,
): Promise<void> {
  if (userId === null && device === undefined) throw new DomainError('field_required', { field: 'device' });
  if (userId === null) {
    const network = networkOf(address);
    const windows = [{ most: VOTES_OF_NETWORK, within: DAY }];
    await requireAttempt(database, { scope: 'help vote', subject: network, windows, now });
  }
  const voted = await database.query(
    `insert into content_vote as v (item_id, voter, user_id, helpful, at)
     select id, $2, $3, $4, $5 from content_item where id = $1 and shown and kind in ('help', 'faq')
     on conflict (item_id, voter) do update set helpful = excluded.helpful, at = excluded.at returning 1`,
    [id, userId === null ? `device:${device}` : `user:${userId}`, userId, helpful, new Date(now)],
  );
  if (voted.length === 0) throw new DomainError('not_found', { field: 'id' });
}
