import type { Output } from '@tessera/api/contract';
import type { LanguageCode } from '@tessera/api/rules';
import type { Database, Sql } from '../../platform/db/database.ts';
import { type Page, pageOf } from '../../platform/db/page.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { type MessageKind, messageText } from './texts.ts';

type Words = { readonly title: string; readonly lead: string; readonly body: string };

/** `own` is null of a message to all, the words of one to a single user. */
type MessageRow = (
  | (Words & { readonly own: null })
  | { readonly own: MessageKind; readonly named: Readonly<Record<string, string>> }
) & {
  readonly id: string;
  readonly section: string | null;
  readonly cover: string | null;
  readonly time: number;
  readonly read: boolean;
};

function wordsOf(row: MessageRow, language: LanguageCode): Words {
  if (row.own === null) return row;
  const { title, body } = messageText(row.own, row.named, language);
  return { title, lead: body, body };
}

/** Everything sent to the user $2, in the language $1 where there is one. */
const MESSAGES = `with message as (
         select i.id, i.section, i.cover, i.position, t.title, t.lead, t.body, coalesce(i.at, u.created_at) as time,
                null::text as own, null::jsonb as named
           from content_item i
           join user_account u on u.id = $2
           join lateral (select * from content_text where item_id = i.id and language in ($1, 'en')
                          order by language = $1 desc limit 1) t on true
          where i.kind = 'message' and i.shown and (i.at is null or i.at >= u.created_at)
          union all
         select id, 'system', null, 0, null, null, null, at, kind, named from user_message where user_id = $2
       )`;
const COLUMNS = `m.id, m.section, m.cover, m.title, m.lead, m.body, m.time, m.own, m.named,
               coalesce(m.time <= r.read_until, false) as read`;
const SOURCE = 'message m left join message_reading r on r.user_id = $2';

function messageOf(row: MessageRow, language: LanguageCode): Output<'GET /mailMessage/getDetail'> {
  const { id, section, cover, time, read } = row;
  const { title, lead, body } = wordsOf(row, language);
  return {
    id,
    kind: section === 'service' ? 'service' : 'system',
    title,
    description: lead,
    content: body,
    avatar: cover,
    time,
    read,
  };
}

/** One message to a user, which stays unread. Rejects with `not_found` where it is not theirs. */
export async function readMessage(
  database: Database,
  userId: string,
  language: LanguageCode,
  id: string,
): Promise<Output<'GET /mailMessage/getDetail'>> {
  const [row] = await database.query<MessageRow>(`${MESSAGES} select ${COLUMNS} from ${SOURCE} where m.id = $3`, [
    language,
    userId,
    id,
  ]);
  if (!row) throw new DomainError('not_found', { field: 'id' });
  return messageOf(row, language);
}

/**
 * Messages to a user. Opening the list (its first page) is reading it: what was there is read the next time it is
 * opened, and its further pages show the same state as the first.
 */
export function listMessages(
  database: Database,
  userId: string,
  language: LanguageCode,
  { page, limit }: Page,
  now: number,
): Promise<Output<'GET /mailMessage/getList'>> {
  return database.transaction(async (tx) => {
    if (page === 1) {
      await tx.query(
        `insert into message_reading as r (user_id, read_until, opened_at)
         values ($1, null, $2)
         on conflict (user_id) do update set read_until = r.opened_at, opened_at = excluded.opened_at`,
        [userId, new Date(now)],
      );
    }
    const { rows, total } = await pageOf<MessageRow>(tx, {
      expressions: MESSAGES,
      select: COLUMNS,
      from: SOURCE,
      order: 'm.time desc, m.position desc, m.id desc',
      values: [language, userId],
      page,
      limit,
    });
    return { list: rows.map((row) => messageOf(row, language)), page, limit, total };
  });
}

/** Messages that came since the user has opened their list. */
export async function countUnread(sql: Sql, userId: string): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    `${MESSAGES} select count(*)::int as count from message m left join message_reading r on r.user_id = $2
      where m.time > coalesce(r.opened_at, '-infinity')`,
    ['en', userId],
  );
  return row?.count ?? 0;
}
