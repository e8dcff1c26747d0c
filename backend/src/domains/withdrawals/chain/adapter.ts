import type { Spend } from '@tessera/signer-api';
import type { Transaction } from '../../../platform/db/database.ts';
import type { Movement } from './movements.ts';
import type { ChainRow, Order, StoredTransaction, Version } from './store.ts';

/** What to sign: `spend` takes nonce or inputs, in the transaction that stores what is signed with them. */
export type Quote = {
  readonly orders: readonly Order[];
  readonly spend: (tx: Transaction) => Promise<Spend>;
};

/** Why an order is not signed now. */
export type Waits = { readonly order: Order; readonly waits: string; readonly detail: string };

/** An address that cannot be swept by itself, and what the node says of it. */
export type Refused = { readonly address: string; readonly detail: string };

/** A movement with what is there now, and what to sign; or why it is not signed now. */
export type MovementQuote = (
  | { readonly movement: Movement; readonly spend: Quote['spend'] }
  | Pick<Waits, 'waits' | 'detail'>
) & {
  /** Sources that are left out, and wait from now on. */
  readonly refused?: readonly Refused[];
};

/** What the signer says of a chain. */
export type SignerChain = {
  /** Code that deposit addresses delegate to. */
  readonly delegate: string | null;
  /** Most that a transaction may cost, smallest units of the chain's coin. */
  readonly mostFee: bigint;
};

/** A version that a block holds. */
export type Found = {
  readonly txid: string;
  readonly block: number;
  readonly confirmations: number;
  /** No re-organisation takes it back, as far as this chain promises. */
  readonly final: boolean;
  /** `unclear`: mined and not reverted, but what it paid is not to be seen. */
  readonly outcome: 'paid' | 'failed' | 'unclear';
};

/** A chain's node as payments need it. Every function rejects where the node does not respond. */
export type PayoutNode = {
  /** What the node is, see `chain.identity`. */
  identity(): Promise<string>;
  /** What to sign of these next. May leave orders for the next turn. */
  quote(
    chain: ChainRow,
    wallet: string,
    orders: readonly Order[],
  ): Promise<{
    readonly quotes: readonly Quote[];
    readonly waits: readonly Waits[];
  }>;
  /** What to sign to bring deposits to the hot wallet, to prepare that or to end it; null where a chain sweeps nothing. */
  readonly sweep:
    | ((chain: ChainRow, wallet: string, movement: Movement, signer: SignerChain) => Promise<MovementQuote>)
    | null;
  /** The same nonce or inputs at a higher fee; null where that is above the ceiling or not worth it yet. */
  raise(chain: ChainRow, newest: Version, orders: readonly Order[]): Promise<Spend | null>;
  /** Whether no block takes it any more: it is not sent again. One before may hold it. */
  hasExpired(version: Version): Promise<boolean>;
  /** Hands a signed transaction to the node. One that it has, or whose place is taken, is no error. */
  send(raw: string): Promise<void>;
  find(chain: ChainRow, versions: readonly Version[], orders: readonly Order[]): Promise<Found | null>;
  /** Whether no version can be in a block any more, for good. */
  isDead(chain: ChainRow, transaction: StoredTransaction, versions: readonly Version[]): Promise<boolean>;
};
