import type { Sql } from '../../platform/db/database.ts';
import type { MarketFill, TradeEvent } from '../../platform/ports.ts';

/** When a fill was first booked after a time, Unix ms. */
export async function firstFill(sql: Sql, after: number): Promise<number | null> {
  const [row] = await sql.query<{ at: number }>('select at from spot_fill where at > $1 order by at limit 1', [
    new Date(after),
  ]);
  return row?.at ?? null;
}

/** Fills that were booked after one time and up to another, Unix ms, oldest first. */
export const marketFills = (sql: Sql, after: number, until: number): Promise<MarketFill[]> =>
  sql.query<MarketFill>(
    `select o.user_id as "userId", o.symbol, o.side, f.price, f.price * f.amount as total,
            coalesce(f.fee / nullif(case o.side when 'buy' then f.amount else f.quote_amount end, 0), 0) as "feeRate",
            f.at
       from spot_fill f join spot_order o on o.id = f.order_id
      where f.at > $1 and f.at <= $2
      order by f.at, f.id`,
    [new Date(after), new Date(until)],
  );

/** Orders that were filled after one time and up to another, Unix ms, each with what of it was filled then. */
export const tradeEvents = (sql: Sql, after: number, until: number): Promise<TradeEvent[]> =>
  sql.query<TradeEvent>(
    `select o.user_id as "userId", case o.side when 'buy' then 'bought' else 'sold' end as kind, 'spot' as market, o.symbol,
            sum(f.amount) as amount, sum(f.price * f.amount) / sum(f.amount) as price, null::text as currency
       from spot_fill f join spot_order o on o.id = f.order_id
      where f.at > $1 and f.at <= $2
      group by o.id order by max(f.id)`,
    [new Date(after), new Date(until)],
  );
