import type { Side } from '@tessera/api/copytrading/rules';
import type { Sql } from '../../platform/db/database.ts';

/* What copy trading needs of the domain that holds positions. */

/** What happened to a position. Quantities are in units of the base, money in `currency`. */
export type PositionEvent = {
  /** Of a later event higher. */
  readonly id: string;
  readonly userId: string;
  readonly positionId: string;
  readonly symbol: string;
  readonly kind: 'opened' | 'increased' | 'partly_closed' | 'closed' | 'cancelled';
  readonly side: Side;
  readonly multiple: number;
  /** Of this event, and what is open after it. */
  readonly quantity: string;
  readonly openQuantity: string;
  /** Average price of this event; null of a position that was never open. */
  readonly price: string | null;
  /** Of the instrument at that moment; null where it was not kept. */
  readonly index: string | null;
  /** Booked by this event: the result before fees, and the fees. */
  readonly profit: string;
  readonly fee: string;
  /** What closed it, where that was not the copying: its owner by hand, its liquidation, or that of one across. */
  readonly closer: 'owner' | 'liquidation' | 'deleveraging' | null;
  /** Held after it. */
  readonly margin: string;
  readonly currency: string;
  /** The position that it copies. */
  readonly sourceId: string | null;
  /** Unix ms. */
  readonly at: number;
};

export type OpenCopy = {
  readonly userId: string;
  readonly symbol: string;
  readonly side: Side;
  readonly lots: number;
  readonly multiple: number;
  /** Where the index is beyond this price, nothing is opened; null: anywhere. */
  readonly worstPrice: string | null;
  /** How far from the index it is filled, when it is opened and when it is closed; a ratio. */
  readonly slippage: string;
  /** The position that is copied; null of a position that stands for itself. */
  readonly sourceId: string | null;
};

export type ReduceCopy = {
  readonly userId: string;
  readonly positionId: string;
  /** Lots that stay open. */
  readonly keep: number;
};

/**
 * Opens and closes positions on behalf of a user, isolated, under the user's limits, brakes and country. The house alone
 * fills them, in blocks: what is accepted here waits for them, and events say what became of it.
 * A key takes effect once, on all nodes: the same key returns the same result.
 */
export type Positions = {
  /** Events after one, in the order in which they were committed; at most `limit`. */
  events(sql: Sql, after: string, limit: number): Promise<readonly PositionEvent[]>;
  /** Overnight fees and funding that were booked on positions, by id; of all that are given. */
  holdingCosts(sql: Sql, positionIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Rejects with DomainError, or `service_unavailable` where the outcome is not known. */
  open(order: OpenCopy, key: string): Promise<{ readonly positionId: string }>;
  /** Has it closed until so many lots are left; what of it is not opened yet is not opened any more. */
  reduce(order: ReduceCopy, key: string): Promise<void>;
  /** A copy becomes a position that stands for itself. */
  detach(copy: Pick<ReduceCopy, 'userId' | 'positionId'>, key: string): Promise<void>;
};
