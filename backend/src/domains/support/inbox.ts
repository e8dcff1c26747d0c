import type { Output, ReadInput } from '@tessera/api/contract';
import type { StaffRole } from '@tessera/api/kit';
import { AGENT_AWAY_AFTER, type InboxBox } from '@tessera/api/support/rules';
import type { Database, Sql } from '../../platform/db/database.ts';
import { pageOf } from '../../platform/db/page.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { StaffMember } from '../../platform/session/read-session.ts';
import type { By } from '../../platform/staff-command.ts';
import type { Conversation } from './store.ts';

/** Who answers users. Other members read nothing of it. */
export const AGENTS: readonly string[] = ['support', 'admin'] satisfies StaffRole[];

export type Agent = Pick<StaffMember, 'id' | 'role'>;

/** A restricted conversation is between its user, its agent and admins. */
export const mayRead = (
  { id, role }: Agent,
  { restricted, assignee_id }: Pick<Conversation, 'restricted' | 'assignee_id'>,
): boolean => !restricted || role === 'admin' || assignee_id === id;

type StaffRow = Conversation & {
  readonly uid: string | null;
  readonly account_name: string | null;
  readonly level: number | null;
  readonly agent: string | null;
  readonly words: string | null;
  readonly unseen: number;
};

/** Characters of the last message in a list. */
const PREVIEW = 120;

const COLUMNS = `c.*, u.uid, u.verification_level as level, m.name as agent,
  coalesce(u.nickname, c.contact) as account_name,
  (select left(body, ${PREVIEW}) from support_message
    where conversation_id = c.id and kind = 'text' order by seq desc limit 1) as words,
  (select count(*)::int from support_message
    where conversation_id = c.id and author = 'user' and seq > c.staff_seen) as unseen`;
const SOURCE = `support_conversation c left join user_account u on u.id = c.user_id
  left join staff_member m on m.id = c.assignee_id`;

const BOXES: Readonly<Record<InboxBox, string>> = {
  unattended: `c.status = 'waiting'`,
  mine: `c.status = 'open' and c.assignee_id = $1`,
  all: `c.status in ('waiting', 'open')`,
  snoozed: `c.status = 'snoozed'`,
  resolved: `c.status = 'resolved'`,
};
/** Who waits comes first, by how long; what is over is listed from the latest. */
const ORDERS: Readonly<Record<InboxBox, string>> = {
  unattended: 'c.waiting_since, c.id',
  mine: 'c.waiting_since nulls last, c.last_at desc, c.id',
  all: 'c.waiting_since nulls last, c.last_at desc, c.id',
  snoozed: 'c.snoozed_until, c.id',
  resolved: 'c.resolved_at desc, c.id desc',
};

export type WireStaffConversation = Output<'POST /staff/support/take'>;

function wireOf(row: StaffRow, agent: Agent): WireStaffConversation {
  const readable = mayRead(agent, row);
  const { uid, account_name, level, first_reply_at, resolved_at, created_at } = row;
  return {
    id: row.id,
    reference: row.reference,
    channel: row.channel,
    status: row.status,
    title: readable ? row.title : null,
    user: uid === null ? null : { uid, name: account_name ?? uid, level: level ?? 0 },
    contact: readable ? row.contact : null,
    language: row.language,
    assignee: row.assignee_id === null ? null : { staff_id: row.assignee_id, name: row.agent ?? '' },
    restricted: row.restricted,
    readable,
    preview: readable ? (row.words ?? '') : '',
    last_seq: row.last_seq,
    unseen: row.unseen,
    rating: row.rating,
    comment: readable ? row.comment : null,
    created_at,
    last_at: row.last_at,
    waiting_since: row.waiting_since,
    snoozed_until: row.snoozed_until,
    first_reply: first_reply_at === null ? null : first_reply_at - created_at,
    resolution: resolved_at === null ? null : resolved_at - created_at,
  };
}

export async function staffConversation(sql: Sql, id: string, agent: Agent): Promise<WireStaffConversation> {
  const [row] = await sql.query<StaffRow>(`select ${COLUMNS} from ${SOURCE} where c.id = $1`, [id]);
  if (!row) throw new DomainError('not_found', { field: 'id' });
  return wireOf(row, agent);
}

type Counts = Output<'GET /staff/support/inbox'>['counts'];

async function countsOf(sql: Sql, agent: Agent): Promise<Counts> {
  const [row] = await sql.query<Counts>(
    `select count(*) filter (where ${BOXES.unattended})::int as unattended,
            count(*) filter (where ${BOXES.mine})::int as mine,
            count(*) filter (where ${BOXES.all})::int as all,
            count(*) filter (where ${BOXES.snoozed})::int as snoozed,
            (select count(*)::int from support_conversation where status = 'resolved') as resolved
       from support_conversation c where c.status <> 'resolved'`,
    [agent.id],
  );
  if (!row) throw new Error('nothing was counted');
  return row;
}

/** What is listed has arrived at the agents: the users' screens show it. */
async function markDelivered(database: Database, ids: readonly string[]): Promise<void> {
  await database.transaction(async (tx) => {
    const marked = await tx.query<{ id: string; user_id: string | null }>(
      `update support_conversation set staff_delivered = last_seq
        where id = any($1) and staff_delivered < last_seq returning id, user_id`,
      [ids],
    );
    for (const { id, user_id } of marked) if (user_id !== null) tx.notify(user_id, { kind: 'support', id });
  });
}

export async function listInbox(
  database: Database,
  { box, page, limit }: ReadInput<'GET /staff/support/inbox'>,
  agent: Agent,
  now: number,
): Promise<Output<'GET /staff/support/inbox'>> {
  await database.query('update support_agent set seen_at = $2 where staff_id = $1 and on_duty', [
    agent.id,
    new Date(now),
  ]);
  const { rows, total } = await pageOf<StaffRow>(database, {
    select: COLUMNS,
    from: `${SOURCE} where ${BOXES[box]} and $1::bigint is not null`,
    whole: 'it is read by staff alone',
    order: ORDERS[box],
    values: [agent.id],
    page,
    limit,
  });
  const arrived = rows.filter(({ staff_delivered, last_seq }) => staff_delivered < last_seq).map(({ id }) => id);
  if (arrived.length > 0) await markDelivered(database, arrived);
  return { list: rows.map((row) => wireOf(row, agent)), page, limit, total, counts: await countsOf(database, agent) };
}

/** Goes on or off duty. */
export async function setDuty(sql: Sql, agent: Agent, on: boolean, now: number): Promise<void> {
  await sql.query(
    `insert into support_agent as a (staff_id, on_duty, seen_at) values ($1, $2, $3)
     on conflict (staff_id) do update set on_duty = excluded.on_duty, seen_at = excluded.seen_at`,
    [agent.id, on, new Date(now)],
  );
}

export const listAgents = async (sql: Sql, now: number): Promise<Output<'GET /staff/support/agents'>> => ({
  list: await sql.query<Output<'GET /staff/support/agents'>['list'][number]>(
    `select m.id as staff_id, m.name, coalesce(a.on_duty and a.seen_at > $1, false) as on_duty,
            (select count(*)::int from support_conversation where assignee_id = m.id and status = 'open') as open
       from staff_member m left join support_agent a on a.staff_id = m.id
      where m.role = any($2) and not m.disabled order by m.name, m.id`,
    [new Date(now - AGENT_AWAY_AFTER), AGENTS],
  ),
});

type FigureRow = {
  readonly conversations: number;
  readonly resolved: number;
  readonly reply_median: number | null;
  readonly reply_p90: number | null;
  readonly end_median: number | null;
  readonly end_p90: number | null;
  readonly rating: string | null;
  readonly ratings: number;
};

const DAY = 86_400_000;
/** ms between two columns, at a percentile. */
const percentile = (share: number, until: string): string =>
  `round(extract(epoch from percentile_cont(${share}) within group (order by ${until} - created_at)) * 1000)::float8`;

/** Times and ratings of the conversations that began in the last days. */
export async function figuresOf(
  sql: Sql,
  { days }: ReadInput<'GET /staff/support/figures'>,
  now: number,
): Promise<Output<'GET /staff/support/figures'>> {
  const [row] = await sql.query<FigureRow>(
    `select count(*)::int as conversations, count(resolved_at)::int as resolved,
            ${percentile(0.5, 'first_reply_at')} as reply_median, ${percentile(0.9, 'first_reply_at')} as reply_p90,
            ${percentile(0.5, 'resolved_at')} as end_median, ${percentile(0.9, 'resolved_at')} as end_p90,
            round(avg(rating), 2)::text as rating, count(rating)::int as ratings
       from support_conversation where created_at > $1`,
    [new Date(now - days * DAY)],
  );
  if (!row) throw new Error('nothing was counted');
  const pair = (median: number | null, p90: number | null) =>
    median === null || p90 === null ? null : { median, p90 };
  return {
    conversations: row.conversations,
    resolved: row.resolved,
    first_reply: pair(row.reply_median, row.reply_p90),
    resolution: pair(row.end_median, row.end_p90),
    rating: row.rating === null ? null : { mean: row.rating, count: row.ratings },
  };
}

/** Whether a member may see a picture of a conversation: while it is theirs. The view is recorded. */
export async function viewPicture(database: Database, agent: Agent, upload: string, now: number): Promise<boolean> {
  if (!AGENTS.includes(agent.role)) return false;
  const [row] = await database.query<{ id: string }>(
    `select c.id from support_message m join support_conversation c on c.id = m.conversation_id
      where m.picture = $1 and c.assignee_id = $2 and c.status <> 'resolved' limit 1`,
    [upload, agent.id],
  );
  if (!row) return false;
  await recordStaff(database, row.id, { staffId: agent.id, action: 'view', detail: upload, at: now });
  return true;
}

type Recorded = { readonly staffId: string; readonly action: string; readonly detail?: string; readonly at: number };

/** The audit record, which is the history of a conversation too. */
export const recordStaff = (sql: Sql, id: string, { staffId, action, detail, at }: Recorded): Promise<unknown> =>
  sql.query('insert into staff_action (staff_id, action, subject, reason, at) values ($1, $2, $3, $4, $5)', [
    staffId,
    `support.${action}`,
    `support:${id}`,
    detail ?? null,
    new Date(at),
  ]);

/** ms in which a member's polling of a conversation is one reading. */
const READING = 600_000;

/** Records that a member read a conversation, unless that is recorded of the last ten minutes. */
export const recordRead = (sql: Sql, id: string, { staffId, at }: By): Promise<unknown> =>
  sql.query(
    `insert into staff_action (staff_id, action, subject, at)
     select $1, 'support.read', $2, $3
      where not exists (select from staff_action
                         where subject = $2 and subject like 'support:%' and action = 'support.read'
                           and staff_id = $1 and at > $4)`,
    [staffId, `support:${id}`, new Date(at), new Date(at - READING)],
  );

export const historyOf = (sql: Sql, id: string): Promise<Output<'GET /staff/support/conversation'>['history']> =>
  sql.query<Output<'GET /staff/support/conversation'>['history'][number]>(
    `select a.id, m.name, substr(a.action, 9) as action, coalesce(a.reason, '') as detail, a.at
       from staff_action a join staff_member m on m.id = a.staff_id
      where a.subject = $1 and a.subject like 'support:%' order by a.id desc limit 100`,
    [`support:${id}`],
  );
