import { randomUUID } from 'node:crypto';
import type { Output, ReadInput } from '@tessera/api/contract';
import type { Database, Sql, Transaction } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { By } from '../../platform/staff-command.ts';

/* What staff do with announcements. Each act is recorded with its reason. */

/** Announcements that staff list. */
const LISTED = 50;

export const announcementsForStaff = async (sql: Sql): Promise<Output<'GET /staff/announcements'>> => ({
  list: await sql.query<Output<'GET /staff/announcements'>['list'][number]>(
    `select i.id, coalesce(t.title, i.key) as title, i.at, i.shown, i.pop,
            array(select language from content_text where item_id = i.id order by language) as languages
       from content_item i left join content_text t on t.item_id = i.id and t.language = 'en'
      where i.kind = 'news' order by i.at desc nulls first, i.id desc limit $1`,
    [LISTED],
  ),
});

export async function announcementTexts(sql: Sql, id: string): Promise<Output<'GET /staff/announcement'>> {
  const texts = await sql.query<Output<'GET /staff/announcement'>['texts'][number]>(
    `select t.language, t.title, t.lead as abstract, t.body as content
       from content_text t join content_item i on i.id = t.item_id and i.kind = 'news'
      where i.id = $1 order by t.language`,
    [id],
  );
  if (texts.length === 0) throw new DomainError('not_found', { field: 'id' });
  return { id, texts };
}

const record = (tx: Transaction, action: string, id: string, reason: string, { staffId, at }: By) =>
  tx.query('insert into staff_action (staff_id, action, subject, reason, at) values ($1, $2, $3, $4, $5)', [
    staffId,
    `content.${action}`,
    `content_item:${id}`,
    reason,
    new Date(at),
  ]);

/** An announcement, locked. */
async function requireAnnouncement(tx: Transaction, id: string): Promise<void> {
  const [row] = await tx.query(`select from content_item where id = $1 and kind = 'news' for update`, [id]);
  if (!row) throw new DomainError('not_found', { field: 'id' });
}

/** A new announcement that no user sees yet; the one that this member has begun under the same id before. */
async function addAnnouncement(tx: Transaction, staffId: string, clientId: string): Promise<string> {
  const [row] = await tx.query<{ id: string }>(
    `insert into content_item (kind, key, shown) values ('news', $1, false)
     on conflict (kind, key) do update set key = excluded.key returning id`,
    [`staff-${staffId}-${clientId}`],
  );
  if (!row) throw new Error('the announcement was not stored');
  return row.id;
}

/** Writes an announcement in one language; the others stay. A new one is begun once by its `client_id`. */
export const saveAnnouncement = (
  database: Database,
  {
    id: known,
    client_id = randomUUID(),
    language,
    title,
    abstract,
    content,
    reason,
  }: ReadInput<'POST /staff/announcements/save'>,
  by: By,
): Promise<Output<'POST /staff/announcements/save'>> =>
  database.transaction(async (tx) => {
    // The other languages fall back to it.
    if (known === undefined && language !== 'en') throw new DomainError('field_required', { field: 'title' });
    if (known !== undefined) await requireAnnouncement(tx, known);
    const id = known ?? (await addAnnouncement(tx, by.staffId, client_id));
    await tx.query(
      `insert into content_text (item_id, language, title, lead, body, updated_at, edited)
       values ($1, $2, $3, $4, $5, $6, true)
       on conflict (item_id, language) do update
          set title = excluded.title, lead = excluded.lead, body = excluded.body, updated_at = excluded.updated_at,
              edited = true`,
      [id, language, title, abstract, content, new Date(by.at)],
    );
    // With what was written: the next text takes its place, and users have read this one.
    await record(tx, 'write', id, [`${language}: ${reason}`, title, abstract, content].join('\n\n'), by);
    return { id };
  });

/** Publishes an announcement, or takes it back. */
export const showAnnouncement = (
  database: Database,
  { id, on, reason }: ReadInput<'POST /staff/announcements/show'>,
  by: By,
): Promise<void> =>
  database.transaction(async (tx) => {
    await requireAnnouncement(tx, id);
    await tx.query(
      'update content_item set shown = $2, at = case when $2 then coalesce(at, $3) else at end where id = $1',
      [id, on, new Date(by.at)],
    );
    await record(tx, on ? 'publish' : 'withdraw', id, reason, by);
  });

/** Lets an announcement pop up, or not. */
export const setPop = (
  database: Database,
  { id, on, reason }: ReadInput<'POST /staff/announcements/pop'>,
  by: By,
): Promise<void> =>
  database.transaction(async (tx) => {
    await requireAnnouncement(tx, id);
    await tx.query('update content_item set pop = $2 where id = $1', [id, on]);
    await record(tx, on ? 'pop' : 'unpop', id, reason, by);
  });
