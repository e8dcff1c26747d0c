import type { AccountEvent } from '@tessera/api/realtime';
import { type NodeBus, ONE_NODE } from '../nodes/node-bus.ts';

type Listener = (userId: string, event: AccountEvent) => void;

/** Tells the realtime hub what changed for which user. Hints only: whoever misses one reads the same from the database. */
export type AccountEvents = {
  /** To the listeners of this process, and to those of the other nodes. */
  emit(userId: string, event: AccountEvent): void;
  /** To the listeners of this process, for what every node hears by itself. */
  emitHere(userId: string, event: AccountEvent): void;
  /** Answers how to stop listening. */
  listen(listener: Listener): () => void;
};

const throwApart = (error: unknown): void =>
  queueMicrotask(() => {
    throw error;
  });

/** What a listener throws is no affair of whoever tells: it goes to `onFailure`, and the other listeners are told. */
export function createAccountEvents(
  onFailure: (error: unknown) => void = throwApart,
  nodes: NodeBus = ONE_NODE,
): AccountEvents {
  const listeners = new Set<Listener>();
  const emitHere: Listener = (userId, event) => {
    for (const listener of listeners) {
      try {
        listener(userId, event);
      } catch (error) {
        onFailure(error);
      }
    }
  };
  nodes.listen((message) => {
    if (message.kind === 'account') emitHere(message.userId, message.event);
  });
  return {
    emitHere,
    emit(userId, event) {
      emitHere(userId, event);
      nodes.tell({ kind: 'account', userId, event });
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
