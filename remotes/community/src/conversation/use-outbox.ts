import { useRealtimeState } from '@tessera/session';
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { createOutbox, type Draft, type Unsent } from './outbox.ts';

/** ms between attempts while something waits: a connection may be back without an event. */
const RETRY_EVERY = 5_000;

export type UseOutbox = {
  /** Oldest first. */
  readonly unsent: readonly Unsent[];
  /** False where the device keeps as many as it may. */
  readonly add: (draft: Draft) => boolean;
  readonly retry: (key: string) => void;
  readonly drop: (key: string) => void;
};

export type OutboxOptions = {
  /** Names what is stored on the device: `support`, `chat.12`. */
  readonly name: string;
  readonly uid: string;
  /** Sends one message; the one of the last render is called. */
  readonly send: (message: Unsent) => Promise<void>;
};

/** The messages of a user that are on their way in one conversation; see `createOutbox`. */
export function useOutbox({ name, uid, send }: OutboxOptions): UseOutbox {
  const latest = useRef(send);
  useEffect(() => {
    latest.current = send;
  }, [send]);
  const outbox = useMemo(() => createOutbox({ name, uid, send: (message) => latest.current(message) }), [name, uid]);
  const unsent = useSyncExternalStore(outbox.subscribe, outbox.unsent);
  const { status } = useRealtimeState();
  const pending = unsent.some(({ state }) => state !== 'failed');

  useEffect(() => {
    if (status === 'open') void outbox.flush();
  }, [outbox, status]);

  useEffect(() => {
    if (!pending) return;
    const flush = () => void outbox.flush();
    const timer = setInterval(flush, RETRY_EVERY);
    window.addEventListener('online', flush);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', flush);
    };
  }, [outbox, pending]);

  return { unsent, add: outbox.add, retry: outbox.retry, drop: outbox.drop };
}
