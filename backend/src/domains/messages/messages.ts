import type { Output } from '@tessera/api/contract';
import type { LanguageCode } from '@tessera/api/rules';
import type { Database } from '../../platform/db/database.ts';
import { type Page, pageOf } from '../../platform/db/page.ts';

type MessageRow = {
  readonly id: string;
  readonly section: string | null;
  readonly title: string;
  readonly lead: string;
  readonly body: string;
  readonly cover: string | null;
  readonly time: number;
  readonly read: boolean;
};

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
      expressions: `with message as (
         select i.id, i.section, i.cover, i.position, t.title, t.lead, t.body, coalesce(i.at, u.created_at) as time
           from content_item i
           join user_account u on u.id = $2
           join lateral (select * from content_text where item_id = i.id and language in ($1, 'en')
                          order by language = $1 desc limit 1) t on true
          where i.kind = 'message' and i.shown and (i.at is null or i.at >= u.created_at)
       )`,
      select: `m.id, m.section, m.cover, m.title, m.lead, m.body, m.time,
               coalesce(m.time <= r.read_until, false) as read`,
      from: 'message m left join message_reading r on r.user_id = $2',
      order: 'm.time desc, m.position desc, m.id desc',
      values: [language, userId],
      page,
      limit,
    });
    return {
      list: rows.map(({ id, section, title, lead, body, cover, time, read }) => ({
        id,
        kind: section === 'service' ? ('service' as const) : ('system' as const),
        title,
        description: lead,
        content: body,
        avatar: cover,
        time,
        read,
      })),
      page,
      limit,
      total,
    };
  });
}
