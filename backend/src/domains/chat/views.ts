import type { ChatMessage, ChatRoomRow } from '@tessera/api/chat';
import type { Output } from '@tessera/api/contract';
import { HOUSE_NAME, shownName } from '../identity/index.ts';
import type { HeldRow, MessageRow, Person, RoomRow } from './store.ts';

/* What callers see. */

export type WireMessage = Output<'POST /chat/send'>;

const pictureOf = (name: string | null): string | null => (name === null ? null : `/api/uploads/${name}`);

/** The same for every reader, so that it is encoded once for all of them. */
export function messageView(row: MessageRow): WireMessage {
  const house = row.user_id === null;
  const gone = row.deleted_at !== null;
  return {
    seq: row.seq,
    revision: row.revision,
    at: row.at,
    client_id: row.client_id,
    author: {
      handle: row.handle,
      name: house ? HOUSE_NAME : shownName(row.nickname ?? '', row.uid ?? ''),
      avatar: house ? null : row.avatar,
      staff: house,
    },
    text: row.body,
    picture: pictureOf(row.picture),
    card: row.card as WireMessage['card'],
    reply_to:
      row.reply_to === null || gone
        ? null
        : {
            seq: row.reply_to,
            name: row.reply_uid === null ? HOUSE_NAME : shownName(row.reply_nickname ?? '', row.reply_uid),
            text: row.reply_body ?? '',
            picture: row.reply_picture === true,
          },
    mentions: row.mentions.map(({ handle, name }) => ({ handle, name })),
    reactions: Object.entries(row.reactions)
      .filter(([, count]) => count > 0)
      .map(([emoji, count]) => ({ emoji, count })),
    pinned: row.pinned_at !== null,
    deleted: row.deleted_by,
  };
}

/** A message that its author alone sees: it waits for a moderator, or was rejected by one. */
export const heldView = (row: HeldRow, author: WireMessage['author'] | undefined): WireMessage => ({
  seq: 0,
  revision: 0,
  at: row.at,
  client_id: row.client_id,
  author: author ?? { handle: null, name: '', avatar: null, staff: false },
  text: row.body,
  picture: pictureOf(row.picture),
  card: row.card as WireMessage['card'],
  reply_to: null,
  mentions: row.mentions.map(({ handle, name }) => ({ handle, name })),
  reactions: [],
  pinned: false,
  deleted: row.status === 'rejected' ? 'staff' : null,
  held: row.why,
});

export const personView = ({ handle, uid, nickname, avatar }: Person): ChatMessage['author'] => ({
  handle,
  name: shownName(nickname, uid),
  avatar,
  staff: false,
});

type Overview = MessageRow & { readonly unread: number | null };

/** A room in the list; `overview` without a message is of a room where nothing was said yet. */
export function roomView(room: RoomRow, present: number, overview: Overview | undefined): ChatRoomRow {
  const last = overview && overview.at !== null ? messageView(overview) : null;
  return {
    id: room.id,
    kind: room.language === null ? 'instrument' : 'language',
    language: room.language,
    symbol: room.symbol,
    open: room.open,
    slow_mode: room.slow_mode,
    seq: room.seq,
    unread: overview?.unread ?? null,
    present,
    last: last && {
      name: last.author.name,
      text: last.text.slice(0, 80),
      at: last.at,
      more: last.picture !== null ? 'picture' : last.card !== null ? 'card' : null,
    },
  };
}
