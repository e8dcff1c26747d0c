import type { PositionSide } from '@tessera/api/leverage/rules';
import type { Position as ShownPosition, WirePosition } from '@tessera/api/leverage/wire';
import { positionFromWire } from '@tessera/api/leverage/wire';
import type { Sql } from '../../platform/db/database.ts';
import type { Dependencies } from '../../platform/domain.ts';
import { keyUseOf } from '../../platform/http/idempotency.ts';
import type { SignedIn } from '../../platform/session/read-session.ts';
import type { LeverageCommand } from './market-client.ts';
import type { LeverageEvent } from './position.ts';
import { eventsAfter, holdingCosts } from './store.ts';

/** A market order that another domain places for a user. */
export type InnerOpen = {
  readonly userId: string;
  /** Executed once: the same key gives the same result. */
  readonly key: string;
  readonly level: SignedIn['level'];
  /** Of the user, where the instrument is not traded everywhere; see `countryOfTrader`. */
  readonly country: string | null;
  readonly symbol: string;
  readonly side: PositionSide;
  readonly mode: ShownPosition['mode'];
  readonly multiple: number;
  /** Whole lots. */
  readonly share: number;
  /** Worst price that it is filled at, on the tick; null: any. What is not filled up to there is not opened. */
  readonly worst: string | null;
  /** The position that it copies. */
  readonly sourceId: string | null;
};

export type InnerClose = {
  readonly userId: string;
  readonly key: string;
  /** The position's. */
  readonly id: string;
  /** Whole lots; null: all. */
  readonly share: number | null;
  readonly cause: 'copy' | 'staff';
};

/** Leverage for other domains, which act for users without a request of theirs. Rejects with DomainError as the calls do. */
export type InnerLeverage = {
  open(order: InnerOpen): Promise<ShownPosition>;
  close(order: InnerClose): Promise<ShownPosition>;
  /** A copy becomes a position of its own: nothing that happens to its source concerns it any more. */
  detach(use: { readonly userId: string; readonly key: string; readonly id: string }): Promise<ShownPosition>;
  /**
   * Events after one id, in the order in which they were committed, `limit` of them at most. An event that is read is
   * final, and none with a lower id comes later.
   */
  events(sql: Sql, after: string, limit: number): Promise<readonly LeverageEvent[]>;
  /** Overnight fees and funding that were booked on positions, by id; of all that are given. */
  holdingCosts(sql: Sql, positionIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
};

export function innerLeverage({ market }: Pick<Dependencies, 'market'>): InnerLeverage {
  const submit = async (command: LeverageCommand, key: string): Promise<ShownPosition> => {
    const { userId, kind, ...input } = command;
    const use = keyUseOf({ userId, key, callId: `leverage.${kind}`, input });
    return positionFromWire((await market.submit('leverage', command, use)) as WirePosition);
  };
  return {
    open: ({ userId, key, level, country, sourceId, worst, share, ...order }) =>
      submit(
        {
          kind: 'open',
          userId,
          level,
          country,
          sourceId,
          worst,
          order: { ...order, kind: 'market', share },
        },
        key,
      ),
    close: ({ userId, key, id, share, cause }) => submit({ kind: 'close', userId, id, share, cause }, key),
    detach: ({ userId, key, id }) => submit({ kind: 'detach', userId, id }, key),
    events: eventsAfter,
    holdingCosts,
  };
}
