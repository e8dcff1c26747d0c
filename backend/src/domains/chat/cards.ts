import type { Output } from '@tessera/api/contract';
import type { Catalogue } from '../../platform/catalogue/catalogue.ts';
import type { Sql } from '../../platform/db/database.ts';
import type { Feed } from '../../platform/feed/feed.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { positionToShare } from '../leverage/index.ts';

/* What can be shared. Every figure is read here, when it is shared: none comes from the page. */

export type Card = NonNullable<Output<'POST /chat/send'>['card']>;

type Market = { readonly catalogue: Catalogue; readonly feed: Feed; readonly now: () => number };

type Shared = {
  readonly symbol?: string | undefined;
  readonly position?: string | undefined;
  readonly amounts?: boolean | undefined;
};

export async function cardOf(sql: Sql, userId: string, shared: Shared, market: Market): Promise<Card | null> {
  if (shared.position !== undefined) {
    const position = await positionToShare(sql, userId, shared.position, market);
    if (!position) throw new DomainError('not_found', { field: 'position' });
    const { profit, margin, ...rest } = position;
    const amounts = shared.amounts === true;
    return {
      kind: 'position',
      ...rest,
      profit: amounts ? profit : null,
      margin: amounts ? margin : null,
      at: market.now(),
    };
  }
  if (shared.symbol === undefined) return null;
  const quote = market.feed.quote(shared.symbol);
  if (!market.catalogue.current().instrument(shared.symbol)) {
    throw new DomainError('instrument_unknown', { field: 'symbol' });
  }
  if (!quote) throw new DomainError('stale_price');
  return { kind: 'instrument', symbol: shared.symbol, price: quote.last, change: quote.change24h, at: market.now() };
}
