import type { AccountEvent } from '@tessera/api/realtime';

type Listener = (userId: string, event: AccountEvent) => void;

/** Tells the realtime hub what changed for which user. Hints only: whoever misses one reads the same from the database. */
export type AccountEvents = {
  emit(userId: string, event: AccountEvent): void;
  /** Answers how to stop listening. */
  listen(listener: Listener): () => void;
};

export function createAccountEvents(): AccountEvents {
  const listeners = new Set<Listener>();
  return {
    emit(userId, event) {
      for (const listener of listeners) listener(userId, event);
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
