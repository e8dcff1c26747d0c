import type { Sql } from '../../platform/db/database.ts';
import { countOf } from '../../platform/db/page.ts';

/** How many orders rest in a symbol, of all users. */
export const openOrdersIn = (sql: Sql, symbol: string): Promise<number> =>
  countOf(sql, `spot_order where symbol = $1 and status = 'pending'`, [symbol]);
