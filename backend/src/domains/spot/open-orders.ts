import type { Sql } from '../../platform/db/database.ts';
import { countOf } from '../../platform/db/page.ts';

/** The orders of a user that rest, oldest first. */
export const openOrdersOf = async (sql: Sql, userId: string): Promise<string[]> =>
  (
    await sql.query<{ id: string }>(`select id from spot_order where user_id = $1 and status = 'pending' order by id`, [
      userId,
    ])
  ).map(({ id }) => id);

/** How many orders rest in a symbol, of all users. */
export const openOrdersIn = (sql: Sql, symbol: string): Promise<number> =>
  countOf(sql, `spot_order where symbol = $1 and status = 'pending'`, [symbol]);
