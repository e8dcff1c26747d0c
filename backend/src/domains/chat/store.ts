import { chatRules, type HeldReason } from '@tessera/api/chat/rules';
import type { Localised } from '@tessera/api/kit/localised';
import type { LanguageCode } from '@tessera/api/rules';
import type { Sql, Transaction } from '../../platform/db/database.ts';

/* The tables of the chat rooms: no other file contains their SQL. */

export type RoomRow = {
  readonly id: string;
  readonly language: LanguageCode | null;
  readonly symbol: string | null;
  readonly rules: Localised;
  readonly open: boolean;
  readonly slow_mode: number;
  readonly position: number;
  readonly seq: number;
  readonly revision: number;
};

export type Mention = { readonly handle: string; readonly name: string };

/** A message with those who wrote it and what it replies to. Times are Unix ms. */
export type MessageRow = {
  readonly seq: number;
  readonly revision: number;
  readonly user_id: string | null;
  readonly client_id: string;
  readonly at: number;
  readonly body: string;
  readonly picture: string | null;
  readonly card: unknown;
  readonly reply_to: number | null;
  readonly mentions: readonly Mention[];
  readonly reactions: Readonly<Record<string, number>>;
  readonly pinned_at: number | null;
  readonly deleted_at: number | null;
  readonly deleted_by: 'author' | 'staff' | null;
  readonly handle: string | null;
  readonly uid: string | null;
  readonly nickname: string | null;
  readonly avatar: string | null;
  readonly by: string | null;
  readonly reply_body: string | null;
  readonly reply_picture: boolean | null;
  readonly reply_uid: string | null;
  readonly reply_nickname: string | null;
};

const ROOM = 'id, language, symbol, rules, open, slow_mode, position, seq, revision';

/** Of the quoted message, characters. */
const QUOTED = 120;

const MESSAGE = `m.seq, m.revision, m.user_id, m.client_id, m.at, m.body, m.picture, m.card, m.reply_to, m.mentions, m.reactions,
  m.pinned_at, m.deleted_at, m.deleted_by, p.handle, u.uid, u.nickname, u.avatar, s.name as by,
  case when r.deleted_at is null then left(r.body, ${QUOTED}) else '' end as reply_body,
  r.deleted_at is null and r.picture is not null as reply_picture, v.uid as reply_uid, v.nickname as reply_nickname`;
const MESSAGES = `chat_message m
  left join user_account u on u.id = m.user_id
  left join chat_member p on p.user_id = m.user_id
  left join staff_member s on s.id = m.staff_id
  left join chat_message r on r.room_id = m.room_id and r.seq = m.reply_to
  left join user_account v on v.id = r.user_id`;

export const allRooms = (sql: Sql): Promise<RoomRow[]> =>
  sql.query<RoomRow>(`select ${ROOM} from chat_room order by position, id`);

export async function roomOf(sql: Sql, id: string): Promise<RoomRow | null> {
  const [room] = await sql.query<RoomRow>(`select ${ROOM} from chat_room where id = $1`, [id]);
  return room ?? null;
}

/** The revision of each room, and that of its last own change. */
export const revisionsOf = (sql: Sql): Promise<{ id: string; revision: number }[]> =>
  sql.query<{ id: string; revision: number }>('select id, revision from chat_room');

export async function ownRevisionOf(sql: Sql, id: string): Promise<number> {
  const [room] = await sql.query<{ own_revision: number }>('select own_revision from chat_room where id = $1', [id]);
  return room?.own_revision ?? 0;
}

/** Of the last of the numbers that were taken. `count` is of messages in the window of the room's limit. */
export type Turn = { readonly seq: number; readonly revision: number; readonly count: number; readonly open: boolean };

/**
 * Takes the next numbers of a room for new messages: the last ones up to `seq` and `revision`. The row stays locked until
 * the transaction ends. Null for an unknown room.
 */
export async function takeNumbers(tx: Transaction, roomId: string, at: number, numbers: number): Promise<Turn | null> {
  const [turn] = await tx.query<Turn>(
    `update chat_room
        set seq = seq + $4, revision = revision + $4,
            window_count = case when window_at > $3 then window_count + $4 else $4 end,
            window_at = case when window_at > $3 then window_at else $2 end
      where id = $1 returning seq, revision, window_count as count, open`,
    [roomId, new Date(at), new Date(at - chatRules.room.within), numbers],
  );
  return turn ?? null;
}

/**
 * The number of the message that a member has posted under this id before, or null. Locks the room: of two attempts at once,
 * the second finds the first.
 */
export async function postedBefore(
  tx: Transaction,
  staffId: string,
  roomId: string,
  clientId: string,
): Promise<number | null> {
  await tx.query('select from chat_room where id = $1 for update', [roomId]);
  const [row] = await tx.query<{ seq: number }>(
    'select seq from chat_message where staff_id = $1 and client_id = $2 and room_id = $3',
    [staffId, clientId, roomId],
  );
  return row?.seq ?? null;
}

/** The next revision of a room, for a change of a message that is there. `own` is a change of the room as well. */
export async function takeRevision(tx: Transaction, roomId: string, own = false): Promise<number | null> {
  const [turn] = await tx.query<{ revision: number }>(
    `update chat_room set revision = revision + 1, own_revision = case when $2 then revision + 1 else own_revision end
      where id = $1 returning revision`,
    [roomId, own],
  );
  return turn?.revision ?? null;
}

export type NewMessage = {
  readonly roomId: string;
  readonly seq: number;
  readonly revision: number;
  readonly userId: string | null;
  readonly staffId: string | null;
  readonly clientId: string;
  readonly at: number;
  readonly body: string;
  readonly picture: string | null;
  readonly card: object | null;
  readonly replyTo: number | null;
  readonly mentions: readonly Mention[];
  readonly pinned: boolean;
};

export const insertMessages = (tx: Transaction, messages: readonly NewMessage[]): Promise<unknown> =>
  tx.query(
    `insert into chat_message (room_id, seq, revision, user_id, staff_id, client_id, at, body, picture, card, reply_to, mentions, pinned_at, reactions)
     select n.*, '{}'::jsonb
       from unnest($1::text[], $2::int[], $3::int[], $4::bigint[], $5::bigint[], $6::text[], $7::timestamptz[], $8::text[],
                   $9::text[], $10::jsonb[], $11::int[], $12::jsonb[], $13::timestamptz[]) as n`,
    [
      messages.map(({ roomId }) => roomId),
      messages.map(({ seq }) => seq),
      messages.map(({ revision }) => revision),
      messages.map(({ userId }) => userId),
      messages.map(({ staffId }) => staffId),
      messages.map(({ clientId }) => clientId),
      messages.map(({ at }) => new Date(at)),
      messages.map(({ body }) => body),
      messages.map(({ picture }) => picture),
      messages.map(({ card }) => card && JSON.stringify(card)),
      messages.map(({ replyTo }) => replyTo),
      messages.map(({ mentions }) => JSON.stringify(mentions)),
      messages.map(({ at, pinned }) => (pinned ? new Date(at) : null)),
    ],
  );

export async function messageOf(sql: Sql, roomId: string, seq: number): Promise<MessageRow | null> {
  const [row] = await sql.query<MessageRow>(`select ${MESSAGE} from ${MESSAGES} where m.room_id = $1 and m.seq = $2`, [
    roomId,
    seq,
  ]);
  return row ?? null;
}

/** A message to change, locked; null where there is none. */
export async function lockMessage(tx: Transaction, roomId: string, seq: number): Promise<MessageRow | null> {
  const [row] = await tx.query<MessageRow>(
    `select ${MESSAGE} from ${MESSAGES} where m.room_id = $1 and m.seq = $2 for update of m`,
    [roomId, seq],
  );
  return row ?? null;
}

/** The message that a user's page sent under this id before. */
export async function sentBefore(
  sql: Sql,
  userId: string,
  clientId: string,
): Promise<{ readonly room_id: string; readonly seq: number } | null> {
  const [row] = await sql.query<{ room_id: string; seq: number }>(
    'select room_id, seq from chat_message where user_id = $1 and client_id = $2',
    [userId, clientId],
  );
  return row ?? null;
}

/** A message that waits for a moderator, or was decided. */
export type HeldRow = {
  readonly id: string;
  readonly room_id: string;
  readonly user_id: string;
  readonly client_id: string;
  readonly at: number;
  readonly why: HeldReason;
  readonly body: string;
  readonly picture: string | null;
  readonly card: object | null;
  readonly reply_to: number | null;
  readonly mentions: readonly Mention[];
  readonly status: 'pending' | 'approved' | 'rejected';
};

const HELD = 'id, room_id, user_id, client_id, at, why, body, picture, card, reply_to, mentions, status';

export async function insertHeld(tx: Transaction, held: Omit<HeldRow, 'id' | 'status'>): Promise<HeldRow> {
  const [row] = await tx.query<HeldRow>(
    `insert into chat_held (room_id, user_id, client_id, at, why, body, picture, card, reply_to, mentions)
     values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9, $10::jsonb) returning ${HELD}`,
    [
      held.room_id,
      held.user_id,
      held.client_id,
      new Date(held.at),
      held.why,
      held.body,
      held.picture,
      held.card && JSON.stringify(held.card),
      held.reply_to,
      JSON.stringify(held.mentions),
    ],
  );
  if (!row) throw new Error('an insert returned no row');
  return row;
}

/** The message that a user's page sent under this id, where it was held and did not become one of the room. */
export async function heldBefore(sql: Sql, userId: string, clientId: string): Promise<HeldRow | null> {
  const [row] = await sql.query<HeldRow>(
    `select ${HELD} from chat_held where user_id = $1 and client_id = $2 and status <> 'approved'`,
    [userId, clientId],
  );
  return row ?? null;
}

/** Of a user in a room, oldest first. */
export const heldOf = (sql: Sql, userId: string, roomId: string): Promise<HeldRow[]> =>
  sql.query<HeldRow>(
    `select ${HELD} from chat_held where user_id = $1 and room_id = $2 and status = 'pending' order by id`,
    [userId, roomId],
  );

export async function lockHeld(tx: Transaction, id: string): Promise<HeldRow | null> {
  const [row] = await tx.query<HeldRow>(`select ${HELD} from chat_held where id = $1 for update`, [id]);
  return row ?? null;
}

/** Deletes a message of a user that waits. Null where there is none that is not decided. */
export async function deleteHeld(tx: Transaction, userId: string, clientId: string): Promise<HeldRow | null> {
  const [row] = await tx.query<HeldRow>(
    `delete from chat_held where user_id = $1 and client_id = $2 and status = 'pending' returning ${HELD}`,
    [userId, clientId],
  );
  return row ?? null;
}

/** Newest last; the newest of all without `before`. */
export async function messagesBefore(
  sql: Sql,
  roomId: string,
  before: number | null,
  limit: number,
): Promise<MessageRow[]> {
  const rows = await sql.query<MessageRow>(
    `select ${MESSAGE} from ${MESSAGES} where m.room_id = $1 and ($2::int is null or m.seq < $2)
      order by m.seq desc limit $3`,
    [roomId, before, limit],
  );
  return rows.reverse();
}

/** What changed after a revision, in the order of the changes; messages of one revision come together. */
export const messagesAfter = (sql: Sql, roomId: string, after: number, limit: number): Promise<MessageRow[]> =>
  sql.query<MessageRow>(
    `select ${MESSAGE} from ${MESSAGES} where m.room_id = $1 and m.revision > $2
      order by m.revision fetch first $3 rows with ties`,
    [roomId, after, limit],
  );

export const pinnedIn = (sql: Sql, roomId: string): Promise<MessageRow[]> =>
  sql.query<MessageRow>(
    `select ${MESSAGE} from ${MESSAGES} where m.room_id = $1 and m.pinned_at is not null order by m.pinned_at desc, m.seq desc`,
    [roomId],
  );

export const ownReactions = (
  sql: Sql,
  roomId: string,
  userId: string,
  seqs: readonly number[],
): Promise<{ seq: number; emoji: string }[]> =>
  sql.query<{ seq: number; emoji: string }>(
    'select seq, emoji from chat_reaction where room_id = $1 and user_id = $2 and seq = any($3::int[])',
    [roomId, userId, seqs],
  );

/** The last message of each room, or of one, with what is unread by a user. */
export const overviewOf = (
  sql: Sql,
  userId: string,
  roomId: string | null = null,
): Promise<
  (MessageRow & { readonly room_id: string; readonly read: number | null; readonly unread: number | null })[]
> =>
  sql.query(
    `select o.id as room_id, g.seq as read, x.unread::int as unread, ${MESSAGE}
       from chat_room o
       left join chat_reading g on g.room_id = o.id and g.user_id = $1
       left join lateral (
         select case when g.seq is null then null else count(*) end as unread from (
           select from chat_message c
            where c.room_id = o.id and c.seq > g.seq and c.user_id is distinct from $1 and c.deleted_at is null
            limit 1000) c
       ) x on true
       left join (${MESSAGES}) on m.room_id = o.id
         and m.seq = (select max(seq) from chat_message c where c.room_id = o.id and c.deleted_at is null)
      where $2::text is null or o.id = $2`,
    [userId, roomId],
  );

/** The user as others see them in the chat; made on first use. */
export async function memberOf(sql: Sql, userId: string, handle: string, at: number): Promise<string> {
  const [known] = await sql.query<{ handle: string }>('select handle from chat_member where user_id = $1', [userId]);
  if (known) return known.handle;
  const [made] = await sql.query<{ handle: string }>(
    `insert into chat_member (user_id, handle, joined_at) values ($1, $2, $3)
     on conflict (user_id) do update set handle = chat_member.handle returning handle`,
    [userId, handle, new Date(at)],
  );
  return made?.handle ?? handle;
}

/**
 * Locks members, each made on first use, in one order: messages of one user count one after the other. Returns their
 * handles by user.
 */
export async function lockMembers(
  tx: Transaction,
  members: ReadonlyMap<string, string>,
  at: number,
): Promise<ReadonlyMap<string, string>> {
  const ids = [...members.keys()].toSorted((a, b) => Number(BigInt(a) - BigInt(b)));
  const [, rows] = await Promise.all([
    tx.query(
      `insert into chat_member (user_id, handle, joined_at)
       select n.user_id, n.handle, $3 from unnest($1::bigint[], $2::text[]) as n (user_id, handle)
        where not exists (select from chat_member m where m.user_id = n.user_id)
       on conflict (user_id) do nothing`,
      [ids, ids.map((id) => members.get(id)), new Date(at)],
    ),
    tx.query<{ user_id: string; handle: string }>(
      'select user_id, handle from chat_member where user_id = any($1::bigint[]) order by user_id for update',
      [ids],
    ),
  ]);
  return new Map(rows.map(({ user_id, handle }) => [user_id, handle]));
}

export type Person = {
  readonly id: string;
  readonly handle: string;
  readonly uid: string;
  readonly nickname: string;
  readonly avatar: string | null;
};

const PERSON = 'u.id, p.handle, u.uid, u.nickname, u.avatar';

export const peopleOf = (sql: Sql, handles: readonly string[]): Promise<Person[]> =>
  sql.query<Person>(
    `select ${PERSON} from chat_member p join user_account u on u.id = p.user_id where p.handle = any($1::text[])`,
    [handles],
  );

export const mutedBy = (sql: Sql, userId: string): Promise<Person[]> =>
  sql.query<Person>(
    `select ${PERSON} from chat_mute x join user_account u on u.id = x.muted_id join chat_member p on p.user_id = u.id
      where x.user_id = $1 order by x.at desc`,
    [userId],
  );

export const mute = (sql: Sql, userId: string, mutedId: string, at: number): Promise<unknown> =>
  sql.query('insert into chat_mute (user_id, muted_id, at) values ($1, $2, $3) on conflict do nothing', [
    userId,
    mutedId,
    new Date(at),
  ]);

export const unmute = (sql: Sql, userId: string, mutedId: string): Promise<unknown> =>
  sql.query('delete from chat_mute where user_id = $1 and muted_id = $2', [userId, mutedId]);

/** Of these users those who have muted another one. */
export async function mutersOf(sql: Sql, mutedId: string, userIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await sql.query<{ user_id: string }>(
    'select user_id from chat_mute where muted_id = $1 and user_id = any($2::bigint[])',
    [mutedId, userIds],
  );
  return new Set(rows.map(({ user_id }) => user_id));
}

export type Recent = {
  /** Messages of the user since the begin of the pace, with pictures since that of theirs. */
  readonly sent: number;
  readonly pictures: number;
  /** Whether the same text was sent lately. */
  readonly repeated: boolean;
  /** Messages of the user that wait for a moderator, in all rooms. */
  readonly waiting: number;
  /** Whether the user has written before, in any room. */
  readonly known: boolean;
  /** Begin of the account, Unix ms. */
  readonly since: number;
  /** Of the last message in the room, Unix ms. */
  readonly last: number | null;
};

export async function recentOf(
  tx: Sql,
  {
    userId,
    roomId,
    body,
    at,
  }: { readonly userId: string; readonly roomId: string; readonly body: string; readonly at: number },
): Promise<Recent> {
  const [row] = await tx.query<Recent>(
    `with said as (
       select at, picture, body, room_id from chat_message where user_id = $1
       union all
       select at, picture, body, room_id from chat_held where user_id = $1 and status = 'pending')
     select (select count(*)::int from said where at > $4) as sent,
            (select count(*)::int from said where at > $5 and picture is not null) as pictures,
            exists (select from said where at > $6 and body = $3 and body <> '') as repeated,
            (select max(at) from said where room_id = $2) as last,
            (select count(*)::int from chat_held where user_id = $1 and status = 'pending') as waiting,
            exists (select from chat_message where user_id = $1) as known,
            (select created_at from user_account where id = $1) as since`,
    [
      userId,
      roomId,
      body,
      new Date(at - chatRules.pace.within),
      new Date(at - chatRules.pictures.within),
      new Date(at - chatRules.repeat),
    ],
  );
  if (!row) throw new Error('a query without a source returned no row');
  return row;
}

export async function noteRead(sql: Sql, userId: string, roomId: string, seq: number, at: number): Promise<boolean> {
  const rows = await sql.query(
    `insert into chat_reading as g (user_id, room_id, seq, at)
     select $1, id, least($3::int, seq), $4 from chat_room where id = $2
     on conflict (user_id, room_id) do update set seq = greatest(g.seq, excluded.seq), at = excluded.at returning 1`,
    [userId, roomId, seq, new Date(at)],
  );
  return rows.length > 0;
}

export async function lastReadOf(sql: Sql, userId: string, roomId: string): Promise<number | null> {
  const [row] = await sql.query<{ seq: number }>('select seq from chat_reading where user_id = $1 and room_id = $2', [
    userId,
    roomId,
  ]);
  return row?.seq ?? null;
}

/** Adds or takes back a reaction; false where nothing changed. The message is locked. */
export async function setReaction(
  tx: Transaction,
  {
    roomId,
    seq,
    userId,
    emoji,
    on,
  }: {
    readonly roomId: string;
    readonly seq: number;
    readonly userId: string;
    readonly emoji: string;
    readonly on: boolean;
  },
): Promise<boolean> {
  const changed = on
    ? await tx.query(
        'insert into chat_reaction (room_id, seq, user_id, emoji) values ($1, $2, $3, $4) on conflict do nothing returning 1',
        [roomId, seq, userId, emoji],
      )
    : await tx.query(
        'delete from chat_reaction where room_id = $1 and seq = $2 and user_id = $3 and emoji = $4 returning 1',
        [roomId, seq, userId, emoji],
      );
  return changed.length > 0;
}

export const setReactions = (
  tx: Transaction,
  roomId: string,
  seq: number,
  revision: number,
  reactions: Readonly<Record<string, number>>,
): Promise<unknown> =>
  tx.query('update chat_message set reactions = $4::jsonb, revision = $3 where room_id = $1 and seq = $2', [
    roomId,
    seq,
    revision,
    JSON.stringify(reactions),
  ]);

/** Takes away what a message said. */
export const wipeMessage = (
  tx: Transaction,
  {
    roomId,
    seq,
    revision,
    by,
    at,
  }: {
    readonly roomId: string;
    readonly seq: number;
    readonly revision: number;
    readonly by: 'author' | 'staff';
    readonly at: number;
  },
): Promise<unknown> =>
  tx.query(
    `with gone as (delete from chat_reaction where room_id = $1 and seq = $2)
     update chat_message set revision = $3, deleted_by = $4, deleted_at = $5, body = '', picture = null, card = null,
            mentions = '[]', reactions = '{}', pinned_at = null
      where room_id = $1 and seq = $2`,
    [roomId, seq, revision, by, new Date(at)],
  );

export const setPinned = (
  tx: Transaction,
  roomId: string,
  seq: number,
  revision: number,
  at: number | null,
): Promise<unknown> =>
  tx.query('update chat_message set pinned_at = $4, revision = $3 where room_id = $1 and seq = $2', [
    roomId,
    seq,
    revision,
    at === null ? null : new Date(at),
  ]);

export type Ban = {
  readonly id: string;
  readonly user_id: string;
  readonly uid: string;
  readonly nickname: string;
  readonly room_id: string | null;
  readonly reason: string;
  readonly at: number;
  readonly until: number | null;
};

const BANS = `select b.id, b.user_id, u.uid, u.nickname, b.room_id, b.reason, b.at, b.until
  from chat_ban b join user_account u on u.id = b.user_id
  where b.lifted_at is null and (b.until is null or b.until > $1)`;

export const bansInForce = (sql: Sql, now: number): Promise<Ban[]> =>
  sql.query<Ban>(`${BANS} order by b.id desc limit 500`, [new Date(now)]);

/** The ban of a user in a room that lasts longest. */
export async function banOf(sql: Sql, userId: string, roomId: string, now: number): Promise<Ban | null> {
  const [ban] = await sql.query<Ban>(
    `${BANS} and b.user_id = $2 and (b.room_id is null or b.room_id = $3) order by b.until desc nulls first limit 1`,
    [new Date(now), userId, roomId],
  );
  return ban ?? null;
}

export const insertBan = (
  tx: Transaction,
  ban: {
    readonly userId: string;
    readonly roomId: string | null;
    readonly reason: string;
    readonly staffId: string;
    readonly at: number;
    readonly until: number | null;
  },
): Promise<{ id: string }[]> =>
  tx.query<{ id: string }>(
    `insert into chat_ban (user_id, room_id, reason, staff_id, at, until) values ($1, $2, $3, $4, $5, $6) returning id`,
    [
      ban.userId,
      ban.roomId,
      ban.reason,
      ban.staffId,
      new Date(ban.at),
      ban.until === null ? null : new Date(ban.until),
    ],
  );

/** The user whose ban was lifted; null where there was none in force. */
export async function liftBan(tx: Transaction, id: string, staffId: string, at: number): Promise<string | null> {
  const [row] = await tx.query<{ user_id: string }>(
    'update chat_ban set lifted_at = $3, lifted_by = $2 where id = $1 and lifted_at is null returning user_id',
    [id, staffId, new Date(at)],
  );
  return row?.user_id ?? null;
}

export async function userByUid(sql: Sql, uid: string): Promise<string | null> {
  const [row] = await sql.query<{ id: string }>('select id from user_account where uid = $1', [uid]);
  return row?.id ?? null;
}

/** What staff do, with the reason, in the same record as everything else they do. */
export const recordAction = (
  tx: Transaction,
  { staffId, at }: { readonly staffId: string; readonly at: number },
  action: string,
  subject: string,
  reason: string,
): Promise<unknown> =>
  tx.query('insert into staff_action (staff_id, action, subject, reason, at) values ($1, $2, $3, $4, $5)', [
    staffId,
    `chat.${action}`,
    subject,
    reason.slice(0, 2_000),
    new Date(at),
  ]);

export const insertRoom = (sql: Sql, room: Omit<RoomRow, 'seq' | 'revision'>): Promise<{ id: string }[]> =>
  sql.query<{ id: string }>(
    `insert into chat_room (id, language, symbol, rules, open, slow_mode, position) values ($1, $2, $3, $4::jsonb, $5, $6, $7)
     on conflict do nothing returning id`,
    [room.id, room.language, room.symbol, JSON.stringify(room.rules), room.open, room.slow_mode, room.position],
  );

export const updateRoom = (tx: Transaction, room: Omit<RoomRow, 'seq' | 'revision'>): Promise<unknown> =>
  tx.query('update chat_room set rules = $2::jsonb, open = $3, slow_mode = $4, position = $5 where id = $1', [
    room.id,
    JSON.stringify(room.rules),
    room.open,
    room.slow_mode,
    room.position,
  ]);

/** Opens the case of a reported message, or finds it. Null where it was decided. */
export async function reportCase(
  tx: Transaction,
  report: {
    readonly roomId: string;
    readonly seq: number;
    readonly userId: string;
    readonly body: string;
    readonly picture: string | null;
    readonly at: number;
  },
): Promise<string | null> {
  const [row] = await tx.query<{ id: string; status: string }>(
    `insert into chat_report as c (room_id, seq, user_id, body, picture, created_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (room_id, seq) do update set body = c.body returning id, status`,
    [report.roomId, report.seq, report.userId, report.body, report.picture, new Date(report.at)],
  );
  return row?.status === 'pending' ? row.id : null;
}

export const addReporter = (
  tx: Transaction,
  reporter: {
    readonly caseId: string;
    readonly userId: string;
    readonly reason: string;
    readonly note: string | null;
    readonly at: number;
  },
): Promise<unknown> =>
  tx.query(
    `insert into chat_reporter (report_id, user_id, reason, note, at) values ($1, $2, $3, $4, $5) on conflict do nothing`,
    [reporter.caseId, reporter.userId, reporter.reason, reporter.note, new Date(reporter.at)],
  );

export async function reportsSince(sql: Sql, userId: string, since: number): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    'select count(*)::int as count from chat_reporter where user_id = $1 and at > $2',
    [userId, new Date(since)],
  );
  return row?.count ?? 0;
}

/** Pictures of messages that a case still shows to moderators. */
export async function isReported(sql: Sql, picture: string): Promise<boolean> {
  const rows = await sql.query(`select 1 from chat_report where picture = $1 and status = 'pending'`, [picture]);
  return rows.length > 0;
}

/** Messages of a user that say something, by room. */
export const writtenBy = (
  sql: Sql,
  userId: string,
): Promise<{ readonly room_id: string; readonly pictures: readonly string[] }[]> =>
  sql.query(
    `select room_id, coalesce(array_agg(picture) filter (where picture is not null), '{}') as pictures
       from chat_message where user_id = $1 and deleted_at is null group by room_id order by room_id`,
    [userId],
  );

/** Takes away everything a user said in a room. */
export const wipeUser = (
  tx: Transaction,
  userId: string,
  roomId: string,
  revision: number,
  at: number,
): Promise<unknown> =>
  tx.query(
    `update chat_message set revision = $3, deleted_by = 'author', deleted_at = $4, body = '', picture = null, card = null,
            mentions = '[]', reactions = '{}', pinned_at = null
      where user_id = $1 and room_id = $2 and deleted_at is null`,
    [userId, roomId, revision, new Date(at)],
  );

/** Rows that concern this user alone. */
export async function forgetUser(tx: Transaction, userId: string): Promise<void> {
  await tx.query(
    `with gone as (delete from chat_held where user_id = $1 returning picture, status)
     update upload set used = false where name in (select picture from gone where status = 'pending')`,
    [userId],
  );
  await tx.query('delete from chat_reading where user_id = $1', [userId]);
  await tx.query('delete from chat_reaction where user_id = $1', [userId]);
  await tx.query('delete from chat_mute where user_id = $1 or muted_id = $1', [userId]);
}
