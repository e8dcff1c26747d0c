import type { Catalogue } from '../../platform/catalogue/catalogue.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Dependencies } from '../../platform/domain.ts';
import { countryOfTrader } from '../instruments/index.ts';
import { innerLeverage, type LeverageEvent } from '../leverage/index.ts';
import type { PositionEvent, Positions } from './positions.ts';

type Level = 0 | 1 | 2;

/** What decides what a user may open. */
async function standingOf(database: Database, catalogue: Catalogue, userId: string, symbol: string) {
  const [row] = await database.query<{ level: Level }>(
    'select verification_level as level from user_account where id = $1',
    [userId],
  );
  const countries = catalogue.current().instrument(symbol)?.countries ?? [];
  return { level: row?.level ?? 0, country: await countryOfTrader(database, userId, countries) };
}

function closerOf({ kind, cause }: Pick<LeverageEvent, 'kind' | 'cause'>): PositionEvent['closer'] {
  if (kind !== 'partly_closed' && kind !== 'closed') return null;
  if (cause === 'user') return 'owner';
  return cause === 'liquidation' || cause === 'deleveraging' ? cause : null;
}

/** Positions of the domain `leverage`: copies are isolated, and filled by the house in blocks. */
export function livePositions({
  market,
  database,
  catalogue,
}: Pick<Dependencies, 'market' | 'database' | 'catalogue'>): Positions {
  const inner = innerLeverage({ market });
  return {
    async events(sql, after, limit) {
      const events = await inner.events(sql, after, limit);
      return events.map((event) => ({ ...event, closer: closerOf(event) }));
    },
    holdingCosts: inner.holdingCosts,
    async open({ userId, symbol, side, lots, multiple, worstPrice, slippage, sourceId }, key) {
      const standing = await standingOf(database, catalogue, userId, symbol);
      const position = await inner.open({
        ...standing,
        userId,
        key,
        symbol,
        side,
        multiple,
        share: lots,
        worst: worstPrice,
        slippage,
        sourceId,
      });
      return { positionId: position.id };
    },
    async reduce({ userId, positionId, keep }, key) {
      await inner.reduce({ userId, key, id: positionId, keep });
    },
    async detach({ userId, positionId }, key) {
      await inner.detach({ userId, key, id: positionId });
    },
  };
}
