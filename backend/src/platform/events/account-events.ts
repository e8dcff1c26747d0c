import type { AccountEvent } from '@tessera/api/realtime';
import { type NodeBus, ONE_NODE } from '../nodes/node-bus.ts';

type Listener = (userId: string, event: AccountEvent) => void;

/**
 * Account events for the realtime hub. Hints only: a client that misses one reads the same state with its next request.
 */
export type AccountEvents = {
  /** To the listeners of this process, and to those of the other nodes. */
  emit(userId: string, event: AccountEvent): void;
  /** To the listeners of this process only, for events that every node receives itself. */
  emitHere(userId: string, event: AccountEvent): void;
  /** Returns what ends the listening. */
  listen(listener: Listener): () => void;
};

const throwApart = (error: unknown): void =>
  queueMicrotask(() => {
    throw error;
  });

/** An error of a listener goes to `onFailure`; the other listeners are still called. */
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
