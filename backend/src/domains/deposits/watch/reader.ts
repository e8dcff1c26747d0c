/** A block as far as the watcher needs it. */
export type Header = { readonly height: number; readonly hash: string; readonly parent: string };

/** Something that arrived at an address of a user. */
export type Transfer = {
  /** 64 small hexadecimal digits. */
  readonly txid: string;
  /** The part of the transaction, the same in whatever block it is. */
  readonly part: string;
  /** In the form in which addresses of the chain are shown to users. */
  readonly address: string;
  /** Null for the chain's own coin; in the form of an address. */
  readonly contract: string | null;
  /** Of the chain; above zero. */
  readonly units: bigint;
};

/** Which of these addresses are users'. */
export type Own = (addresses: readonly string[]) => Promise<ReadonlySet<string>>;

/** Transactions that no block holds yet. `known` says which of these the node still has. */
export type Unconfirmed = {
  readonly transfers: readonly Transfer[];
  readonly known: (txids: readonly string[]) => ReadonlySet<string>;
};

/**
 * A chain by one node. Every call rejects where the node does not respond as it should; what it says is not believed
 * beyond that: the watcher links blocks by their hashes itself.
 */
export type ChainReader = {
  /** Chain id in decimal digits; of Bitcoin `main`, `test` or `regtest`. */
  readonly identity: () => Promise<string>;
  /** Height of the newest block, as the node says. */
  readonly head: () => Promise<number>;
  /** Height of the last block that the node calls final. */
  readonly finalized: () => Promise<number>;
  /** Null where the node has no such block. */
  readonly header: (height: number) => Promise<Header | null>;
  /** What exactly this block brought to users. Rejects where the node has it no more. */
  readonly transfers: (block: Header, own: Own) => Promise<readonly Transfer[]>;
  /** Null for chains on which a deposit is shown with its first block. */
  readonly unconfirmed: ((own: Own) => Promise<Unconfirmed>) | null;
};

/** The node contradicts itself, or says something that cannot be. */
export class NodeContradiction extends Error {
  override name = 'NodeContradiction';
}
