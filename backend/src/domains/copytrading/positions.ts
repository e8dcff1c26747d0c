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
  /** Booked by this event: the result before fees, and the fees. */
  readonly profit: string;
  readonly fee: string;
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
  /** What cannot be filled at this price or better is not opened; null: at any price the market has. */
  readonly worstPrice: string | null;
  /** The position that is copied; null of a position that stands for itself. */
  readonly sourceId: string | null;
};

export type CloseCopy = { readonly userId: string; readonly positionId: string; readonly lots: number };

/**
 * Opens and closes positions at the market on behalf of a user, isolated, under the user's limits, brakes and country.
 * A key takes effect once, on all nodes: the same key returns the same result.
 */
export type Positions = {
  /** Events after one, in the order in which they were committed; at most `limit`. */
  events(sql: Sql, after: string, limit: number): Promise<readonly PositionEvent[]>;
  /** Overnight fees and funding that were booked on positions, by id; of all that are given. */
  holdingCosts(sql: Sql, positionIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Lots is 0 where nothing could be filled. Rejects with DomainError, or `service_unavailable` where the outcome is not known. */
  open(order: OpenCopy, key: string): Promise<{ readonly positionId: string; readonly lots: number }>;
  close(order: CloseCopy, key: string): Promise<void>;
  /** A copy becomes a position that stands for itself. */
  detach(copy: Pick<CloseCopy, 'userId' | 'positionId'>, key: string): Promise<void>;
};
