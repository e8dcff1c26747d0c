import type { Database, Sql, Transaction } from '../db/database.ts';
import type { Lease } from '../jobs/lease.ts';
import type { MarketEngine, SymbolFill } from './engine-types.ts';
import type { MarketFrame } from './frame.ts';
import type { Recorder } from './recorder-types.ts';

/**
 * A domain that trades in the market: spot now; leverage and copy trading take from the same book. The desk collects
 * commands into batches; a batch is read, applied in memory, written and committed, and only then acknowledged.
 */
export type MarketClient<Command = unknown, Prepared = unknown, Result = unknown> = {
  /** Prefixes the ids of its orders in the book: `spot:81`. */
  readonly name: string;
  /** Puts its open orders into the book, oldest first, when a node takes the market over. */
  restore(sql: Sql, engine: MarketEngine): Promise<void>;
  /** Reads what the commands of a batch need, in one statement: balances, known idempotency keys. Locks nothing. */
  prepare(sql: Sql, commands: readonly Command[]): Promise<Prepared>;
  /** Applies one command in memory. A DomainError rejects this command alone, and must leave the engine untouched. */
  apply(engine: MarketEngine, command: Command, prepared: Prepared, at: number): Result;
  /** Fills of its orders, resting and taking, in the order in which they happened. */
  settle(fills: readonly SymbolFill[], prepared: Prepared | null, at: number): void;
  /** Writes what the batch did: rows, journals, keys, account events. Rejects where a balance would become negative. */
  write(tx: Transaction, prepared: Prepared | null, at: number): Promise<void>;
};

export type DeskOptions = {
  readonly database: Database;
  readonly engine: MarketEngine;
  readonly recorder: Recorder;
  readonly clients: readonly MarketClient[];
  /** Checked `for share` in every transaction. */
  readonly lease: Lease;
  /** Database clock, Unix ms; never goes back. */
  readonly clock: () => number;
  /** Sends a frame to all nodes, this one included; called after the commit. */
  readonly publish: (frame: MarketFrame) => void;
  /** Frames go on from here. */
  readonly sequence: number;
  /** The lease is lost or the outcome of a commit unknown: memory is to be discarded. */
  readonly onBroken: (error: unknown) => void;
};

/** The one writer of the market, on the node that holds the feed lease. */
export type Desk = {
  /** Resolves after the commit; rejects with the command's DomainError, or `service_unavailable` when the desk stops. */
  submit(client: string, command: unknown): Promise<unknown>;
  /** One step of the market: draw, quotes, fills of resting orders, record. Resolves after the commit. */
  tick(): Promise<void>;
  /** Ends after the batch that is being written; waiting commands are rejected. */
  stop(): Promise<void>;
};
