import { type ChatMessage, type ChatPage, fetchChatMessages } from '@tessera/api/chat';
import type { ChatEvent } from '@tessera/api/chat/wire';
import { subscribeTopic } from '@tessera/realtime';
import { useRealtimeState } from '@tessera/session';
import { useCallback, useEffect, useRef, useState } from 'react';
import { retryDelay } from '../retry-delay.ts';
import { type Feed, feedOf, isMissed, withChanges, withEarlier, withOwn } from './feed.ts';

/** ms within which pages read a room again that has changed: thousands hear of it at once. */
const SPREAD = 3_000;

/** ms between looks for what is new while there is no connection. */
const LOOK_EVERY = 10_000;

export type RoomFeed = {
  /** Null until it was read first. */
  readonly feed: Feed | null;
  readonly error: unknown;
  readonly retry: () => void;
  /** Users who have the room open; null before that is known. */
  readonly present: number | null;
  readonly earlier: () => void;
  readonly earlierBusy: boolean;
  /** Shows what a call of this user returned. */
  readonly own: (message: ChatMessage, mine?: { readonly emoji: string; readonly on: boolean }) => void;
};

/**
 * The messages of a room: the newest page, then live rows in their order. Where a row follows on something that did not
 * arrive, and after a lost connection, what changed after the last revision is fetched. `onRoom` is called when the room
 * itself has changed.
 */
export function useFeed(room: string, onRoom: () => unknown): RoomFeed {
  const [feed, setFeed] = useState<Feed | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [present, setPresent] = useState<number | null>(null);
  const [earlierBusy, setEarlierBusy] = useState(false);
  const current = useRef<Feed | null>(null);
  /** The highest revision that a row told of. */
  const told = useRef(0);
  const reading = useRef<Promise<void> | null>(null);
  const left = useRef(false);
  /** Reads that failed one after the other, and the timer of the next. */
  const failures = useRef(0);
  const again = useRef<ReturnType<typeof setTimeout> | null>(null);
  const changed = useRef(onRoom);
  const { status } = useRealtimeState();

  useEffect(() => {
    changed.current = onRoom;
  }, [onRoom]);

  const show = useCallback((next: Feed) => {
    current.current = next;
    setFeed(next);
    setError(null);
  }, []);

  const readOnce = useCallback(async () => {
    const before = current.current;
    const page: ChatPage = await fetchChatMessages(before ? { room, after: before.revision } : { room }, {
      quiet: true,
    });
    const now = current.current;
    if (!now) show(feedOf(page));
    // Too much was missed: the newest page is read anew, and what lies between is history.
    else if (page.more) show(feedOf(await fetchChatMessages({ room }, { quiet: true })));
    else show(withChanges(now, page.list, page.revision));
  }, [room, show]);

  /** Reads what is new; one read at a time. A read that waits after a failure is made now. */
  const read = useCallback((): void => {
    if (again.current !== null) clearTimeout(again.current);
    again.current = null;
    reading.current ??= readOnce()
      .then(
        () => {
          failures.current = 0;
        },
        (reason: unknown) => {
          if (!current.current) setError(reason);
          failures.current += 1;
        },
      )
      .then(() => {
        reading.current = null;
        if (left.current) return;
        if (failures.current > 0) again.current = setTimeout(read, retryDelay(failures.current));
        else if (current.current && told.current > current.current.revision) read();
      });
  }, [readOnce]);

  /** Reads what is new, but not before a read that waits after a failure: rows may come many times a second. */
  const readInTurn = useCallback(() => {
    if (again.current === null) read();
  }, [read]);

  useEffect(() => {
    left.current = false;
    read();
    let later: ReturnType<typeof setTimeout> | undefined;
    const stop = subscribeTopic(`chat:${room}`, (rows) => {
      for (const event of rows as readonly ChatEvent[]) {
        told.current = Math.max(told.current, event.revision);
        if ('present' in event) setPresent(event.present);
        else if (event.room) {
          clearTimeout(later);
          later = setTimeout(() => changed.current(), Math.random() * SPREAD);
        }
        const now = current.current;
        // Before the first page there is nothing to put it to; the page is newer, or is followed by another read.
        if (!now || isMissed(now, event)) readInTurn();
        else if ('list' in event) show(withChanges(now, event.list, event.revision));
      }
    });
    return () => {
      left.current = true;
      if (again.current !== null) clearTimeout(again.current);
      again.current = null;
      clearTimeout(later);
      stop();
    };
  }, [room, read, readInTurn, show]);

  useEffect(() => {
    if (status === 'open') {
      // The failures were probably those of the connection that is back.
      if (again.current !== null) read();
      return;
    }
    const timer = setInterval(readInTurn, LOOK_EVERY);
    return () => clearInterval(timer);
  }, [status, read, readInTurn]);

  const earlier = useCallback(() => {
    const first = current.current?.messages[0]?.seq;
    if (first === undefined) return;
    setEarlierBusy(true);
    fetchChatMessages({ room, before: first }, { quiet: true })
      .then((page) => current.current && show(withEarlier(current.current, page)))
      // The button stays, and may be pressed again.
      .catch(() => undefined)
      .finally(() => setEarlierBusy(false));
  }, [room, show]);

  const own = useCallback(
    (message: ChatMessage, mine?: { readonly emoji: string; readonly on: boolean }) => {
      if (current.current) show(withOwn(current.current, message, mine));
    },
    [show],
  );

  return { feed, error, retry: read, present, earlier, earlierBusy, own };
}
