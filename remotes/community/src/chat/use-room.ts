import { type ChatRoom, noteChatRead, sendChatMessage, useMuted } from '@tessera/api/chat';
import { serverNow } from '@tessera/realtime';
import type { LoadedQuery } from '@tessera/ui';
import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import type { Unsent } from '../conversation/outbox.ts';
import { useOutbox } from '../conversation/use-outbox.ts';
import type { Feed } from './feed.ts';
import {
  closedBy,
  draftOf,
  entriesOf,
  NOTHING_WRITTEN,
  newerThan,
  nextAllowed,
  secondsUntil,
  sendingOf,
  writingAfter,
} from './room-model.ts';
import { useFeed } from './use-feed.ts';

/** CSS pixels above the end from which on the way to the newest message is shown. */
const FAR = 400;
const SECOND = 1_000;

/** Whether the newest message is far below. */
function useFar(): boolean {
  const [far, setFar] = useState(false);
  useEffect(() => {
    const look = () => {
      const { scrollHeight, scrollTop, clientHeight } = document.documentElement;
      setFar(scrollHeight - scrollTop - clientHeight > FAR);
    };
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, []);
  return far;
}

/** Seconds until a time of the server, counted down. */
function useSecondsUntil(at: number): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const count = () => setSeconds(secondsUntil(at, serverNow()));
    count();
    if (at <= serverNow()) return;
    const timer = setInterval(count, SECOND);
    return () => clearInterval(timer);
  }, [at]);
  return seconds;
}

/** Tells the exchange a second later up to where the user has read. */
function useReadMark(room: string, last: number, readBefore: number | null): void {
  const noted = useRef(readBefore ?? 0);
  useEffect(() => {
    if (last <= noted.current || document.visibilityState !== 'visible') return;
    const timer = setTimeout(() => {
      noted.current = last;
      // A mark that is lost is set by the next one.
      noteChatRead({ room, seq: last }, { quiet: true }).catch(() => undefined);
    }, SECOND);
    return () => clearTimeout(timer);
  }, [last, room]);
}

/** A room that is open: what it shows, what is being written, what is on its way. */
export function useRoom(room: ChatRoom, uid: string, onRoom: () => Promise<unknown>) {
  const { me, slow_mode } = room;
  const { feed, error, retry, present, earlier, earlierBusy, own } = useFeed(room.id, onRoom);
  const muted = useMuted();
  const [slowUntil, setSlowUntil] = useState(me.slow_until);
  // The room may have become slow after the last message.
  const wait = useSecondsUntil(Math.max(slowUntil, me.slow_until));
  const far = useFar();
  const [writing, write] = useReducer(writingAfter, NOTHING_WRITTEN);
  const send = useCallback(
    async (unsent: Unsent) => {
      const sent = await sendChatMessage(sendingOf(room.id, unsent), { quiet: true });
      // Shown from the room before the unsent one goes.
      if (sent.held) await onRoom();
      else own(sent);
      const next = nextAllowed(sent.at, slow_mode);
      if (next !== null) setSlowUntil(next);
    },
    [room.id, slow_mode, own, onRoom],
  );
  const outbox = useOutbox({ name: `chat.${room.id}`, uid, send });

  // Where the last visit ended: it does not move while the room is open.
  const [readBefore] = useState(me.read);
  const messages = feed?.messages;
  const last = messages?.at(-1)?.seq ?? 0;
  useReadMark(room.id, last, me.read);
  // What came in while the end was out of sight.
  const [seenTo, setSeenTo] = useState(0);
  if (!far && last > seenTo) setSeenTo(last);

  const mutedHandles = useMemo(
    () => new Set<string | null>(muted.data?.list.map(({ handle }) => handle)),
    [muted.data],
  );
  const query: LoadedQuery<Feed> = {
    data: feed ?? undefined,
    error: error as Error | null,
    isFetching: false,
    refetch: retry,
  };
  const reader = { me, muted: mutedHandles };
  return {
    query,
    present,
    earlier,
    earlierBusy,
    own,
    outbox,
    writing,
    write,
    /** Seconds until the user may write again. */
    wait,
    far,
    closed: closedBy(room),
    mine: feed?.mine ?? new Set<string>(),
    /** New messages out of sight. */
    below: far ? newerThan(seenTo, messages, reader) : 0,
    entries: entriesOf({ ...reader, messages, readBefore, unsent: outbox.unsent }),
    onMuted: () => void muted.refetch(),
    /** Whether the message was taken. */
    add(text: string, picture: string | null, card?: Unsent['extra']): boolean {
      const taken = wait === 0 && outbox.add(draftOf(writing, text, picture, card));
      if (taken) write({ type: 'taken' });
      return taken;
    },
  };
}

export type OpenedRoom = ReturnType<typeof useRoom>;
