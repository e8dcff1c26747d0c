import type { MarketFrame } from './frame.ts';
import type { Grid } from './grid.ts';
import type { Block } from './house.ts';
import type { LeftOut } from './left-out.ts';
import type { Misfit } from './misfits.ts';
import type { RestingOrder, Side } from './order-book.ts';
import type { BlockOrder, Fill, NewOrder, Placed } from './symbol-market.ts';
import type { MarketTerms } from './terms.ts';
import type { Tick } from './tick-record.ts';

/** A fill with its symbol. */
export type SymbolFill = Fill & { readonly symbol: string };

/** Prices of a symbol as its book stands now, in ticks; null where there is none. */
export type SymbolPrices = {
  /** What a tick and a lot are now; decimal strings. */
  readonly tick: string;
  readonly lot: string;
  readonly bid: number | null;
  readonly ask: number | null;
  readonly last: number | null;
  /** The source's price, rounded as it is recorded: no order of a user moves it. */
  readonly index: number | null;
  /** The same in thousandths of a tick (`INDEX_PARTS`), as it is recorded. */
  readonly fine: number | null;
  /** Currency of its prices. */
  readonly quote: string;
  /** Of the latest tick: by what positions are valued, stopped and liquidated. See `mark.ts`. */
  readonly mark: number | null;
  /** Number of its latest tick; 0 before the first. */
  readonly number: number;
  /** When its price was made, Unix ms. */
  readonly at: number;
};

/** What is recorded of a symbol that staff have halted, and what it counts in. */
export type HaltedTick = { readonly tick: Tick; readonly grid: Grid };

/** Bounds what trades carry from one user to another. */
export type CarryWatch = {
  /** How many of these lots two users may trade at a price. */
  room(trade: {
    readonly symbol: string;
    readonly buyerId: string;
    readonly sellerId: string;
    readonly price: number;
    readonly lots: number;
  }): number;
  /** Counts what they trade. Returns what takes it off again, once however often it is called. */
  made(fill: SymbolFill): () => void;
};

/**
 * All symbols in memory, on the node that holds the feed lease. Every method is synchronous: draw, change of the book
 * and matching are one step. Changes stay invisible until `commit`, and `rollback` undoes all since `begin`: memory
 * follows what the database took.
 */
export type MarketEngine = {
  /** Begins a batch. A second one may begin on top of one that is not committed yet. */
  begin(): void;
  /** Ends the oldest batch. */
  commit(): void;
  /** Ends the newest batch, and undoes it. */
  rollback(): void;
  /** Returns what undoes everything since this call: the changes of one command, which is rejected alone. */
  savepoint(): () => void;
  /** Advances the price source to `at` (database clock, Unix ms) and returns the resting orders' fills. */
  tick(at: number): readonly SymbolFill[];
  /** Why this symbol takes no orders now; null where it does. */
  refusal(symbol: string, at: number): 'market_closed' | 'stale_price' | 'market_halted' | 'instrument_unknown' | null;
  /**
   * Why resting orders of this symbol are not cancelled now; null where they are. While prices that were traded are not
   * known here yet, owners who know them would choose which of their orders they fill. Staff who halt the symbol, or take
   * it off, set its orders free.
   */
  cancelRefusal(symbol: string, at: number): 'stale_price' | null;
  /** Null for a symbol that is unknown. */
  prices(symbol: string): SymbolPrices | null;
  place(symbol: string, order: NewOrder): Placed;
  /** Asked how many lots any two users may trade, whatever makes their orders meet; the house meets all as ever. */
  watch(watch: CarryWatch | null): void;
  /**
   * The worst price at which a block may trade, in ticks: `within`, a ratio, of the index of now, no worse than `worst`,
   * and the house's best price where that is worse than both. Null where the index itself is beyond `worst`.
   */
  blockLimit(
    symbol: string,
    side: Side,
    limit: { readonly within: number; readonly worst: number | null },
  ): number | null;
  /** As many of these lots as the house trades in one block now, and its price; null where that is none. */
  block(symbol: string, side: Side, lots: number, worst: number): Block | null;
  /** Fills a part of a block with the house; no user's order is met. Other fills are of orders that its quotes then reach. */
  takeBlock(symbol: string, order: BlockOrder): readonly SymbolFill[];
  /** Lots that were left, null where there is no such order. */
  cancel(symbol: string, id: string): number | null;
  /** Takes lots from a resting order, which keeps its place in time; some are left. */
  reduce(symbol: string, id: string, lots: number): void;
  /** Lots of a resting order, null where there is no such order. */
  left(symbol: string, id: string): number | null;
  restore(symbol: string, order: Omit<RestingOrder, 'sequence'>): void;
  /**
   * The users whose orders take no part from now on, because their accounts cannot be written. The orders of those who
   * are no longer among them come back at the next `tick` that trades their symbol, at their place in time; what they
   * then cross is a fill of that tick.
   */
  withhold(users: ReadonlySet<string>): void;
  /** Whether this user's orders are withheld: a client does nothing of its own accord for such a user. */
  isWithheld(userId: string): boolean;
  /**
   * What the steps fail by, from now on: these symbols are halted and not quoted, and nothing at all is done for these users,
   * who are to be withheld besides.
   */
  leaveOut(leftOut: LeftOut): void;
  /** Whether no row of this user is to be written by a step. */
  isLeftOut(userId: string): boolean;
  /** The symbols whose market is open, halted or not; what can be left out. */
  open(at: number): readonly string[];
  /** The tick of each symbol that was open and not halted at the last `tick` step: what trades, stops and liquidates. */
  ticks(): ReadonlyMap<string, Tick>;
  /** What is recorded besides: the index of each symbol that staff had halted. Nothing trades by it. */
  haltedTicks(): ReadonlyMap<string, HaltedTick>;
  /** State of the price source; recorded with the ticks. */
  source(): unknown;
  /** Lots that the house holds, of the symbols whose inventory the newest batch has changed. */
  inventories(): ReadonlyMap<string, number>;
  /**
   * New terms of staff; a symbol that is no longer among them is closed. Applied between batches. Returns the symbols
   * whose tick or lot does not fit what rests: they keep both and are halted, so that their orders can be cancelled and
   * nothing is recorded in steps that are no longer listed.
   */
  revise(terms: readonly MarketTerms[]): readonly Misfit[];
  /**
   * What changed since the last call; null where nothing did. With open batches it is published once the newest of them is
   * committed; a rollback puts it back.
   */
  takeFrame(at: number): Omit<MarketFrame, 'sequence' | 'token'> | null;
};
