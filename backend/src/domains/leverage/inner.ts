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

/** An isolated position that another domain opens for a user. The house alone fills it. */
export type InnerOpen = {
  readonly userId: string;
  /** Executed once: the same key gives the same result. */
  readonly key: string;
  readonly level: SignedIn['level'];
  /** Of the user, where the instrument is not traded everywhere; see `countryOfTrader`. */
  readonly country: string | null;
  readonly symbol: string;
  readonly side: PositionSide;
  readonly multiple: number;
  /** Whole lots. */
  readonly share: number;
  /**
   * The worst index at which it is filled, on the tick; null: any. What the house takes in no block within its time is not
   * opened.
   */
  readonly worst: string | null;
  /** How far from the index its blocks are filled, when it is opened and when it is closed; a ratio. */
  readonly slippage: string;
  /** The position that it copies. */
  readonly sourceId: string | null;
};

export type InnerReduce = {
  readonly userId: string;
  readonly key: string;
  /** The position's. */
  readonly id: string;
  /** Whole lots that stay. */
  readonly keep: number;
};

/** Leverage for other domains, which act for users without a request of theirs. Rejects with DomainError as the calls do. */
export type InnerLeverage = {
  /** Waits in the market until the house has filled it in blocks, half a minute at most. */
  open(order: InnerOpen): Promise<ShownPosition>;
  /** Closes in blocks of the house, however long it takes. */
  reduce(order: InnerReduce): Promise<ShownPosition>;
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
    open: ({ userId, key, level, country, sourceId, worst, slippage, share, ...order }) =>
      submit(
        {
          kind: 'open',
          userId,
          level,
          country,
          sourceId,
          worst,
          slippage,
          order: { ...order, mode: 'isolated', kind: 'market', share },
        },
        key,
      ),
    reduce: ({ userId, key, id, keep }) => submit({ kind: 'reduce', userId, id, keep }, key),
    detach: ({ userId, key, id }) => submit({ kind: 'detach', userId, id }, key),
    events: eventsAfter,
    holdingCosts,
  };
}
