import { chatRules } from '@tessera/api/chat/rules';
import type { ChatEvent } from '@tessera/api/chat/wire';
import type { Sql } from '../../platform/db/database.ts';
import type { NodeBus } from '../../platform/nodes/node-bus.ts';
import type { LiveTopic, TopicParts } from '../../platform/realtime/topic.ts';
import { messagesAfter, ownRevisionOf, revisionsOf } from './store.ts';
import { messageView } from './views.ts';

/** Topics between nodes: a room has changed; how many listen at a node. */
const CHANGED = 'chat-changed';
const PRESENT = 'chat-present';
/** ms that another node's count of listeners holds. */
const COUNTED_FOR = 20_000;

type Room = {
  readonly parts: TopicParts;
  /** Of the last event that was handed to the hub; null until the room was read first. */
  sent: number | null;
  /** Up to here the table was read, and own changes of the room. */
  seen: number;
  ownSeen: number;
  /** Events that the next turn sends. */
  readonly waiting: Map<string, string>;
  reading: boolean;
  again: boolean;
  present: number;
};

export type Live = {
  readonly topic: LiveTopic;
  /** A room has changed, by a transaction of this node that is committed. */
  changed(roomId: string): void;
  /** Users with the room open, at all nodes. */
  present(roomId: string): number;
  /** Looks for changes that no hint told of, and tells the other nodes how many listen here. */
  refresh(): Promise<void>;
  /** Listens to the other nodes. Returns what ends it. */
  start(): () => void;
};

type Parts = {
  readonly database: Sql;
  readonly nodes: NodeBus;
  readonly now: () => number;
  readonly report: (error: unknown) => void;
};

/**
 * Messages to those who listen. Hints only say that a room changed: what changed is read from the table, after the last
 * revision, so that nothing is lost, doubled or out of order whichever node wrote it and whatever hint was lost.
 */
export function createLive({ database, nodes, now, report }: Parts): Live {
  const rooms = new Map<string, Room>();
  /** Rooms that exist, as of the last look. */
  const known = new Set<string>();
  const others = new Map<string, { readonly at: number; readonly counts: Readonly<Record<string, number>> }>();
  const me = crypto.randomUUID();

  function presentIn(roomId: string): number {
    const here = rooms.get(roomId)?.parts.listeners() ?? 0;
    const since = now() - COUNTED_FOR;
    let there = 0;
    for (const { at, counts } of others.values()) if (at > since) there += counts[roomId] ?? 0;
    return here + there;
  }

  const stateRow = (room: Room): string =>
    JSON.stringify({ revision: room.sent ?? 0, present: room.present } satisfies ChatEvent);

  function say(room: Room, key: string, row: string): void {
    room.waiting.set(key, row);
    room.parts.wake();
  }

  /** Reads what the room has new. */
  async function readNew(roomId: string, room: Room): Promise<void> {
    if (room.sent === null) {
      const own = await ownRevisionOf(database, roomId);
      const all = await revisionsOf(database);
      const revision = all.find(({ id }) => id === roomId)?.revision ?? 0;
      room.ownSeen = own;
      room.sent = revision;
      room.seen = revision;
      room.present = presentIn(roomId);
      say(room, 'state', stateRow(room));
      return;
    }
    for (;;) {
      // First: every change up to this one is in what is read next, because a room's changes are committed in order.
      const own = await ownRevisionOf(database, roomId);
      const rows = await messagesAfter(database, roomId, room.seen, chatRules.missed);
      const whole = rows.length < chatRules.missed;
      const last = rows.at(-1)?.revision ?? room.seen;
      const revision = whole ? Math.max(last, own) : last;
      const changed = own > room.ownSeen;
      if (revision === room.seen && !changed) return;
      const event: ChatEvent = {
        after: room.sent,
        revision,
        list: rows.map(messageView),
        ...(changed && { room: true }),
      };
      room.ownSeen = own;
      room.seen = revision;
      room.sent = revision;
      say(room, String(revision), JSON.stringify(event));
      if (whole) return;
    }
  }

  async function read(roomId: string, room: Room): Promise<void> {
    if (room.reading) {
      room.again = true;
      return;
    }
    room.reading = true;
    try {
      do {
        room.again = false;
        await readNew(roomId, room);
      } while (room.again && rooms.get(roomId) === room);
    } finally {
      room.reading = false;
    }
  }

  function look(roomId: string): void {
    const room = rooms.get(roomId);
    if (room) read(roomId, room).catch(report);
  }

  function takeCounts(text: string): void {
    const { node, counts } = JSON.parse(text) as { node: string; counts: Record<string, number> };
    others.set(node, { at: now(), counts });
  }

  return {
    topic: {
      kind: 'chat',
      open(name, parts) {
        if (!known.has(name)) return null;
        const room: Room = {
          parts,
          sent: null,
          seen: 0,
          ownSeen: 0,
          waiting: new Map(),
          reading: false,
          again: false,
          present: 0,
        };
        rooms.set(name, room);
        look(name);
        return {
          // The first listener gets it with the next turn, once it is known.
          first: () => (room.sent === null ? null : new Map([['state', stateRow(room)]])),
          next() {
            if (room.waiting.size === 0) return null;
            const rows = new Map(room.waiting);
            room.waiting.clear();
            return rows;
          },
          close: () => void rooms.delete(name),
        };
      },
    },
    changed(roomId) {
      look(roomId);
      nodes.broadcast(CHANGED, roomId);
    },
    present: presentIn,
    async refresh() {
      for (const { id, revision } of await revisionsOf(database)) {
        known.add(id);
        const room = rooms.get(id);
        if (!room) continue;
        if (room.sent === null || revision > room.seen) look(id);
        const present = presentIn(id);
        if (present === room.present || room.sent === null) continue;
        room.present = present;
        say(room, 'state', stateRow(room));
      }
      const counts = Object.fromEntries([...rooms].map(([id, { parts }]) => [id, parts.listeners()]));
      nodes.broadcast(PRESENT, JSON.stringify({ node: me, counts }));
    },
    start() {
      const stopChanged = nodes.onBroadcast(CHANGED, look);
      const stopPresent = nodes.onBroadcast(PRESENT, takeCounts);
      return () => {
        stopChanged();
        stopPresent();
      };
    },
  };
}
