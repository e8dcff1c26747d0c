import type { Sql } from '../db/database.ts';
import type { HaltedTick } from './engine-types.ts';
import type { Basis } from './mark.ts';
import type { Tick } from './tick-record.ts';

/** What a node needs to go on with the market after another, from the record. */
export type RecordedState = {
  /** Frames go on after this: no frame before had a higher one. */
  readonly sequence: number;
  /** Database clock of the last step, Unix ms; null before the first. */
  readonly at: number | null;
  /**
   * `PriceSource.state()` of a step some seconds before the last one; undefined before the first. The price itself goes on
   * from `last.index` of each symbol: one that went back some seconds would be known ahead.
   */
  readonly source: unknown;
  /** By symbol. */
  readonly symbols: Readonly<
    Record<
      string,
      {
        /** Number of its last tick. */
        readonly number: number;
        readonly link: Uint8Array;
        readonly last: Tick | null;
        /** Mark price of the last tick, in ticks. */
        readonly mark: number | null;
        /** Of the minute before, for the mark of the next tick. */
        readonly basis: readonly Basis[];
        /** Where the price of a symbol without a tick begins, in ticks; null where only the catalogue says. */
        readonly start: number | null;
        /** Lots that the house holds. */
        readonly inventory: number;
      }
    >
  >;
};

/** One step of the market as it is recorded. */
export type RecordedStep = {
  readonly sequence: number;
  /** Unix ms. */
  readonly at: number;
  /** Of the symbols that traded. */
  readonly ticks: ReadonlyMap<string, Tick>;
  /** Of those that staff had halted; none by default. */
  readonly halted?: ReadonlyMap<string, HaltedTick>;
  readonly source: unknown;
};

export type Recorder = {
  load(sql: Sql): Promise<RecordedState>;
  /** Writes a step inside the transaction of its batch, after the lease was checked. */
  record(tx: Sql, step: RecordedStep): Promise<void>;
  /** The batch of the last `record` is committed: the chains go on from it. */
  committed(): void;
  /** It is not. */
  discarded(): void;
};
