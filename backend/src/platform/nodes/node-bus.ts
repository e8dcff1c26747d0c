import type { AccountEvent } from '@tessera/api/realtime';

/** What one node of the backend tells the others, because the pages it concerns may be connected to any of them. */
export type NodeMessage =
  | { readonly kind: 'account'; readonly userId: string; readonly event: AccountEvent }
  | { readonly kind: 'release'; readonly epoch: number };

/**
 * From node to node, to all but the one that tells. Hints only, told at most once: pages read the same from the
 * database and from the manifest when they connect again.
 */
export type NodeBus = {
  /** Never throws and waits for nobody. */
  tell(message: NodeMessage): void;
  /** What other nodes tell. Returns what ends the listening. */
  listen(listener: (message: NodeMessage) => void): () => void;
  /** Whether other nodes can be reached now; null where there is one node only. */
  connected(): boolean | null;
  close(): Promise<void>;
};

/** A backend of one process. */
export const ONE_NODE: NodeBus = {
  tell: () => undefined,
  listen: () => () => undefined,
  connected: () => null,
  close: async () => undefined,
};
