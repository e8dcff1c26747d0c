import type { AccountEvent } from '@tessera/api/realtime';

/** Messages between nodes of the backend: affected pages may be connected to any of them. */
export type NodeMessage =
  | { readonly kind: 'account'; readonly userId: string; readonly event: AccountEvent }
  | { readonly kind: 'release'; readonly epoch: number }
  /** What a node's callers have spent of their budgets, see `limits/budgets.ts`. */
  | { readonly kind: 'spent'; readonly spent: readonly (readonly [key: string, cost: number])[] };

/**
 * Sends to all other nodes. Hints only, at most once: pages read the same from the database and from the manifest when
 * they connect again.
 */
export type NodeBus = {
  /** Never throws and does not wait. */
  tell(message: NodeMessage): void;
  /** Listens to other nodes. Returns an unsubscribe function. */
  listen(listener: (message: NodeMessage) => void): () => void;
  /** Sends text of a topic to all other nodes; the same promises as `tell`, for what is frequent and large. */
  broadcast(topic: string, text: string): void;
  /** Listens to a topic of other nodes. Returns an unsubscribe function. */
  onBroadcast(topic: string, listener: (text: string) => void): () => void;
  /**
   * Asks the node that serves a topic. Null where none serves it, where it cannot be reached or is silent for `within`
   * ms: it may have acted all the same.
   */
  request(topic: string, text: string, within: number): Promise<string | null>;
  /** Serves the requests of other nodes on a topic; one that rejects stays without a response. Returns what ends it. */
  serve(topic: string, handler: (text: string) => Promise<string>): () => void;
  /** Whether other nodes can be reached now; null with a single node. */
  connected(): boolean | null;
  close(): Promise<void>;
};

/** A backend of one process. */
export const ONE_NODE: NodeBus = {
  tell: () => undefined,
  listen: () => () => undefined,
  broadcast: () => undefined,
  onBroadcast: () => () => undefined,
  request: async () => null,
  serve: () => () => undefined,
  connected: () => null,
  close: async () => undefined,
};
