import { div, isZero, quantize } from '@tessera/money';
import type { Catalogue } from '../../platform/catalogue/catalogue.ts';
import type { Sql } from '../../platform/db/database.ts';
import type { Feed } from '../../platform/feed/feed.ts';
import { profitOf } from './batch.ts';
import { resultRate } from './conversion.ts';
import { entryOf, isOpen } from './position.ts';
import { positionsByIds } from './store.ts';

/** An open position as its owner may show it to others. Decimal strings; `ratio` is result over margin. */
export type SharedPosition = {
  readonly symbol: string;
  readonly side: 'long' | 'short';
  readonly multiple: number;
  readonly entry: string;
  readonly mark: string;
  readonly ratio: string;
  readonly profit: string;
  readonly margin: string;
  readonly currency: string;
};

/** Fraction digits of prices and ratios. */
const SHOWN = 18;
const RATIO = 6;

/** An open position of this user at the mark of now; null for any other. */
export async function positionToShare(
  sql: Sql,
  userId: string,
  id: string,
  { catalogue, feed }: { readonly catalogue: Catalogue; readonly feed: Feed },
): Promise<SharedPosition | null> {
  const [position] = await positionsByIds(sql, [id]);
  if (!position || position.userId !== userId || !isOpen(position)) return null;
  const entry = entryOf(position);
  const mark = feed.quote(position.symbol)?.mark ?? null;
  if (entry === null || mark === null || isZero(position.margin)) return null;
  const rate = resultRate(
    position,
    catalogue.current().instrument(position.symbol),
    (other) => feed.quote(other)?.index ?? null,
  );
  const profit = quantize(
    profitOf(position, mark, rate),
    catalogue.current().heldCurrency(position.currency).scale,
    'down',
  );
  return {
    symbol: position.symbol,
    side: position.side,
    multiple: position.multiple,
    entry: quantize(entry, SHOWN, 'down'),
    mark,
    ratio: quantize(div(profit, position.margin), RATIO, 'down'),
    profit,
    margin: position.margin,
    currency: position.currency,
  };
}
