import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Output, ReadInput } from '@tessera/api/contract';
import { languageCodes } from '@tessera/api/rules';
import { z } from 'zod';
import type { Database, Sql } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { By } from '../../platform/staff-command.ts';

type Reply = Output<'POST /staff/support/replies/save'>;

const COLUMNS = 'id, name, texts, updated_at';

export const listReplies = (sql: Sql): Promise<Reply[]> =>
  sql.query<Reply>(`select ${COLUMNS} from support_reply order by name`);

/** The audit record of what a member of the staff did to a canned reply. */
const record = (tx: Sql, action: string, { id, name }: Pick<Reply, 'id' | 'name'>, { staffId, at }: By) =>
  tx.query('insert into staff_action (staff_id, action, subject, reason, at) values ($1, $2, $3, $4, $5)', [
    staffId,
    `support_reply.${action}`,
    `support_reply:${id}`,
    name,
    new Date(at),
  ]);

/** Writes a canned reply in one language; the others stay. */
export const saveReply = (
  database: Database,
  { id, name, language, text }: ReadInput<'POST /staff/support/replies/save'>,
  by: By,
): Promise<Reply> =>
  database.transaction(async (tx) => {
    if (!languageCodes.some((code) => code === language))
      throw new DomainError('field_unknown_choice', { field: 'language' });
    if (id === undefined && language !== 'en') throw new DomainError('field_required', { field: 'text' });
    const values = [name, JSON.stringify({ [language]: text }), by.staffId, new Date(by.at)];
    const [saved] =
      id === undefined
        ? await tx.query<Reply>(
            `insert into support_reply (name, texts, updated_by, updated_at) values ($1, $2::jsonb, $3, $4)
             on conflict (name) do update set texts = support_reply.texts || excluded.texts,
                updated_by = excluded.updated_by, updated_at = excluded.updated_at
             returning ${COLUMNS}`,
            values,
          )
        : await tx.query<Reply>(
            `update support_reply set name = $1, texts = texts || $2::jsonb, updated_by = $3, updated_at = $4
              where id = $5 returning ${COLUMNS}`,
            [...values, id],
          );
    if (!saved) throw new DomainError('not_found', { field: 'id' });
    await record(tx, 'save', saved, by);
    return saved;
  });

export async function removeReply(database: Database, id: string, by: By): Promise<void> {
  await database.transaction(async (tx) => {
    const [gone] = await tx.query<Reply>(`delete from support_reply where id = $1 returning ${COLUMNS}`, [id]);
    if (!gone) throw new DomainError('not_found', { field: 'id' });
    await record(tx, 'remove', gone, by);
  });
}

const texts = z.record(z.string(), z.record(z.enum(languageCodes), z.string()));

/** Canned replies to begin with, while there are none. */
export async function seedReplies(sql: Sql, now: number): Promise<void> {
  const seed = texts.parse(JSON.parse(readFileSync(join(import.meta.dirname, 'canned.json'), 'utf8')));
  await sql.query(
    `insert into support_reply (name, texts, updated_at)
     select key, value, $2 from jsonb_each($1::jsonb) where not exists (select from support_reply)`,
    [JSON.stringify(seed), new Date(now)],
  );
}
