import type { Dependencies } from '../../platform/domain.ts';
import type { JobRun, RecurringJob } from '../../platform/jobs/job.ts';
import { releaseUploads } from '../../platform/uploads/uses.ts';
import { AGENTS, recordStaff } from './inbox.ts';
import type { Letters } from './letters.ts';
import type { Conversation, MessageRow } from './store.ts';
import { tellOwner } from './store.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
/** ms that a reply may stay unseen in the app before it is mailed. */
const MAILED_AFTER = 5 * MINUTE;
/** ms that a conversation is kept after its end. */
const KEPT = 730 * DAY;
const BATCH = 100;

type Parts = Pick<Dependencies, 'database' | 'now'> & { readonly letters: Letters };

/** Conversations that were put off come back to their agents when their time has come. */
async function wake({ database, now }: Parts): Promise<void> {
  await database.query(
    `update support_conversation set status = 'open', snoozed_until = null where status = 'snoozed' and snoozed_until <= $1`,
    [new Date(now())],
  );
}

const idOf = ({ id }: { readonly id: string }): string => id;

/** What agents have who may no longer answer goes back to the queue, as waiting since now where nothing waited. */
async function returnLeft({ database, now }: Parts): Promise<void> {
  await database.transaction(async (tx) => {
    const returned = await tx.query<Pick<Conversation, 'id' | 'user_id'> & { readonly former: string }>(
      `with left_behind as (
         select c.id, c.assignee_id from support_conversation c join staff_member m on m.id = c.assignee_id
          where c.status in ('open', 'snoozed') and (m.disabled or m.role <> all($1))
          order by c.id limit $3 for update of c skip locked)
       update support_conversation c
          set status = 'waiting', assignee_id = null, snoozed_until = null, waiting_since = coalesce(waiting_since, $2)
         from left_behind l where l.id = c.id returning c.id, c.user_id, l.assignee_id as former`,
      [AGENTS, new Date(now()), BATCH],
    );
    for (const { former, ...conversation } of returned) {
      await recordStaff(tx, conversation.id, {
        staffId: former,
        action: 'returned',
        detail: 'may not answer',
        at: now(),
      });
      tellOwner(tx, conversation);
    }
  });
}

/** Mails replies that the user has not seen in the app, each once. */
async function mailUnseen({ database, now, letters }: Parts, { items }: JobRun): Promise<void> {
  const due = await database.query<{ id: string }>(
    `select c.id from support_conversation c
      where c.channel = 'chat' and greatest(c.user_seen, c.mailed) < c.last_seq and c.last_at > $2
        and exists (select from support_message m where m.conversation_id = c.id and m.author = 'agent'
                      and m.seq > greatest(c.user_seen, c.mailed) and m.at < $1)
        and c.id <> all($4)
      order by c.id limit $3`,
    [new Date(now() - MAILED_AFTER), new Date(now() - DAY), BATCH, items.aside('unseen')],
  );
  await items.each('unseen', due, idOf, ({ id }) =>
    database.transaction(async (tx) => {
      const [row] = await tx.query<Conversation>('select * from support_conversation where id = $1 for update', [id]);
      if (!row) return;
      const replies = await tx.query<Pick<MessageRow, 'body' | 'picture'>>(
        `select body, picture from support_message where conversation_id = $1 and author = 'agent' and seq > $2 order by seq limit 20`,
        [id, Math.max(row.user_seen, row.mailed)],
      );
      await tx.query('update support_conversation set mailed = last_seq where id = $1', [id]);
      if (replies.length > 0) {
        await letters.reply(tx, row, replies);
      }
      tellOwner(tx, row);
    }),
  );
}

/** Deletes conversations that were over long ago, with their pictures. */
async function deleteOld({ database, now }: Parts, { items }: JobRun): Promise<void> {
  await database.transaction(async (tx) => {
    const old = await tx.query<{ id: string }>(
      `select id from support_conversation where status = 'resolved' and resolved_at < $1 and id <> all($3)
        order by resolved_at limit $2`,
      [new Date(now() - KEPT), BATCH, items.aside('old')],
    );
    await items.within(tx, 'old', old, idOf, (some) => deleteConversations(tx, some.map(idOf)));
  });
}

/** Deletes conversations with all that belongs to them; nothing refers to their pictures any more. */
export async function deleteConversations(
  tx: Parameters<Parameters<Dependencies['database']['transaction']>[0]>[0],
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const pictures = await tx.query<{ picture: string }>(
    'select picture from support_message where conversation_id = any($1) and picture is not null',
    [ids],
  );
  await tx.query('delete from support_conversation where id = any($1)', [ids]);
  await releaseUploads(
    tx,
    pictures.map(({ picture }) => picture),
  );
}

/** What time does to conversations. Each step looks for what is due, so that it may run late, twice or on another node. */
export const supportJob = (parts: Parts): RecurringJob => ({
  name: 'support',
  every: 30_000,
  exclusive: true,
  items: ['unseen', 'old'],
  async run(run) {
    await returnLeft(parts);
    await wake(parts);
    await mailUnseen(parts, run);
    await deleteOld(parts, run);
  },
});
