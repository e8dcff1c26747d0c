import type { AccountEvent } from '@tessera/api/realtime';

type Listener = (userId: string, event: AccountEvent) => void;

/** Tells the realtime hub what changed for which user. Hints only: whoever misses one reads the same from the database. */
export type AccountEvents = {
  emit(userId: string, event: AccountEvent): void;
  /** Answers how to stop listening. */
  listen(listener: Listener): () => void;
};

const throwApart = (error: unknown): void =>
  queueMicrotask(() => {
    throw error;
  });

/** What a listener throws is no affair of whoever tells: it goes to `onFailure`, and the other listeners are told. */
export function createAccountEvents(onFailure: (error: unknown) => void = throwApart): AccountEvents {
  const listeners = new Set<Listener>();
  return {
    emit(userId, event) {
      for (const listener of listeners) {
        try {
          listener(userId, event);
        } catch (error) {
          onFailure(error);
        }
      }
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
