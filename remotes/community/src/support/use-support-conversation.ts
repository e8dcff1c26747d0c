import { invalidateTopics } from '@tessera/api';
import {
  markSeen,
  readMessages,
  type SupportConversation,
  type SupportMessage,
  sendMessage,
  TYPING_LASTS,
  tellTyping,
} from '@tessera/api/support';
import { bus } from '@tessera/bus';
import { useQueryClient } from '@tessera/query';
import { useRealtimeState } from '@tessera/session';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Unsent } from '../conversation/outbox.ts';
import { type UseOutbox, useOutbox } from '../conversation/use-outbox.ts';
import { retryDelay } from '../retry-delay.ts';
import { completeUntil, merged } from './messages.ts';

/** Messages that are fetched at once, and kept in the page at most. */
const PAGE = 50;
const MOST_KEPT = 500;

export type OpenConversation = {
  readonly messages: readonly SupportMessage[];
  readonly outbox: UseOutbox;
  /** The agent is writing. */
  readonly typing: boolean;
  readonly tellTyping: () => void;
  /** Earlier messages; null where the first is here. */
  readonly readEarlier: (() => void) | null;
  readonly earlierBusy: boolean;
  /** Why the messages could not be fetched. */
  readonly error: unknown;
  /** Fetches them again now. */
  readonly retry: () => void;
};

/** Whether the agent of a conversation writes at this moment. */
function useAgentTyping(id: string | undefined): boolean {
  const [typing, setTyping] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = () => {
      clearTimeout(timer);
      setTyping(false);
    };
    const unsubscribe = bus.on('account', (event) => {
      if (event.id !== id) return;
      if (event.kind === 'support') stop();
      if (event.kind !== 'typing' || event.status !== 'agent') return;
      clearTimeout(timer);
      timer = setTimeout(stop, TYPING_LASTS);
      setTyping(true);
    });
    return () => {
      unsubscribe();
      stop();
    };
  }, [id]);
  return typing;
}

/**
 * The messages of a conversation, without gaps: whatever an event, a response or a reconnect tells of, what follows the
 * last number without a gap is fetched. Events are hints only.
 */
export function useSupportConversation(
  conversation: SupportConversation | null,
  { uid, ticket }: { readonly uid: string; readonly ticket?: string },
): OpenConversation {
  const client = useQueryClient();
  const id = conversation?.id;
  const last = conversation?.last_seq ?? 0;
  const [held, setHeld] = useState<{ readonly id: string | undefined; readonly messages: readonly SupportMessage[] }>({
    id,
    messages: [],
  });
  const [earlierBusy, setEarlierBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  /** A new object fetches what is missing again; `failures` are those before it, one after the other. */
  const [attempt, setAttempt] = useState({ failures: 0 });
  const messages = held.id === id ? held.messages : [];
  const until = completeUntil(messages);
  const { status } = useRealtimeState();

  const add = useCallback((of: string, more: readonly SupportMessage[]) => {
    setHeld((before) => {
      const all = merged(before.id === of ? before.messages : [], more);
      return { id: of, messages: all.slice(-MOST_KEPT) };
    });
  }, []);

  // What follows the last message, page by page: each changes `until`, so that the next is fetched. A failure changes
  // nothing that is fetched for: the next attempt follows by time.
  useEffect(() => {
    if (id === undefined || until >= last) return;
    const stop = new AbortController();
    let later: ReturnType<typeof setTimeout> | undefined;
    const asked = until === 0 ? { id, limit: PAGE } : { id, after: until, limit: PAGE };
    readMessages(asked, { signal: stop.signal, quiet: true }).then(
      ({ list }) => {
        setError(null);
        setAttempt((before) => (before.failures === 0 ? before : { failures: 0 }));
        add(id, list);
      },
      (reason: unknown) => {
        if (stop.signal.aborted) return;
        setError(reason);
        const failures = attempt.failures + 1;
        later = setTimeout(() => setAttempt({ failures }), retryDelay(failures));
      },
    );
    return () => {
      stop.abort();
      clearTimeout(later);
    };
  }, [add, id, until, last, attempt]);

  // What happened while the connection was away is in the state of now, and what could not be fetched then, can be now.
  const known = useRef(status);
  useEffect(() => {
    const before = known.current;
    known.current = status;
    if (status !== 'open' || before === 'open') return;
    setAttempt({ failures: 0 });
    void invalidateTopics(client, ['support']);
  }, [client, status]);

  const reached = messages.at(-1)?.seq ?? 0;
  const unread = conversation?.unread ?? 0;
  useEffect(() => {
    if (id === undefined || reached === 0 || unread === 0) return;
    const tell = () => {
      const shown = document.visibilityState === 'visible';
      markSeen({ id, seq: reached, shown }, { quiet: true }).then(
        async () => {
          if (shown) await invalidateTopics(client, ['support']);
        },
        (reason: unknown) => console.warn('the mark was not sent', reason),
      );
    };
    tell();
    document.addEventListener('visibilitychange', tell);
    return () => document.removeEventListener('visibilitychange', tell);
  }, [client, id, reached, unread]);

  const send = useCallback(
    async ({ key, text, picture }: Unsent) => {
      const sent = await sendMessage(
        {
          client_id: key,
          ...(ticket !== undefined && { id: ticket }),
          ...(text !== '' && { text }),
          ...(picture !== null && { picture }),
        },
        { quiet: true },
      );
      add(sent.conversation.id, [sent.message]);
      await invalidateTopics(client, ['support']);
    },
    [add, client, ticket],
  );
  const outbox = useOutbox({ name: ticket === undefined ? 'support' : `support.${ticket}`, uid, send });

  const first = messages[0]?.seq ?? 1;
  const readEarlier = () => {
    if (id === undefined || earlierBusy) return;
    setEarlierBusy(true);
    readMessages({ id, before: first, limit: PAGE }, { quiet: true })
      .then(({ list }) => add(id, list), setError)
      .finally(() => setEarlierBusy(false));
  };

  return {
    messages,
    outbox,
    typing: useAgentTyping(id),
    tellTyping: () => {
      if (id === undefined || conversation?.status === 'resolved') return;
      tellTyping({ id }, { quiet: true }).catch((reason: unknown) => console.warn('typing was not told', reason));
    },
    readEarlier: first > 1 ? readEarlier : null,
    earlierBusy,
    error,
    retry: () => {
      setError(null);
      setAttempt({ failures: 0 });
    },
  };
}
