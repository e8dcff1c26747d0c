import type { FastifyBaseLogger } from 'fastify';
import type { Database, Sql, Transaction } from '../db/database.ts';
import type { KeyUse } from '../http/idempotency.ts';
import type { Lease } from '../jobs/lease.ts';
import type { Journal } from '../ledger/index.ts';
import type { CarriedSums } from './carried-sums.ts';
import type { MarketEngine, SymbolFill } from './engine-types.ts';
import type { MarketFrame } from './frame.ts';
import type { LeftOut } from './left-out.ts';
import type { Misfit } from './misfits.ts';
import type { Recorder } from './recorder-types.ts';
import type { MarketTerms } from './terms.ts';

/** What a command did to the book, and its result, which is asked for once its fills are settled. */
export type Applied<Result = unknown> = { readonly fills: readonly SymbolFill[]; result(): Result };

/**
 * A domain that trades in the market: spot now; leverage and copy trading take from the same book. The desk collects
 * commands into batches; a batch is read, applied in memory, written and committed, and only then acknowledged.
 *
 * All that a batch changes in the client's memory is kept in its `Shadow` until `adopt`: a batch that the database does
 * not take is dropped with it, and tried again with a new one.
 */
export type MarketClient<Command = unknown, Shadow = unknown, Result = unknown> = {
  /** Prefixes the ids of its orders in the book: `spot:81`. */
  readonly name: string;
  /**
   * On a node that does not hold the market, from time to time: reads ahead what `restore` will need, so that this is
   * done sooner. The market goes on meanwhile.
   */
  warm?(sql: Sql): Promise<void>;
  /** Reads its open orders and puts them into the book, oldest first, when a node takes the market over. */
  restore(sql: Sql, engine: MarketEngine): Promise<void>;
  /**
   * Begins a batch: reads what its commands need, balances for example, by statements that are issued before it waits for
   * one. Locks nothing. Called for every batch. With `stepping` it is that of a step, whose `ticked` follows: what only
   * `ticked` needs is read for no other. `before` is the shadow of a batch that the database is writing meanwhile: the new
   * one is on top of it. None of its users' accounts is written by that batch, and none of these commands is theirs.
   */
  prepare(sql: Sql, commands: readonly Command[], stepping: boolean, before?: Shadow): Promise<Shadow>;
  /** Whether the next batch may be applied before this one is committed: `prepare` can begin on top of this shadow. */
  isFollowed(shadow: Shadow): boolean;
  /**
   * Applies one command in memory. A DomainError rejects this command alone: the desk takes back what it did to the
   * engine, and the shadow must be as before.
   */
  apply(engine: MarketEngine, command: Command, shadow: Shadow, at: number): Applied<Result>;
  /** Fills of its orders, resting and taking, in the order in which they happened. */
  settle(engine: MarketEngine, fills: readonly SymbolFill[], shadow: Shadow, at: number): void;
  /** All users for whom a step may do something of its own accord: who have anything open. */
  traders(): Iterable<string>;
  /**
   * After each step of the market and its fills. Leaves users out whom the engine withholds, and changes nothing at all of
   * those whom it has left out. Returns the fills of orders
   * that it placed of its own accord.
   */
  ticked?(engine: MarketEngine, shadow: Shadow, at: number): readonly SymbolFill[];
  /** What `write` will post, in the order in which the commands and fills added it. */
  journals(shadow: Shadow): readonly Journal[];
  /** Whose accounts `write` changes; one that another transaction holds is left out, and the batch applied again. */
  users(shadow: Shadow): readonly string[];
  /**
   * Writes what the batch did: rows, journals, account events. Issues all its statements before it waits for one: they go
   * to the database together. Rejects where a balance would become negative.
   */
  write(tx: Transaction, shadow: Shadow, at: number): Promise<void>;
  /** The batch is committed: the shadow becomes the client's memory. */
  adopt(shadow: Shadow): void;
};

export type DeskOptions = {
  readonly database: Database;
  readonly engine: MarketEngine;
  readonly recorder: Recorder;
  readonly clients: readonly MarketClient[];
  /** What trades had carried between users when this node took the market over; it goes on from there. */
  readonly carried: CarriedSums;
  /** Checked `for share` in every transaction. */
  readonly lease: Lease;
  /** Database clock, Unix ms; never goes back. */
  readonly clock: () => number;
  /** Sends a frame to all nodes, this one included; called after the commit. */
  readonly publish: (frame: MarketFrame) => void;
  /** Frames go on from here. */
  readonly sequence: number;
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  /** The lease is lost or the outcome of a commit unknown: memory is to be discarded. */
  readonly onBroken: (error: unknown) => void;
  /** Least time between frames that are not of a step, ms. */
  readonly frameEvery?: number;
  /** ms of this process since any moment, by which the search for what a step fails by is bounded; `performance.now` by default. */
  readonly monotonic?: () => number;
};

/** The one writer of the market, on the node that holds the feed lease. */
export type Desk = {
  /**
   * Resolves after the commit with the command's result, or with the result that is stored under the key. Rejects with
   * the command's DomainError, or `service_unavailable` when the desk stops: the outcome is then unknown, and the same
   * command may be submitted again under the same key.
   */
  submit(client: string, command: unknown, use: KeyUse): Promise<unknown>;
  /** One step of the market: draw, quotes, fills of resting orders, record. Resolves after the commit. */
  tick(): Promise<void>;
  /** What the steps go on without, because they fail by it. */
  leftOut(): LeftOut;
  /** New terms of staff, taken over between batches: `MarketEngine.revise`. */
  revise(terms: readonly MarketTerms[]): Promise<readonly Misfit[]>;
  /** Ends after the batch that is being written; waiting commands are rejected. */
  stop(): Promise<void>;
};
