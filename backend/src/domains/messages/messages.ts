import type { Output } from '@tessera/api/contract';
import type { LanguageCode } from '@tessera/api/rules';
import type { Database, Sql } from '../../platform/db/database.ts';
import { type Page, pageOf, REACHED } from '../../platform/db/page.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { linkOf, topicOf } from './links.ts';
import { type MessageKind, messageText } from './texts.ts';

type Words = { readonly title: string; readonly lead: string; readonly body: string };

/** `own` is null of a message to all, the words of one to a single user. */
type MessageRow = (
  | (Words & { readonly own: null })
  | { readonly own: MessageKind; readonly named: Readonly<Record<string, string>>; readonly reference: string }
) & {
  readonly id: string;
  readonly section: string | null;
  readonly cover: string | null;
  /** Of a message to all: a route of the app. */
  readonly link: string | null;
  readonly time: number;
  readonly read: boolean;
};

function wordsOf(row: MessageRow, language: LanguageCode): Words {
  if (row.own === null) return row;
  const { title, body } = messageText(row.own, row.named, language);
  return { title, lead: body, body };
}

/** Everything sent to the user $2, of what is theirs alone these rows, in the language $1 where there is one. */
const messagesFrom = (own: string) => `with message as (
         select i.id, i.section, i.cover, i.position, t.title, t.lead, t.body, coalesce(i.at, u.created_at) as time,
                i.link, null::text as own, null::jsonb as named, null::text as reference,
                exists (select from message_read r where r.user_id = $2 and r.message_id = i.id) as read
           from content_item i
           join user_account u on u.id = $2
           join lateral (select * from content_text where item_id = i.id and language in ($1, 'en')
                          order by language = $1 desc limit 1) t on true
          where i.kind = 'message' and i.shown and (i.at is null or i.at >= u.created_at)
          union all
         select id, 'system', null, 0, null, null, null, at, null, kind, named, reference, read from ${own} own
          where user_id = $2 and in_centre
       )`;
const MESSAGES = messagesFrom('user_message');
const NEWEST_MESSAGES = messagesFrom(
  `(select * from user_message where user_id = $2 and in_centre order by at desc limit ${REACHED})`,
);
const COLUMNS = `m.id, m.section, m.cover, m.title, m.lead, m.body, m.time, m.link, m.own, m.named, m.reference,
               m.read`;
const SOURCE = 'message m';

function messageOf(row: MessageRow, language: LanguageCode): Output<'GET /mailMessage/getDetail'> {
  const { id, section, cover, time, read } = row;
  const { title, lead, body } = wordsOf(row, language);
  return {
    id,
    kind: section === 'service' ? 'service' : 'system',
    topic: row.own === null ? 'announcements' : topicOf(row.own),
    title,
    description: lead,
    content: body,
    avatar: cover,
    link: row.own === null ? row.link : linkOf(row.own, row),
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

/** Messages to a user, newest first. */
export async function listMessages(
  database: Database,
  userId: string,
  language: LanguageCode,
  { page, limit }: Page,
): Promise<Output<'GET /mailMessage/getList'>> {
  const { rows, total } = await pageOf<MessageRow>(database, {
    expressions: NEWEST_MESSAGES,
    select: COLUMNS,
    from: SOURCE,
    whole: 'the newest of the user’s own are taken, and staff write the others',
    order: 'm.time desc, m.position desc, m.id desc',
    values: [language, userId],
    page,
    limit,
  });
  return { list: rows.map((row) => messageOf(row, language)), page, limit, total };
}

/**
 * Marks one message as read, or all that are stored by now: one that is stored later stays unread, whatever time it is
 * about. Rejects with `not_found` where it is not theirs.
 */
export const markRead = (database: Database, userId: string, id: string | undefined): Promise<void> =>
  database.transaction(async (tx) => {
    const marked = await tx.query(
      `with theirs as (${MESSAGES} select m.id, m.own, m.read from message m where $3::bigint is null or m.id = $3),
            own as (update user_message u set read = true from theirs t
                     where u.id = t.id and t.own is not null and not u.read),
            common as (insert into message_read (user_id, message_id)
                       select $2, t.id from theirs t where t.own is null and not t.read on conflict do nothing)
       select from theirs limit 1`,
      ['en', userId, id ?? null],
    );
    if (id !== undefined && marked.length === 0) throw new DomainError('not_found', { field: 'id' });
    tx.notify(userId, { kind: 'message' });
  });

/** Messages that the user has not read. */
export async function countUnread(sql: Sql, userId: string): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    `${MESSAGES} select count(*)::int as count from ${SOURCE}
      where not m.read`,
    ['en', userId],
  );
  return row?.count ?? 0;
}
