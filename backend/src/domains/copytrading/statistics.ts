import { type ClosedPosition, figuresOf, type Side, type TraderFigures } from '@tessera/api/copytrading/rules';
import { div, isPositive, quantize } from '@tessera/money';
import type { Database, Sql } from '../../platform/db/database.ts';
import type { JobItems } from '../../platform/jobs/items.ts';

/** Positions of a trader that figures are made from, the latest; more are more than a page can be about. */
const MOST = 20_000;

export type Followers = {
  readonly copy_count: number;
  readonly profit: string;
  readonly margin_return: string;
  readonly winning: number;
  readonly losing: number;
};

export const NO_FIGURES: TraderFigures = figuresOf([]);
export const NO_FOLLOWERS: Followers = { copy_count: 0, profit: '0', margin_return: '0', winning: 0, losing: 0 };

async function closedPositions(sql: Sql, traderId: string): Promise<readonly ClosedPosition[]> {
  const rows = await sql.query<{
    symbol: string;
    side: Side;
    margin: string;
    profit: string;
    opened_at: number;
    closed_at: number;
  }>(
    `select symbol, side, margin, profit, opened_at, closed_at from copy_source
      where trader_user_id = $1 and closed_at is not null order by closed_at desc, position_id desc limit ${MOST}`,
    [traderId],
  );
  return rows.map(({ opened_at, closed_at, ...row }) => ({ ...row, openedAt: opened_at, closedAt: closed_at }));
}

/** What the copies of a trader that ended came to, for all followers together. */
async function followersOf(sql: Sql, traderId: string): Promise<Followers> {
  const [row] = await sql.query<{
    copy_count: number;
    profit: string;
    margin: string;
    winning: number;
    losing: number;
  }>(
    `with each as (select user_id, count(*) as copies, sum(profit) as profit, sum(peak_margin) as margin from copy_trade
                    where trader_user_id = $1 and status in ('closed', 'self_held') group by user_id)
     select coalesce(sum(copies), 0)::int as copy_count, coalesce(sum(profit), 0) as profit,
            coalesce(sum(margin), 0) as margin, (count(*) filter (where profit > 0))::int as winning,
            (count(*) filter (where profit <= 0))::int as losing from each`,
    [traderId],
  );
  if (!row) return NO_FOLLOWERS;
  const { margin, ...followers } = row;
  const ratio = isPositive(margin) ? quantize(div(row.profit, margin), 8, 'down') : '0';
  return { ...followers, margin_return: ratio };
}

export type Refreshing = {
  readonly database: Database;
  readonly now: () => number;
  readonly fence: (tx: Sql) => Promise<void>;
  readonly items: JobItems;
};

/** Makes the figures of all traders anew, each in a transaction of its own. */
export async function refreshFigures({ database, now, fence, items }: Refreshing): Promise<void> {
  const traders = await database.query<{ user_id: string }>('select user_id from copy_trader order by user_id');
  const idOf = (trader: { readonly user_id: string }) => trader.user_id;
  await items.each('trader', traders, idOf, ({ user_id }) =>
    database.transaction(async (tx) => {
      await fence(tx);
      const figures = figuresOf(await closedPositions(tx, user_id));
      const followers = await followersOf(tx, user_id);
      await tx.query('update copy_trader set figures = $2, followers = $3, refreshed_at = $4 where user_id = $1', [
        user_id,
        JSON.stringify(figures),
        JSON.stringify(followers),
        new Date(now()),
      ]);
    }),
  );
}
