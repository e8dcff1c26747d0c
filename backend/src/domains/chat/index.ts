import type { ChatRoomRow } from '@tessera/api/chat';
import { chatContract } from '@tessera/api/chat/contract';
import { chatRules, slowUntil } from '@tessera/api/chat/rules';
import type { Output, ReadInput } from '@tessera/api/contract';
import { type LanguageCode, languageCodes } from '@tessera/api/rules';
import type { Sql, Transaction } from '../../platform/db/database.ts';
import { pageOf } from '../../platform/db/page.ts';
import { type Dependencies, defineDomain } from '../../platform/domain.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { OWN_ROWS } from '../../platform/ports.ts';
import type { SignedIn } from '../../platform/session/read-session.ts';
import { commandOf } from '../../platform/staff-command.ts';
import { releaseUploads } from '../../platform/uploads/uses.ts';
import { shownName } from '../identity/index.ts';
import { seedSettings } from '../site/index.ts';
import { heldQueue, withdrawHeld } from './held.ts';
import { createLive, type Live } from './live.ts';
import { deleteOwn, muteUser, react, report } from './members.ts';
import { ban, changeRoom, deleteAny, lift, pin, postAsHouse, staffView } from './moderate.ts';
import { reportQueue } from './queue.ts';
import { RULES } from './rules-texts.ts';
import { chatSettings, createSender, newHandle, requireRoom } from './send.ts';
import {
  allRooms,
  banOf,
  forgetUser,
  heldOf,
  insertRoom,
  lastReadOf,
  memberOf,
  messagesAfter,
  messagesBefore,
  mutedBy,
  noteRead,
  overviewOf,
  ownReactions,
  peopleOf,
  pinnedIn,
  recentOf,
  takeRevision,
  wipeUser,
  writtenBy,
} from './store.ts';
import { heldView, messageView, personView, roomView } from './views.ts';

const SECOND = 1_000;

/** Instruments with a room from the start. */
const DISCUSSED = ['BTC/USDT', 'ETH/USDT', 'SOL/USDT', 'XAU/USD'];

/** Rooms that are there at a fresh start: one for each language, and one for each instrument that is discussed most. */
async function seedRooms(sql: Sql, symbols: readonly string[]): Promise<void> {
  const common = { rules: RULES, open: true, slow_mode: 0 };
  for (const [index, language] of languageCodes.entries()) {
    await insertRoom(sql, { ...common, id: language, language, symbol: null, position: 10 + index });
  }
  for (const [index, symbol] of symbols.entries()) {
    const id = symbol.toLowerCase().replaceAll('/', '-');
    await insertRoom(sql, { ...common, id, language: null, symbol, position: 50 + index });
  }
}

async function roomsOf(sql: Sql, userId: string, language: LanguageCode, live: Live): Promise<ChatRoomRow[]> {
  const overview = new Map((await overviewOf(sql, userId)).map((row) => [row.room_id, row]));
  const rows = (await allRooms(sql)).map((room) => roomView(room, live.present(room.id), overview.get(room.id)));
  return [...rows.filter((room) => room.language === language), ...rows.filter((room) => room.language !== language)];
}

async function roomFor(
  { database, now }: Pick<Dependencies, 'database' | 'now'>,
  user: SignedIn,
  id: string,
  language: LanguageCode,
  live: Live,
): Promise<Output<'GET /chat/room'>> {
  const room = await requireRoom(database, id);
  const at = now();
  const handle = await memberOf(database, user.id, newHandle(), at);
  const [self] = await peopleOf(database, [handle]);
  const inForce = await banOf(database, user.id, id, at);
  const { last } = await recentOf(database, { userId: user.id, roomId: id, body: '', at });
  const [overview] = await overviewOf(database, user.id, id);
  return {
    ...roomView(room, live.present(id), overview),
    revision: room.revision,
    rules: room.rules[language],
    pinned: (await pinnedIn(database, id)).map(messageView),
    me: {
      handle,
      name: self ? shownName(self.nickname, self.uid) : '',
      read: await lastReadOf(database, user.id, id),
      ban: inForce && { reason: inForce.reason, until: inForce.until },
      verified: user.level > 0,
      slow_until: slowUntil(last, room.slow_mode),
      held: (await heldOf(database, user.id, id)).map((row) => heldView(row, self && personView(self))),
    },
    now: at,
  };
}

async function messagesFor(
  sql: Sql,
  userId: string,
  { room: id, before, after, limit }: ReadInput<'GET /chat/messages'>,
): Promise<Output<'GET /chat/messages'>> {
  // Before the messages: what is committed in between comes again, which is better than not at all.
  const { revision } = await requireRoom(sql, id);
  const rows =
    after === undefined
      ? await messagesBefore(sql, id, before ?? null, limit)
      : await messagesAfter(sql, id, after, chatRules.missed);
  const mine = await ownReactions(
    sql,
    id,
    userId,
    rows.map(({ seq }) => seq),
  );
  const more = after === undefined ? rows.length === limit && (rows[0]?.seq ?? 1) > 1 : rows.length >= chatRules.missed;
  return {
    list: rows.map(messageView),
    mine,
    revision: after === undefined ? revision : Math.max(rows.at(-1)?.revision ?? after, more ? 0 : revision),
    more,
  };
}

/** A closed account takes everything along that it said. */
async function forget(tx: Transaction, userId: string, at: number): Promise<void> {
  for (const { room_id, pictures } of await writtenBy(tx, userId)) {
    const revision = await takeRevision(tx, room_id, true);
    if (revision !== null) await wipeUser(tx, userId, room_id, revision, at);
    await releaseUploads(tx, pictures);
  }
  await forgetUser(tx, userId);
}

type LogRow = Output<'GET /staff/chat/log'>['list'][number];

/** Public chat rooms. */
export const chat = defineDomain(chatContract, (dependencies) => {
  const { database, catalogue, feed, nodes, now, log } = dependencies;
  const live = createLive({ database, nodes, now, report: (error) => log.error(error, 'chat') });
  const sending = { database, catalogue, feed, now };
  const send = createSender(sending);
  /** Acts, then sends what changed in the room to its listeners. */
  const inRoom = async <Result>(roomId: string, result: Promise<Result>): Promise<Result> => {
    const done = await result;
    live.changed(roomId);
    return done;
  };

  return {
    name: 'chat',
    seed: async () => {
      await seedSettings(
        database,
        Object.entries(chatSettings).map(([keyword, value]) => ({ keyword, value, public: false })),
      );
      await seedRooms(
        database,
        DISCUSSED.filter((symbol) => catalogue.current().instrument(symbol)),
      );
      await live.refresh();
    },
    liveTopics: [live.topic],
    start: live.start,
    jobs: [
      {
        name: 'chat-live',
        every: 2 * SECOND,
        exclusive: false,
        whole: 'it tells the pages of this node',
        run: () => live.refresh(),
      },
    ],
    queues: [reportQueue, heldQueue],
    userData: {
      chat_member: OWN_ROWS,
      chat_message: { rows: 'user_id = $1', without: ['staff_id'] },
      chat_reaction: OWN_ROWS,
      chat_reading: OWN_ROWS,
      chat_mute: { rows: 'user_id = $1', without: ['muted_id'] },
      chat_held: { rows: 'user_id = $1', without: ['reviewer_id'] },
      chat_ban: { rows: 'user_id = $1', without: ['staff_id', 'lifted_by'] },
      chat_report: { leftOut: 'says who was reported for what; the messages themselves are in chat_message' },
      chat_reporter: OWN_ROWS,
    },
    onClose: (tx, userId) => forget(tx, userId, now()),
    staffCommands: [
      commandOf(chatContract['GET /staff/chat'], {
        name: 'chat',
        usage: 'chat rooms and bans in force',
        run: async () => {
          const { rooms, bans } = await staffView(database, now());
          return [...rooms.map(({ rules: _, ...room }) => room), ...bans];
        },
      }),
      commandOf(chatContract['POST /staff/chat/room'], {
        name: 'chat-room',
        usage:
          '<room> [language=… or symbol=… of a new one, open=true|false, slow_mode=<seconds>, position=…, rules_en=…] --why "<why>"  opens or changes a chat room',
        subject: 'room',
        run: async (input, who) => {
          await changeRoom(sending, input, who);
          return (await staffView(database, now())).rooms.filter(({ id }) => id === input.room);
        },
      }),
      commandOf(chatContract['POST /staff/chat/ban'], {
        name: 'chat-ban',
        usage: '<uid> [room=…, everywhere=true, hours=…] --why "<why>"  bans a user from writing into chat rooms',
        subject: 'uid',
        run: async (input, who) => {
          await ban(sending, input, who);
          return (await staffView(database, now())).bans;
        },
      }),
      commandOf(chatContract['POST /staff/chat/lift'], {
        name: 'chat-lift',
        usage: '<id> --why "<why>"  lifts a ban',
        subject: 'id',
        run: async (input, who) => {
          await lift(sending, input, who);
          return (await staffView(database, now())).bans;
        },
      }),
    ],
    calls: {
      'GET /chat/rooms': async ({ user, language }) => ({ list: await roomsOf(database, user.id, language, live) }),
      'GET /chat/room': ({ user, language }, { room }) => roomFor({ database, now }, user, room, language, live),
      'GET /chat/messages': ({ user }, input) => messagesFor(database, user.id, input),
      'POST /chat/send': ({ user }, input) => inRoom(input.room, send(user.id, input)),
      'POST /chat/react': ({ user }, input) => inRoom(input.room, react(sending, user.id, input)),
      'POST /chat/delete': ({ user }, input) => inRoom(input.room, deleteOwn(sending, user.id, input)),
      'POST /chat/withdraw': ({ user }, input) => withdrawHeld(database, user.id, input),
      'POST /chat/report': ({ user }, input) => report(sending, user.id, input),
      'POST /chat/read': async ({ user }, { room, seq }) => {
        if (!(await noteRead(database, user.id, room, seq, now())))
          throw new DomainError('not_found', { field: 'room' });
        return {};
      },
      'GET /chat/muted': async ({ user }) => ({ list: (await mutedBy(database, user.id)).map(personView) }),
      'POST /chat/mute': ({ user }, input) => muteUser(sending, user.id, input),
      'GET /staff/chat': () => staffView(database, now()),
      'GET /staff/chat/messages': async (_, { room, before }) => {
        await requireRoom(database, room);
        const rows = await messagesBefore(database, room, before ?? null, chatRules.page);
        return { list: rows.map((row) => ({ ...messageView(row), uid: row.uid, by: row.by })) };
      },
      'GET /staff/chat/log': async (_, { page, limit }) => {
        const { rows, total } = await pageOf<LogRow>(database, {
          select: 'a.at, s.name as by, a.action, a.subject, a.reason',
          from: `staff_action a join staff_member s on s.id = a.staff_id where a.action like 'chat.%'`,
          whole: 'it is read by staff alone',
          order: 'a.id desc',
          values: [],
          page,
          limit,
        });
        return { list: rows, page, limit, total };
      },
      'POST /staff/chat/room': async ({ by }, input) => {
        await inRoom(input.room, changeRoom(sending, input, by));
        await live.refresh();
        return staffView(database, now());
      },
      'POST /staff/chat/post': ({ by }, input) => inRoom(input.room, postAsHouse(sending, input, by)),
      'POST /staff/chat/pin': ({ by }, input) => inRoom(input.room, pin(sending, input, by)),
      'POST /staff/chat/delete': ({ by }, input) => inRoom(input.room, deleteAny(sending, input, by)),
      'POST /staff/chat/ban': async ({ by }, input) => {
        await ban(sending, input, by);
        return staffView(database, now());
      },
      'POST /staff/chat/lift': async ({ by }, input) => {
        await lift(sending, input, by);
        return staffView(database, now());
      },
    },
  };
});
